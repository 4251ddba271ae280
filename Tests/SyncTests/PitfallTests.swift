import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Support
import Sync
import Testing
import Vocabulary

/// Ways in which such engines lose rows or stand still, each walked into on purpose.
@Suite struct PitfallTests {
  private func texts(_ connection: Connection, _ sql: String) throws -> [String] {
    try connection.all(sql) { $0.text(0) }
  }

  private func note(_ device: FleetDevice, _ text: String) throws {
    try device.run("INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', '\(text)')")
  }

  private static let living = "SELECT note_text FROM user_notes WHERE deleted_at IS NULL ORDER BY 1"

  @Test func `a parked change keeps no other device's rows away, nor its own row's columns`()
    throws
  {
    let fleet = try Fleet(seed: 71, count: 2)
    let (stuck, other) = (fleet.devices[0], fleet.devices[1])
    try note(stuck, "v1")
    try fleet.settle()
    stuck.link.answer = { (function, _, _) throws(CloudError) in
      guard function == "sync_push" else { return nil }
      throw .refused(status: 400, code: "23514", message: "no")
    }
    try stuck.run("UPDATE user_notes SET note_text = 'mine'")
    for _ in 0..<5 {
      _ = stuck.engine.sync()
      fleet.clock.advance(.seconds(3_600))
    }
    #expect(try stuck.engine.status().parked == 1)
    for text in ["n1", "n2", "n3"] { try note(other, text) }
    try other.run("UPDATE user_notes SET verse_ref = 'john 3:17' WHERE note_text = 'v1'")
    try other.engine.sync().error.map { throw $0 }
    #expect(stuck.engine.sync().pulled == 4)
    let connection = stuck.database.connection
    #expect(try texts(connection, Self.living) == ["mine", "n1", "n2", "n3"])
    #expect(
      try texts(connection, "SELECT verse_ref FROM user_notes WHERE note_text = 'mine'")
        == ["john 3:17"])
  }

  @Test func `a device that was away over a purge takes nothing dead back, and sends its own`()
    throws
  {
    let fleet = try Fleet(seed: 72, count: 2)
    let (away, other) = (fleet.devices[0], fleet.devices[1])
    for text in ["dies", "stays", "edited"] { try note(away, text) }
    try fleet.settle()
    try note(away, "unsent")
    try away.run("UPDATE user_notes SET note_text = 'edited here' WHERE note_text = 'edited'")
    try other.run("DELETE FROM user_notes WHERE note_text = 'dies'")
    try other.engine.sync().error.map { throw $0 }
    fleet.clock.advance(.seconds(400 * 86_400))
    try fleet.cloud.connection.execute(
      """
      UPDATE sync_heads SET purged_below = head;
      DELETE FROM user_notes WHERE note_text = 'dies'
      """)
    try fleet.settle()
    let expected = ["edited here", "stays", "unsent"]
    for device in fleet.devices {
      #expect(try texts(device.database.connection, Self.living) == expected)
    }
    #expect(
      try texts(fleet.cloud.connection, "SELECT note_text FROM user_notes ORDER BY 1") == expected)
    // It lies in the trash, and comes back if a person wants it.
    let trash = "SELECT note_text || seq FROM user_notes WHERE deleted_at IS NOT NULL"
    #expect(try texts(away.database.connection, trash) == ["dies-1"])
    try away.run("UPDATE user_notes SET deleted_at = NULL WHERE note_text = 'dies'")
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    #expect(try texts(other.database.connection, Self.living) == ["dies"] + expected)
  }

  @Test func `a failed upload is tried again unasked until nothing waits`() throws {
    let fleet = try Fleet(seed: 73, count: 1)
    let device = fleet.devices[0]
    let scheduler = SyncScheduler(device.engine)
    func pass(_ seconds: Int) {
      for _ in 0..<seconds {
        fleet.clock.advance(.seconds(1))
        scheduler.look()
        _ = scheduler.syncIfDue()
      }
    }
    pass(2)
    for fault in [FleetLink.Fault.offline, .loseReply, .loseRequest] {
      try note(device, "\(fault)")
      device.link.fault = fault
      let calls = device.link.calls.count
      pass(30)
      #expect(device.link.calls.count > calls)
      device.link.fault = .none
      pass(330)
      #expect(try device.database.queueLength() == 0, "after \(fault)")
    }
    #expect(try texts(fleet.cloud.connection, Self.living).count == 3)
  }

  /// Statements of an app that knows nothing of sync, by our connection and by another tool's.
  @Test(arguments: [false, true])
  func `INSERT OR REPLACE takes the place of a living and of a dead row`(byTool: Bool) throws {
    let folder = try TemporaryFolder()
    let fleet = try Fleet(seed: 74, count: 0)
    let device = try fleet.add(path: "\(folder.path)/user.db")
    try fleet.add()
    let tool = try Connection(path: "\(folder.path)/user.db", mode: .existing)
    func run(_ sql: String) throws {
      if byTool { try tool.execute(sql) } else { try device.run(sql) }
    }
    let kept: [(table: String, columns: String, value: String)] = [
      ("verse_highlights", "verse_ref, color", "color"),
      ("user_preferences", "key, value", "value"),
      ("bookmarked_topics", "topic_id, cached_title", "cached_title"),
    ]
    for (table, columns, value) in kept {
      func replace(_ text: String) throws {
        try run("INSERT OR REPLACE INTO \(table)(\(columns)) VALUES('theme', '\(text)')")
        try fleet.settle()
        #expect(try fleet.difference() == nil)
        for one in fleet.devices {
          let living = "SELECT \(value) FROM \(table) WHERE deleted_at IS NULL"
          #expect(try texts(one.database.connection, living) == [text], "\(table)")
        }
      }
      for text in ["one", "two"] { try replace(text) }
      try run("UPDATE \(table) SET deleted_at = '2026-01-01T00:00:00.000Z'")
      try fleet.settle()
      try replace("three")
      try run("DELETE FROM \(table)")
      try fleet.settle()
      try replace("four")
    }
  }

  @Test func `to another cloud everything goes up, whatever the first one acknowledged`() throws {
    let fleet = try Fleet(seed: 75, count: 1)
    let device = fleet.devices[0]
    for place in 0..<5 { try note(device, "n\(place)") }
    try device.run("INSERT INTO study_collections(name) VALUES('c')")
    try device.run("UPDATE user_notes SET collection_id = 1")
    try fleet.settle()
    #expect(try device.engine.status().isUpToDate)
    let other = try EmbeddedProject(
      EmbeddedProject.Settings(), fleet.clock, catalog: fleet.catalog)
    device.link.answer = { (function, body, _) throws(CloudError) in
      do { return try other.call(function, as: Fleet.account, body: body) } catch {
        throw .lost(curl: 0, text: "\(error)")
      }
    }
    let report = device.engine.sync()
    #expect(report.error == nil && report.pushed == 6 && report.pending == 0)
    #expect(
      try texts(other.connection, "SELECT note_text FROM user_notes ORDER BY 1")
        == (0..<5).map { "n\($0)" })
    #expect(try texts(device.database.connection, Self.living).count == 5)
    #expect(try device.engine.status().isUpToDate)
    let again = device.engine.sync()
    #expect(again.pushed + again.pulled == 0)
  }
}
