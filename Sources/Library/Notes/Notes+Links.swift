import ChangeQueue
import Schema
import Store
import Vocabulary

/// Links between notes. A link has a direction, and shows only while both its notes live.
extension Notes {
  /// Links one living note to another. False where the link was there.
  @discardableResult
  package func link(_ from: Int64, to: Int64) throws -> Bool {
    guard from != to else { throw LibraryError.selfLink(id: from) }
    return try database.write {
      try database.requireLiving(.note, from)
      try database.requireLiving(.note, to)
      guard let known = try link(from, to) else {
        try database.connection.run(
          "INSERT INTO note_links(from_note_id, to_note_id, created_at) VALUES(?1, ?2, ?3)",
          .integer(from), .integer(to), .text(try database.now().text))
        return true
      }
      guard let table = database.catalog["note_links"] else { return false }
      if known.isDeleted { try database.restore(table, localID: known.id) }
      try database.assert(of: table, known.id)
      return known.isDeleted
    }
  }

  /// Takes a link away. False where there was none.
  @discardableResult
  package func unlink(_ from: Int64, to: Int64) throws -> Bool {
    try database.write {
      try database.requireLiving(.note, from)
      try database.requireLiving(.note, to)
      guard let known = try link(from, to), !known.isDeleted else { return false }
      try database.connection.run(
        "UPDATE note_links SET deleted_at = ?2 WHERE id = ?1", .integer(known.id),
        .text(try database.now().text))
      return true
    }
  }

  /// The notes that a living note is linked to, in verse order.
  package func links(of id: Int64) throws -> [Note] {
    try linked(id, from: "from_note_id", to: "to_note_id")
  }

  /// The notes that are linked to a living note, in verse order.
  package func backlinks(of id: Int64) throws -> [Note] {
    try linked(id, from: "to_note_id", to: "from_note_id")
  }

  private func link(_ from: Int64, _ to: Int64) throws -> (id: Int64, isDeleted: Bool)? {
    try database.connection.first(
      """
      SELECT id, deleted_at IS NOT NULL FROM note_links
      WHERE from_note_id = ?1 AND to_note_id = ?2
      """, .integer(from), .integer(to)
    ) { ($0.integer(0), $0.integer(1) != 0) }
  }

  private func linked(_ id: Int64, from: String, to: String) throws -> [Note] {
    try database.read {
      try database.requireLiving(.note, id)
      return try database.connection.all(
        """
        SELECT \(NoteRow.columns)
        FROM note_links AS link JOIN user_notes AS row ON row.id = link.\(to)
        WHERE link.\(from) = ?1 AND link.deleted_at IS NULL AND row.deleted_at IS NULL
        \(PlaceStatements.written(NoteOrder.verse.clause))
        """, .integer(id), read: NoteRow.note)
    }
  }
}
