import CReadline
import Glibc
import LuaAPI
import LuaRuntime

/// The person at the terminal, asked while a function runs.
///
/// The terminal is set to give each key as it is pressed: Ctrl-C then is an answer, not a signal
/// that ends the run; and nothing of a secret is shown. Readline is not used, since its undo list
/// and its kill ring would keep what was typed.
final class PersonAtTerminal: Person {
  private let output: Output
  private let isDimming: Bool
  private var presses: UInt64 = 0

  init(output: Output, isDimming: Bool) {
    self.output = output
    self.isDimming = isDimming
  }

  func tell(_ line: String, isDim: Bool) {
    // Before the line is seen: who reads it may press at once.
    presses = ControlC.presses
    output.flush()
    let text = Escaping.visible(line, isOneLine: true)
    output.complain(isDim && isDimming ? "\u{1B}[2m\(text)\u{1B}[0m" : text)
  }

  var hasGivenUp: Bool { ControlC.presses != presses }

  func answer(to question: String, isSecret: Bool) throws -> String? {
    output.flush()
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else {
      throw ConsoleError.terminal(reason: systemReason())
    }
    var quiet = usual
    quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    quiet.c_iflag &= ~tcflag_t(ICRNL | IXON)
    // Before the question is seen: a quick key must not meet a terminal that is not set yet.
    tcsetattr(STDIN_FILENO, TCSADRAIN, &quiet)
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &usual) }
    write(question)
    defer { write("\r\n") }
    return try read(isSecret: isSecret)
  }

  private func read(isSecret: Bool) throws -> String? {
    var line = AnswerLine()
    while true {
      var byte: UInt8 = 0
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR {
        // Asked to end: the terminal is given back on the way out.
        if cr_ended_by() != 0 { return nil }
        continue
      }
      guard count == 1 else { return nil }
      switch line.take(byte) {
      case .more(let shown): if !isSecret { write(shown) }
      case .done(let text): return text
      case .givenUp: return nil
      }
    }
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
