/// Who sits at a prompt, as functions that ask see them.
///
/// What is typed as an answer goes into no history and no recording.
package protocol Person: AnyObject {
  /// What was typed, without its newline; a secret is not shown. Nil for Ctrl-C and Ctrl-D.
  func answer(to question: String, isSecret: Bool) throws -> String?
  /// Shows a line; what is of no use now is dimmed.
  func tell(_ line: String, isDim: Bool)
  /// Whether Ctrl-C was pressed since something began that waits for no key.
  var hasGivenUp: Bool { get }
}

extension Person {
  /// A line like any other.
  func tell(_ line: String) { tell(line, isDim: false) }
}
