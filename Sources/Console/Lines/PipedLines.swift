import Glibc
import LuaRuntime

/// Lines of a pipe or a file, for a prompt that no person sits at. It shows no prompt.
final class PipedLines: LineSource {
  private let descriptor: Int32
  private let isComplete: (String) -> Bool
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  init(descriptor: Int32 = STDIN_FILENO, isComplete: @escaping (String) -> Bool) {
    self.descriptor = descriptor
    self.isComplete = isComplete
  }

  func next(prompt: String) throws(ConsoleError) -> LineEntry? {
    var text = ""
    while let line = try line() {
      text += (text.isEmpty ? "" : "\n") + line
      if text.hasPrefix(".") || isComplete(text) { return LineEntry(text: text, isTyped: true) }
    }
    return text.isEmpty ? nil : LineEntry(text: text, isTyped: true)
  }

  func remember(_ text: String) {}
  func forget(_ text: String) {}

  private func line() throws(ConsoleError) -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      if isAtEnd {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : String(decoding: buffer, as: UTF8.self)
      }
      try fill()
    }
  }

  private func fill() throws(ConsoleError) {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let presses = ControlC.presses
    let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if ControlC.presses != presses { throw .interrupted }
    if count < 0 && errno != EINTR { throw .terminal(reason: systemReason()) }
    isAtEnd = count == 0
    if count > 0 { buffer += chunk[..<count] }
  }
}
