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
    guard let reference = text.withUTF8({ Reference(CanonicalReader(bytes: $0)) }) else {
      return nil
    }
    self = reference
  }

  /// The passage of a text that differs from the stored form only in capitals, and in blanks within
  /// the book's name, as most people write: `1 Samuel 3:4`. Nil for any other text.
  init?(named text: String) {
    var text = text
    let reference = text.withUTF8 { Reference(CanonicalReader(bytes: $0, isName: true)) }
    guard let reference else { return nil }
    self = reference
  }

  private init?(_ reader: CanonicalReader) {
    var reader = reader
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
  /// Whether the book's name may have capitals and blanks.
  var isName = false
  var place = 0

  var isAtEnd: Bool { place == bytes.count }

  /// The book whose id stands before the first space.
  mutating func book() -> Book? {
    var hash = WordHash()
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte != UInt8(ascii: " ") {
        hash.add(isName && isCapital(byte) ? byte | 0x20 : byte)
      } else if isName, place < bytes.count, isLetter(bytes[place]) {
        hash.add(UInt8(ascii: "_"))
      } else {
        return Canon.table.book(idHash: hash)
      }
    }
    return nil
  }

  private func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }
  private func isLetter(_ byte: UInt8) -> Bool { isCapital(byte & ~0x20) }

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
