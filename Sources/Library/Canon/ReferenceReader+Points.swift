extension ReferenceReader {
  /// Numbers as they are written, before it is known what they count.
  struct Point {
    /// The number of a chapter, if it is clear that it is one.
    var chapter: Int?
    /// The number of a verse, if it is clear that it is one.
    var verse: Int?
    /// A number that may be either.
    var bare: Int?
    var isRoman = false
    /// Whether its Roman numeral may well be a word or a king's number: `Am I 5`, `James I. 5`.
    var isDoubtful = false
    /// Whether `f` or `ff` follows: the next verse or chapter too, or all the rest.
    var follow = Follow.none
    /// The token after it.
    var next: Int

    enum Follow { case none, next, rest }
  }

  /// What is known where a point begins.
  struct Context {
    var book: Book
    var chapter: Int?
    /// Whether a bare number counts verses.
    var countsVerses: Bool
    /// Whether Roman numerals may stand here.
    var allowsRoman: Bool
    /// Whether verses are counted by them too.
    var countsInRoman = false
    /// The number that stood last.
    var lastNumber = 0

    init(_ book: Book) {
      self.book = book
      chapter = book.hasOneChapter ? 1 : nil
      countsVerses = book.hasOneChapter
      allowsRoman = true
    }
  }

  /// The point at a token, or nil.
  func readPoint(at index: Int, _ context: Context) -> Point? {
    guard var point = readNumbers(at: index, context) else { return nil }
    let part = token(point.next)
    if part.roles.contains(.part), !part.isSpaced, !isGlued(point.next + 1) { point.next += 1 }
    let follow = token(point.next)
    guard !isGlued(point.next + 1) else { return point }
    if follow.roles.contains(.next) {
      point.follow = .next
    } else if follow.roles.contains(.rest) {
      point.follow = .rest
    } else {
      return point
    }
    point.next += 1
    if token(point.next).kind == .dot, [.comma, .semicolon].contains(token(point.next + 1).kind) {
      point.next += 1
    }
    return point
  }

  private func readNumbers(at index: Int, _ context: Context) -> Point? {
    let first = token(index)
    switch first.kind {
    case .number:
      guard let number = readNumber(at: index) else { return nil }
      return readVerse(ofChapter: number.value, number.next, context)
    case .word:
      if let point = readRoman(at: index, context) { return point }
      if first.roles.contains(.chapter), let number = readNumber(at: afterDot(index + 1)) {
        var point = readVerse(ofChapter: number.value, number.next, context)
        point.chapter = number.value
        point.bare = nil
        return point
      }
      if first.roles.contains(.verse), let number = readNumber(at: afterDot(index + 1)) {
        if token(number.next).kind == .colon, let verse = readNumber(at: number.next + 1) {
          return Point(chapter: number.value, verse: verse.value, next: verse.next)
        }
        return Point(verse: number.value, next: number.next)
      }
      return nil
    default: return nil
    }
  }

  /// `3:16`, `3.16`, `3 v 16`, `3, verse 16`; or the number alone.
  private func readVerse(ofChapter number: Int, _ index: Int, _ context: Context) -> Point {
    if let verse = verseNumber(after: index, context) {
      return Point(chapter: number, verse: verse.value, next: verse.next)
    }
    return Point(bare: number, next: index)
  }

  private func verseNumber(after index: Int, _ context: Context) -> (value: Int, next: Int)? {
    let mark = token(index)
    let after = token(index + 1)
    switch mark.kind {
    case .colon: return readNumber(at: index + 1)
    case .dot:
      guard isStrict || !(mark.isSpaced || after.isSpaced) else { return nil }
      return readNumber(at: index + 1)
    case .comma, .word:
      let word = mark.kind == .comma ? index + 1 : index
      guard !context.countsVerses, token(word).roles.contains(.verse),
        let verse = readNumber(at: afterDot(word + 1)), token(verse.next).kind != .colon
      else { return nil }
      return verse
    case .number:
      guard isStrict, !context.countsVerses, readBook(at: index) == nil else { return nil }
      return readNumber(at: index)
    default: return nil
    }
  }

  /// `iii. 10`, `iii:10`, `iii 10`, `iii`, `iii:x`; in a text of references only also `iii, 10` and
  /// `iii. x`.
  private func readRoman(at index: Int, _ context: Context) -> Point? {
    guard context.allowsRoman, !context.book.hasOneChapter || isStrict,
      let chapter = romanNumber(at: index)
    else { return nil }
    let word = token(index)
    let isMark = word.roles.contains(.verse) && token(afterDot(index + 1)).kind == .number
    if context.chapter != nil, isMark, !context.countsInRoman { return nil }
    let mark = token(index + 1)
    let isLetter = word.end - word.start == 1
    if let verse = romanVerse(after: index + 1, context) {
      return Point(
        chapter: chapter, verse: verse.value, isRoman: true,
        isDoubtful: mark.kind != .colon && word.isCapital && (isLetter || mark.kind != .dot),
        next: verse.next)
    }
    if context.countsInRoman || context.book.hasOneChapter {
      return Point(bare: chapter, isRoman: true, next: index + 1)
    }
    guard isStrict || !isLetter else { return nil }
    return Point(chapter: chapter, isRoman: true, next: mark.kind == .dot ? index + 2 : index + 1)
  }

  /// The verse after a Roman chapter. In running text a Roman one clings to a colon.
  private func romanVerse(
    after index: Int, _ context: Context
  ) -> (value: Int, next: Int)? {
    let mark = token(index)
    switch mark.kind {
    case .dot, .colon:
      if let verse = readNumber(at: index + 1) { return verse }
      let clings = mark.kind == .colon && !mark.isSpaced && !token(index + 1).isSpaced
      guard isStrict || clings else { return nil }
      return romanNumber(at: index + 1).map { ($0, index + 2) }
    case .comma where isStrict && !context.countsInRoman && context.chapter == nil:
      guard let verse = readNumber(at: index + 1), readBook(at: index + 1) == nil,
        ![.colon, .dot].contains(token(verse.next).kind)
          || token(verse.next + 1).kind != .number
      else { return nil }
      return verse
    default: return readNumber(at: index)
    }
  }

  /// The value of a well-formed numeral.
  private func romanNumber(at index: Int) -> Int? {
    let word = token(index)
    guard word.kind == .word, word.end - word.start <= 7 else { return nil }
    return RomanNumeral.value(letters(of: word))
  }

  /// A number that is no ordinal. In `11st` the last digit is another number's: `1`, `1st`.
  private func readNumber(at index: Int) -> (value: Int, next: Int)? {
    let number = token(index)
    guard number.kind == .number else { return nil }
    let suffix = token(index + 1)
    guard suffix.roles.contains(.ordinal), !suffix.isSpaced else {
      return (number.number, index + 1)
    }
    guard !isStrict, !isProper(number.number, suffix), number.number >= 10 else { return nil }
    return (number.number / 10, index + 1)
  }

  func afterDot(_ index: Int) -> Int { token(index).kind == .dot ? index + 1 : index }

  /// Whether a letter or digit stands at a token with no space before it.
  private func isGlued(_ index: Int) -> Bool {
    let token = token(index)
    return !token.isSpaced && (token.kind == .word || token.kind == .number)
  }
}

/// Numerals of letters, as old books count chapters.
enum RomanNumeral {
  /// The value of a well-formed numeral in lower case, else nil: `xviii` is 18, `xxvv` is none.
  ///
  /// Old prints end one with a long i, and count four of them: `vij` is 7, `iiij` is 4.
  static func value(_ letters: [UInt8]) -> Int? {
    guard !letters.isEmpty else { return nil }
    let isOld = letters.count > 1 && letters.last == UInt8(ascii: "j")
    let letters = isOld ? letters.dropLast() + [UInt8(ascii: "i")] : letters
    if isOld, let four = oldFour(letters) { return value(four) }
    var rest = letters[...]
    var value = 0
    for (digits, worth) in digits {
      while rest.starts(with: digits.utf8), value + worth < 1_000 {
        value += worth
        rest = rest.dropFirst(digits.utf8.count)
      }
    }
    return rest.isEmpty && text(of: value).elementsEqual(letters) ? value : nil
  }

  /// The numeral with `iv` for four letters i at its end, and `ix` for `viiii`; nil without them.
  private static func oldFour(_ letters: [UInt8]) -> [UInt8]? {
    let ends = [("viiii", "ix"), ("iiii", "iv")]
    for (old, new) in ends where letters.suffix(old.utf8.count).elementsEqual(old.utf8) {
      return letters.dropLast(old.utf8.count) + Array(new.utf8)
    }
    return nil
  }

  private static func text(of value: Int) -> String.UTF8View {
    var rest = value
    var text = ""
    for (digits, worth) in digits {
      while rest >= worth {
        text += digits
        rest -= worth
      }
    }
    return text.utf8
  }

  private static let digits = [
    ("c", 100), ("xc", 90), ("l", 50), ("xl", 40), ("x", 10), ("ix", 9), ("v", 5), ("iv", 4),
    ("i", 1),
  ]
}
