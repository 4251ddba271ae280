/// A pattern of LIKE as one of GLOB: SQLite's LIKE minds no case, and knows that of ASCII alone.
enum LikePattern {
  /// `*` stands for `%`. Without regard to case a letter becomes a choice of both.
  static func glob(_ pattern: String, ignoringCase: Bool) throws(RESTRefusal) -> String {
    var glob = ""
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      let letter = scalar == "*" ? "%" : scalar
      if letter == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      switch letter {
      case "%" where !isEscaped: glob += "*"
      case "_" where !isEscaped: glob += "?"
      case "*", "?", "[": glob += "[\(letter)]"
      default: glob += ignoringCase ? choice(letter) : String(letter)
      }
      isEscaped = false
    }
    guard !isEscaped else {
      throw RESTRefusal("22025", "LIKE pattern must not end with escape character")
    }
    return glob
  }

  private static func choice(_ letter: Unicode.Scalar) -> String {
    let lower = letter.properties.lowercaseMapping
    let upper = letter.properties.uppercaseMapping
    let isOne = lower.unicodeScalars.count == 1 && upper.unicodeScalars.count == 1
    return isOne && lower != upper ? "[\(lower)\(upper)]" : String(letter)
  }
}
