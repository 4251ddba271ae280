/// A chapter as the app's ids name it: `1_samuel_16`.
package struct ChapterID: Sendable, Hashable {
  /// The book.
  package let book: Book
  /// From 1, within the book.
  package let chapter: Int

  /// The id that is stored.
  package var text: String { "\(book.id)_\(chapter)" }
  /// The stored form of the reference: `1_samuel 16`.
  package var ref: String { "\(book.id) \(chapter)" }

  /// Nil where the canon has no such chapter.
  package init?(bookID: String, chapter: Int64) {
    guard let book = Canon.book(id: bookID), (1...Int64(book.chapterCount)).contains(chapter)
    else { return nil }
    self.book = book
    self.chapter = Int(chapter)
  }

  /// Nil for a text that is not exactly the id of a chapter.
  package init?(_ text: some StringProtocol) {
    guard let place = text.lastIndex(of: "_"), let number = Int64(text[text.index(after: place)...])
    else { return nil }
    self.init(bookID: String(text[..<place]), chapter: number)
    guard self.text == text else { return nil }
  }

  /// The one chapter of a reference in any usual form, or of an id.
  ///
  /// Errors: `LibraryError.badReference`, also where it lies in several chapters.
  package static func parse(_ text: String) throws(LibraryError) -> ChapterID {
    if let id = ChapterID(text) { return id }
    let chapters = try ReferenceParser.parse(text).map(\.chapters)
    let count = chapters.reduce(0) { $0 + $1.end.chapter - $1.start.chapter + 1 }
    guard count == 1 else {
      throw .badReference(
        text, .severalChapters(count: count, first: Reference(chapters[0].start)))
    }
    return ChapterID(chapters[0].start)
  }

  private init(_ position: VersePosition) {
    book = position.book
    chapter = position.chapter
  }
}
