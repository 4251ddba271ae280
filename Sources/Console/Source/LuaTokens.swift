import LuaRuntime

/// The words of a line, for what must look at it before Lua may: completion, secrets, the caret.
struct LuaTokens {
  let tokens: [LuaToken]
  private let bytes: [UInt8]

  /// Cuts source; what is half typed is cut too.
  init(_ source: String) {
    bytes = Array(source.utf8)
    tokens = LuaLexer.tokens(of: bytes)
  }

  /// The token as written, a string with its quotes.
  func text(of token: LuaToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }

  /// What stands in the quotes of a string; nil for another token.
  func inner(of token: LuaToken) -> String? {
    token.kind == .string && token.isClosed ? String(text(of: token).dropFirst().dropLast()) : nil
  }

  /// The same without comments.
  var code: [LuaToken] { tokens.filter { $0.kind != .comment } }

  /// Whether the source ends inside a string or a comment.
  var endsInText: Bool {
    guard let last = tokens.last else { return false }
    let isLine = last.kind == .comment && last.range.upperBound == bytes.count
    return !last.isClosed || isLine && !text(of: last).hasSuffix("]")
  }
}
