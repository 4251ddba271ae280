import LuaRuntime

/// Puts made-up words in the place of secrets, so that a recording can be handed to others and
/// still runs: the cloud of a recording is its own, and any password will do there.
///
/// One secret has one stand-in in the whole recording. Of an input that has a secret call, all
/// texts in quotes are replaced but e-mail addresses and options that are no secrets: a password
/// may be anywhere in it.
struct StandIns {
  private let secrets: SecretCalls
  /// Keys of options whose texts stay.
  private let openKeys: Set<String>
  private var known: [String: String] = [:]

  /// Options that hold a secret themselves.
  private static let secretKeys: Set<String> = [
    "password", "code", "token", "id_token", "nonce", "verifier", "old", "new", "passphrase",
  ]

  init(_ secrets: SecretCalls, functions: [FunctionHelp]) {
    self.secrets = secrets
    openKeys = Set(functions.filter(\.isSecret).flatMap(\.optionKeys))
      .subtracting(Self.secretKeys)
  }

  /// The source with stand-ins, or as it is where it has no secret call.
  mutating func replaced(in source: String, knowing seen: SecretWords = SecretWords()) -> String {
    let isSecret = secrets.areIn(source)
    guard isSecret || seen.areIn(source) else { return source }
    let words = LuaTokens(source)
    let tokens = words.tokens
    let bytes = Array(source.utf8)
    var result: [UInt8] = []
    var done = 0
    for (index, token) in tokens.enumerated() {
      let written = words.text(of: token)
      let isOpen =
        index >= 2 && tokens[index - 1].text == "=" && openKeys.contains(tokens[index - 2].text)
      let isReplaced =
        switch token.kind {
        case .string:
          seen.holds(SecretCalls.inner(of: written))
            || isSecret && !isOpen && !written.contains("@") && !secrets.isName(written)
        case .number: seen.words.contains(written)
        case .comment: isSecret || seen.areIn(written)
        default: false
        }
      guard isReplaced else { continue }
      let standIn = token.kind == .comment ? Self.withoutWords(written) : standIn(for: written)
      result += bytes[done..<token.range.lowerBound] + standIn.utf8
      done = token.range.upperBound
    }
    return String(decoding: result + bytes[done...], as: UTF8.self)
  }

  /// What was printed, or an error's line, with the same stand-ins.
  func replaced(inPrinted line: String) -> String {
    var line = line
    for (secret, standIn) in known.sorted(by: { $0.key.utf8.count > $1.key.utf8.count })
    where secret.utf8.count >= 4 && line.contains(secret) {
      line = line.replacing(secret, with: standIn)
    }
    return line
  }

  private mutating func standIn(for written: String) -> String {
    let content = SecretCalls.inner(of: written)
    // An input may be gone through again, once a later one tells of more secrets.
    if known.values.contains(content) { return written }
    let standIn = known[content] ?? "stand-in-\(known.count + 1)"
    known[content] = standIn
    return "\"\(standIn)\""
  }

  /// A comment, empty but for its lines.
  private static func withoutWords(_ comment: String) -> String {
    "--" + comment.filter(\.isNewline).map { "\($0)--" }.joined()
  }
}
