extension ReferenceReader {
  /// One end of a passage, not yet checked against the canon. No verse means the whole chapter.
  struct Place {
    var book: Book
    var chapter: Int
    var verse: Int?

    var problem: ReferenceProblem? { ReferenceProblem.check(book, chapter, verse) }

    /// Only for a place without a problem.
    var position: VersePosition { VersePosition(known: book, chapter, verse ?? 0) }
  }

  /// The passages after a book's name: points, ranges and lists of them, up to the next book.
  ///
  /// `start` is the first token of the name. The index that is returned is that of the token after
  /// them; nothing is found in running text where no number follows the name.
  func readPassages(
    of name: BookName, from start: Int
  ) throws(LibraryError) -> (found: [FoundReference], next: Int) {
    var list = PassageList()
    var context = Context(name.book)
    guard let first = firstPoint(of: name, &context) else {
      guard isStrict else { return ([], name.next) }
      return try readWholeBook(name, from: start)
    }
    guard isStrict || isConvincing(name, first, start) else { return ([], name.next) }
    var point = first
    var begin = start
    var next = first.next
    while true {
      let passage = try readPassage(from: point, context)
      next = passage.next
      list.add(passage.references, token(begin).start, tokens[next - 1].end)
      context = passage.context
      guard let link = readLink(at: next), readBook(at: link.next) == nil else { break }
      if link.isSemicolon {
        context.countsVerses = context.book.hasOneChapter
        list.closeLast()
      }
      guard let following = readPoint(at: link.next, context),
        isStrict || !isPlainNumber(following, after: context)
      else { break }
      begin = link.next
      point = following
    }
    return (list.found, next)
  }

  /// The first point after a name, and what it sets.
  private func firstPoint(of name: BookName, _ context: inout Context) -> Point? {
    if let chapter = name.chapter {
      context.chapter = chapter
      let next = token(name.next).kind == .comma ? name.next + 1 : name.next
      if token(next).roles.contains(.verse), let verse = readPoint(at: next, context) {
        return verse
      }
      return Point(chapter: chapter, next: name.next)
    }
    var index = name.next
    let mark = token(index)
    switch mark.kind {
    case .dot, .colon: index += 1
    case .comma where !token(index + 1).roles.isDisjoint(with: [.chapter, .verse]): index += 1
    case .word where mark.roles.contains(.numbering) && isNumberOfPsalm(index, name):
      index = afterDot(index + 1)
    case .dash where !isStrict && !mark.isSpaced && !token(index + 1).isSpaced: index += 1
    default: break
    }
    guard var point = readPoint(at: index, context) else { return nil }
    if context.book.hasOneChapter, point.bare == 1, point.follow == .none,
      !isContinued(at: point.next)
    {
      point.bare = nil
      point.chapter = 1
    }
    return point
  }

  /// Whether a word says that a number follows, and nothing else: `Psalm no. 23`.
  private func isNumberOfPsalm(_ index: Int, _ name: BookName) -> Bool {
    (isStrict || name.book.id == "psalms") && token(afterDot(index + 1)).kind == .number
  }

  /// Whether a number follows as the end of a range or as the next of a list.
  private func isContinued(at index: Int) -> Bool {
    let mark = token(index)
    guard
      mark.kind == .dash || mark.kind == .comma || !mark.roles.isDisjoint(with: [.range, .list])
    else { return false }
    return token(index + 1).kind == .number && readBook(at: index + 1) == nil
      && token(index + 2).kind != .colon
  }

  /// Whether running text means the book and not the word.
  private func isConvincing(_ name: BookName, _ point: Point, _ start: Int) -> Bool {
    let isMarked = token(start).isCapital || isNothingElse(from: start)
    let isExact = point.chapter != nil && point.verse != nil
    let isShortened = token(name.next).kind == .dot && !isCounted(point)
    switch isStoredForm(name, start) ? .none : name.caution {
    case .none: return token(start).isCapital || !isCounted(point)
    case .word: return (isMarked || isExact) && !point.isDoubtful && !isCounted(point)
    case .short: return isMarked && (isExact || isShortened) && !point.isRoman
    case .exact: return isMarked && isExact && !point.isRoman
    }
  }

  /// Whether the name is written as the library keeps it, which no sentence is: `song_of_solomon`.
  private func isStoredForm(_ name: BookName, _ start: Int) -> Bool {
    bytes[token(start).start..<token(name.next - 1).end].contains(UInt8(ascii: "_"))
  }

  /// Whether the number counts what follows: `Mark 5 times`, `Dan 5 years old`.
  private func isCounted(_ point: Point) -> Bool {
    point.verse == nil && token(point.next).roles.contains(.counted)
  }

  /// Whether the text begins here and is no sentence: it has no word but those of references.
  private func isNothingElse(from start: Int) -> Bool {
    tokens[..<start].allSatisfy { $0.kind == .opening || $0.kind == .other }
      && tokens[start...].allSatisfy { $0.kind != .word || !$0.meaning.isUnknown }
  }

  private func readWholeBook(
    _ name: BookName, from start: Int
  ) throws(LibraryError) -> (found: [FoundReference], next: Int) {
    var list = PassageList()
    let first = Place(book: name.book, chapter: 1)
    var last = Place(book: name.book, chapter: name.book.chapterCount)
    var next = name.next
    let mark = token(next)
    // A whole book goes on to a whole book, not to a chapter of its own: John -3 is a slip.
    if mark.kind == .dash || mark.roles.contains(.range), readBook(at: afterLead(next + 1)) == nil {
      throw unreadable(at: next)
    }
    if let end = readEnd(at: next, Point(next: next), Context(name.book), first) {
      last = end.place
      next = end.next
    }
    list.add(try references(from: first, to: last), token(start).start, tokens[next - 1].end)
    return (list.found, next)
  }

  /// A number in running text that follows a reference by chance: `John 3:16, 3 people`.
  private func isPlainNumber(_ point: Point, after context: Context) -> Bool {
    guard let number = point.bare else { return false }
    if number > VersePosition.mostVerses || isMeasure(at: point.next) { return true }
    guard number <= context.lastNumber else { return false }
    let word = token(point.next)
    return word.kind == .word && word.isSpaced && !word.isCapital && word.meaning.isUnknown
  }

  /// Whether the number before belongs to a date, a fraction or a percentage: `2020-01-05`, `5%`.
  private func isMeasure(at index: Int) -> Bool {
    let mark = token(index)
    guard !mark.isSpaced, mark.kind == .other else { return false }
    return ["%", "/"].contains { bytes[mark.start] == UInt8(ascii: $0) }
  }

  /// What joins a passage to the next one of a list: `,` `;` `and` `cf.` and `(cf.`. Chapter and
  /// verse words need nothing before them.
  func readLink(at index: Int) -> (next: Int, isSemicolon: Bool)? {
    var next = index
    var isSemicolon = false
    loop: while true {
      let mark = token(next)
      switch mark.kind {
      case .comma: next += 1
      case .semicolon:
        next += 1
        isSemicolon = true
      case .word where mark.roles.contains(.list): next += 1
      case .word where mark.roles.contains(.compare):
        next += token(next + 1).kind == .dot ? 2 : 1
      case .opening where !token(next + 1).roles.isDisjoint(with: [.compare, .verse]): next += 1
      case .closing where [.comma, .semicolon].contains(token(next + 1).kind): next += 1
      default: break loop
      }
    }
    let isWord = !token(next).roles.isDisjoint(with: [.chapter, .verse])
    return next > index || isWord ? (next, isSemicolon) : nil
  }
}

/// Passages as they are found; neighbours that are written as one list become one range.
private struct PassageList {
  var found: [FoundReference] = []
  private var isOpen = false

  mutating func add(_ references: [Reference], _ start: Int, _ end: Int) {
    if isOpen, references.count == 1, let last = found.last,
      let joined = last.reference.joined(with: references[0])
    {
      found[found.count - 1].reference = joined
      found[found.count - 1].end = end
      return
    }
    for reference in references {
      found.append(FoundReference(reference: reference, start: start, end: end))
    }
    isOpen = references.count == 1
  }

  /// What comes next stands for itself.
  mutating func closeLast() { isOpen = false }
}

extension Reference {
  /// The range of both, where the other begins right after this one.
  fileprivate func joined(with other: Reference) -> Reference? {
    let isChapters = isChapter && other.isChapter
    let last = isChapters ? end : end.lastVerse
    guard last.next == (isChapters ? other.start : other.start.firstVerse) else { return nil }
    return Reference(ordered: start, other.end)
  }
}
