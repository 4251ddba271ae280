import CFuzzer
import FuzzTargets

// LECTERN_FUZZ names what is fed; the words go on to libFuzzer.
precondition(chosen != nil, "LECTERN_FUZZ must name one of \(FuzzTarget.allCases)")
var count = CommandLine.argc
var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = LLVMFuzzerRunDriver(&count, &words) { bytes, count in
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let problem = chosen?.problem(with: input) { preconditionFailure(problem) }
  return 0
}
