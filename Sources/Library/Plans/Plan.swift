/// A reading plan: what is read on each of its days.
package struct Plan: Sendable, Hashable, Identifiable {
  /// What it is called in calls and on every device.
  package let id: String
  /// What people call it.
  package let name: String
  /// A sentence about it; may be empty.
  package let description: String
  /// What is read each day, the first day first.
  package let days: [[Reference]]
  /// What it says it covers; nil where it claims nothing.
  package let claim: PlanClaim?
  /// Which day of it a date stands for.
  package let pace: PlanPace
  /// Whether it comes with the program.
  package let isBuiltIn: Bool
  /// What a stored plan holds that is no passage of the canon, as it is stored.
  package let unreadable: [String]

  init(
    id: String, name: String, description: String, days: [[Reference]], claim: PlanClaim? = nil,
    pace: PlanPace = .daily, isBuiltIn: Bool = false, unreadable: [String] = []
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.days = days
    self.claim = claim
    self.pace = pace
    self.isBuiltIn = isBuiltIn
    self.unreadable = unreadable
  }
}

/// Which day of a plan a date stands for.
package enum PlanPace: String, Sendable {
  /// The first day on the date it is begun, a day each date: leap days count like any other.
  case daily
  /// The day whose number is that of the date in its month.
  case dayOfMonth = "day of month"
}

/// What a plan says it covers.
package struct PlanClaim: Sendable, Hashable {
  /// A passage that is read more than once stands here as often.
  package let passages: [Reference]
  /// In words: `the Bible`, `Romans; Galatians`.
  package let text: String

  init(_ passages: [Reference], _ text: String) {
    self.passages = passages
    self.text = text
  }

  /// Reads `bible`, `old testament`, `new testament`, or references; whole books by their names.
  ///
  /// Errors: `LibraryError.badReference`.
  package init(parsing text: String) throws(LibraryError) {
    let named: [(words: [String], books: [Book], text: String)] = [
      (["bible", "the bible", "whole bible", "the whole bible"], Canon.books, "the Bible"),
      (["ot", "old testament", "the old testament"], Testament.old.books, "the Old Testament"),
      (["nt", "new testament", "the new testament"], Testament.new.books, "the New Testament"),
    ]
    let word = text.lowercased()
    if let known = named.first(where: { $0.words.contains(word) }) {
      self.init(known.books.map(Reference.init(whole:)), known.text)
    } else {
      let passages = try ReferenceParser.parse(text)
      self.init(passages, ReferenceParser.format(passages, .long))
    }
  }
}

extension Reference {
  /// All chapters of a book.
  init(whole book: Book) {
    let first = VersePosition(known: book, 1, 0)
    let last = VersePosition(known: book, book.chapterCount, 0)
    self = Reference(ordered: first, last) ?? Reference(first)
  }
}
