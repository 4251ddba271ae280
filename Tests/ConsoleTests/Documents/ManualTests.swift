import Glibc
import LuaAPI
import Testing

@testable import Console

/// The manual page says what the program's own tables say.
@Suite struct ManualTests {
  private let manual: Document

  init() throws { manual = try Document("man/lectern.1") }

  @Test func `every option is told with its value, and no other`() {
    let told = manual.lines(from: ".Sh OPTIONS", to: ".El").filter { $0.hasPrefix(".It Fl ") }
    var names: Set<String> = ["e", "h", "-help", "-version"]
    for row in OptionTable.rows {
      for name in row.names.map({ String($0.dropFirst()) }) {
        let words = "Fl \(name)" + (row.value.map { " Ar \($0)" } ?? "")
        #expect(told.contains { "\($0) ".contains("\(words) ") }, "\(words)")
        names.insert(name)
      }
    }
    for line in told {
      let words = line.split(separator: " ")
      for (word, next) in zip(words, words.dropFirst()) where word == "Fl" {
        #expect(names.contains(String(next)), "\(line)")
      }
    }
  }

  @Test func `every mode of output is told`() {
    let lines = manual.lines(from: ".It Fl o Ar MODE , Fl -output Ar MODE", to: ".El")
    let told = lines.prefix { !$0.hasPrefix(".It") }
      .filter { $0.hasPrefix(".Ql ") }.map { String($0.split(separator: " ")[1]) }
    #expect(told == OutputMode.allCases.map(\.rawValue))
  }

  @Test func `every exit status is told`() {
    let told = manual.lines(from: ".Sh EXIT STATUS", to: ".El")
      .filter { $0.hasPrefix(".It ") }.map { String($0.dropFirst(4)) }
    #expect(told == ExitStatus.allCases.map { String($0.rawValue) })
  }

  /// `scripts/check --record` writes the list anew.
  @Test func `every function is told in the words of the registry`() throws {
    let mark = #".\" From here to the end of the list: scripts/check --record"#
    let told = manual.lines(from: mark, to: ".El")
    let list = [".Bl -tag -width Ds"] + (try ScriptDesk().api.registry.functions).flatMap(Self.item)
    guard getenv("LECTERN_RECORD") != nil else {
      #expect(told == list)
      return
    }
    let place = try #require(manual.lines.firstIndex(of: mark))
    var lines = manual.lines
    lines.replaceSubrange(place + 1..<place + 1 + told.count, with: list)
    try FileBytes.replace(manual.path, with: Array(lines.joined(separator: "\n").utf8))
  }

  /// The item of a function; sentences begin on a line of their own, as manual pages want it.
  private static func item(of entry: FunctionEntry) -> [String] {
    var lines: [String] = []
    for word in entry.doc.split(separator: " ").map(escaped) {
      if let last = lines.last, !last.hasSuffix("."), last.utf8.count + word.utf8.count < 78 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word.hasPrefix(".") || word.hasPrefix("'") ? "\\&" + word : word)
      }
    }
    let signature = escaped(entry.signature[...]).replacing("\"", with: "\\(dq")
    return [".It Ic \"\(signature)\""] + lines
  }

  private static func escaped(_ text: Substring) -> String {
    String(text.replacing("\\", with: "\\e").replacing("…", with: "..."))
  }
}
