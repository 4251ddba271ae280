package import ChangeQueue
import Store

/// A reference that is no passage of the canon, as rows have it that another program wrote: an
/// upgrade keeps it as it was. Nobody can write such a row here, but by it those that are here are
/// found, and removed.
struct KeptReference {
  /// As it is stored.
  let text: String

  /// The one that a person means; nil where no row of the table has it, or lies in it.
  ///
  /// `isChapter` takes the chapter of a verse.
  init?(
    _ written: String, isChapter: Bool = false, in table: String, of database: UserDatabase
  ) throws {
    let spelled = ReferenceReader(written, isStrict: true).readUnchecked()
    let texts = [spelled, written].compactMap { $0 }.map { text in
      let colon = isChapter ? text.lastIndex(of: ":") : nil
      return colon.map { String(text[..<$0]) } ?? text
    }
    let known = try texts.first { try Self(text: $0).isThere(table, database) }
    guard let known else { return nil }
    text = known
  }

  private init(text: String) { self.text = text }

  /// Whether a `row` has it, or a verse of it: two values are to be bound.
  static let condition =
    "(row.verse_ref = ? OR substr(row.verse_ref, 1, length(?) + 1) = ? || ':')"
  /// What is bound to the condition.
  var values: [SQLValue] { [.text(text), .text(text), .text(text)] }

  private func isThere(_ table: String, _ database: UserDatabase) throws -> Bool {
    var query = RowQuery()
    query.add(Self.condition, values)
    return try query.statement("1", from: table, limit: 1, on: database.connection)
      .first { _ in true } ?? false
  }
}

extension UserDatabase {
  /// Whether a row of the library has exactly this reference.
  package func holdsReference(_ text: String) throws -> Bool {
    try ["user_notes", "bookmarks", "verse_highlights"].contains { table in
      try connection.first(
        "SELECT 1 FROM \(table) WHERE verse_ref = ?1 LIMIT 1", .text(text)
      ) { _ in true } ?? false
    }
  }
}

extension ReferenceReader {
  /// A book, a chapter and perhaps a verse as they would be stored, whether or not the canon has
  /// them; nil for a text of another form.
  fileprivate func readUnchecked() -> String? {
    guard let name = readBook(at: afterLead(0)), name.chapter == nil else { return nil }
    let mark = token(name.next).kind
    guard
      let point = readPoint(
        at: name.next + (mark == .dot || mark == .colon ? 1 : 0),
        Context(name.book)), point.follow == .none, token(point.next).kind == .end,
      let place = place(of: point, Context(name.book))
    else { return nil }
    let verse = place.verse.map { ":\($0)" } ?? ""
    return "\(place.book.id) \(place.chapter)\(verse)"
  }
}
