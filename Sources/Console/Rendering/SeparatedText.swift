import Vocabulary

/// Writes rows for other programs: CSV, TSV, Markdown.
enum SeparatedText {
  /// Lines end in CR LF; an empty text is `""` and NULL is nothing, so that both can be told apart.
  /// Source: https://www.rfc-editor.org/rfc/rfc4180
  static func csv(_ rows: Rows) -> String {
    ([rows.columns.map { csvField(.text($0)) }] + rows.rows.map { $0.map(csvField) })
      .map { $0.joined(separator: ",") }.joined(separator: "\r\n")
  }

  static func csvField(_ value: Shown) -> String {
    if value == .null || value == .nothing { return "" }
    let text = plainText(of: value)
    return text.isEmpty ? "\"\"" : CSVText.field(text)
  }

  /// Tabs, newlines and backslashes are escaped, and NULL is `\N`, as PostgreSQL's COPY has it.
  /// Source: https://www.postgresql.org/docs/current/sql-copy.html
  static func tsv(_ rows: Rows) -> String {
    ([rows.columns.map { tsvField(.text($0)) }] + rows.rows.map { $0.map(tsvField) })
      .map { $0.joined(separator: "\t") }.joined(separator: "\n")
  }

  static func tsvField(_ value: Shown) -> String {
    if value == .null || value == .nothing { return "\\N" }
    return replacing(
      plainText(of: value), ["\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"])
  }

  static func markdown(_ rows: Rows) -> String {
    let lines =
      [rows.columns.map { markdownCell(.text($0)) }, rows.columns.map { _ in "---" }]
      + rows.rows.map { $0.map(markdownCell) }
    return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  private static func markdownCell(_ value: Shown) -> String {
    guard case .text(let text) = value else { return replacing(cellText(of: value), ["|": "\\|"]) }
    return Escaping.visible(
      replacing(text, ["\\": "\\\\", "|": "\\|", "\n": "<br>", "<": "&lt;", "&": "&amp;"]),
      isOneLine: true)
  }

  /// Strings bare and whole; lists and tables as JSON where it exists.
  private static func plainText(of value: Shown) -> String {
    switch value {
    case .text(let text): return text
    case .number(let number): return exactText(of: number)
    case .list, .record, .pairs:
      do { return try JSONText.text(of: value) } catch { return LuaText.oneLine(value) }
    default: return cellText(of: value)
    }
  }

  private static func replacing(
    _ text: String, _ replacements: [Unicode.Scalar: String]
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let replacement = replacements[scalar] {
        result += replacement
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
