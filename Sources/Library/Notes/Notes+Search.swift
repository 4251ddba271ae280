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
  /// where the file cannot be written now, searched beside it. What no index can find, such as
  /// emoji, is looked up in the texts; where nothing else is asked, the latest edited come first.
  package func search(_ text: String, limit: Int64? = nil) throws -> [SearchHit] {
    if let limit, limit < 0 { throw LibraryError.badLimit(limit) }
    let search = SearchText(text)
    let limit = limit ?? -1
    guard search.query != nil else {
      return search.literals.isEmpty ? [] : try searchTexts(search, limit)
    }
    if try isIndexed() { return try searchIndex(search, limit) }
    if !database.isReadOnly {
      do {
        try database.write { try database.foldFullText(from: 1) }
        return try searchIndex(search, limit)
      } catch StoreError.busy {
        // Another process writes: search as if the file could not be written.
      }
    }
    return try searchIndexAndTail(search, limit)
  }

  private func isIndexed() throws -> Bool {
    try database.read { try !database.isBehind(Catalog.noteText) }
  }

  private func searchTexts(_ search: SearchText, _ limit: Int64) throws -> [SearchHit] {
    try database.read {
      try database.connection.all(
        """
        SELECT \(NoteRow.columns) FROM user_notes AS row
        WHERE row.deleted_at IS NULL AND \(Self.holdsAll)
        ORDER BY row.updated_at DESC, row.id DESC LIMIT ?2
        """, .null, .integer(limit), Self.patterns(of: search)
      ) { row in
        let note = NoteRow.note(row)
        return SearchHit(note: note, snippet: Snippet(note.text, around: search.literals).text)
      }
    }
  }

  /// The index sorts by rank itself, so snippets are made only of what is answered.
  private func searchIndex(_ search: SearchText, _ limit: Int64) throws -> [SearchHit] {
    try database.read {
      try database.connection.all(
        "\(Self.hits(in: "notes_fts")) ORDER BY notes_fts.rank LIMIT ?2", SQLValue(search.query),
        .integer(limit), Self.patterns(of: search), read: Self.hit)
    }
  }

  /// Notes that the index is behind on are left out of it and searched in an index of their own.
  private func searchIndexAndTail(_ search: SearchText, _ limit: Int64) throws -> [SearchHit] {
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
        """, SQLValue(search.query), .integer(limit), Self.patterns(of: search), read: Self.hit)
    }
  }

  private static func hits(in index: String) -> String {
    """
    SELECT \(NoteRow.columns), snippet(\(index), 0, '[', ']', '…', 16), \(index).rank
    FROM \(index) JOIN user_notes AS row ON row.id = \(index).rowid
    WHERE \(index) MATCH ?1 AND row.deleted_at IS NULL AND \(holdsAll)
    """
  }

  /// All patterns fit the text; they are one value, however many.
  private static let holdsAll = #"""
    (?3 IS NULL OR NOT EXISTS (SELECT 1 FROM json_each(?3) AS pattern
    WHERE row.note_text NOT LIKE pattern.value ESCAPE '\'))
    """#

  private static func patterns(of search: SearchText) -> SQLValue {
    if search.literals.isEmpty { return .null }
    return .text(JSONValue.array(search.literals.map { .string($0.asLikePattern) }).text)
  }

  private static func hit(_ row: Statement) -> SearchHit {
    SearchHit(note: NoteRow.note(row), snippet: row.text(9))
  }
}
