import FuzzTargets
import Glibc

/// What is fed: LECTERN_FUZZ names it.
private let chosen = getenv("LECTERN_FUZZ").flatMap { FuzzTarget(rawValue: String(cString: $0)) }

/// What libFuzzer calls, with an input of its own making.
/// Source: https://llvm.org/docs/LibFuzzer.html#fuzz-target
@_cdecl("LLVMFuzzerTestOneInput")
package func takeInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let chosen else { preconditionFailure("LECTERN_FUZZ names no target") }
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let problem = chosen.problem(with: input) {
    // Optimised code says nothing of why it ends.
    let line = Array((problem + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
    abort()
  }
  return 0
}
