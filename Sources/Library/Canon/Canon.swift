/// The 66 books in King James numbering: which books, chapters and verses exist.
package enum Canon {
  /// Books in both testaments.
  package static let bookCount = 66
  /// Chapters in all books.
  package static let chapterCount = 1_189
  /// Verses in all chapters, as the King James Version counts them.
  package static let verseCount = 31_102

  /// All books, in order.
  package static let books: [Book] = (1...bookCount).map(Book.init(known:))

  /// The book with a stored id such as `song_of_solomon`, written exactly so.
  package static func book(id: some StringProtocol) -> Book? {
    table.book(idHash: id.utf8.reduce(into: WordHash()) { $0.add($1) })
  }

  /// The book of any usual English name, abbreviation, OSIS or USFM id, or usual misspelling.
  ///
  /// Errors: `LibraryError.badReference` with the nearest name where there is no such book.
  package static func book(named name: String) throws(LibraryError) -> Book {
    try ReferenceReader(name, isStrict: true).readBookAlone()
  }

  /// Read at first use, so that a program that needs no canon does not pay for it.
  static let table = CanonTable()
}
