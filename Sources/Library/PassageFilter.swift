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
    if let ref {
      try Self.restrict(&query, to: ref, table: table, in: database) { $0 }
    }
    if let chapter {
      try Self.restrict(&query, to: chapter, isChapter: true, table: table, in: database) {
        $0.chapters
      }
    }
    if let book {
      query.add(
        "\(PlaceStatements.place) BETWEEN ? AND ?", Self.keys(try Canon.book(named: book).keys))
    }
  }

  /// Adds that a row lies in what a text names; rows of other numberings are found by their own.
  private static func restrict(
    _ query: inout RowQuery, to text: String, isChapter: Bool = false, table: String,
    in database: UserDatabase, _ part: (Reference) -> Reference
  ) throws {
    let passages: [Reference]
    do { passages = try ReferenceParser.parse(text).map(part) } catch {
      guard let kept = try KeptReference(text, isChapter: isChapter, in: table, of: database)
      else { throw error }
      return query.add(KeptReference.condition, kept.values)
    }
    try restrict(&query, to: passages, table: table, in: database)
  }

  /// Adds that a row lies in one of these passages: it begins there, or is a range that reaches
  /// into it. Those of other numberings are there in any case.
  static func restrict(
    _ query: inout RowQuery, to passages: [Reference], or kept: [KeptReference] = [],
    table: String, in database: UserDatabase
  ) throws {
    let ranges = joined(passages)
    let isShort = ranges.count <= 8
    var conditions =
      isShort
      ? ranges.map { _ in "\(PlaceStatements.place) BETWEEN ? AND ?" }
      : [
        """
        EXISTS (SELECT 1 FROM json_each(?) AS part WHERE \(PlaceStatements.place)
          BETWEEN json_extract(part.value, '$[0]') AND json_extract(part.value, '$[1]'))
        """
      ]
    var values = isShort ? ranges.flatMap(keys) : [.text(list(ranges))]
    for reference in kept {
      conditions.append(KeptReference.condition)
      values += reference.values
    }
    let reaching = try ids(reachingInto: passages, table, query, database)
    if !reaching.isEmpty {
      conditions.append("row.id IN (SELECT value FROM json_each(?))")
      values.append(.text("[\(reaching.map(String.init).joined(separator: ","))]"))
    }
    query.add("(\(conditions.joined(separator: " OR ")))", values)
  }

  /// The keys of passages, each once, in order.
  private static func joined(_ passages: [Reference]) -> [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    for keys in passages.map(keysWithStrangers).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, keys.lowerBound <= last.upperBound + 1 {
        let end = max(last.upperBound, keys.upperBound)
        ranges[ranges.count - 1] = last.lowerBound...end
      } else {
        ranges.append(keys)
      }
    }
    return ranges
  }

  /// Ranges that begin before a passage and reach into it. A range of chapters counts only where
  /// the passage is of chapters.
  private static func ids(
    reachingInto passages: [Reference], _ table: String, _ query: RowQuery,
    _ database: UserDatabase
  ) throws -> [Int64] {
    var ids: [Int64] = []
    let byBook =
      passages.count == 1
      ? [passages[0].book: passages] : Dictionary(grouping: Set(passages), by: \.book)
    for (book, passages) in byBook {
      let last = passages.map(\.key).max() ?? 0
      let statement = try query.prepared(
        """
        SELECT id, verse_ref FROM \(table) AS row
        WHERE instr(verse_ref, '-') > 0 AND \(PlaceStatements.place) BETWEEN ?1 AND ?2
        """, on: database.connection)
      statement.bind(1, book.keys.lowerBound)
      statement.bind(2, last - 1)
      let candidates = try statement.all { (id: $0.integer(0), ref: $0.text(1)) }
      ids += candidates.compactMap { row in
        guard let reference = Reference(canonical: row.ref) else { return nil }
        let isReached = passages.contains { passage in
          reference.key < passage.key && reference.overlaps(passage)
            && (passage.isChapter || !reference.isChapter)
        }
        return isReached ? row.id : nil
      }
    }
    return ids.sorted()
  }

  /// A whole book is all that is said to be of it: verses of other numberings too.
  private static func keysWithStrangers(_ passage: Reference) -> ClosedRange<Int64> {
    let book = passage.book
    let isWhole = passage == Reference(whole: book)
    return isWhole ? book.keys : passage.keys
  }

  private static func keys(_ range: ClosedRange<Int64>) -> [SQLValue] {
    [.integer(range.lowerBound), .integer(range.upperBound)]
  }

  private static func list(_ ranges: [ClosedRange<Int64>]) -> String {
    "[\(ranges.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ","))]"
  }
}
