import ChangeQueue
import Schema
import Store
import Support
import Testing
import Vocabulary

/// Files that earlier builds of ours made get what they lack, and keep what they hold.
@Suite struct FormUpgradeTests {
  private let folder: TemporaryFolder
  private let path: String
  private let catalog: Catalog

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("user.db")
    catalog = try .lectern()
  }

  @Test func `a file of the first form becomes like a new one`() throws {
    try makeFirstForm()
    let version = try Connection(path: path).first("PRAGMA user_version") { $0.integer(0) }
    #expect(version == 1)
    let database = try open()
    let own = Set(try parts().filter { ["mine", "my_own"].contains($0.name) })
    #expect(try own.count == 2 && parts() == Set(LocalForm(catalog).parts).union(own))
    #expect(try number(database, "PRAGMA user_version") == Catalog.localVersion)
    #expect(try number(database, "PRAGMA foreign_keys") == 1)
  }

  @Test(arguments: 1..<Catalog.localVersion)
  func `a file of any earlier version keeps all it holds`(version: Int64) throws {
    try makeFirstForm()
    try Connection(path: path).execute("PRAGMA user_version = \(version)")
    let database = try open()
    let counts = ["user_notes": 2, "note_links": 1, "study_collections": 1, "sync_queue": 4]
    for (table, count) in counts {
      #expect(try number(database, "SELECT count(*) FROM \(table)") == Int64(count), "\(table)")
    }
    #expect(try number(database, "PRAGMA user_version") == Catalog.localVersion)
    #expect(try Set(LocalForm(catalog).parts).isSubset(of: parts()))
  }

  @Test func `its rows, its queue and its ids stay, and it goes on`() throws {
    try makeFirstForm()
    let database = try open()
    #expect(try number(database, "SELECT count(*) FROM user_notes") == 2)
    #expect(try number(database, "SELECT count(*) FROM note_links") == 1)
    #expect(try number(database, "SELECT count(*) FROM sync_queue") == 4)
    try database.write {
      try database.connection.run(
        "INSERT INTO user_notes(verse_ref, note_text) VALUES('genesis 1:3', 'day')")
      try database.connection.run("INSERT INTO bookmarks(verse_ref) VALUES('genesis 1:3')")
      try database.connection.run("INSERT INTO study_collections(name) VALUES('y')")
    }
    #expect(try number(database, "SELECT max(id) FROM user_notes") == 10)
    #expect(try number(database, "SELECT max(id) FROM study_collections") == 7)
    #expect(try number(database, "SELECT count(*) FROM sync_queue WHERE stamp IS NOT NULL") == 7)
    try database.write { try database.foldFullText(from: 1) }
    for word in ["light", "darkness", "day"] {
      let hits = "SELECT count(*) FROM notes_fts WHERE notes_fts MATCH '\(word)'"
      #expect(try number(database, hits) == 1, "\(word)")
    }
  }

  @Test func `a table that was made otherwise keeps its rows`() throws {
    try makeFirstForm()
    try Connection(path: path).execute(
      """
      INSERT INTO sync_shelf(table_name, cloud_id, seq, row_json, former)
      VALUES('user_notes', 'a', 7, '{}', 'x')
      """)
    let database = try open()
    #expect(try number(database, "SELECT seq FROM sync_shelf") == 7)
  }

  @Test func `read-only it is refused in words, and left as it was`() throws {
    try makeFirstForm()
    let before = try parts()
    let found = "of an earlier lectern, form 1"
    #expect(throws: StoreError.needsUpgrade(path: path, found: found)) {
      try open(isReadOnly: true)
    }
    #expect(try parts() == before)
  }

  @Test func `an upgrade that fails at its last step leaves the old file whole`() throws {
    try makeFirstForm()
    let last = try #require(LocalForm(catalog).parts.last { $0.kind == "index" })
    // A table of that name is in the way of the last index, and of nothing before it.
    try Connection(path: path).execute(
      "DROP INDEX IF EXISTS \(last.name); CREATE TABLE \(last.name)(what)")
    let before = try parts()
    #expect(throws: StoreError.self) { _ = try open() }
    #expect(try parts() == before)
    let old = try Connection(path: path)
    #expect(try old.first("PRAGMA user_version") { $0.integer(0) } == 1)
    #expect(try old.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
    #expect(try old.first("SELECT count(*) FROM user_notes") { $0.integer(0) } == 2)
    try old.execute("UPDATE study_collections SET name = 'z'; DROP TABLE \(last.name)")
    let database = try open()
    #expect(try number(database, "SELECT count(*) FROM user_notes") == 2)
    #expect(try number(database, "SELECT count(*) FROM study_collections WHERE name = 'z'") == 1)
  }

  private func number(_ database: UserDatabase, _ sql: String) throws -> Int64? {
    try database.connection.first(sql) { $0.integer(0) }
  }

  private func open(isReadOnly: Bool = false) throws -> UserDatabase {
    try UserDatabase.open(
      path: path, catalog: catalog, surroundings: SeededSurroundings(seed: 1),
      isReadOnly: isReadOnly)
  }

  private func parts() throws -> Set<LocalForm.Part> {
    Set(try LocalForm.parts(of: Connection(path: path, mode: .readOnly), catalog))
  }

  /// Makes a file as the first builds did: seven tables that travel, none that stays, an index of
  /// full text with other marks and a trigger of its own.
  private func makeFirstForm() throws {
    let first = try Catalog(catalog.tables.filter { Self.firstTables.contains($0.name) })
    let database = try UserDatabase.open(
      path: path, catalog: first, surroundings: SeededSurroundings(seed: 1))
    try database.write {
      for text in ["light", "darkness"] {
        try database.connection.run(
          "INSERT INTO user_notes(verse_ref, note_text) VALUES('genesis 1:3', ?1)", .text(text))
      }
    }
    try database.write {
      try database.connection.run("INSERT INTO note_links(from_note_id, to_note_id) VALUES(1, 2)")
      try database.connection.run("INSERT INTO study_collections(name) VALUES('x')")
    }
    try database.connection.execute(
      """
      UPDATE sqlite_sequence SET seq = 9 WHERE name = 'user_notes';
      \(Self.staying.map { "DROP TABLE \($0);" }.joined())
      DROP TRIGGER user_notes_inserted;
      CREATE TRIGGER user_notes_inserted AFTER INSERT ON user_notes BEGIN
        SELECT RAISE(ABORT, 'an old trigger');
      END;
      CREATE TRIGGER notes_fts_replaced BEFORE INSERT ON user_notes BEGIN
        SELECT RAISE(ABORT, 'a trigger that is no more');
      END;
      CREATE TABLE mine(what TEXT);
      CREATE TRIGGER my_own AFTER INSERT ON user_notes BEGIN
        INSERT INTO mine(what) VALUES(NEW.note_text);
      END;
      DROP INDEX sync_queue_parked;
      DROP INDEX conflicts_by_row;
      CREATE INDEX conflicts_by_row ON sync_conflicts(table_name);
      ALTER TABLE sync_shelf ADD COLUMN former TEXT;
      ALTER TABLE study_collections ADD COLUMN former TEXT;
      UPDATE sqlite_sequence SET seq = 6 WHERE name = 'study_collections';
      PRAGMA user_version = 1;
      """)
  }

  private static let firstTables: Set<String> = [
    "runs", "study_collections", "highlight_collections", "user_notes", "note_links",
    "verse_highlights", "sync_conflicts",
  ]
  private static let staying = [
    "local_preferences", "preference_resets", "study_session_events", "study_sessions",
    "flagged_content", "auth_profiles", "foreign_changes", "leftovers",
  ]
}
