import LuaRuntime

/// Which inputs leave nothing behind when they fail.
extension Evaluator {
  private static let harmlessFunctions: Set<String> = [
    "assert", "error", "print", "select", "tonumber", "tostring", "type",
  ]
  private static let harmlessWords: Set<String> = [
    "and", "false", "nil", "not", "or", "return", "true",
  ]

  /// Whether an input can change the library alone: it names nothing but functions of the API,
  /// records of it, plain values and what is not there, and assigns nothing.
  func touchesOnlyTheLibrary(_ source: String) -> Bool {
    let tokens = LuaTokens(source).code
    var depth = 0
    for (index, token) in tokens.enumerated() {
      switch token.text {
      case "{": depth += 1
      case "}": depth -= 1
      case "=" where depth == 0 && token.kind == .symbol: return false
      default: break
      }
      switch token.kind {
      case .keyword where !Self.harmlessWords.contains(token.text): return false
      case .name where !isHarmless(token.text, at: index, in: tokens): return false
      default: break
      }
    }
    return true
  }

  private func isHarmless(_ name: String, at index: Int, in tokens: [LuaToken]) -> Bool {
    let before = index > 0 ? tokens[index - 1].text : ""
    let after = index + 1 < tokens.count ? tokens[index + 1].text : ""
    // A field, a method or a key.
    if before == "." || before == ":" || after == "=" && before != "" { return true }
    switch value(ofName: name) {
    case .function:
      return Self.harmlessFunctions.contains(name)
        || session.functions.contains { $0.name == name }
    case .table(let table):
      return session.owns(.table(table))
        || session.functions.contains { $0.name.hasPrefix(name + ".") }
    case .object, .other: return false
    default: return true
    }
  }
}
