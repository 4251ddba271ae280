/// A command for the console itself, typed with a dot in the first column.
struct DotCommand: Sendable {
  enum Operand: Sendable {
    case words, file
    /// Lua, behind so many words.
    case lua(after: Int)
  }

  let name: String
  /// The words after it, as `.help` shows them.
  let arguments: String
  let help: String
  /// The global that must be there for the command to make sense; nil: always.
  var needs: String?
  /// Words that may follow, for completion.
  var choices: [String] = []
  /// What else may follow, for completion.
  var takes = Operand.words
  let run: @Sendable (Conversation, String) throws -> Void

  /// Splits `.mode json` into its name and the rest.
  static func split(_ text: String) -> (name: String, rest: String) {
    let words = text.dropFirst().split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
    let rest = words.count > 1 ? words[1] : ""
    return (String(words.first ?? ""), trimmed(rest))
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
