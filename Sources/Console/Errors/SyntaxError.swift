import Vocabulary

/// Source that Lua cannot read. Nothing of it ran.
struct SyntaxError: Explained {
  let message: String
  /// Counted from 1.
  let line: Int
  /// What messages call the source.
  let source: String
  /// The word that it could not read, where that is known. Unit: bytes.
  var place: Range<Int>?

  var kind: ErrorKind { .badValue }
  var code: String { "lua.syntax" }
  var summary: String { message }
  var hint: String? { nil }
}
