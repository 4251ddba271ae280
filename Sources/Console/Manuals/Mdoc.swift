/// Text in mdoc, the language of manual pages.
///
/// Source: https://mandoc.bsd.lv/man/mdoc.7.html
enum Mdoc {
  /// What stands in a line of text as it is.
  static func escaped(_ text: some StringProtocol) -> String {
    String(text).replacing("\\", with: "\\e").replacing("…", with: "...")
      .replacing("→", with: "->")
  }

  /// What stands in quotes of a macro's argument.
  static func argument(_ text: some StringProtocol) -> String {
    "\"" + escaped(text).replacing("\"", with: "\\(dq") + "\""
  }

  /// Sentences in lines: each begins on a line of its own, as manual pages want it.
  static func sentences(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace).map(escaped) {
      if let last = lines.last, !last.hasSuffix("."), last.utf8.count + word.utf8.count < 78 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word.hasPrefix(".") || word.hasPrefix("'") ? "\\&" + word : word)
      }
    }
    return lines
  }

  /// Lines as they stand, each with its indentation.
  static func literal(_ lines: [some StringProtocol]) -> [String] {
    [".Bd -literal -offset indent"]
      + lines.map { line in
        let text = escaped(line)
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
      } + [".Ed"]
  }

  static func page(_ title: String, _ section: Int, _ parts: [[String]]) -> String {
    let head = [".Dd \(day)", ".Dt \(title.uppercased()) \(section)", ".Os"]
    return (head + parts.flatMap(\.self)).joined(separator: "\n") + "\n"
  }

  /// When the words that no table makes were last changed.
  private static let day = "December 1, 2026"
}
