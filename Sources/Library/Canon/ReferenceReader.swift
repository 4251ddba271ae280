/// Reads references from a text, one token after the other.
///
/// Strict for a text that should be nothing but references: what is wrong is thrown. Otherwise for
/// running text: what is wrong is passed over.
struct ReferenceReader {
  let bytes: [UInt8]
  let tokens: [ReferenceToken]
  let isStrict: Bool
  let text: String
  /// Whether two lines or more begin with a number and a dot, as those of a list.
  private let hasLineNumbers: Bool

  init(_ text: String, isStrict: Bool) {
    self.text = text
    self.isStrict = isStrict
    bytes = Array(text.utf8)
    tokens = ReferenceTokenizer.tokens(of: bytes)
    hasLineNumbers = !isStrict && Self.hasLineNumbers(bytes, tokens)
  }

  /// A book's name as it was found.
  struct BookName {
    var book: Book
    /// The token after it.
    var next: Int
    var caution = WordMeaning.Caution.none
    var isGuess = false
    /// The chapter that stood before it: the *23rd Psalm*.
    var chapter: Int?
  }

  /// The token at an index; `.end` beyond the last.
  func token(_ index: Int) -> ReferenceToken { tokens[min(index, tokens.count - 1)] }

  /// The book named at a token, or nil.
  func readBook(at index: Int) -> BookName? {
    let first = token(index)
    if first.ordinal != nil, !countsLines(index), let name = readNumberedBook(at: index) {
      return name
    }
    if first.kind == .number { return readOrdinalPsalm(at: index) }
    guard first.kind == .word, isFreeOfNumber(index), !isOtherWriting(index) else { return nil }
    let meaning = first.meaning
    if meaning.book > 0 {
      let book = Book(known: Int(meaning.book))
      return BookName(book: book, next: afterTail(of: book, index + 1), caution: meaning.caution)
    }
    guard meaning.isUnknown, isWorthGuessing(index),
      let book = BookGuess.book(letters(of: first), ordinal: nil)
    else { return nil }
    return BookName(book: book, next: index + 1, isGuess: true)
  }

  /// Reads a text that is the name of a book and nothing else.
  func readBookAlone() throws(LibraryError) -> Book {
    let start = afterLead(0)
    guard let name = readBook(at: start), name.chapter == nil else { throw unknownBook(at: start) }
    let rest = token(name.next).kind == .dot ? name.next + 1 : name.next
    guard token(rest).kind == .end else { throw unreadable(at: rest) }
    return name.book
  }

  /// Steps over `The Gospel according to St.` where no book begins with it.
  func afterLead(_ index: Int) -> Int {
    var next = index
    while !token(next).roles.isDisjoint(with: [.lead, .writing]) || token(next).kind == .dot {
      if readBook(at: next) != nil { break }
      next += 1
    }
    return next
  }

  func letters(of token: ReferenceToken) -> [UInt8] {
    bytes[token.start..<token.end].map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
  }

  // MARK: - What went wrong

  func fault(_ problem: ReferenceProblem) -> LibraryError { .badReference(text, problem) }

  func unreadable(at index: Int) -> LibraryError {
    let token = token(index)
    guard token.kind != .end else { return fault(tokens.count == 1 ? .empty : .incomplete) }
    let dash = token.kind == .dash ? index : index + 1
    if self.token(dash).kind == .dash, self.token(dash + 1).kind == .number {
      return fault(.noBeginning(byte: self.token(dash).start))
    }
    let found = String(decoding: bytes[token.start..<token.end], as: UTF8.self)
    return fault(.unreadable(found, byte: token.start))
  }

  func unknownBook(at index: Int) -> LibraryError {
    var last = index
    if token(last).kind == .number { last += token(last + 1).kind == .dot ? 2 : 1 }
    guard token(last).kind == .word else { return unreadable(at: index) }
    while token(last + 1).kind == .word, token(last + 1).roles.isDisjoint(with: [.range, .list]) {
      last += 1
    }
    let name = String(decoding: bytes[token(index).start..<token(last).end], as: UTF8.self)
    return fault(.unknownBook(name, nearest: BookGuess.nearest(to: name)))
  }

  // MARK: - Names with numbers

  /// `2 Sam`, `2nd. Samuel`, `II Sam`, `Second Samuel`, `First Epistle to the Corinthians`.
  private func readNumberedBook(at index: Int) -> BookName? {
    let number = token(index)
    guard let ordinal = number.ordinal, isFreeOfNumber(index) else { return nil }
    var next = index + 1
    let suffix = token(next)
    if number.kind == .number, suffix.roles.contains(.ordinal), !suffix.isSpaced,
      isProper(number.number, suffix)
    {
      next += 1
    }
    if token(next).kind == .dot { next += 1 }
    if token(next).roles.contains(.writing) {
      while !token(next).roles.isDisjoint(with: [.lead, .writing]) { next += 1 }
    }
    let stem = token(next)
    if let book = stem.meaning.book(numbered: ordinal) {
      let isShort = stem.end - stem.start == 1
      let caution: WordMeaning.Caution =
        isShort ? .exact : stem.meaning.caution == .none || stem.isCapital ? .none : .word
      return BookName(book: book, next: next + 1, caution: caution)
    }
    guard stem.kind == .word, stem.meaning.isUnknown, isWorthGuessing(next),
      let book = BookGuess.book(letters(of: stem), ordinal: ordinal)
    else { return nil }
    return BookName(book: book, next: next + 1, isGuess: true)
  }

  /// The `23rd Psalm`.
  private func readOrdinalPsalm(at index: Int) -> BookName? {
    let number = token(index)
    let suffix = token(index + 1)
    let name = token(index + 2)
    guard suffix.roles.contains(.ordinal), !suffix.isSpaced, isProper(number.number, suffix),
      name.isSpaced, name.meaning.book > 0, Book(known: Int(name.meaning.book)).id == "psalms"
    else { return nil }
    return BookName(
      book: Book(known: Int(name.meaning.book)), next: index + 3, chapter: number.number)
  }

  /// Whether `st`, `nd`, `rd` or `th` is right after the number.
  func isProper(_ number: Int, _ suffix: ReferenceToken) -> Bool {
    let isTeen = (11...13).contains(number % 100)
    let right = isTeen ? "th" : ["th", "st", "nd", "rd"][number % 10 <= 3 ? number % 10 : 0]
    return letters(of: suffix).elementsEqual(right.utf8)
  }

  /// False where a number that is no part of the name clings to it (`11Sam`), where a name that
  /// needs 1 or 2 follows another number (`4 Kings`), and where `Ezra` follows one that ends no
  /// reference: some count the books of Ezra. What clings to a word is no number of a book: the
  /// `1` of `Q1 John`.
  private func isFreeOfNumber(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    let before = tokens[index - 1]
    if tokens[index].kind == .number {
      return before.kind != .number && (before.kind != .word || tokens[index].isSpaced)
    }
    guard before.kind == .number else { return true }
    guard tokens[index].isSpaced, !tokens[index].meaning.lacksNumber else { return false }
    let isCounted = index == 1 || [.word, .other, .opening].contains(tokens[index - 2].kind)
    return !isCounted || tokens[index].meaning.book != Lexicon.ezra
  }

  /// Whether the number counts the lines of a list, and not the letters of John.
  private func countsLines(_ index: Int) -> Bool {
    hasLineNumbers && Self.isLineNumber(index, bytes, tokens)
  }

  private static func hasLineNumbers(_ bytes: [UInt8], _ tokens: [ReferenceToken]) -> Bool {
    var lines = tokens.indices.lazy.filter { isLineNumber($0, bytes, tokens) }.makeIterator()
    return lines.next() != nil && lines.next() != nil
  }

  private static func isLineNumber(
    _ index: Int, _ bytes: [UInt8], _ tokens: [ReferenceToken]
  ) -> Bool {
    guard tokens[index].kind == .number, index + 2 < tokens.count, tokens[index + 1].kind == .dot,
      tokens[index + 2].isSpaced
    else { return false }
    let before = bytes[..<tokens[index].start].last { $0 != 0x20 && $0 != 0x09 }
    return before == nil || before == 0x0a
  }

  /// Whether the name is that of another writing: the *Gospel of* Peter, the *Apocalypse of* Paul.
  private func isOtherWriting(_ index: Int) -> Bool {
    guard index >= 2, token(index - 1).roles.contains(.of) else { return false }
    let book = tokens[index].meaning.book
    let gospels: ClosedRange<UInt8> = 40...43
    switch letters(of: tokens[index - 2]) {
    case Array("gospel".utf8): return !gospels.contains(book)
    case Array("apocalypse".utf8): return true
    default: return false
    }
  }

  /// In running text an unlisted word is taken for a name only before chapter and verse.
  private func isWorthGuessing(_ index: Int) -> Bool {
    let word = tokens[index]
    if isStrict { return true }
    let isMarked = word.isCapital || index == 0 || token(index - 1).ordinal != nil
    let number = token(index + 1).kind == .dot ? index + 2 : index + 1
    return isMarked && word.end - word.start >= 5 && token(number).kind == .number
      && [.colon, .dot].contains(token(number + 1).kind) && token(number + 2).kind == .number
  }

  /// Steps over `of Solomon` after `Song`.
  private func afterTail(of book: Book, _ index: Int) -> Int {
    guard token(index).roles.contains(.of) else { return index }
    var next = index + 1
    while token(next).roles.contains(.lead) { next += 1 }
    return Lexicon.shared.isTail(token(next).hash, of: book) ? next + 1 : index
  }
}
