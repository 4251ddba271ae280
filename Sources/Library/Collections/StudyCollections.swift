package import ChangeQueue
import Store
import Vocabulary

/// The collections that notes are sorted into.
///
/// Names need not be unique. Deleting a collection touches no note: a note whose collection is
/// deleted reads as in none, and is in it again when the collection comes back.
package struct StudyCollections {
  private let database: UserDatabase

  package init(_ database: UserDatabase) { self.database = database }

  /// Makes a collection; its colour is `#rrggbb`.
  package func add(
    _ name: String, description: String = "", color: String = CollectionColor.standard
  ) throws -> StudyCollection {
    try TextRule.checkName(name, "name")
    try TextRule.check(description, "description", mayBeEmpty: true)
    let color = try CollectionColor.checked(color)
    let now = try database.now()
    let cloudID = database.drawID(now).text
    let id = try database.write {
      try database.connection.run(
        """
        INSERT INTO study_collections(name, description, color, created_at, cloud_id)
        VALUES(?1, ?2, ?3, ?4, ?5)
        """, .text(name), .text(description), .text(color), .text(now.text), .text(cloudID))
      return database.connection.lastInsertID
    }
    return try get(id)
  }

  /// Changes a living collection; nil leaves as it is.
  package func update(
    _ id: Int64, name: String? = nil, description: String? = nil, color: String? = nil
  ) throws -> StudyCollection {
    if let name { try TextRule.checkName(name, "name") }
    if let description { try TextRule.check(description, "description", mayBeEmpty: true) }
    let color = try color.map { (text) throws(LibraryError) in try CollectionColor.checked(text) }
    try database.write {
      try database.requireLiving(.collection, id)
      try database.connection.run(
        """
        UPDATE study_collections SET name = coalesce(?2, name),
          description = coalesce(?3, description), color = coalesce(?4, color) WHERE id = ?1
        """, .integer(id), SQLValue(name), SQLValue(description), SQLValue(color))
    }
    return try get(id)
  }

  /// Moves a living collection to the trash.
  package func delete(_ id: Int64) throws { try database.delete(.collection, id) }

  /// Brings a collection back from the trash; a living one stays as it is.
  package func restore(_ id: Int64) throws -> StudyCollection {
    try database.restore(.collection, id)
    return try get(id)
  }

  /// A living collection; an unknown or deleted one is an error.
  package func get(_ id: Int64) throws -> StudyCollection {
    try database.living(id, as: StudyCollection.self)
  }

  /// The one living collection of a name, written exactly so.
  package func named(_ name: String) throws -> StudyCollection {
    try StudyCollection.named(name, among: try find())
  }

  /// Collections, the latest edited first; deleted ones, and only them, where asked for.
  package func find(isDeleted: Bool = false, limit: Int64? = nil) throws -> [StudyCollection] {
    var query = RowQuery()
    query.add(isDeleted: isDeleted)
    return try query.rows(
      "ORDER BY row.updated_at DESC, row.id DESC", limit: limit, in: database)
  }
}
