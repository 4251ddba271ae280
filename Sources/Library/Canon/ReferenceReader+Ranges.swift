extension ReferenceReader {
  /// A passage and the state after it.
  struct Passage {
    var references: [Reference]
    var next: Int
    var context: Context
  }

  /// The passage that begins with a point: it alone, what `ff` adds, or a range.
  func readPassage(from point: Point, _ context: Context) throws(LibraryError) -> Passage {
    var after = context
    after.allowsRoman = point.isRoman
    after.countsInRoman = isRomanVerse(before: point.next, point)
    guard let start = place(of: point, context) else {
      // A verse where no chapter is known.
      guard isStrict else { return Passage(references: [], next: point.next, context: after) }
      throw unreadable(at: point.next - 1)
    }
    guard let end = readEnd(at: point.next, point, after, start) else {
      after.settle(start)
      let references = try references(of: start, point.follow)
      return Passage(references: references, next: point.next, context: after)
    }
    after.settle(end.place)
    if isStrict {
      let references = try references(from: start, to: end.place)
      return Passage(references: references, next: end.next, context: after)
    }
    return lenientRange(start, end, isBare: point.bare != nil, after)
  }

  /// Whether the number that ended just now counts verses in Roman numerals.
  private func isRomanVerse(before index: Int, _ point: Point) -> Bool {
    point.isRoman && (point.verse != nil || point.bare != nil)
      && tokens[index - 1].kind == .word
  }

  /// What a point counts; nil for a verse where no chapter is known.
  func place(of point: Point, _ context: Context) -> Place? {
    if let chapter = point.chapter {
      return Place(book: context.book, chapter: chapter, verse: point.verse)
    }
    if context.countsVerses || point.verse != nil {
      guard let chapter = context.chapter else { return nil }
      return Place(book: context.book, chapter: chapter, verse: point.verse ?? point.bare)
    }
    return point.bare.map { Place(book: context.book, chapter: $0) }
  }

  /// The end of a range.
  struct RangeEnd {
    var place: Place
    /// The number, if it stood alone.
    var bare: Int?
    var next: Int
  }

  /// The end of a range, where a dash or `to` stands at a token and an end follows.
  func readEnd(at index: Int, _ point: Point, _ context: Context, _ start: Place) -> RangeEnd? {
    let mark = token(index)
    guard mark.kind == .dash || mark.roles.contains(.range) else { return nil }
    var context = context
    context.chapter = start.chapter
    context.countsVerses = start.verse != nil
    let next = index + 1
    if token(next).roles.contains(.end) {
      let last = start.verse == nil ? start.book.chapterCount : start.chapter
      let verse = start.verse.map { _ in start.book.verseCount(ofChapter: start.chapter) }
      return RangeEnd(
        place: Place(book: start.book, chapter: last, verse: verse), next: next + 1)
    }
    if let name = readBook(at: next), name.chapter == nil { return readEnd(in: name) }
    guard let end = readPoint(at: next, context), let place = place(of: end, context),
      isStrict || mark.kind == .dash || !isFollowedByPlainWord(end.next)
    else { return nil }
    return RangeEnd(place: place, bare: end.bare, next: end.next)
  }

  /// The end of a range that names its book: `Gen 1 - Exod 2`.
  private func readEnd(in name: BookName) -> RangeEnd? {
    let mark = token(name.next)
    let index = mark.kind == .dot || mark.kind == .colon ? name.next + 1 : name.next
    var context = Context(name.book)
    guard var end = readPoint(at: index, context) else {
      guard isStrict else { return nil }
      return RangeEnd(
        place: Place(book: name.book, chapter: name.book.chapterCount), next: name.next)
    }
    if end.bare == 1 { context.countsVerses = false }
    if end.bare == 1, name.book.hasOneChapter {
      end.bare = nil
      end.chapter = 1
    }
    guard let place = place(of: end, context) else { return nil }
    return RangeEnd(place: place, next: end.next)
  }

  private func isFollowedByPlainWord(_ index: Int) -> Bool {
    let word = token(index)
    return word.kind == .word && word.isSpaced && !word.isCapital && word.meaning.isUnknown
  }

  // MARK: - From places to references

  private func references(of place: Place, _ follow: Point.Follow) throws(LibraryError)
    -> [Reference]
  {
    if let problem = place.problem {
      guard isStrict else { return [] }
      throw fault(problem)
    }
    let position = place.position
    var end = position
    switch follow {
    case .none: break
    case .next:
      if let next = position.next, position.isChapter || next.chapter == position.chapter {
        end = next
      }
    case .rest:
      end = VersePosition(
        known: place.book, position.isChapter ? place.book.chapterCount : position.chapter,
        position.isChapter ? 0 : place.book.verseCount(ofChapter: position.chapter))
    }
    return Reference(ordered: position, end).map { [$0] } ?? []
  }

  /// The range between two places, a reference for each book.
  func references(from start: Place, to end: Place) throws(LibraryError) -> [Reference] {
    if let problem = start.problem ?? end.problem { throw fault(problem) }
    guard let references = Self.pieces(from: start.position, to: end.position) else {
      throw fault(.reversed)
    }
    return references
  }

  /// Nil where the ends are in reverse. Books between the two are whole.
  private static func pieces(from start: VersePosition, to end: VersePosition) -> [Reference]? {
    if start.book == end.book { return Reference(ordered: start, end).map { [$0] } }
    guard start.book < end.book else { return nil }
    let isVerses = !(start.isChapter && end.isChapter)
    let begin = isVerses ? 1 : 0
    var pieces: [Reference] = []
    for position in start.book.position...end.book.position {
      let book = Book(known: position)
      let isMiddle = book != start.book && book != end.book
      var last = VersePosition(known: book, book.chapterCount, 0)
      if isVerses, !isMiddle { last = last.lastVerse }
      let first = VersePosition(known: book, 1, isMiddle ? 0 : begin)
      let from = book == start.book ? (isVerses ? start.firstVerse : start) : first
      let to = book == end.book ? (isVerses ? end.lastVerse : end) : last
      if let piece = Reference(ordered: from, to) { pieces.append(piece) }
    }
    return pieces
  }

  /// A range in running text, where one end may be wrong: what is right of it.
  private func lenientRange(
    _ start: Place, _ end: RangeEnd, isBare: Bool, _ context: Context
  ) -> Passage {
    var passage = Passage(references: [], next: end.next, context: context)
    if isBare, start.verse == nil, let second = end.bare {
      let chapter = start.chapter
      if token(end.next).kind == .dash, let third = readPoint(at: end.next + 1, context)?.bare {
        // 2-3-4 is chapter 2, verses 3 to 4.
        let from = Place(book: start.book, chapter: chapter, verse: second)
        let to = Place(book: start.book, chapter: chapter, verse: third)
        passage.context.settle(to)
        passage.references = sound(from, to) ?? []
        passage.next = end.next + 2
        return passage
      }
      let verse = Place(book: start.book, chapter: chapter, verse: second)
      if second < chapter, verse.problem == nil {
        // 33-11 can only be chapter 33, verse 11.
        passage.context.settle(verse)
        passage.references = [Reference(verse.position)]
        return passage
      }
    }
    let ends = end.bare != nil && start.verse != nil ? [start] : [start, end.place]
    passage.references =
      sound(start, end.place)
      ?? ends.filter { $0.problem == nil }.map { Reference($0.position) }
    if start.problem != nil, end.place.problem == nil {
      passage.references = [Reference(end.place.position)]
    }
    return passage
  }

  /// The range, or nil where an end does not exist or they are in reverse.
  private func sound(_ start: Place, _ end: Place) -> [Reference]? {
    guard start.problem == nil, end.problem == nil else { return nil }
    return Self.pieces(from: start.position, to: end.position)
  }
}

extension ReferenceReader.Context {
  /// What holds after a passage that ends at a place.
  mutating func settle(_ place: ReferenceReader.Place) {
    book = place.book
    chapter = place.chapter
    countsVerses = place.verse != nil || book.hasOneChapter
    lastNumber = place.verse ?? place.chapter
  }
}
