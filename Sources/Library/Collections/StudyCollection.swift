import Store

/// A collection of notes as it was when it was read.
package struct StudyCollection: Sendable, Hashable, Identifiable {
  /// Its id on this device.
  package let id: Int64
  /// What it is called; two may have one name.
  package let name: String
  /// What it is for; empty for nothing said.
  package let description: String
  /// `#rrggbb`.
  package let color: String
  /// How many living notes are in it.
  package let notes: Int64
  /// UTC, to the millisecond.
  package let createdAt: String
  /// UTC, to the millisecond.
  package let updatedAt: String
  /// Nil for a living collection.
  package let deletedAt: String?
  /// The name it has in the cloud and on other devices.
  package let cloudID: String
}

extension StudyCollection: NamedRow {
  static let noun = LibraryNoun.collection
  static let columns = """
    row.id, row.name, row.description, row.color, (SELECT count(*) FROM user_notes AS note \
    WHERE note.collection_id = row.id AND note.deleted_at IS NULL), \
    row.created_at, row.updated_at, row.deleted_at, row.cloud_id
    """

  init(_ row: Statement) {
    id = row.integer(0)
    name = row.text(1)
    description = row.text(2)
    color = row.text(3)
    notes = row.integer(4)
    createdAt = row.text(5)
    updatedAt = row.text(6)
    deletedAt = row.optionalText(7)
    cloudID = row.text(8)
  }
}
