import ChangeQueue
import Schema
import Store
import Support
import Testing
import Vocabulary

/// New rows that come with their stamp, beside those that are stamped before the commit.
@Suite struct RowInsertionTests {
  private let folder: TemporaryFolder
  private let database: UserDatabase
  private let insertion = RowInsertion(Catalog.userNotes, ["verse_ref", "note_text", "tags_json"])

  init() throws {
    folder = try TemporaryFolder()
    database = try UserDatabase.open(
      path: folder.path("user.db"), catalog: try .lectern(),
      surroundings: SeededSurroundings(seed: 3))
  }

  private func insert(_ text: String, tags: String = "[]") throws -> Int64 {
    let now = database.surroundings.now()
    return try database.writeOnce {
      try insertion.insert(in: database, id: database.drawID(now), wall: now) { row, first, _ in
        row.bind(first, "john 3:16")
        row.bind(first + 1, text)
        row.bind(first + 2, tags)
      }.localID
    }
  }

  private func insertBySQL(_ text: String, tags: String = "[]") throws {
    try database.write {
      try database.connection.run(
        "INSERT INTO user_notes(verse_ref, note_text, tags_json) VALUES('john 3:16', ?1, ?2)",
        .text(text), .text(tags))
    }
  }

  private func rows(_ sql: String) throws -> [String] {
    try database.connection.all(sql) { $0.text(0) }
  }

  @Test func `the entry is that of any other new row`() throws {
    _ = try insert("it's \"so\"", tags: #"["love","world"]"#)
    try insertBySQL("it's \"so\"", tags: #"["love","world"]"#)
    let entries = try rows(
      """
      SELECT json_array(operation, table_name, state, attempts, was_sent, stamp IS NOT NULL,
        wall_ms, json_remove(payload_json, '$.created_at')) FROM sync_queue ORDER BY id
      """)
    #expect(entries.count == 2)
    #expect(entries.first == entries.last)
    let rows = try rows(
      """
      SELECT entry.local_id = row.id AND entry.cloud_id = row.cloud_id AND entry.stamp = row.stamp
        AND json_extract(payload_json, '$.created_at') = row.created_at
      FROM sync_queue AS entry JOIN user_notes AS row ON row.id = entry.local_id
      """)
    #expect(rows == ["1", "1"])
  }

  @Test func `a refused row leaves nothing`() throws {
    try database.write {
      #expect(throws: StoreError.self) { try insert("x", tags: "no set") }
      try insertBySQL("noted")
    }
    #expect(try rows("SELECT note_text FROM user_notes") == ["noted"])
    #expect(try rows("SELECT payload_json ->> '$.note_text' FROM sync_queue") == ["noted"])
    #expect(try rows("SELECT count(*) FROM sync_writing") == ["0"])
  }

  @Test func `a row that is undone takes its entry along`() throws {
    struct Undone: Error {}
    #expect(throws: Undone.self) {
      try database.write {
        _ = try insert("undone")
        throw Undone()
      }
    }
    #expect(try rows("SELECT id FROM sync_queue") == [])
    _ = try insert("kept")
    #expect(try rows("SELECT stamp FROM sync_queue") == rows("SELECT stamp FROM user_notes"))
    #expect(try rows("SELECT count(*) FROM sync_queue") == ["1"])
  }

  @Test func `a stamp that was copied from another row is none of ours`() throws {
    let first = try insert("first")
    try database.write {
      _ = try insert("second")
      try database.connection.run(
        """
        INSERT INTO user_notes(verse_ref, note_text, cloud_id, stamp)
        SELECT verse_ref, 'copy', '01930000-0000-7000-8000-000000000001', stamp FROM user_notes
        WHERE id = ?1
        """, .integer(first))
    }
    let stamps = try rows("SELECT stamp FROM sync_queue ORDER BY id")
    #expect(stamps.count == 3 && stamps == Set(stamps).sorted())
  }

  @Test func `where a savepoint took the word back, rows are stamped before the commit`() throws {
    struct Undone: Error {}
    try database.write {
      #expect(throws: Undone.self) {
        try database.write {
          _ = try insert("undone")
          throw Undone()
        }
      }
      _ = try insert("kept")
    }
    #expect(try rows("SELECT stamp FROM sync_queue") == rows("SELECT stamp FROM user_notes"))
    #expect(try rows("SELECT count(*) FROM sync_queue WHERE stamp IS NOT NULL") == ["1"])
    #expect(try rows("SELECT count(*) FROM sync_writing") == ["0"])
  }

  @Test func `references to rows that are not there are refused, whoever writes`() throws {
    let tool = try Connection(path: folder.path("user.db"), mode: .existing)
    try tool.execute("PRAGMA foreign_keys = OFF")
    #expect(throws: StoreError.self) {
      try tool.execute(
        "INSERT INTO user_notes(verse_ref, note_text, collection_id) VALUES('john 3', 'x', 7)")
    }
    #expect(try rows("SELECT id FROM user_notes") == [])
    #expect(try rows("SELECT id FROM sync_queue") == [])
  }
}
