import LuaRuntime

/// Words that were given as a password, a code or a token, known because a function took them.
///
/// Whatever the names in an input say, these must not stay: in no history and no recording, also
/// where an earlier input put them into a variable, whole or in pieces.
struct SecretWords {
  private(set) var words: Set<String> = []

  /// Most that are known at once. A script that tries more than that forgets none of the first.
  private static let limit = 10_000
  /// What is shorter is looked for as a whole text only: it may stand anywhere. Unit: bytes.
  private static let shortest = 6
  /// A text of a source that is a part of a secret. Unit: bytes.
  private static let shortestPiece = 4

  var isEmpty: Bool { words.isEmpty }

  /// Takes note of one; an empty one is none.
  mutating func add(_ word: String) {
    if !word.isEmpty, words.count < Self.limit { words.insert(word) }
  }

  mutating func add(_ other: SecretWords) { for word in other.words { add(word) } }

  /// Whether a source holds one: as a text, in a text, in pieces, or anywhere if it is long.
  func areIn(_ source: String) -> Bool {
    if isWhole(in: source) { return true }
    let tokens = LuaTokens(source)
    return tokens.code.contains { token in
      token.kind == .string && holds(SecretCalls.inner(of: tokens.text(of: token)))
        || token.kind == .number && words.contains(tokens.text(of: token))
    }
  }

  /// Whether a long one stands anywhere in a text.
  func isWhole(in text: String) -> Bool {
    words.contains { $0.utf8.count >= Self.shortest && text.contains($0) }
  }

  /// Whether a text in quotes is one, or a piece of one.
  func holds(_ text: String) -> Bool {
    if words.contains(text) { return true }
    let isPiece = text.utf8.count >= Self.shortestPiece
    return isPiece && words.contains { $0.contains(text) }
  }

  /// A text for others, with three dots in the place of each.
  func hidden(in text: String) -> String {
    var text = text
    for word in words.sorted(by: { $0.utf8.count > $1.utf8.count })
    where word.utf8.count >= Self.shortestPiece {
      text = text.replacing(word, with: "…")
      let quoted = JSONText.quoted(word).dropFirst().dropLast()
      if quoted != word { text = text.replacing(quoted, with: "…") }
    }
    return text
  }
}
