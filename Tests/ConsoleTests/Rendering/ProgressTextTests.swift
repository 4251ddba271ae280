import Testing
import Vocabulary

@testable import Console

/// The line that shows how far a sync has come.
@Suite struct ProgressTextTests {
  private let text = ProgressText(
    verb: "Uploading", parts: ["47 notes", "312 chapters read"], done: 1_234, total: 5_000)
  private let plain = ProgressText.Style(isUnicode: false, isColored: false)
  private let usual = ProgressText.Style(isUnicode: true, isColored: false)

  @Test func `it says what goes, with a bar and numbers`() {
    #expect(
      text.line(columns: 100, usual).text
        == "Uploading 47 notes, 312 chapters read… [██░░░░░░░░] 1,234 of 5,000")
    #expect(
      text.line(columns: 100, plain).text
        == "Uploading 47 notes, 312 chapters read... [##........] 1,234 of 5,000")
    let pull = ProgressText(verb: "Downloading", done: 0, total: 0)
    #expect(pull.line(columns: 100, usual).text == "Downloading…")
  }

  @Test func `in little room parts go, then numbers, then the bar; never wider`() {
    let shown = (0...100).map { text.line(columns: $0, usual) }
    for (columns, line) in shown.enumerated() {
      #expect(line.columns <= columns && line.columns == DisplayWidth.of(line.text))
    }
    #expect(shown[60].text == "Uploading 47 notes… [██░░░░░░░░] 1,234 of 5,000")
    #expect(shown[40].text == "Uploading… [██░░░░░░░░] 1,234 of 5,000")
    #expect(shown[30].text == "Uploading… [██░░░░░░░░]")
    #expect(shown[20].text == "Uploading 47 notes…")
    #expect(shown[10].text == "Uploading…")
    #expect(shown[4].text == "Uplo")
    #expect(shown[0].text.isEmpty)
  }

  @Test func `the bar is full when all is done, and not before`() {
    func bar(_ done: Int, _ total: Int) -> String {
      ProgressText(verb: "", done: done, total: total).line(columns: 80, plain).text
    }
    #expect(bar(0, 7) == "... [..........] 0 of 7")
    #expect(bar(999_999, 1_000_000) == "... [#########.] 999,999 of 1,000,000")
    #expect(bar(7, 7) == "... [##########] 7 of 7")
    #expect(bar(9, 7) == "... [##########] 7 of 7")
  }

  @Test func `colour takes no room`() {
    let line = text.line(columns: 66, ProgressText.Style(isUnicode: true, isColored: true))
    #expect(line.text.contains("\u{1B}[36m██\u{1B}[0m░"))
    #expect(line.columns == 66)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-1_000, "-1,000"),
  ])
  func `numbers are grouped by thousands`(number: Int, text: String) {
    #expect(grouped(number) == text)
  }
}

/// When the line is there.
@Suite struct ProgressLineTests {
  private final class Screen {
    var written = ""
    var columns: Int? = 80

    /// What a person sees in the line.
    var line: String {
      var signs: [Character] = []
      var place = 0
      for sign in written {
        if sign == "\r" {
          place = 0
        } else if place < signs.count {
          signs[place] = sign
          place += 1
        } else {
          signs.append(sign)
          place += 1
        }
      }
      while signs.last == " " { signs.removeLast() }
      return String(signs)
    }
  }

  private let clock = SeededSurroundings(seed: 1, start: Instant(milliseconds: 0), step: .zero)
  private let screen = Screen()
  private let line: ProgressLine

  init() {
    line = ProgressLine(
      clock, style: ProgressText.Style(isUnicode: false, isColored: false),
      window: { [screen] in screen.columns }, write: { [screen] in screen.written += $0 })
  }

  private func show(_ done: Int, verb: String = "Uploading") {
    line.show(ProgressText(verb: verb, done: done, total: 10))
  }

  @Test func `what is over within half a second leaves no byte`() {
    show(0)
    clock.advance(.milliseconds(499))
    show(5)
    line.tick()
    line.end()
    #expect(screen.written.isEmpty)
  }

  @Test func `what lasts is shown though nothing comes, and goes away`() {
    show(0)
    clock.advance(.milliseconds(500))
    line.tick()
    #expect(screen.line == "Uploading... [..........] 0 of 10")
    line.hide()
    #expect(screen.line.isEmpty)
    line.tick()
    #expect(screen.line == "Uploading... [..........] 0 of 10")
    line.end()
    #expect(screen.line.isEmpty)
    line.tick()
    #expect(screen.line.isEmpty)
    show(1)
    #expect(screen.line.isEmpty, "the next work begins its own half second")
  }

  @Test func `it is drawn ten times a second at most, and at once for the other half`() {
    show(0)
    clock.advance(.seconds(1))
    show(1)
    show(2)
    #expect(screen.line.hasSuffix("1 of 10"))
    clock.advance(.milliseconds(100))
    line.tick()
    #expect(screen.line.hasSuffix("2 of 10"))
    show(3, verb: "Downloading")
    #expect(screen.line == "Downloading... [###.......] 3 of 10")
    show(4, verb: "Up")
    #expect(screen.line == "Up... [####......] 4 of 10", "nothing of a longer line stays")
  }

  @Test func `it follows the window, and is gone while another works there`() {
    show(1)
    clock.advance(.seconds(1))
    line.tick()
    screen.columns = 20
    clock.advance(.seconds(1))
    line.tick()
    #expect(screen.line == "Uploading...")
    screen.columns = nil
    clock.advance(.seconds(1))
    line.tick()
    #expect(screen.line.isEmpty)
    screen.columns = 2
    clock.advance(.seconds(1))
    line.tick()
    #expect(screen.line.isEmpty)
  }

  @Test func `a clock that is set back begins the half second anew`() {
    clock.advance(.seconds(100))
    show(1)
    clock.advance(.seconds(-50))
    line.tick()
    #expect(screen.written.isEmpty)
    clock.advance(.milliseconds(500))
    line.tick()
    #expect(screen.line.hasPrefix("Uploading"))
  }

  @Test(arguments: [
    (["LANG": "C.UTF-8"], true), (["LANG": "de_DE.utf8"], true), ([:], false),
    (["LC_ALL": "C", "LANG": "C.UTF-8"], false), (["LC_ALL": "", "LANG": "C.UTF-8"], true),
    (["LC_CTYPE": "en_US.UTF-8", "LANG": "C"], true), (["LANG": "de_DE.ISO-8859-1"], false),
  ])
  func `blocks are for locales that have them`(variables: [String: String], isUnicode: Bool) {
    #expect(ProgressLine.isUnicode { variables[$0] } == isUnicode)
  }
}
