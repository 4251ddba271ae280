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
  /// Living notes that hold all the words and meet all the conditions, the best first.
  ///
  /// Words are read as `SearchText` says, conditions as `SearchScope` does. Right at every moment:
  /// what was written since the index was last kept is folded in first, or, where the file cannot
  /// be written now, searched beside it. What no index can find, such as emoji, is looked up in
  /// the texts; where no word is asked of the index, the latest edited come first.
  /// Errors: `LibraryError.search` for a condition that names no passage or no colour.
  package func search(_ text: String, limit: Int64? = nil) throws -> [SearchHit] {
    if let limit, limit < 0 { throw LibraryError.badLimit(limit) }
    let pieces = SearchPiece.all(of: text)
    let scope = try SearchScope(pieces)
    let words = SearchText(pieces)
    if words.query == nil, words.literals.isEmpty, scope.isEmpty { return [] }
    if words.query != nil, !database.isReadOnly { try foldIndex() }
    return try database.read {
      let search = Search(words, try scope.query(in: database), limit: limit)
      guard words.query != nil else { return try searchTexts(search) }
      return try database.isBehind(Catalog.noteText)
        ? searchIndexAndTail(search) : searchIndex(search)
    }
  }

  /// Brings the index up to the notes, unless another process writes just now.
  private func foldIndex() throws {
    guard try database.read({ try database.isBehind(Catalog.noteText) }) else { return }
    do {
      try database.write { try database.foldFullText(from: 1) }
    } catch StoreError.busy {
      // Search as if the file could not be written.
    }
  }

  private func searchTexts(_ search: Search) throws -> [SearchHit] {
    try search.statement(
      """
      SELECT \(NoteRow.columns) FROM user_notes AS row
      WHERE row.deleted_at IS NULL AND \(Search.holdsAll)\(search.conditions)
      ORDER BY row.updated_at DESC, row.id DESC LIMIT ?2
      """, on: database.connection
    ).all { row in
      let note = NoteRow.note(row)
      return SearchHit(note: note, snippet: Snippet(note.text, around: search.words.literals).text)
    }
  }

  /// The index sorts by rank itself, so snippets are made only of what is answered.
  private func searchIndex(_ search: Search) throws -> [SearchHit] {
    try search.statement(
      "\(search.hits(in: "notes_fts")) ORDER BY notes_fts.rank LIMIT ?2", on: database.connection
    ).all(Self.hit)
  }

  /// Notes that the index is behind on are left out of it and searched in an index of their own.
  private func searchIndexAndTail(_ search: Search) throws -> [SearchHit] {
    let connection = database.connection
    try connection.execute(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.notes_tail USING fts5(note_text);
      DELETE FROM temp.notes_tail;
      """)
    try connection.run(
      """
      INSERT INTO temp.notes_tail(rowid, note_text)
      SELECT id, note_text FROM user_notes
      WHERE id IN (\(Catalog.noteText.waitingIDs)) AND deleted_at IS NULL
      """)
    return try search.statement(
      """
      SELECT * FROM (\(search.hits(in: "notes_fts")) AND row.id NOT IN
        (SELECT id FROM \(Catalog.noteText.marks))
      UNION ALL \(search.hits(in: "notes_tail")))
      ORDER BY 11, 1 LIMIT ?2
      """, on: connection
    ).all(Self.hit)
  }

  private static func hit(_ row: Statement) -> SearchHit {
    SearchHit(note: NoteRow.note(row), snippet: row.text(9))
  }
}

/// A search as SQL: ?1 is what is asked of the index, ?2 the limit, ?3 the literals, the others
/// belong to the conditions.
private struct Search {
  let words: SearchText
  /// Each behind an AND.
  let conditions: String
  private let values: [SQLValue]

  init(_ words: SearchText, _ scope: RowQuery, limit: Int64?) {
    self.words = words
    let scope = scope.numbered(from: 4)
    conditions = scope.sql
    values =
      [SQLValue(words.query), .integer(limit ?? -1), Self.patterns(of: words)] + scope.values
  }

  func statement(_ sql: String, on connection: Connection) throws -> Statement {
    let statement = try connection.cached(sql)
    for (place, value) in values.enumerated() { statement.bind(place + 1, value) }
    return statement
  }

  /// CROSS: the index first; asked note by note it would search all of itself for each.
  func hits(in index: String) -> String {
    """
    SELECT \(NoteRow.columns), snippet(\(index), 0, '[', ']', '…', 16), \(index).rank
    FROM \(index) CROSS JOIN user_notes AS row ON row.id = \(index).rowid
    WHERE \(index) MATCH ?1 AND row.deleted_at IS NULL AND \(Self.holdsAll)\(conditions)
    """
  }

  /// All patterns fit the text; they are one value, however many.
  static let holdsAll = #"""
    (?3 IS NULL OR NOT EXISTS (SELECT 1 FROM json_each(?3) AS pattern
    WHERE row.note_text NOT LIKE pattern.value ESCAPE '\'))
    """#

  private static func patterns(of words: SearchText) -> SQLValue {
    if words.literals.isEmpty { return .null }
    return .text(JSONValue.array(words.literals.map { .string($0.asLikePattern) }).text)
  }
}
