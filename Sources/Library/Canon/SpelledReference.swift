/// One reference in words, put into figures: the forms that people speak.
///
/// | written | in figures |
/// |---|---|
/// | `chapter 3 of John`, `the third chapter of John` | `John 3` |
/// | `verses 16 to 18 of chapter iii of John` | `John 3:16-18` |
/// | `verse 16 of John 3` | `John 3:16` |
/// | `John chapter three, verse sixteen` | `John chapter 3, verse 16` |
/// | `Psalm the 23rd`, `Psalm one hundred and nineteen` | `Psalm 23`, `Psalm 119` |
///
/// Only for a text that is nothing but a reference, and that is none as it stands.
struct SpelledReference {
  /// In figures.
  let text: String

  /// Nil for a text of another form.
  init?(_ reader: ReferenceReader) {
    guard let text = Self.bookLast(reader) ?? Self.bookFirst(reader) else { return nil }
    self.text = text
  }

  // MARK: - The book first

  private static func bookFirst(_ reader: ReferenceReader) -> String? {
    let start = reader.afterLead(0)
    guard let name = reader.readBook(at: start), name.chapter == nil else { return nil }
    let rest = figures(reader, from: name.next)
    return slice(reader, start, name.next) + " " + rest
  }

  /// The tokens from one on, each number in figures.
  private static func figures(_ reader: ReferenceReader, from start: Int) -> String {
    var text = ""
    var next = start
    while reader.token(next).kind != .end {
      let token = reader.token(next)
      if isThe(reader, next) || token.roles.contains(.numbering) {
        next = token.roles.contains(.numbering) ? reader.afterDot(next + 1) : next + 1
        continue
      }
      if let number = NumberWord.read(reader, at: next) {
        let word = reader.token(number.next)
        let isCounted =
          number.isOrdinal && isPart(word)
          && NumberWord.read(reader, at: reader.afterDot(number.next + 1)) == nil
        text += isCounted ? " \(slice(reader, number.next, number.next + 1))" : ""
        text += " \(number.value)"
        next = number.next + (isCounted ? 1 : 0)
      } else {
        text += (token.isSpaced ? " " : "") + slice(reader, next, next + 1)
        next += 1
      }
    }
    return text
  }

  // MARK: - The book last

  private static func bookLast(_ reader: ReferenceReader) -> String? {
    var parts: [(isVerse: Bool, numbers: String)] = []
    var next = 0
    while let part = part(reader, at: skipThe(reader, next)) {
      parts.append((part.isVerse, part.numbers))
      next = skipJoints(reader, part.next)
    }
    guard !parts.isEmpty, parts.count <= 2 else { return nil }
    next = reader.afterLead(next)
    guard let name = reader.readBook(at: next), name.chapter == nil else { return nil }
    let rest = figures(reader, from: name.next)
    let book = slice(reader, next, name.next)
    let verses = parts.filter(\.isVerse).map(\.numbers)
    let chapters = parts.filter { !$0.isVerse }.map(\.numbers) + (rest.isEmpty ? [] : [rest])
    guard chapters.count <= 1, verses.count <= 1 else { return nil }
    switch (chapters.first, verses.first) {
    case (let chapter?, let verse?): return "\(book) \(chapter):\(verse)"
    case (let chapter?, nil): return "\(book) \(chapter)"
    case (nil, let verse?): return name.book.hasOneChapter ? "\(book) 1:\(verse)" : nil
    case (nil, nil): return nil
    }
  }

  /// `chapter 3`, `chapters 3 and 4`, `the third chapter`.
  private static func part(
    _ reader: ReferenceReader, at index: Int
  ) -> (isVerse: Bool, numbers: String, next: Int)? {
    let word = reader.token(index)
    if isPart(word) {
      guard let list = list(reader, at: reader.afterDot(index + 1)) else { return nil }
      return (word.roles.contains(.verse), list.text, list.next)
    }
    guard let number = NumberWord.read(reader, at: index), number.isOrdinal,
      isPart(reader.token(number.next))
    else { return nil }
    let isVerse = reader.token(number.next).roles.contains(.verse)
    return (isVerse, String(number.value), number.next + 1)
  }

  private static func list(
    _ reader: ReferenceReader, at index: Int
  ) -> (text: String, next: Int)? {
    guard let first = NumberWord.read(reader, at: index) else { return nil }
    var text = String(first.value)
    var next = first.next
    while true {
      let mark = reader.token(next)
      let isRange = mark.kind == .dash || mark.roles.contains(.range)
      guard isRange || mark.kind == .comma || mark.roles.contains(.list) else { break }
      let isBoth = mark.kind == .comma && reader.token(next + 1).roles.contains(.list)
      guard let number = NumberWord.read(reader, at: next + (isBoth ? 2 : 1)) else { break }
      text += (isRange ? "-" : ", ") + String(number.value)
      next = number.next
    }
    return (text, next)
  }

  // MARK: - Small words

  private static func isPart(_ token: ReferenceToken) -> Bool {
    token.kind == .word && !token.roles.isDisjoint(with: [.chapter, .verse])
  }

  private static func isThe(_ reader: ReferenceReader, _ index: Int) -> Bool {
    let token = reader.token(index)
    return token.kind == .word && reader.letters(of: token).elementsEqual("the".utf8)
  }

  private static func skipThe(_ reader: ReferenceReader, _ index: Int) -> Int {
    isThe(reader, index) ? index + 1 : index
  }

  /// Steps over `of`, `in` and a comma between the parts.
  private static func skipJoints(_ reader: ReferenceReader, _ index: Int) -> Int {
    var next = index
    while true {
      let token = reader.token(next)
      let isIn = token.kind == .word && reader.letters(of: token).elementsEqual("in".utf8)
      guard token.kind == .comma || token.roles.contains(.of) || isIn else { return next }
      next += 1
    }
  }

  private static func slice(_ reader: ReferenceReader, _ first: Int, _ end: Int) -> String {
    let range = reader.token(first).start..<reader.token(end - 1).end
    return String(decoding: reader.bytes[range], as: UTF8.self)
  }
}
