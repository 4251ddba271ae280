/// A part of what a person types to search.
enum SearchPiece: Equatable {
  /// What stands between spaces.
  case word(Substring)
  /// What stands in double quotes; the last one may be left open.
  case phrase(Substring)
  /// `in:john`, or `in:"john 3"`: of a condition, with a value that is not empty.
  case condition(SearchCondition, Substring)

  /// The parts of a text, in their order.
  ///
  /// Scalars, not characters: a quote stays one where an accent follows it.
  static func all(of text: String) -> [SearchPiece] {
    var pieces: [SearchPiece] = []
    var awaited: SearchCondition?
    let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      let isQuoted = place % 2 == 1
      if isQuoted {
        if let condition = awaited {
          if !part.allSatisfy(\.properties.isWhitespace) {
            pieces.append(.condition(condition, Substring(part)))
          }
        } else {
          pieces.append(.phrase(Substring(part)))
        }
        awaited = nil
        continue
      }
      var words = part.split(whereSeparator: \.properties.isWhitespace)
      // `in:` right before a quote takes what is in it.
      if place + 1 < parts.count, let last = words.last, last.endIndex == part.endIndex,
        let condition = SearchCondition(named: Substring(last))
      {
        awaited = condition
        words.removeLast()
      }
      pieces += words.map { piece(of: Substring($0)) }
    }
    return pieces
  }

  private static func piece(of word: Substring) -> SearchPiece {
    guard let colon = word.unicodeScalars.firstIndex(of: ":"),
      let condition = SearchCondition(named: word[...colon])
    else { return .word(word) }
    let value = word[word.unicodeScalars.index(after: colon)...]
    return value.isEmpty ? .word(word) : .condition(condition, value)
  }
}

/// What a search can ask of a note besides its words.
enum SearchCondition: String {
  case tag
  case passage = "in"
  case color

  /// The condition of a text like `in:`, in any case of letters.
  init?(named text: Substring) {
    switch text.lowercased() {
    case "tag:": self = .tag
    case "in:": self = .passage
    case "color:", "colour:": self = .color
    default: return nil
    }
  }
}
