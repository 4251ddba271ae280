/// Which statements a script may run: none that would leave the transaction or the file.
enum StatementRule {
  /// Refuses statements by their first word.
  static func check(_ text: String) throws(APIError) {
    let words = firstWords(of: text)
    guard let first = words.first else {
      throw .badValue(
        argument: "text", problem: "holds no statement",
        hint: "write it like SELECT count(*) FROM user_notes")
    }
    switch first {
    case "begin", "commit", "end", "rollback", "savepoint", "release":
      throw .badValue(
        argument: "text", problem: "begins or ends a transaction",
        hint: "use transaction(fn)")
    case "attach", "detach", "vacuum":
      throw .badValue(
        argument: "text", problem: "reaches another file", hint: "sql works on this library only")
    case "pragma" where !isReadingPragma(text, words):
      throw .badValue(
        argument: "text", problem: "changes how the database works",
        hint: "PRAGMA table_info(user_notes) and others that only read are welcome")
    case "drop", "alter", "reindex":
      throw .badValue(
        argument: "text", problem: "changes tables of the library",
        hint: "tables of your own: CREATE TEMP TABLE")
    case "create" where words.count < 2 || !["temp", "temporary"].contains(words[1]):
      throw .badValue(
        argument: "text", problem: "changes tables of the library",
        hint: "tables of your own: CREATE TEMP TABLE")
    default: return
    }
  }

  /// Whether it inserts, changes or deletes rows.
  static func changesRows(_ text: String) -> Bool {
    ["insert", "replace", "update", "delete", "with"].contains(firstWords(of: text).first)
  }

  /// Whether there is nothing but spaces, semicolons and comments.
  static func isBlank(_ text: String) -> Bool {
    firstWords(of: text).isEmpty && rest(of: text).isEmpty
  }

  private static let readingPragmas: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
    "foreign_key_list", "foreign_key_check", "integrity_check", "quick_check",
  ]

  /// A pragma with a value sets something, unless it is one that looks something up.
  private static func isReadingPragma(_ text: String, _ words: [String]) -> Bool {
    if words.count > 1, readingPragmas.contains(words[1]) { return true }
    return !text.contains("=") && !text.contains("(")
  }

  private static func firstWords(of text: String) -> [String] {
    rest(of: text).prefix(80).lowercased().split { !($0.isLetter || $0 == "_") }.prefix(2)
      .map(String.init)
  }

  /// The text behind spaces, semicolons and comments.
  private static func rest(of text: String) -> Substring {
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace || first == ";" {
        rest = rest.dropFirst()
      } else if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        guard let end = rest.firstRange(of: "*/") else { return "" }
        rest = rest[end.upperBound...]
      } else {
        break
      }
    }
    return rest
  }
}
