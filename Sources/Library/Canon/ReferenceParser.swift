/// References in the forms that people write.
package enum ReferenceParser {
  /// All references of a text that holds nothing else, in the order they are written.
  ///
  /// Understood: usual names, abbreviations, OSIS and USFM ids and usual misspellings of books;
  /// chapters, verses, ranges, lists, `f`, `ff`, Roman numerals, numbers in words, the book last:
  /// `the third chapter of John`. A range across books gives one
  /// reference a book. Neighbours in one list (`3:16, 17`) are one range.
  /// Errors: `LibraryError.badReference`; the first thing that is wrong.
  package static func parse(_ text: String) throws(LibraryError) -> [Reference] {
    if let reference = Reference(named: text) { return [reference] }
    let reader = ReferenceReader(text, isStrict: true)
    do {
      return try reader.readAll().map(\.reference)
    } catch {
      guard let figures = SpelledReference(reader)?.text else { throw error }
      return try parse(figures, writtenAs: text, otherwise: error)
    }
  }

  /// Reads what was put into figures; what it lacks in the canon is said of the text as written.
  private static func parse(
    _ figures: String, writtenAs text: String, otherwise first: LibraryError
  ) throws(LibraryError) -> [Reference] {
    do {
      return try ReferenceReader(figures, isStrict: true).readAll().map(\.reference)
    } catch .badReference(_, let problem) where problem.isOfCanon {
      throw .badReference(text, problem)
    } catch { throw first }
  }

  /// The one reference that a text holds.
  ///
  /// Errors: `LibraryError.badReference`, also where there are several.
  package static func parseOne(_ text: String) throws(LibraryError) -> Reference {
    let references = try parse(text)
    guard references.count == 1 else {
      throw .badReference(text, .several(count: references.count))
    }
    return references[0]
  }

  /// The references in running text, with their places. What is wrong or unclear is passed over.
  package static func find(_ text: String) -> [FoundReference] {
    ReferenceReader(text, isStrict: false).findAll()
  }
}

/// A reference in running text.
package struct FoundReference: Sendable, Hashable {
  /// What it refers to.
  package var reference: Reference
  /// Where it begins. Unit: bytes of UTF-8, from 0.
  package var start: Int
  /// Where it ends: the byte after its last one.
  package var end: Int
}

extension ReferenceReader {
  func readAll() throws(LibraryError) -> [FoundReference] {
    var found: [FoundReference] = []
    var next = 0
    while token(next).kind == .opening { next += 1 }
    while true {
      let start = afterLead(next)
      guard let name = readBook(at: start) else { throw unknownBook(at: start) }
      let passages = try readPassages(of: name, from: start)
      found += passages.found
      let end = afterTrailers(passages.next)
      if token(end).kind == .end { return found }
      if let link = readLink(at: end) {
        next = link.next
      } else if readBook(at: end) != nil {
        next = end
      } else {
        throw unreadable(at: end)
      }
    }
  }

  func findAll() -> [FoundReference] {
    var found: [FoundReference] = []
    var next = 0
    while token(next).kind != .end {
      guard let name = readBook(at: next) else {
        next += 1
        continue
      }
      do {
        let passages = try readPassages(of: name, from: next)
        found += passages.found
        next = max(name.next, passages.next)
      } catch {
        // Only a strict reader throws.
        next = name.next
      }
    }
    return found
  }

  /// Steps over what may stand behind a reference: a bracket, a full stop, a translation.
  private func afterTrailers(_ index: Int) -> Int {
    var next = index
    while true {
      let mark = token(next)
      let isLast = token(next + 1).kind == .end
      let isMark =
        mark.kind == .closing || mark.kind == .dot
        || isLast && [.comma, .semicolon].contains(mark.kind)
      let isTranslation = mark.roles.contains(.translation)
      let leadsToOne =
        [.opening, .comma].contains(mark.kind)
        && token(next + 1).roles.contains(.translation)
      guard isMark || isTranslation || leadsToOne else { return next }
      next += 1
    }
  }
}
