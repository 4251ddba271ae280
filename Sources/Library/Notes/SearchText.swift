/// What a person types to search, as a query that full text can never misread.
///
/// Words must all be there, in any order; words in double quotes as they stand; a word with `*` at
/// its end begins a word of the text. Everything else is taken literally, signs are ignored.
struct SearchText {
  /// In FTS5's form; nil where nothing is asked for.
  let query: String?

  init(_ text: String) {
    var phrases: [String] = []
    // Every second part stood in quotes.
    for (place, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      let isPhrase = place % 2 == 1
      let words = isPhrase ? [part] : part.split(whereSeparator: \.isWhitespace)
      for word in words where word.unicodeScalars.contains(where: Self.isIndexed) {
        let isPrefix = !isPhrase && word.hasSuffix("*")
        phrases.append(Self.quoted(word) + (isPrefix ? "*" : ""))
      }
    }
    query = phrases.isEmpty ? nil : phrases.joined(separator: " ")
  }

  /// FTS5 ends its query at U+0000; a double quote can't be in a part.
  private static func quoted(_ word: Substring) -> String {
    "\"" + word.replacing("\0", with: " ") + "\""
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
}
