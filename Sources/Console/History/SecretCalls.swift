import LuaRuntime

/// Finds input that hands a password, a code or a token to a function.
///
/// Such input is kept out of the history, and recorded with stand-ins, wherever in it the call is.
struct SecretCalls: Sendable {
  /// Full names, `auth.sign_in`.
  private let secret: Set<String>
  /// The last parts of them, `sign_in`.
  private let lastParts: Set<String>
  /// Those that a slip of the fingers does not make out of another word.
  private let longParts: Set<String>
  /// The modules that have one: `auth`, `validate`.
  private let modules: Set<String>
  /// Full names of other functions: `sync.verify`.
  private let harmless: Set<String>
  /// The last parts of those, which are no slip of the fingers.
  private let harmlessParts: Set<String>

  init(secret: some Sequence<String>, harmless: some Sequence<String>) {
    self.secret = Set(secret)
    lastParts = Set(self.secret.map(Self.lastPart))
    longParts = lastParts.filter { $0.utf8.count >= 6 }
    modules = Set(self.secret.flatMap { $0.split(separator: ".").dropLast().map(String.init) })
    self.harmless = Set(harmless).subtracting(self.secret)
    harmlessParts = Set(self.harmless.map(Self.lastPart))
  }

  /// Whether `source` names a secret function, in any spelling: after a dot, in brackets, held by
  /// another name, or misspelt; or puts a text into a variable that is called like a secret. It
  /// rather keeps one entry too many out than one too few.
  func areIn(_ source: String) -> Bool {
    let words = LuaTokens(source)
    let tokens = words.code
    return tokens.indices.contains { isSecret(at: $0, in: tokens, words) }
  }

  private func isSecret(at index: Int, in tokens: [LuaToken], _ words: LuaTokens) -> Bool {
    guard tokens[index].kind == .name || tokens[index].kind == .string else { return false }
    let name = Self.content(of: tokens[index], written: words.text(of: tokens[index]))
    return isSecret(name, at: index, in: tokens)
      || Self.isNamedLikeASecret(name) && isGivenAText(at: index, in: tokens, words)
  }

  /// Whether a text in quotes is the name of a secret function.
  func isName(_ written: String) -> Bool { lastParts.contains(Self.inner(of: written)) }

  /// What in a source may be a secret: on the lines of its secret calls, and of what they name, all
  /// texts but for addresses and names of functions, and long numbers.
  ///
  /// Why only there: what a function takes is known when it is called; here it is about calls that
  /// come to nothing, and a message about another line must stay readable.
  func words(in source: String) -> SecretWords {
    var found = SecretWords()
    let words = LuaTokens(source)
    let lines = SourceLines(source)
    let secret = secretLines(words, lines)
    guard !secret.isEmpty else { return found }
    for (index, token) in words.code.enumerated()
    where lines.numbers(of: token.range).contains(where: secret.contains) {
      let written = words.text(of: token)
      switch token.kind {
      case .string
      where !written.contains("@") && !isName(written) && !isProvider(at: index, in: words.code):
        found.add(Self.inner(of: written))
      case .number where written.utf8.count >= 4: found.add(written)
      default: break
      }
    }
    return found
  }

  /// The lines of secret calls up to their ends, and those that give names in them a value.
  private func secretLines(_ words: LuaTokens, _ lines: SourceLines) -> Set<Int> {
    let tokens = words.code
    var secret: Set<Int> = []
    var names: Set<String> = []
    for index in tokens.indices where isSecret(at: index, in: tokens, words) {
      let close =
        isCalled(at: index, in: tokens) ? CallArguments.end(of: index + 1, in: tokens) : index
      let end = min(close, tokens.count - 1)
      let call = tokens[index].range.lowerBound..<tokens[end].range.upperBound
      secret.formUnion(lines.numbers(of: call))
      names.formUnion(tokens[index...end].filter { $0.kind == .name }.map(\.text))
    }
    for index in tokens.indices.dropLast() where names.contains(tokens[index].text) {
      guard ["=", ",", "<"].contains(tokens[index + 1].text) else { continue }
      secret.formUnion(lines.numbers(of: tokens[index].range))
    }
    return secret
  }

  /// The source as an error may show it: dots in the place of what may be a secret.
  func blanked(_ source: String) -> String {
    guard areIn(source) else { return source }
    let found = words(in: source)
    let words = LuaTokens(source)
    let bytes = Array(source.utf8)
    var result: [UInt8] = []
    var done = 0
    for token in words.tokens {
      let written = words.text(of: token)
      let isHidden =
        switch token.kind {
        case .string: found.words.contains(Self.inner(of: written))
        case .number: found.words.contains(written)
        case .comment: true
        default: false
        }
      guard isHidden else { continue }
      let dots = token.kind == .string ? "\"…\"" : token.kind == .comment ? "--…" : "…"
      result += bytes[done..<token.range.lowerBound] + dots.utf8
      done = token.range.upperBound
    }
    return String(decoding: result + bytes[done...], as: UTF8.self)
  }

  // MARK: - Names

  /// Whether a text is the name of whom one signs in with: the first of such a call.
  private func isProvider(at index: Int, in tokens: [LuaToken]) -> Bool {
    let isInBrackets = index >= 1 && tokens[index - 1].text == "("
    let callee = index - (isInBrackets ? 2 : 1)
    return callee >= 0 && tokens[callee].text == "sign_in_with"
  }

  private func isSecret(_ name: String, at index: Int, in tokens: [LuaToken]) -> Bool {
    let owner = owner(of: index, in: tokens)
    if let owner, harmless.contains("\(owner).\(name)") { return false }
    if lastParts.contains(name) {
      // A plain word such as `code` is the name of other things too.
      return name.contains("_") || isCalled(at: index, in: tokens)
        || modules.contains(holder(of: index, in: tokens) ?? "")
    }
    guard tokens[index].kind == .name else { return false }
    if let owner, modules.contains(owner) { return !isKnown("\(owner).\(name)") }
    guard isCalled(at: index, in: tokens), !harmlessParts.contains(name) else { return false }
    return Nearest.name(to: name, among: longParts) != nil
  }

  /// The name before the dot or colon before a name.
  private func owner(of index: Int, in tokens: [LuaToken]) -> String? {
    guard index >= 2, [".", ":"].contains(tokens[index - 1].text), tokens[index - 2].kind == .name
    else { return nil }
    return tokens[index - 2].text
  }

  /// What a name is a field of, after a dot, a colon or in brackets.
  private func holder(of index: Int, in tokens: [LuaToken]) -> String? {
    let isField = index >= 2 && [".", ":", "["].contains(tokens[index - 1].text)
    return isField ? tokens[index - 2].text : nil
  }

  /// `auth.validate`, `validate.email`.
  private func isKnown(_ name: String) -> Bool {
    harmless.contains { $0.hasPrefix(name + ".") || $0.hasSuffix("." + name) }
  }

  private func isCalled(at index: Int, in tokens: [LuaToken]) -> Bool {
    guard tokens.indices.contains(index + 1) else { return false }
    let next = tokens[index + 1]
    return next.kind == .string || next.text == "(" || next.text == "{"
  }

  // MARK: - Variables

  private static let shortNames: Set<String> = [
    "pw", "pwd", "pass", "otp", "pin", "nonce", "verifier", "credentials", "code",
  ]
  private static let parts = ["password", "passwd", "passphrase", "secret", "token"]

  private static func isNamedLikeASecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return shortNames.contains(name) || parts.contains { name.contains($0) }
  }

  /// `pw = "…"`, `local email, pw <const> = "…", "…"`, `["password"] = "…"`. What is called `code`
  /// counts where it looks like one.
  private func isGivenAText(at index: Int, in tokens: [LuaToken], _ words: LuaTokens) -> Bool {
    var place = index + 1
    while tokens.indices.contains(place), tokens[place].text != "=" {
      let isList = tokens[place].kind == .name || [",", "<", ">", "]"].contains(tokens[place].text)
      guard isList, place - index < 16 else { return false }
      place += 1
    }
    let texts = tokens.dropFirst(place + 1).prefix(8).filter { $0.kind == .string }
    guard tokens[index].text == "code" else { return !texts.isEmpty }
    return texts.contains { Self.inner(of: words.text(of: $0)).allSatisfy(\.isWholeNumber) }
  }

  // MARK: - Texts

  private static func content(of token: LuaToken, written: String) -> String {
    token.kind == .string ? inner(of: written) : written
  }

  /// What a text in quotes holds, as it is written there.
  static func inner(of written: String) -> String {
    var text = written[...]
    if let quote = text.first, quote == "\"" || quote == "'" {
      text.removeFirst()
      if text.last == quote { text.removeLast() }
      return String(text)
    }
    guard text.hasPrefix("[") else { return written }
    let level = text.dropFirst().prefix { $0 == "=" }
    text = text.dropFirst(2 + level.count)
    if text.hasSuffix("]\(level)]") { text = text.dropLast(2 + level.count) }
    // Lua leaves out the first line end.
    return String(text.first?.isNewline == true ? text.dropFirst() : text)
  }

  private static func lastPart(_ name: String) -> String {
    name.split { $0 == "." || $0 == ":" }.last.map(String.init) ?? name
  }
}
