import ChangeQueue
import Schema
import Store
import Vocabulary

/// A note that was found by its words.
package struct SearchHit: Sendable, Hashable {
  /// The note that was found.
  package let note: Note
  /// The words around what was found, each hit between `[` and `]`.
  package let snippet: String
}

extension Notes {
  /// Living notes that hold all the words, the best first; any text is a search.
  ///
  /// Right at every moment: what was written since the index was last kept is folded in first, or,
  /// where the file cannot be written now, searched beside it.
  package func search(_ text: String, limit: Int64? = nil) throws -> [SearchHit] {
    if let limit, limit < 0 { throw LibraryError.badLimit(limit) }
    guard let query = SearchText(text).query else { return [] }
    let limit = limit ?? -1
    if try isIndexed() { return try searchIndex(query, limit) }
    if !database.isReadOnly {
      do {
        try database.write { try database.foldFullText(from: 1) }
        return try searchIndex(query, limit)
      } catch StoreError.busy {
        // Another process writes: search as if the file could not be written.
      }
    }
    return try searchIndexAndTail(query, limit)
  }

  private func isIndexed() throws -> Bool {
    try database.read { try !database.isBehind(Catalog.noteText) }
  }

  /// The index sorts by rank itself, so snippets are made only of what is answered.
  private func searchIndex(_ query: String, _ limit: Int64) throws -> [SearchHit] {
    try database.read {
      try database.connection.all(
        "\(Self.hits(in: "notes_fts")) ORDER BY notes_fts.rank LIMIT ?2", .text(query),
        .integer(limit), read: Self.hit)
    }
  }

  /// Notes that the index is behind on are left out of it and searched in an index of their own.
  private func searchIndexAndTail(_ query: String, _ limit: Int64) throws -> [SearchHit] {
    let connection = database.connection
    try connection.execute(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.notes_tail USING fts5(note_text);
      DELETE FROM temp.notes_tail;
      """)
    return try database.read {
      try connection.run(
        """
        INSERT INTO temp.notes_tail(rowid, note_text)
        SELECT id, note_text FROM user_notes
        WHERE id IN (\(Catalog.noteText.waitingIDs)) AND deleted_at IS NULL
        """)
      return try connection.all(
        """
        SELECT * FROM (\(Self.hits(in: "notes_fts")) AND row.id NOT IN
          (SELECT id FROM \(Catalog.noteText.marks))
        UNION ALL \(Self.hits(in: "notes_tail")))
        ORDER BY 11, 1 LIMIT ?2
        """, .text(query), .integer(limit), read: Self.hit)
    }
  }

  private static func hits(in index: String) -> String {
    """
    SELECT \(NoteRow.columns), snippet(\(index), 0, '[', ']', '…', 16), \(index).rank
    FROM \(index) JOIN user_notes AS row ON row.id = \(index).rowid
    WHERE \(index) MATCH ?1 AND row.deleted_at IS NULL
    """
  }

  private static func hit(_ row: Statement) -> SearchHit {
    SearchHit(note: NoteRow.note(row), snippet: row.text(9))
  }
}
