/// What a person types to search, as questions that full text can never misread.
///
/// Words must all be there, in any order, each counted once; words in double quotes as they stand;
/// a word with `*` at its end begins a word of the text. Everything else is taken literally, signs
/// are ignored.
///
/// The index cuts texts at spaces and keeps letters and digits. What it cannot find by that is
/// looked up in the texts themselves, anywhere in them: words of scripts that put no spaces between
/// words (Chinese, Japanese, Korean, Thai and others), and emoji.
struct SearchText {
  /// In FTS5's form; nil where nothing is asked of the index.
  let query: String?
  /// What must stand in the text as it is, each once.
  let literals: [String]

  init(_ text: String) { self.init(SearchPiece.all(of: text)) }

  init(_ pieces: [SearchPiece]) {
    var phrases: [String] = []
    var literals: [String] = []
    var known: Set<String> = []
    for piece in pieces {
      let word: Substring
      let isPhrase: Bool
      switch piece {
      case .word(let text): (word, isPhrase) = (text, false)
      case .phrase(let text): (word, isPhrase) = (text, true)
      case .condition: continue
      }
      guard known.insert(word.lowercased() + (isPhrase ? "\"" : "")).inserted else { continue }
      let scalars = word.unicodeScalars
      if scalars.contains(where: Self.isOfUnspacedScript) {
        literals.append(String(isPhrase ? word : Self.withoutStars(word)))
        continue
      }
      literals += word.filter(Self.isEmoji).map(String.init)
      guard scalars.contains(where: Self.isIndexed) else { continue }
      let isPrefix = !isPhrase && word.hasSuffix("*")
      phrases.append(Self.quoted(word) + (isPrefix ? "*" : ""))
    }
    query = phrases.isEmpty ? nil : phrases.joined(separator: " ")
    self.literals = Set(literals).sorted()
  }

  /// FTS5 ends its query at U+0000; a double quote can't be in a part.
  private static func quoted(_ word: Substring) -> String {
    "\"" + word.replacing("\0", with: " ") + "\""
  }

  private static func withoutStars(_ word: Substring) -> Substring {
    var word = word
    while word.last == "*" { word.removeLast() }
    return word
  }

  /// Whether the tokenizer of the index keeps a sign: letters, digits and private ones.
  ///
  /// Source: https://www.sqlite.org/fts5.html#unicode61_tokenizer
  private static func isIndexed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// Blocks of scripts whose words run together: from Thai to Myanmar, Khmer, and from the radicals
  /// of Chinese to Hangul, with the later additions.
  ///
  /// Source: https://www.unicode.org/reports/tr29/#Word_Boundaries
  private static func isOfUnspacedScript(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0x2FDF,
      0x3005...0x3007, 0x3021...0x3029, 0x3031...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1B000...0x1B16F,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Emoji, not digits and signs of ASCII that may become one.
  private static func isEmoji(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first, first.value > 0xFF else { return false }
    return first.properties.isEmoji && !isIndexed(first)
  }
}
