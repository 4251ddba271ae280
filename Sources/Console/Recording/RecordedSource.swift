import LuaRuntime

/// Turns what was entered at a prompt into source that does the same in a file.
///
/// At the prompt an expression prints its value; in a file it must ask for that.
///
/// | entered            | results       | in the file                            |
/// |--------------------|---------------|----------------------------------------|
/// | a statement        | none          | the same                               |
/// | `f(x)`             | none          | the same                               |
/// | an expression      | one           | `show(f(x))`                           |
/// | an expression      | plain ones    | `print(f(x))`                          |
/// | an expression      | any           | a loop that shows each                 |
/// | with a final `;`   | kept quiet    | `_ = f(x)`                             |
/// | statements, return | any           | the same, in a function                |
/// | what fails         | an error      | `fails(function() f(x) end)`           |
enum RecordedSource {
  static func source(
    entered: String, isExpression: Bool, isQuiet: Bool, results: [Shown]
  ) -> String {
    let text = trimmed(entered)
    // A parenthesis at the start of a line would call what the line before ends in.
    if results.isEmpty { return text.hasPrefix("(") ? ";" + text : text }
    let expression = isExpression ? withoutReturn(text) : "(function()\n" + text + "\nend)()"
    if isQuiet { return "_ = " + expression }
    if results.count == 1 { return "show(" + expression + ")" }
    if results.allSatisfy(\.isPlain) { return "print(" + expression + ")" }
    return "do local all = table.pack(" + expression
      + ") for i = 1, all.n do show(all[i]) end end"
  }

  /// The same for what failed: its first `done` bytes were done for good, the rest failed.
  static func failed(entered: String, isExpression: Bool, done: Int) -> String {
    let bytes = entered.utf8
    let first = trimmed(String(decoding: bytes.prefix(done), as: UTF8.self))
    let rest = trimmed(String(decoding: bytes.dropFirst(done), as: UTF8.self))
    let body = isExpression ? "return " + withoutReturn(rest) : rest
    return (first.isEmpty ? "" : first + "\n") + "fails(function()\n" + body + "\nend)"
  }

  /// As comments, for what cannot be done again.
  static func commented(_ entered: String) -> String {
    entered.split(separator: "\n", omittingEmptySubsequences: false)
      .map { ($0.isEmpty ? "--" : "-- " + $0) + "\n" }.joined()
  }

  /// Without the comments around it and the semicolons at its end.
  private static func trimmed(_ entered: String) -> String {
    let words = LuaTokens(entered)
    var tokens = words.tokens[...]
    while let last = tokens.last, last.kind == .comment || last.text == ";" { tokens.removeLast() }
    guard let first = tokens.first(where: { $0.kind != .comment && $0.text != ";" }),
      let last = tokens.last
    else {
      return ""
    }
    let bytes = Array(entered.utf8)[first.range.lowerBound..<last.range.upperBound]
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func withoutReturn(_ text: String) -> String {
    guard let first = LuaTokens(text).tokens.first, first.text == "return" else { return text }
    let rest = text.utf8.dropFirst(first.range.upperBound)
    return String(Substring(rest).drop(while: \.isWhitespace))
  }
}
