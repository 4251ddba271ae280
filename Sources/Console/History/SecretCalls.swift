import LuaRuntime

/// Finds input that hands a password, a code or a token to a function.
///
/// Such input is kept out of the history, and recorded with stand-ins, wherever in it the call is.
struct SecretCalls: Sendable {
  /// Full names, `auth.sign_in`.
  private let secret: Set<String>
  /// The last parts of them, `sign_in`.
  private let lastParts: Set<String>
  /// Full names of other functions that end like a secret one: `sync.verify`.
  private let harmless: Set<String>

  init(secret: some Sequence<String>, harmless: some Sequence<String>) {
    self.secret = Set(secret)
    lastParts = Set(self.secret.map(Self.lastPart))
    self.harmless = Set(harmless).subtracting(self.secret)
  }

  /// Whether `source` names a secret function, in any spelling: after a dot, in brackets, or held
  /// by another name. It rather keeps one entry too many out than one too few.
  func areIn(_ source: String) -> Bool {
    let words = LuaTokens(source)
    let tokens = words.code
    return tokens.indices.contains { index in
      guard tokens[index].kind == .name || tokens[index].kind == .string else { return false }
      let name = Self.content(of: tokens[index], written: words.text(of: tokens[index]))
      return lastParts.contains(name) && !isHarmless(name, at: index, in: tokens)
    }
  }

  /// Whether a text in quotes is the name of a secret function.
  func isName(_ written: String) -> Bool { lastParts.contains(Self.content(ofString: written)) }

  private func isHarmless(_ name: String, at index: Int, in tokens: [LuaToken]) -> Bool {
    guard index >= 2, tokens[index - 1].text == ".", tokens[index - 2].kind == .name else {
      return false
    }
    return harmless.contains(tokens[index - 2].text + "." + name)
  }

  private static func content(of token: LuaToken, written: String) -> String {
    token.kind == .string ? content(ofString: written) : written
  }

  /// What a text in quotes holds, but for escapes.
  static func content(ofString written: String) -> String {
    String(written.drop { "\"'[=".contains($0) }.prefix { !"\"']".contains($0) })
  }

  private static func lastPart(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}
