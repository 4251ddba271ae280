import ChangeQueue
import EmbeddedCloud
import Store
import Sync
import Testing
import Vocabulary

/// What one push takes along.
@Suite struct PushBatchTests {
  @Test func `a change that finds no room in a body goes with the next`() throws {
    let fleet = try Fleet(seed: 11, count: 1)
    let device = fleet.devices[0]
    // Nine texts of 200,000 letters fill two bodies, the end of one inside a change.
    for verse in 1...9 {
      try device.run(
        """
        INSERT INTO user_notes(verse_ref, note_text)
        VALUES('john 3:\(verse)', replace(hex(zeroblob(100000)), '0', 'a'))
        """)
    }
    let report = device.engine.push()
    #expect(report.pushed == 9)
    #expect(report.pending == 0)
    #expect(report.requests == 2)
  }

  @Test func `what is refused stays, and what lies around it leaves`() throws {
    let fleet = try Fleet(seed: 12, count: 1)
    let device = fleet.devices[0]
    for verse in 1...5 {
      try device.run(
        "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:\(verse)', 'v\(verse)')")
    }
    // The cloud knows the check; a tool has switched it off here.
    try device.run("PRAGMA ignore_check_constraints = ON")
    try device.run("UPDATE user_notes SET note_text = '' WHERE id = 3")
    let report = device.engine.push()
    #expect(report.pushed == 4)
    #expect(report.failed == 1)
    let left = try device.database.entries()
    #expect(left.map(\.localID) == [3])
    let logged = try device.database.connection.all(
      "SELECT local_id FROM sync_log WHERE result = 'applied' AND seq > 0 ORDER BY local_id"
    ) { $0.integer(0) }
    #expect(logged == [1, 2, 4, 5])
  }

  /// A collection and a note in it, which the cloud has too.
  private func filedNote(_ fleet: Fleet) throws {
    try fleet.devices[0].run(
      """
      INSERT INTO study_collections(name) VALUES('v1');
      INSERT INTO user_notes(verse_ref, note_text, collection_id) VALUES('john 3:16', 'v2', 1);
      """)
    let report = fleet.devices[0].engine.push()
    #expect(report.pushed == 2)
  }

  @Test func `parents go before what hangs on them, in one body`() throws {
    let fleet = try Fleet(seed: 13, count: 1)
    try filedNote(fleet)
    #expect(fleet.devices[0].link.calls == ["sync_push"])
  }

  @Test func `an edit of a row that the cloud has lost takes the whole row along`() throws {
    let fleet = try Fleet(seed: 14, count: 1)
    try filedNote(fleet)
    try fleet.cloud.connection.execute("DELETE FROM user_notes")
    try fleet.devices[0].run("UPDATE user_notes SET tags_json = '[\"t\"]'")
    try fleet.devices[0].engine.push().error.map { throw $0 }
    let texts = try fleet.cloud.connection.all("SELECT note_text FROM user_notes") { $0.text(0) }
    #expect(texts == ["v2"])
    #expect(try fleet.devices[0].database.queueLength() == 0)
  }

  @Test func `a child whose parent the cloud has lost takes it along, and that is no attempt`()
    throws
  {
    let fleet = try Fleet(seed: 15, count: 1)
    try filedNote(fleet)
    try fleet.cloud.connection.execute("DELETE FROM user_notes; DELETE FROM study_collections")
    try fleet.devices[0].run("UPDATE user_notes SET note_text = 'v3'")
    let report = fleet.devices[0].engine.push()
    #expect(report.error == nil && report.failed == 0)
    let names = try fleet.cloud.connection.all("SELECT name FROM study_collections") { $0.text(0) }
    #expect(names == ["v1"])
    #expect(try fleet.devices[0].database.queueLength() == 0)
  }
}
