/// Why a text is not a reference, or not the one that is needed.
package enum ReferenceProblem: Sendable, Equatable {
  /// There is no text, or nothing but spaces.
  case empty
  /// No book has this name; `nearest` is the one that was probably meant.
  case unknownBook(String, nearest: Book?)
  /// The book has no such chapter.
  case noChapter(Book, Int)
  /// The chapter has no such verse.
  case noVerse(Book, chapter: Int, verse: Int)
  /// The verse exists only in another numbering; `here` is its place in ours.
  case otherNumbering(Book, chapter: Int, verse: Int, here: VersePosition)
  /// A range ends before it begins.
  case reversed
  /// Several passages where one is needed.
  case several(count: Int)
  /// Several chapters where one is needed; the first of them.
  case severalChapters(count: Int, first: Reference)
  /// A range, or a number below zero, with nothing before its dash. `byte` counts from 0.
  case noBeginning(byte: Int)
  /// The text ends where more was expected.
  case incomplete
  /// Something that is no part of a reference. `byte` counts from 0.
  case unreadable(String, byte: Int)

  /// Whether the form is right and only the canon lacks it.
  var isOfCanon: Bool {
    switch self {
    case .noChapter, .noVerse, .otherNumbering, .reversed: true
    default: false
    }
  }

  /// Nil if the canon has the chapter and, if given, the verse.
  static func check(_ book: Book, _ chapter: Int, _ verse: Int?) -> ReferenceProblem? {
    let last = book.verseCount(ofChapter: chapter)
    if last > 0, (1...last).contains(verse ?? 1) { return nil }
    if let here = OtherNumbering.place(book, chapter, verse ?? 1) {
      return .otherNumbering(book, chapter: chapter, verse: verse ?? 1, here: here)
    }
    guard last > 0 else { return .noChapter(book, chapter) }
    return .noVerse(book, chapter: chapter, verse: verse ?? 0)
  }

  /// One clause, to stand after the text it is about.
  var clause: String {
    switch self {
    case .empty: "there is no reference"
    case .unknownBook(let name, _): "no book is called '\(name)'"
    case .noChapter(let book, let chapter) where chapter < 1:
      "chapters begin at 1; \(book.name) has \(book.chapterCount)"
    case .noChapter(let book, _): Self.lastChapter(of: book)
    case .noVerse(let book, let chapter, let verse):
      verse < 1
        ? "verses begin at 1; \(book.name) \(chapter) has \(book.verseCount(ofChapter: chapter))"
        : "\(book.name) \(chapter) ends with verse \(book.verseCount(ofChapter: chapter))"
    case .otherNumbering(let book, let chapter, let verse, _):
      "\(book.name) \(chapter):\(verse) belongs to another numbering of verses"
    case .reversed: "the range ends before it begins"
    case .several(let count): "these are \(count) passages; one is needed"
    case .severalChapters(let count, _): "these are \(count) chapters; one is needed"
    case .noBeginning(let byte): "the dash at byte \(byte + 1) has no beginning before it"
    case .incomplete: "the reference is not finished"
    case .unreadable(let found, let byte):
      "'\(found)' at byte \(byte + 1) is no part of a reference"
    }
  }

  var hint: String? {
    switch self {
    case .empty: "write it like John 3:16"
    case .unknownBook(_, let nearest?): "did you mean \(nearest.name)?"
    case .unknownBook: "books are named as in English Bibles, Genesis to Revelation"
    case .noChapter, .noVerse: "verses are counted as in the King James Version"
    case .otherNumbering(_, _, _, let here):
      "in King James numbering it is \(Reference(here).formatted(.long))"
    case .reversed: "name the earlier end first"
    case .several: "give each passage its own call; a range is written like John 3:16-18"
    case .severalChapters(_, let first):
      "give each chapter its own call, such as \(first.formatted(.long))"
    case .noBeginning: "numbers begin at 1, and a range names both ends: John 3:16-18, John 3-4"
    case .incomplete, .unreadable:
      "forms that are understood: John 3:16, jn 3.16-18, 1 Cor 13, Gen 1:1-2:3"
    }
  }

  private static func lastChapter(of book: Book) -> String {
    book.hasOneChapter
      ? "\(book.name) has one chapter of \(book.verseCount(ofChapter: 1)) verses"
      : "\(book.name) ends with chapter \(book.chapterCount)"
  }
}
