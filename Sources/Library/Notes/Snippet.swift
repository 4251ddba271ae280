/// The words around what was found in a text without the index.
struct Snippet {
  /// Each hit between `[` and `]`, as the index marks its own.
  let text: String

  /// Shown on each side of the first hit. Unit: characters.
  private static let around = 40

  init(_ text: String, around literals: [String]) {
    let first = Self.first(of: literals, in: text[...])?.lowerBound ?? text.startIndex
    let start =
      text.index(first, offsetBy: -Self.around, limitedBy: text.startIndex) ?? text.startIndex
    var rest = text[start...].prefix(3 * Self.around)
    var shown = start == text.startIndex ? "" : "…"
    let isCut = rest.endIndex < text.endIndex
    while let hit = Self.first(of: literals, in: rest) {
      shown += rest[..<hit.lowerBound] + "[" + rest[hit] + "]"
      rest = rest[hit.upperBound...]
    }
    self.text = shown + rest + (isCut ? "…" : "")
  }

  private static func first(of literals: [String], in text: Substring) -> Range<Substring.Index>? {
    literals.compactMap { text.firstRange(of: $0) }.min { one, other in
      one.lowerBound == other.lowerBound
        ? one.upperBound > other.upperBound : one.lowerBound < other.lowerBound
    }
  }
}
