extension Reference {
  /// The form that is stored, sent and compared: `john 3:16`, `john 3`, `john 3:16-18`,
  /// `john 3:16-4:2`, `john 3-4`.
  package var text: String {
    var text = "\(book.id) \(start.chapter)"
    if !isChapter { text += ":\(start.verse)" }
    guard isRange else { return text }
    text += "-"
    if isChapter { return text + "\(end.chapter)" }
    if end.chapter != start.chapter { text += "\(end.chapter):" }
    return text + "\(end.verse)"
  }

  /// The passage of a text in exactly the stored form; nil for any other text.
  package init?(canonical text: String) {
    var text = text
    guard let reference = text.withUTF8({ Reference(canonical: $0) }) else { return nil }
    self = reference
  }

  private init?(canonical bytes: UnsafeBufferPointer<UInt8>) {
    var reader = CanonicalReader(bytes: bytes)
    guard let book = reader.book(), let first = reader.number(max: book.chapterCount) else {
      return nil
    }
    var start = VersePosition(known: book, first, 0)
    if reader.skip(":") {
      guard let verse = reader.number(max: book.verseCount(ofChapter: first)) else { return nil }
      start = VersePosition(known: book, first, verse)
    }
    var end = start
    if reader.skip("-") {
      guard let second = reader.number(max: 999) else { return nil }
      end = VersePosition(
        known: book, start.isChapter ? second : first, start.isChapter ? 0 : second)
      if reader.skip(":") {
        guard let verse = reader.number(max: 999), second > first, !start.isChapter else {
          return nil
        }
        end = VersePosition(known: book, second, verse)
      }
      guard start < end, end.chapter <= book.chapterCount,
        end.verse <= book.verseCount(ofChapter: end.chapter)
      else { return nil }
    }
    guard reader.isAtEnd else { return nil }
    self.start = start
    self.end = end
  }
}

/// Reads the stored form byte by byte, and nothing else.
private struct CanonicalReader {
  var bytes: UnsafeBufferPointer<UInt8>
  var place = 0

  var isAtEnd: Bool { place == bytes.count }

  /// The book whose id stands before the first space.
  mutating func book() -> Book? {
    var hash = WordHash()
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: " ") { return Canon.table.book(idHash: hash) }
      hash.add(byte)
    }
    return nil
  }

  /// A number of 1...max without padding.
  mutating func number(max: Int) -> Int? {
    var number = 0
    while place < bytes.count, (0x30...0x39).contains(bytes[place]) {
      number = number * 10 + Int(bytes[place] - 0x30)
      guard (1...max).contains(number) else { return nil }
      place += 1
    }
    return number == 0 ? nil : number
  }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }
}
