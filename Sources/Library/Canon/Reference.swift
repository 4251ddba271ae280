/// A passage within one book: a verse, a chapter, or a range of either.
///
/// Both ends exist in the canon, are of one kind (two verses or two chapters), and are in order. A
/// passage across books is several of these.
package struct Reference: Sendable, Hashable, Comparable {
  /// The first verse or chapter of it.
  package let start: VersePosition
  /// The last one; the same as `start` for a single one.
  package let end: VersePosition

  /// A verse or a chapter.
  package init(_ position: VersePosition) {
    start = position
    end = position
  }

  /// A range. A chapter that meets a verse is widened to its verses, so that both ends are of one
  /// kind.
  ///
  /// Errors: `LibraryError.badReference` where the ends are of two books or in reverse.
  package init(from start: VersePosition, to end: VersePosition) throws(LibraryError) {
    guard start.book == end.book else {
      throw .badReference("\(start.book.name) - \(end.book.name)", .several(count: 2))
    }
    guard let range = Reference(ordered: start, end) else {
      let text = Reference(start).formatted(.long) + " - " + Reference(end).formatted(.long)
      throw .badReference(text, .reversed)
    }
    self = range
  }

  private init(known start: VersePosition, _ end: VersePosition) {
    self.start = start
    self.end = end
  }

  /// Nil where the ends are in reverse.
  init?(ordered start: VersePosition, _ end: VersePosition) {
    let isMixed = start.isChapter != end.isChapter
    let first = isMixed ? start.firstVerse : start
    let last = isMixed ? end.lastVerse : end
    guard first <= last else { return nil }
    self.start = first
    self.end = last
  }

  /// The book that it begins in.
  package var book: Book { start.book }

  /// Whether it spans more than one verse or chapter.
  package var isRange: Bool { start != end }

  /// Whether it begins with a whole chapter.
  package var isChapter: Bool { start.isChapter }

  /// What the start sorts by; see `VersePosition.key`.
  package var key: Int64 { start.key }

  /// The keys of everything that begins within this passage: its chapters and its verses.
  package var keys: ClosedRange<Int64> {
    start.key...(end.isChapter ? end.key + 999 : end.key)
  }

  /// The chapters that it lies in.
  package var chapters: Reference {
    Reference(
      known: VersePosition(known: book, start.chapter, 0),
      VersePosition(known: book, end.chapter, 0))
  }

  /// How many verses it holds.
  package var verseCount: Int {
    let first = start.firstVerse
    let last = end.lastVerse
    var count = last.verse - first.verse + 1
    for chapter in first.chapter..<last.chapter {
      count += book.verseCount(ofChapter: chapter)
    }
    return count
  }

  /// Whether the two passages have a verse in common.
  package func overlaps(_ other: Reference) -> Bool {
    start.firstVerse <= other.end.lastVerse && other.start.firstVerse <= end.lastVerse
  }

  /// Whether every verse of the other passage is in this one.
  package func contains(_ other: Reference) -> Bool {
    start.firstVerse <= other.start.firstVerse && other.end.lastVerse <= end.lastVerse
  }

  package static func < (one: Reference, other: Reference) -> Bool {
    (one.start, one.end) < (other.start, other.end)
  }
}
