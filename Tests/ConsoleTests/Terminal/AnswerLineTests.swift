import Testing

@testable import Console

/// An answer as it is typed.
@Suite struct AnswerLineTests {
  private func type(_ keys: String) -> (shown: String, end: AnswerLine.Step?) {
    var line = AnswerLine()
    var shown = ""
    for byte in keys.utf8 {
      switch line.take(byte) {
      case .more(let text): shown += text
      case let end: return (shown, end)
      }
    }
    return (shown, nil)
  }

  @Test(arguments: [
    ("abc\r", "abc"), ("abc\n", "abc"), ("\r", ""), ("ab\u{7F}c\r", "ac"), ("\u{7F}a\r", "a"),
    ("one two\u{17}three\r", "one three"), ("wrong\u{15}right\r", "right"),
    ("λό\u{7F}γ\r", "λγ"), ("e\u{301}\u{7F}x\r", "x"),
    ("a\u{1B}[Db\u{1B}[1;5Cc\u{1B}OAd\r", "abcd"),
    ("a\u{1B}xb\r", "ab"), ("a\tb\u{4}\r", "ab"), ("\u{1B}[200~pasted\u{1B}[201~\r", "pasted"),
  ])
  func `keys make a line`(keys: String, text: String) {
    #expect(type(keys).end == .done(text))
  }

  @Test(arguments: ["\u{3}", "abc\u{3}", "\u{4}", "a\u{7F}\u{4}"])
  func `Ctrl-C gives up, and Ctrl-D where nothing is typed`(keys: String) {
    #expect(type(keys).end == .givenUp)
  }

  @Test func `what is shown follows what is typed`() {
    #expect(type("ab\u{7F}").shown == "ab\u{8} \u{8}")
    #expect(type("λ").shown == "λ")
    #expect(type("漢\u{7F}").shown == "漢\u{8}\u{8}  \u{8}\u{8}")
    #expect(type("\u{7F}").shown == "")
  }
}
