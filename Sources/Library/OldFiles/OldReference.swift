/// A reference as the app has written it through the years, in the form that is stored here.
///
/// | the app's | here |
/// |---|---|
/// | `genesis 1:3`, `genesis 1` | the same |
/// | `genesis_1:3`, as its reader wrote highlights | `genesis 1:3` |
/// | `genesis:1:3`, `Genesis 1:3`, as older notes have it | `genesis 1:3` |
/// | `joel 4:1`, `psalms 3:0`, `anything else` | the same: kept, never moved to another verse |
struct OldReference: Equatable {
  /// What is stored.
  let text: String
  /// Whether it is a passage of the canon.
  let isKnown: Bool

  init(_ written: String) {
    let spelled = Self.respelled(written)
    if Reference(canonical: written) != nil {
      self.init(text: written, isKnown: true)
    } else if let spelled {
      self.init(text: spelled, isKnown: Reference(canonical: spelled) != nil)
    } else {
      let passage = Self.parsed(written)
      self.init(text: passage?.text ?? written, isKnown: passage != nil)
    }
  }

  private init(text: String, isKnown: Bool) {
    self.text = text
    self.isKnown = isKnown
  }

  /// A book's id, a mark, a chapter and perhaps a verse, in our spelling, whether or not they
  /// exist; nil for anything else.
  private static func respelled(_ written: String) -> String? {
    let text = written.lowercased()
    for mark in text.indices where "_: ".contains(text[mark]) {
      guard let book = Canon.book(id: text[..<mark]) else { continue }
      let numbers = text[text.index(after: mark)...].split(
        separator: ":", omittingEmptySubsequences: false
      ).map { number($0) }
      switch (numbers.count, numbers.first ?? nil, numbers.last ?? nil) {
      case (1, let chapter?, _): return "\(book.id) \(chapter)"
      case (2, let chapter?, let verse?): return "\(book.id) \(chapter):\(verse)"
      default: return nil
      }
    }
    return nil
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  private static func parsed(_ written: String) -> Reference? {
    do { return try ReferenceParser.parseOne(written) } catch { return nil }
  }

  /// The id of a book by its id or any usual name; the text itself where no book is called so.
  static func bookID(_ written: String) -> (text: String, isKnown: Bool) {
    if let book = Canon.book(id: written) { return (book.id, true) }
    do { return (try Canon.book(named: written).id, true) } catch { return (written, false) }
  }
}
