/// How references are written out.
package enum ReferenceStyle: String, Sendable, CaseIterable {
  /// `John.3.16-John.3.18,Rom.1`
  case osis
  /// The stored form: `john 3:16-18; romans 1`
  case canonical
  /// `John 3:16-18, 20; Rom 1`
  case short
  /// `John 3:16-18, 20; Romans 1`
  case long
}

extension Reference {
  /// The reference in a style; parsed, it gives the same reference.
  package func formatted(_ style: ReferenceStyle) -> String {
    ReferenceParser.format([self], style)
  }
}

extension ReferenceParser {
  /// References as one text; parsed, it gives the same references, whatever the style.
  package static func format(_ references: [Reference], _ style: ReferenceStyle) -> String {
    switch style {
    case .canonical: references.map(\.text).joined(separator: "; ")
    case .osis: osis(references)
    case .short: plain(references) { $0.shortName }
    case .long: plain(references) { $0.name }
    }
  }

  // MARK: - OSIS

  private static func osis(_ references: [Reference]) -> String {
    var parts: [String] = []
    var index = 0
    while index < references.count {
      let last = lastPiece(of: references, from: index)
      let start = references[index].start
      let end = references[last].end
      parts.append(start == end ? osis(start) : "\(osis(start))-\(osis(end))")
      index = last + 1
    }
    return parts.joined(separator: ",")
  }

  private static func osis(_ position: VersePosition) -> String {
    let chapter = "\(position.book.osis).\(position.chapter)"
    return position.isChapter ? chapter : "\(chapter).\(position.verse)"
  }

  /// The last of the references that together are one range across books: one ends with its book,
  /// whole books follow, the last begins with its book.
  private static func lastPiece(of references: [Reference], from first: Int) -> Int {
    let isChapters = references[first].isChapter
    var last = first
    var best = first
    while last + 1 < references.count, endsBook(references[last]),
      let next = Book(position: references[last].book.position + 1),
      references[last + 1].book == next, beginsBook(references[last + 1])
    {
      last += 1
      if references[last].isChapter == isChapters { best = last }
      guard references[last].isChapter, endsBook(references[last]) else { break }
    }
    return best
  }

  private static func endsBook(_ reference: Reference) -> Bool {
    let end = reference.end.lastVerse
    return end.chapter == end.book.chapterCount
      && end.verse == end.book.verseCount(ofChapter: end.chapter)
  }

  private static func beginsBook(_ reference: Reference) -> Bool {
    reference.start.chapter == 1 && reference.start.verse <= 1
  }

  // MARK: - Short and long

  private static func plain(_ references: [Reference], _ name: (Book) -> String) -> String {
    var text = ""
    var last: Reference?
    for reference in references {
      text += link(from: last, to: reference, name) + numbers(of: reference, after: last)
      last = reference
    }
    return text
  }

  /// What stands between two references, and the book where it is needed again.
  private static func link(
    from last: Reference?, to reference: Reference, _ name: (Book) -> String
  ) -> String {
    let isOnePsalm = name(reference.book) == "Psalms" && !isAcrossChapters(reference)
    let book = isOnePsalm ? "Psalm" : name(reference.book)
    guard let last else { return book + " " }
    if isListed(reference, after: last) { return ", " }
    let needsBook =
      last.book != reference.book || reference.book.hasOneChapter
      || (reference.isChapter && !last.isChapter)
    return needsBook ? "; \(book) " : "; "
  }

  private static func isAcrossChapters(_ reference: Reference) -> Bool {
    reference.start.chapter != reference.end.chapter
  }

  /// Whether a comma and bare numbers are enough. Neighbours are not listed: they would become one.
  private static func isListed(_ reference: Reference, after last: Reference) -> Bool {
    guard last.book == reference.book, last.isChapter == reference.isChapter,
      last.end.next != reference.start
    else { return false }
    if reference.isChapter { return !reference.book.hasOneChapter }
    return reference.start.chapter == last.end.chapter && !isAcrossChapters(reference)
  }

  private static func numbers(of reference: Reference, after last: Reference?) -> String {
    let start = reference.start
    let end = reference.end
    if reference.isChapter {
      return reference.isRange ? "\(start.chapter)-\(end.chapter)" : "\(start.chapter)"
    }
    let isInList = last.map { isListed(reference, after: $0) } ?? false
    let first = isInList ? "\(start.verse)" : "\(start.chapter):\(start.verse)"
    guard reference.isRange else { return first }
    return isAcrossChapters(reference)
      ? "\(first)-\(end.chapter):\(end.verse)" : "\(first)-\(end.verse)"
  }
}
