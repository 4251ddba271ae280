package import ChangeQueue
import Store
import Vocabulary

/// A collection of highlights as it was when it was read.
package struct HighlightCollection: Sendable, Hashable, Identifiable {
  /// Its id on this device.
  package let id: Int64
  /// What it is called.
  package let name: String
  /// `#rrggbb`, or a name of `HighlightColor`.
  package let color: String
  /// Where it stands in the list; equal numbers are sorted by name.
  package let sortOrder: Int64
  /// How many living highlights are in it.
  package let highlights: Int64
  /// UTC, to the millisecond.
  package let createdAt: String
  /// UTC, to the millisecond.
  package let updatedAt: String
  /// Nil for a living collection.
  package let deletedAt: String?
  /// The name it has in the cloud and on other devices.
  package let cloudID: String
}

extension HighlightCollection: NamedRow {
  static let noun = LibraryNoun.highlightCollection
  static let columns = """
    row.id, row.name, row.color, row.sort_order, (SELECT count(*) FROM verse_highlights AS h \
    WHERE h.collection_id = row.id AND h.deleted_at IS NULL), \
    row.created_at, row.updated_at, row.deleted_at, row.cloud_id
    """

  init(_ row: Statement) {
    id = row.integer(0)
    name = row.text(1)
    color = row.text(2)
    sortOrder = row.integer(3)
    highlights = row.integer(4)
    createdAt = row.text(5)
    updatedAt = row.text(6)
    deletedAt = row.optionalText(7)
    cloudID = row.text(8)
  }
}

/// The collections that highlights are sorted into. Deleting one touches no highlight.
package struct HighlightCollections {
  private let database: UserDatabase

  package init(_ database: UserDatabase) { self.database = database }

  /// Makes a collection; its colour is `#rrggbb` or the name of a highlight's colour.
  package func add(
    _ name: String, _ color: String, sortOrder: Int64 = 0
  ) throws -> HighlightCollection {
    try TextRule.checkName(name, "name")
    let color = try checkedColor(color)
    let now = try database.now()
    let cloudID = database.drawID(now).text
    let id = try database.write {
      try database.connection.run(
        """
        INSERT INTO highlight_collections(name, color, sort_order, created_at, cloud_id)
        VALUES(?1, ?2, ?3, ?4, ?5)
        """, .text(name), .text(color), .integer(sortOrder), .text(now.text), .text(cloudID))
      return database.connection.lastInsertID
    }
    return try get(id)
  }

  /// Changes a living collection; nil leaves as it is.
  package func update(
    _ id: Int64, name: String? = nil, color: String? = nil, sortOrder: Int64? = nil
  ) throws -> HighlightCollection {
    if let name { try TextRule.checkName(name, "name") }
    let color = try color.map { (text) throws(LibraryError) in try checkedColor(text) }
    try database.write {
      try database.requireLiving(.highlightCollection, id)
      try database.connection.run(
        """
        UPDATE highlight_collections SET name = coalesce(?2, name), color = coalesce(?3, color),
          sort_order = coalesce(?4, sort_order) WHERE id = ?1
        """, .integer(id), SQLValue(name), SQLValue(color),
        sortOrder.map { .integer($0) } ?? .null)
    }
    return try get(id)
  }

  /// Moves a living collection to the trash.
  package func delete(_ id: Int64) throws { try database.delete(.highlightCollection, id) }

  /// Brings a collection back from the trash; a living one stays as it is.
  package func restore(_ id: Int64) throws -> HighlightCollection {
    try database.restore(.highlightCollection, id)
    return try get(id)
  }

  /// A living collection; an unknown or deleted one is an error.
  package func get(_ id: Int64) throws -> HighlightCollection {
    try database.living(id, as: HighlightCollection.self)
  }

  /// The one living collection of a name, written exactly so.
  package func named(_ name: String) throws -> HighlightCollection {
    try HighlightCollection.named(name, among: try find())
  }

  /// Collections by their sort order and name; deleted ones, and only them, where asked for.
  package func find(isDeleted: Bool = false, limit: Int64? = nil) throws -> [HighlightCollection] {
    var query = RowQuery()
    query.add(isDeleted: isDeleted)
    return try query.rows(
      "ORDER BY row.sort_order, row.name, row.id", limit: limit, in: database)
  }

  private func checkedColor(_ color: String) throws(LibraryError) -> String {
    if color.hasPrefix("#") { return try CollectionColor.checked(color) }
    return try HighlightColor.named(color).rawValue
  }
}
