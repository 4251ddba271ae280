import ChangeQueue
import Schema
import Store

/// Which part of the canon rows must lie in. Each field that is given must hold.
///
/// References are in any usual form. A chapter stands for its verses too; a verse is never matched
/// by the beginning of its address.
package struct PassageFilter: Sendable {
  /// One or more passages: what begins in one of them, and ranges that reach into it.
  package var ref: String?
  /// One or more chapters, named by themselves or by a verse.
  package var chapter: String?
  /// One book.
  package var book: String?

  /// Where in the Bible a `row` with a `verse_ref` lies: what rows are sorted by.
  static let place = Catalog.verseKey("row.verse_ref")

  package init(ref: String? = nil, chapter: String? = nil, book: String? = nil) {
    self.ref = ref
    self.chapter = chapter
    self.book = book
  }

  /// Adds its conditions on the place in the Bible of rows of `table`, whose alias is `row`.
  func restrict(
    _ query: inout RowQuery, table: String, in database: UserDatabase
  ) throws {
    if let ref { try restrict(&query, ReferenceParser.parse(ref), table, database) }
    if let chapter {
      let chapters = try ReferenceParser.parse(chapter).map(\.chapters)
      try restrict(&query, chapters, table, database)
    }
    if let book {
      query.add("\(Self.place) BETWEEN ? AND ?", keys(try Canon.book(named: book).keys))
    }
  }

  private func restrict(
    _ query: inout RowQuery, _ passages: [Reference], _ table: String, _ database: UserDatabase
  ) throws {
    var conditions = passages.map { _ in "\(Self.place) BETWEEN ? AND ?" }
    var values = passages.flatMap { keys($0.keys) }
    let reaching = try passages.flatMap { try ids(reachingInto: $0, table, database) }
    if !reaching.isEmpty {
      conditions.append("row.id IN (SELECT value FROM json_each(?))")
      values.append(.text("[\(reaching.map(String.init).joined(separator: ","))]"))
    }
    query.add("(\(conditions.joined(separator: " OR ")))", values)
  }

  /// Ranges that begin before a passage and reach into it. A range of chapters counts only where
  /// the passage is of chapters.
  private func ids(
    reachingInto passage: Reference, _ table: String, _ database: UserDatabase
  ) throws -> [Int64] {
    let candidates = try database.connection.all(
      """
      SELECT id, verse_ref FROM \(table) AS row
      WHERE instr(verse_ref, '-') > 0 AND \(Self.place) BETWEEN ?1 AND ?2
      """, .integer(passage.book.keys.lowerBound), .integer(passage.key - 1)
    ) { (id: $0.integer(0), ref: $0.text(1)) }
    return candidates.compactMap { row in
      guard let reference = Reference(canonical: row.ref), reference.overlaps(passage),
        passage.isChapter || !reference.isChapter
      else { return nil }
      return row.id
    }
  }

  private func keys(_ range: ClosedRange<Int64>) -> [SQLValue] {
    [.integer(range.lowerBound), .integer(range.upperBound)]
  }
}
