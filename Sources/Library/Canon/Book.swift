/// One of the 66 books, in the order of English Bibles.
package struct Book: Sendable, Hashable, Comparable {
  /// Shape: 1 (Genesis) ... 66 (Revelation).
  package let position: Int

  /// The book at a position of 1...66, else nil.
  package init?(position: Int) {
    guard (1...Canon.bookCount).contains(position) else { return nil }
    self.position = position
  }

  init(known position: Int) {
    precondition((1...Canon.bookCount).contains(position))
    self.position = position
  }

  /// What is stored: `1_corinthians`.
  package var id: String { row.id }
  /// `1Cor`.
  package var osis: String { row.osis }
  /// `1CO`.
  package var usfm: String { row.usfm }
  /// The English name: `1 Corinthians`.
  package var name: String { row.name }
  /// `1 Cor`.
  package var shortName: String { row.shortName }

  /// The number in its name, if it has one: 2 for `2 Samuel`.
  package var ordinal: Int? {
    let first = row.id.utf8.first ?? 0
    return (0x31...0x33).contains(first) ? Int(first - 0x30) : nil
  }

  /// Where it stands in a Bible of two parts.
  package var testament: Testament { position <= 39 ? .old : .new }

  /// Verses of each chapter, the first chapter first.
  package var verses: [Int] { (1...chapterCount).map { verseCount(ofChapter: $0) } }

  /// How many chapters it has.
  package var chapterCount: Int { Int(row.chapterCount) }

  /// Whether a number after its name means a verse.
  package var hasOneChapter: Bool { row.chapterCount == 1 }

  /// Verses of a chapter; 0 where the book has no such chapter.
  package func verseCount(ofChapter chapter: Int) -> Int {
    let row = row
    guard chapter >= 1, chapter <= row.chapterCount else { return 0 }
    return Int(Canon.table.verses[Int(row.firstChapter) + chapter - 1])
  }

  /// The keys of all its chapters and verses; see `VersePosition.key`.
  package var keys: ClosedRange<Int64> {
    Int64(position) * 1_000_000...Int64(position) * 1_000_000 + 999_999
  }

  package static func < (one: Book, other: Book) -> Bool { one.position < other.position }

  private var row: CanonTable.Row { Canon.table.rows[position - 1] }
}

/// The two parts of the canon.
package enum Testament: String, Sendable, CaseIterable {
  case old = "ot"
  case new = "nt"

  /// `Old Testament`.
  package var name: String { self == .old ? "Old Testament" : "New Testament" }

  /// Its books, in the order of the canon.
  package var books: [Book] { Canon.books.filter { $0.testament == self } }

  /// The chapters of all its books.
  package var chapterCount: Int { books.reduce(0) { $0 + $1.chapterCount } }
}
