package import ChangeQueue
import Store
import Vocabulary

/// The bookmarks of a device. One passage may have several.
package struct Bookmarks {
  private let database: UserDatabase

  package init(_ database: UserDatabase) { self.database = database }

  /// Marks a verse, a chapter or a range; another bookmark there stays.
  package func add(_ ref: String, label: String? = nil) throws -> Bookmark {
    let reference = try ReferenceParser.parseOne(ref).text
    if let label { try TextRule.check(label, "label") }
    let now = try database.now()
    let cloudID = database.drawID(now).text
    let id = try database.write {
      try database.connection.run(
        """
        INSERT INTO bookmarks(verse_ref, label, created_at, cloud_id) VALUES(?1, ?2, ?3, ?4)
        """, .text(reference), SQLValue(label), .text(now.text), .text(cloudID))
      return database.connection.lastInsertID
    }
    return try get(id)
  }

  /// Gives a living bookmark another label; nil takes it away.
  package func update(_ id: Int64, label: String?) throws -> Bookmark {
    if let label { try TextRule.check(label, "label") }
    try database.write {
      try database.requireLiving(.bookmark, id)
      try database.connection.run(
        "UPDATE bookmarks SET label = ?2 WHERE id = ?1", .integer(id), SQLValue(label))
    }
    return try get(id)
  }

  /// Moves a living bookmark to the trash.
  package func delete(_ id: Int64) throws { try database.delete(.bookmark, id) }

  /// Brings a bookmark back from the trash; a living one stays as it is.
  package func restore(_ id: Int64) throws -> Bookmark {
    try database.restore(.bookmark, id)
    return try get(id)
  }

  /// A living bookmark; an unknown or deleted one is an error.
  package func get(_ id: Int64) throws -> Bookmark { try database.living(id, as: Bookmark.self) }

  /// Whether exactly this passage has a living bookmark.
  package func has(_ ref: String) throws -> Bool {
    var query = RowQuery()
    do {
      let reference = try ReferenceParser.parseOne(ref)
      query.add(
        "\(PlaceStatements.place) = ? AND row.verse_ref = ?",
        [.integer(reference.key), .text(reference.text)])
    } catch {
      guard let kept = try KeptReference(ref, in: "bookmarks", of: database) else { throw error }
      query.add("row.verse_ref = ?", [.text(kept.text)])
    }
    query.add(isDeleted: false)
    return try database.read {
      try query.statement("1", from: "bookmarks", limit: 1, on: database.connection)
        .first { _ in true } ?? false
    }
  }

  /// The bookmarks that the filter lets through.
  package func find(_ filter: BookmarkFilter = BookmarkFilter()) throws -> [Bookmark] {
    try database.read {
      var query = RowQuery()
      try filter.passage.restrict(&query, table: "bookmarks", in: database)
      query.add(isDeleted: filter.isDeleted)
      return try query.rows(filter.order.clause, limit: filter.limit, in: database)
    }
  }
}
