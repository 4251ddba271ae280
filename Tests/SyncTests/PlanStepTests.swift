import ChangeQueue
import EmbeddedCloud
import Library
import Schema
import Store
import Sync
import Testing
import Vocabulary

/// Steps of engine and first upload that the plan tests one by one.
@Suite struct PlanStepTests {
  private func count(_ connection: Connection, _ rest: String) throws -> Int64 {
    try connection.first("SELECT count(*) FROM \(rest)") { $0.integer(0) } ?? 0
  }

  private func addNotes(_ count: Int, on device: FleetDevice) throws {
    try device.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO user_notes(verse_ref, note_text) SELECT 'john 3:16', 'note' || i FROM n
      """)
  }

  private func rest(_ fleet: Fleet) throws {
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  private static let living = "user_notes WHERE deleted_at IS NULL"

  @Test func `a deletion goes up as a mark on its row, and takes it away elsewhere`() throws {
    let fleet = try Fleet(seed: 71, count: 2)
    let (one, other) = (fleet.devices[0], fleet.devices[1])
    try addNotes(2, on: one)
    try rest(fleet)
    #expect(try Notes(other.database).search("note1").count == 1)
    try Notes(one.database).delete(1)
    let report = one.engine.push()
    #expect(report.pushed == 1 && report.pending == 0)
    #expect(try count(fleet.cloud.connection, "user_notes") == 2)
    #expect(try count(fleet.cloud.connection, Self.living) == 1)
    let pulled = other.engine.pull()
    #expect(pulled.pulled == 1 && pulled.conflicts == 0)
    #expect(try Notes(other.database).find().map(\.text) == ["note2"])
    #expect(try Notes(other.database).search("note1").isEmpty)
    #expect(try count(other.database.connection, "user_notes") == 2, "it can be restored")
    try rest(fleet)
  }

  @Test func `what died before a device came is no living row there`() throws {
    let fleet = try Fleet(seed: 72, count: 1)
    try addNotes(3, on: fleet.devices[0])
    try rest(fleet)
    try Notes(fleet.devices[0].database).delete(2)
    try rest(fleet)
    let late = try fleet.add()
    let report = late.engine.sync()
    #expect(report.error == nil && report.conflicts == 0 && report.pushed == 0)
    #expect(try count(late.database.connection, Self.living) == 2)
    #expect(try Notes(late.database).search("note2").isEmpty)
    try rest(fleet)
  }

  @Test func `what comes is found by its words, and by its old ones no more`() throws {
    let fleet = try Fleet(seed: 73, count: 2)
    try addNotes(1, on: fleet.devices[0])
    try rest(fleet)
    let notes = Notes(fleet.devices[1].database)
    #expect(try notes.search("note1").count == 1)
    _ = try Notes(fleet.devices[0].database).update(1, Notes.Edit(text: "another word or two"))
    try rest(fleet)
    #expect(try notes.search("note1").isEmpty)
    #expect(try notes.search("another two").count == 1)
  }

  @Test func `500 edits made offline are a change for each row, and go up clean`() throws {
    let fleet = try Fleet(seed: 74, count: 2)
    let device = fleet.devices[0]
    try addNotes(50, on: device)
    try rest(fleet)
    fleet.devices[0].link.fault = .offline
    for round in 1...8 {
      try device.run("UPDATE user_notes SET note_text = note_text || ' \(round)'")
      _ = device.engine.sync(isForced: false)
    }
    try addNotes(50, on: device)
    try device.run("DELETE FROM user_notes WHERE id > 75; DELETE FROM user_notes WHERE id <= 25")
    device.link.fault = .none
    device.link.forget()
    let report = device.engine.sync()
    #expect(report.pushed == 75 && report.failed == 0 && report.pending == 0)
    #expect(device.link.calls.count { $0 == "sync_push" } == 1)
    try rest(fleet)
    #expect(try count(fleet.cloud.connection, "user_notes") == 75)
    #expect(try count(fleet.devices[1].database.connection, Self.living) == 50)
    #expect(
      try count(fleet.cloud.connection, "user_notes WHERE note_text LIKE '%1 2 3 4 5 6 7 8'") == 50)
    #expect(try count(fleet.cloud.connection, "sync_conflicts") == 0)
  }

  @Test(arguments: ["", "not json", "{", "[]", "7", "null"])
  func `a damaged entry stops no other, and its row is not lost`(payload: String) throws {
    let fleet = try Fleet(seed: 78, count: 2)
    let device = fleet.devices[0]
    try addNotes(3, on: device)
    try rest(fleet)
    try device.run("UPDATE user_notes SET note_text = note_text || ' new'")
    try device.run("UPDATE sync_queue SET payload_json = '\(payload)' WHERE local_id = 2")
    _ = try Notes(device.database).add("John 3:17", "written beside it")
    #expect(try device.database.entries().count == 3)
    let report = device.engine.sync()
    #expect(report.error == nil && report.failed == 0 && report.pending == 0)
    try rest(fleet)
    let there = try fleet.cloud.connection.all("SELECT note_text FROM user_notes ORDER BY 1") {
      $0.text(0)
    }
    #expect(there == ["note1 new", "note2 new", "note3 new", "written beside it"])
  }

  @Test func `a push that may send few sends what is oldest`() throws {
    let fleet = try Fleet(seed: 75, count: 1)
    let device = fleet.devices[0]
    try addNotes(5, on: device)
    for place in 1...2 {
      let report = device.engine.push(limit: 2)
      #expect(report.pushed == 2 && report.pending == 5 - 2 * place)
      let there = try fleet.cloud.connection.all("SELECT note_text FROM user_notes ORDER BY 1") {
        $0.text(0)
      }
      #expect(there == (1...2 * place).map { "note\($0)" })
    }
  }

  @Test func `of what was sent the last thousand are told`() throws {
    let fleet = try Fleet(seed: 76, count: 1)
    let device = fleet.devices[0]
    try addNotes(1_100, on: device)
    try rest(fleet)
    try device.run("UPDATE user_notes SET note_text = 'again' WHERE id <= 7")
    try rest(fleet)
    #expect(try count(device.database.connection, "sync_log") == 1_000)
    #expect(try count(device.database.connection, "sync_log WHERE operation = 'UPDATE'") == 7)
  }
}

/// The mark of a first upload that is through: written for who reads it, and never asked.
@Suite struct FirstUploadMarkTests {
  /// A guest's library, and in the cloud a device of the same account.
  private func guest(_ seed: UInt64) throws -> Fleet {
    let fleet = try Fleet(seed: seed, count: 1)
    try fleet.devices[0].run(
      """
      INSERT INTO user_notes(verse_ref, note_text) VALUES('john 1:1', 'there');
      INSERT INTO plan_progress(plan_id, day_num, completed_at)
        VALUES('p', 1, '2026-01-01T00:00:00.000Z');
      """)
    try fleet.settle()
    try fleet.add().run(
      """
      INSERT INTO study_collections(name) VALUES('c');
      INSERT INTO user_notes(verse_ref, note_text, collection_id) VALUES('john 1:1', 'here', 1);
      INSERT INTO plan_progress(plan_id, day_num, completed_at)
        VALUES('p', 2, '2026-01-01T00:00:00.000Z');
      """)
    return fleet
  }

  private func mark(_ device: FleetDevice) throws -> String? {
    try device.database.connection.first(
      "SELECT value FROM sync_state WHERE key = 'initial_migration_complete'"
    ) { $0.text(0) }
  }

  private static let everything = """
    SELECT (SELECT count(*) FROM user_notes) || (SELECT count(*) FROM study_collections)
      || (SELECT count(*) FROM plan_progress)
    """

  private func isAllThere(_ fleet: Fleet) throws -> Bool {
    try fleet.cloud.connection.first(Self.everything) { $0.text(0) } == "212"
  }

  @Test(arguments: 0..<8)
  func `it is written when all is up, and not before`(requests: Int) throws {
    let fleet = try guest(81)
    let device = fleet.devices[1]
    device.link.failAfter = requests
    _ = device.engine.sync()
    if try mark(device) != nil { #expect(try isAllThere(fleet)) }
    device.link.failAfter = nil
    try fleet.settle()
    #expect(try mark(device) == "1")
    #expect(try isAllThere(fleet))
    #expect(try fleet.difference() == nil)
  }

  @Test func `whoever writes it or takes it away changes nothing`() throws {
    let fleet = try guest(82)
    let device = fleet.devices[1]
    try device.run("INSERT INTO sync_state VALUES('initial_migration_complete', '1')")
    try fleet.settle()
    #expect(try isAllThere(fleet))
    try device.run("DELETE FROM sync_state WHERE key = 'initial_migration_complete'")
    let report = device.engine.sync()
    #expect(report.error == nil && report.pushed + report.pulled == 0)
    #expect(try fleet.difference() == nil)
  }
}
