import ChangeQueue
import Cloud
import Schema
import Store
import Sync
import Testing
import Vocabulary

/// What `lectern doctor` sees of a library and its cloud.
@Suite struct DoctorTests {
  private func fleet() throws -> Fleet {
    let fleet = try Fleet(seed: 31, count: 1)
    try fleet.devices[0].run(
      """
      INSERT INTO study_collections(name) VALUES('Lent');
      INSERT INTO user_notes(verse_ref, note_text, collection_id) VALUES('john 3:16', 'one', 1);
      INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:17', 'two');
      INSERT INTO note_links(from_note_id, to_note_id) VALUES(1, 2);
      """)
    try fleet.settle()
    return fleet
  }

  private func findings(_ fleet: Fleet) -> [Finding] {
    let device = fleet.devices[0]
    return LibraryCheck(
      device.database.connection, catalog: fleet.catalog, now: device.surroundings.now()
    ).findings()
  }

  private func wrong(_ fleet: Fleet) -> [String] {
    findings(fleet).filter { $0.verdict == .wrong }.map { "\($0.area): \($0.text)" }
  }

  @Test func `a library that is whole is fine in every line, and stays as it was`() throws {
    let fleet = try fleet()
    let connection = fleet.devices[0].database.connection
    let before = try connection.image()
    let findings = findings(fleet)
    #expect(findings.allSatisfy { $0.verdict == .fine }, "\(findings)")
    #expect(
      findings.map(\.area) == [
        "pages", "form", "references", "full text", "queue", "rows", "clock", "waiting", "sync",
      ])
    #expect(try connection.image() == before)
  }

  static let faults: [(sql: String, told: String)] = [
    ("DROP TRIGGER notes_fts_updated", "form: the trigger notes_fts_updated is missing"),
    ("DROP INDEX notes_by_verse", "form: the index notes_by_verse is missing"),
    (
      "DROP INDEX notes_by_verse; CREATE INDEX notes_by_verse ON user_notes(verse_ref)",
      "form: the index notes_by_verse is not as this version makes it"
    ),
    (
      """
      PRAGMA foreign_keys = OFF; DROP TRIGGER notes_fts_deleted;
      INSERT INTO sync_applying(id) VALUES(1); DELETE FROM user_notes WHERE id = 2;
      DELETE FROM sync_applying
      """, "references: note_links 1 names a row of user_notes that is not here"
    ),
    (
      """
      DROP TRIGGER notes_fts_updated; INSERT INTO sync_applying(id) VALUES(1);
      UPDATE user_notes SET note_text = 'three' WHERE id = 2; DELETE FROM sync_applying
      """, "full text: notes_fts does not agree with its rows"
    ),
    (
      """
      INSERT INTO sync_queue(operation, payload_json, table_name, local_id, cloud_id, stamp, wall_ms)
      VALUES('UPDATE', '{}', 'user_notes', 99, 'x', '000000000001-0000-000000000000', 1)
      """, "queue: 1 change of user_notes without a row, first entry 1"
    ),
    (
      """
      UPDATE user_notes SET note_text = 'x' WHERE id = 1;
      UPDATE sync_queue SET payload_json = '{"note_te'
      """, "queue: 1 change that cannot be read"
    ),
    (
      """
      UPDATE user_notes SET note_text = 'x';
      UPDATE sync_queue SET state = 'parked', error_code = '23514'
      """, "queue: 2 changes of user_notes parked: refused with 23514"
    ),
    ("UPDATE user_notes SET seq = NULL", "rows: 2 rows of user_notes never sent, and not queued"),
    (
      "UPDATE user_notes SET stamp = '0fffffffffff-0000-000000000001'",
      "clock: 2 rows from the cloud stamped ahead of this clock"
    ),
    (
      "INSERT OR REPLACE INTO sync_state(key, value) VALUES('skew_ms', '720000')",
      "clock: 12 minutes behind the cloud's"
    ),
  ]

  @Test(arguments: faults)
  func `a fault is told with its cure`(sql: String, told: String) throws {
    let fleet = try fleet()
    _ = try fleet.devices[0].database.connection.first("SELECT count(*) FROM notes_fts") { _ in }
    for index in fleet.catalog.tables.compactMap(\.fullText) {
      for statement in index.fold { try fleet.devices[0].database.connection.execute(statement) }
    }
    try fleet.devices[0].database.connection.execute(sql)
    let found = findings(fleet).filter { $0.verdict == .wrong }
    #expect(wrong(fleet).contains(told), "\(wrong(fleet))")
    #expect(found.allSatisfy { $0.cure != nil })
  }

  @Test func `what waits or is another tool's is only noted`() throws {
    let fleet = try fleet()
    try fleet.devices[0].database.connection.execute(
      """
      INSERT INTO sync_shelf(table_name, cloud_id, seq, row_json) VALUES('note_links', 'x', 9, '{}');
      INSERT INTO leftovers(table_name, reason, row_json) VALUES('x', 'y', '{}');
      UPDATE user_notes SET note_text = 'by another tool' WHERE id = 1;
      CREATE TRIGGER mine AFTER INSERT ON bookmarks BEGIN SELECT 1; END;
      """)
    let notes = findings(fleet).filter { $0.verdict == .note }.map(\.text)
    #expect(
      notes == [
        "the trigger mine is of another tool",
        "1 change of another tool, stamped at the next write",
        "1 waiting to be sent", "1 row waiting for the row it names",
        "1 row that an upgrade could not take as it was",
      ])
    #expect(wrong(fleet).isEmpty, "\(wrong(fleet))")
  }

  // MARK: - The cloud

  private func cloud(_ fleet: Fleet, known: String? = nil) -> [Finding] {
    CloudCheck(
      fleet.devices[0].link, catalog: fleet.catalog,
      surroundings: fleet.devices[0].surroundings, knownCloud: known
    ).findings()
  }

  @Test func `a cloud that is as it was deployed is fine`() throws {
    let fleet = try fleet()
    #expect(cloud(fleet).allSatisfy { $0.verdict == .fine }, "\(cloud(fleet))")
    #expect(cloud(fleet, known: "another").filter { $0.verdict == .note }.count == 1)
    fleet.devices[0].surroundings.offset = .seconds(-1800)
    #expect(cloud(fleet).filter { $0.verdict == .wrong }.map(\.area) == ["clock"])
    #expect(cloud(fleet).contains { $0.text == "30 minutes behind the cloud's" })
  }

  /// The version of what is deployed, without its year.
  private static let today = Catalog.cloudVersion.dropFirst(4)

  static let answers: [(from: String, to: String, verdict: Finding.Verdict, text: String)] = [
    ("\"2026", "\"2025", .wrong, "its schema 2025\(today) is not today's"),
    ("\"2026", "\"2031", .note, "its schema 2031\(today) is newer than this lectern"),
    ("\"user_notes\":\"", "\"user_notes\":\"f", .wrong, ": user_notes"),
    ("\"unguarded\":[", "\"unguarded\":[\"runs\",\"x\"", .wrong, "open: runs, x"),
    ("\"untriggered\":[", "\"untriggered\":[\"x\"", .wrong, "missing or off in the cloud: x"),
    ("\"ahead_ms\":300000", "\"ahead_ms\":1000", .note, "up to 1 s ahead"),
    ("described", "not_entitled", .wrong, "sync is not part of this account's subscription"),
    ("described", "{", .wrong, "cannot be read"),
  ]

  @Test(arguments: answers)
  func `what is wrong in the cloud is told`(
    from: String, to: String, verdict: Finding.Verdict, text: String
  ) throws {
    let fleet = try fleet()
    fleet.devices[0].link.answer = { (_, _, reply) throws(CloudError) in
      let words = String(decoding: reply, as: UTF8.self)
      if to == "{" { return Array(to.utf8) }
      return Array(words.replacing(from, with: to).utf8)
    }
    let found = cloud(fleet).filter { $0.verdict == verdict }
    #expect(found.contains { $0.text.contains(text) }, "\(cloud(fleet))")
  }

  @Test func `a cloud that is away is noted, one that lacks the function is wrong`() throws {
    let fleet = try fleet()
    fleet.devices[0].link.fault = .offline
    #expect(cloud(fleet).map(\.verdict) == [.note])
    fleet.devices[0].link.fault = .none
    fleet.devices[0].link.answer = { (_, _, _) throws(CloudError) in
      throw .refused(status: 404, code: "PGRST202", message: "no such function")
    }
    #expect(cloud(fleet).map(\.verdict) == [.wrong])
  }
}
