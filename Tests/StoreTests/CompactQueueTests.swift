import ChangeQueue
import Schema
import Store
import Testing
import Vocabulary

/// The queue of a device, compacted.
@Suite struct CompactQueueTests {
  private func library() throws -> UserDatabase {
    try UserDatabase.open(
      path: ":memory:", catalog: try .lectern(),
      surroundings: SeededSurroundings(seed: 1, step: .milliseconds(1)))
  }

  private func run(_ database: UserDatabase, _ sql: String) throws {
    try database.write { try database.connection.execute(sql) }
  }

  @Test func `a dry run changes nothing, and the real one does what it said`() throws {
    let database = try library()
    try run(database, "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'a')")
    for text in ["b", "c"] { try run(database, "UPDATE user_notes SET note_text = '\(text)'") }
    // The newest entry is one that a compaction keeps: what was looked at would seem to be all.
    try run(database, "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:17', 'd')")
    let promised = try database.compactQueue(isDryRun: true)
    #expect(try database.queueLength() == 4)
    let done = try database.compactQueue()
    #expect(done == promised)
    #expect([done.before, done.after] == [4, 2])
    #expect(done.merged == 2)
    let entry = try #require(try database.entries().first)
    #expect(entry.operation == .insert)
    #expect(entry.edits[CellKey("note_text")]?.value == "c")
  }

  @Test func `a queue compacts by itself above its length`() throws {
    let database = try library()
    try run(database, "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'a')")
    for count in 0...Limits.queueLength {
      try run(database, "UPDATE user_notes SET note_text = 'text \(count)'")
    }
    #expect(try database.queueLength() < 10)
  }

  @Test func `an insert that a link names does not vanish`() throws {
    let database = try library()
    for text in ["a", "b"] {
      try run(
        database, "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', '\(text)')")
    }
    try run(database, "INSERT INTO note_links(from_note_id, to_note_id) VALUES(1, 2)")
    try run(database, "UPDATE user_notes SET deleted_at = '2026-01-01T00:00:00.000Z' WHERE id = 1")
    #expect(try database.compactQueue().vanished == 0)
    #expect(try database.entries(of: "user_notes", localID: 1).map(\.operation) == [.insert])
  }

  @Test func `an edit of what is on its way stays an entry of its own`() throws {
    let database = try library()
    try run(database, "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'a')")
    try run(database, "UPDATE sync_queue SET state = 'sending'")
    for text in ["b", "c"] { try run(database, "UPDATE user_notes SET note_text = '\(text)'") }
    #expect(try database.compactQueue().merged == 1)
    let entries = try database.entries()
    #expect(entries.map(\.state) == [.sending, .ready])
    #expect(entries.map { $0.edits[CellKey("note_text")]?.value } == ["a", "c"])
  }

  @Test func `an emptied queue gives its ids anew, and what comes is compacted too`() throws {
    let database = try library()
    try run(database, "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'a')")
    _ = try database.compactQueue()
    try run(database, "DELETE FROM sync_queue")
    try database.noteEmptied()
    for text in ["b", "c"] { try run(database, "UPDATE user_notes SET note_text = '\(text)'") }
    #expect(try database.compactQueue().merged == 1)
  }
}
