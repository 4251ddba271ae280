/// How days are made from passages by rule.
enum PlanRule {
  /// The chapters of books, each by itself, in their order.
  static func chapters(of books: some Sequence<Book>) -> [Reference] {
    books.flatMap { book in
      (1...book.chapterCount).map { Reference(VersePosition(known: book, $0, 0)) }
    }
  }

  /// The same with each of these chapters in parts of so many verses.
  static func chapters(
    of books: some Sequence<Book>, dividing book: Book, _ chapter: Int, each verses: Int
  ) -> [Reference] {
    chapters(of: books).flatMap { piece in
      guard piece.book == book, piece.start.chapter == chapter else { return [piece] }
      let last = piece.verseCount
      return stride(from: 1, through: last, by: verses).compactMap { first in
        Reference(
          ordered: VersePosition(known: book, chapter, first),
          VersePosition(known: book, chapter, min(first + verses - 1, last)))
      }
    }
  }

  /// Pieces in their order over days, so that each day has one at least and days are as long as
  /// each other, counted in verses, as whole pieces allow.
  static func spread(_ pieces: [Reference], over days: Int) -> [[Reference]] {
    precondition(days > 0 && pieces.count >= days, "there are fewer pieces than days")
    let sizes = pieces.map(\.verseCount)
    let total = sizes.reduce(0, +)
    var result: [[Reference]] = []
    var next = 0
    var read = 0
    for day in 1...days {
      let first = next
      let lastFirst = pieces.count - (days - day)
      while next < lastFirst {
        let isWanted =
          next == first || day == days || read + sizes[next] / 2 <= total * day / days
        guard isWanted else { break }
        read += sizes[next]
        next += 1
      }
      result.append(joined(pieces[first..<next]))
    }
    return result
  }

  /// One piece each day.
  static func eachDay(_ pieces: [Reference]) -> [[Reference]] { pieces.map { [$0] } }

  /// Several columns side by side: what each has on a day is read on that day.
  static func columns(_ columns: [[Reference]]...) -> [[Reference]] {
    precondition(Set(columns.map(\.count)).count == 1, "columns end on different days")
    return columns[0].indices.map { day in columns.flatMap { $0[day] } }
  }

  /// A line a day, in the stored form of references; several stand apart by semicolons.
  static func selection(_ lines: String) -> [[Reference]] {
    lines.split(separator: "\n").map { line in
      line.split(separator: ";").map { text in
        guard let passage = Reference(canonical: String(text.drop { $0 == " " })) else {
          preconditionFailure("\(text) is not in the canon")
        }
        return passage
      }
    }
  }

  /// Neighbours become one range.
  static func joined(_ pieces: some Sequence<Reference>) -> [Reference] {
    var result: [Reference] = []
    for piece in pieces {
      if let last = result.last, last.end.next == piece.start,
        let both = Reference(ordered: last.start, piece.end)
      {
        result[result.count - 1] = both
      } else {
        result.append(piece)
      }
    }
    return result
  }
}
