/// A verse, or a whole chapter (verse 0), that exists in the canon.
package struct VersePosition: Sendable, Hashable, Comparable {
  /// The book.
  package let book: Book
  /// From 1.
  package let chapter: Int
  /// 0 means the whole chapter.
  package let verse: Int

  /// What no verse and no chapter has more of: Psalm 119.
  static let mostVerses = 176

  /// Errors: `LibraryError.badReference` where the book has no such chapter or verse.
  package init(_ book: Book, _ chapter: Int, _ verse: Int? = nil) throws(LibraryError) {
    if let problem = ReferenceProblem.check(book, chapter, verse) {
      let text = "\(book.name) \(chapter)" + (verse.map { ":\($0)" } ?? "")
      throw .badReference(text, problem)
    }
    self.init(known: book, chapter, verse ?? 0)
  }

  init(known book: Book, _ chapter: Int, _ verse: Int) {
    self.book = book
    self.chapter = chapter
    self.verse = verse
  }

  /// Whether it is a whole chapter.
  package var isChapter: Bool { verse == 0 }

  /// Orders as the Bible does, a chapter before its verses; equal to the SQL expression that
  /// lists rows in verse order.
  package var key: Int64 {
    Int64(book.position) * 1_000_000 + Int64(chapter) * 1_000 + Int64(verse)
  }

  package static func < (one: VersePosition, other: VersePosition) -> Bool { one.key < other.key }

  /// The first verse of the chapter, where this is a chapter.
  var firstVerse: VersePosition { isChapter ? VersePosition(known: book, chapter, 1) : self }

  /// The last verse of the chapter, where this is a chapter.
  var lastVerse: VersePosition {
    guard isChapter else { return self }
    return VersePosition(known: book, chapter, book.verseCount(ofChapter: chapter))
  }

  /// The verse (or chapter, for a chapter) after this one in the same book.
  var next: VersePosition? {
    if !isChapter, verse < book.verseCount(ofChapter: chapter) {
      return VersePosition(known: book, chapter, verse + 1)
    }
    guard chapter < book.chapterCount else { return nil }
    return VersePosition(known: book, chapter + 1, isChapter ? 0 : 1)
  }
}
