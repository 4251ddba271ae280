package import ChangeQueue
import Store
import Vocabulary

/// The highlighted verses of a device: at most one highlight a verse.
package struct Highlights {
  private let database: UserDatabase

  package init(_ database: UserDatabase) { self.database = database }

  /// Highlights a verse, whatever was there: colour, collection and note are all set, and what is
  /// left out becomes none. A deleted highlight of the verse lives again; when it was made stays.
  package func set(
    _ ref: String, _ color: String, collection: Int64? = nil, note: String? = nil
  ) throws -> Highlight {
    let verse = try verse(ref)
    let color = try HighlightColor.named(color).rawValue
    if let note { try TextRule.check(note, "note") }
    let id = try database.write {
      if let collection { try database.requireLiving(.highlightCollection, collection) }
      return try write(verse, color, collection.map { .integer($0) } ?? .null, SQLValue(note))
    }
    return try get(id)
  }

  /// Takes the highlight of a verse away. False where there was none.
  @discardableResult
  package func remove(_ ref: String) throws -> Bool {
    let verse = try knownVerse(ref)
    return try database.write {
      let id = try database.connection.first(
        "SELECT id FROM verse_highlights WHERE verse_ref = ?1 AND deleted_at IS NULL",
        .text(verse)
      ) { $0.integer(0) }
      if let id { try database.delete(.highlight, id) }
      return id != nil
    }
  }

  /// Moves a living highlight to the trash.
  package func delete(_ id: Int64) throws { try database.delete(.highlight, id) }

  /// Brings a highlight back from the trash; a living one stays as it is.
  package func restore(_ id: Int64) throws -> Highlight {
    try database.restore(.highlight, id)
    return try get(id)
  }

  /// The highlight of a verse; nil where there is none.
  package func get(_ ref: String) throws -> Highlight? {
    let verse = try knownVerse(ref)
    return try database.read {
      try database.connection.first(
        """
        SELECT \(Highlight.columns) FROM verse_highlights AS row
        WHERE row.verse_ref = ?1 AND row.deleted_at IS NULL
        """, .text(verse), read: Highlight.init)
    }
  }

  /// A living highlight; an unknown or deleted one is an error.
  package func get(_ id: Int64) throws -> Highlight {
    try database.living(id, as: Highlight.self)
  }

  /// The highlights that the filter lets through.
  package func find(_ filter: HighlightFilter = HighlightFilter()) throws -> [Highlight] {
    try database.read {
      try query(filter).rows(filter.order.clause, limit: filter.limit, in: database)
    }
  }

  /// How many highlights there are; the filter's limit does not count.
  package func count(_ filter: HighlightFilter = HighlightFilter()) throws -> Int64 {
    try database.read {
      try query(filter).statement("count(*)", from: "verse_highlights", on: database.connection)
        .first { $0.integer(0) } ?? 0
    }
  }

  private func query(_ filter: HighlightFilter) throws -> RowQuery {
    var query = RowQuery()
    try filter.passage.restrict(&query, table: "verse_highlights", in: database)
    query.add(isDeleted: filter.isDeleted)
    if let color = filter.color {
      query.add("row.color = ?", [.text(try database.highlightColor(color))])
    }
    if let collection = filter.collection {
      try database.requireLiving(.highlightCollection, collection)
      query.add("row.collection_id = ?", [.integer(collection)])
    }
    return query
  }

  /// The stored form of a verse, or of what is none of the canon but has a highlight.
  private func knownVerse(_ ref: String) throws -> String {
    do { return try verse(ref) } catch {
      let kept = try KeptReference(ref, in: "verse_highlights", of: database)
      guard let kept else { throw error }
      return kept.text
    }
  }

  private func verse(_ ref: String) throws(LibraryError) -> String {
    let reference = try ReferenceParser.parseOne(ref)
    guard !reference.isChapter, !reference.isRange else { throw .notAVerse(reference) }
    return reference.text
  }

  /// Writes the row of a verse: a new one, or the one there is, which then lives.
  private func write(
    _ verse: String, _ color: String, _ collection: SQLValue, _ note: SQLValue
  ) throws -> Int64 {
    let connection = database.connection
    let known = try connection.first(
      "SELECT id, seq FROM verse_highlights WHERE verse_ref = ?1", .text(verse)
    ) { (id: $0.integer(0), seq: $0.optionalInteger(1)) }
    guard let known else {
      try connection.run(
        """
        INSERT INTO verse_highlights(verse_ref, color, collection_id, note, created_at)
        VALUES(?1, ?2, ?3, ?4, ?5)
        """, .text(verse), .text(color), collection, note,
        .text(try database.now().text))
      return connection.lastInsertID
    }
    // One in the trash of this device must be offered whole.
    if Acknowledgement(known.seq) == .trashed { try database.restore(.highlight, known.id) }
    try connection.run(
      """
      UPDATE verse_highlights SET color = ?2, collection_id = ?3, note = ?4, deleted_at = NULL
      WHERE id = ?1
      """, .integer(known.id), .text(color), collection, note)
    try database.assert(.highlight, known.id, ["color", "collection_id", "note"])
    return known.id
  }
}
