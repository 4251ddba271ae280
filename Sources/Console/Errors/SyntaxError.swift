import Vocabulary

/// Source that Lua cannot read. Nothing of it ran.
struct SyntaxError: Explained {
  let message: String
  /// Counted from 1.
  let line: Int
  /// What messages call the source.
  let source: String

  var kind: ErrorKind { .badValue }
  var code: String { "lua.syntax" }
  var summary: String { message }
  var hint: String? { nil }
}
