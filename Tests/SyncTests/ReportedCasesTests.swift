import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Sync
import Testing
import Vocabulary

/// What others reported of their sync engines, done to ours. Each is named after its right result.
@Suite struct ReportedCasesTests {
  private func fleet(_ seed: UInt64 = 11, devices: Int = 2) throws -> Fleet {
    try Fleet(seed: seed, count: devices)
  }

  private func note(_ device: FleetDevice, _ text: String) throws {
    try device.run(
      "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', '\(text)')")
  }

  private func highlight(_ device: FleetDevice, _ color: String) throws {
    try device.run(
      """
      INSERT INTO verse_highlights(verse_ref, color) VALUES('john 3:16', '\(color)')
      ON CONFLICT(verse_ref) DO UPDATE SET color = excluded.color, deleted_at = NULL
      """)
  }

  private func texts(_ connection: Connection, _ sql: String) throws -> [String] {
    try connection.all(sql) { $0.text(0) }
  }

  private func rest(_ fleet: Fleet) throws {
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  @Test func `a device's own push does not come back, and a third sync moves nothing`() throws {
    let fleet = try fleet()
    try note(fleet.devices[0], "v1")
    let reports = (0..<3).map { _ in fleet.devices[0].engine.sync() }
    #expect(reports.map(\.pushed) == [1, 0, 0])
    #expect(reports.map(\.pulled) == [0, 0, 0])
    #expect(reports.allSatisfy { $0.conflicts == 0 && $0.pending == 0 && $0.error == nil })
    #expect(reports[2].requests == 1)
  }

  @Test func `a note that is edited after its death elsewhere lives, with the newer text`() throws {
    let fleet = try fleet()
    try note(fleet.devices[0], "v1")
    try fleet.settle()
    try fleet.devices[1].run("DELETE FROM user_notes")
    try fleet.devices[1].engine.sync().error.map { throw $0 }
    fleet.clock.advance(.seconds(5))
    try fleet.devices[0].run("UPDATE user_notes SET note_text = 'v2'")
    try rest(fleet)
    #expect(
      try texts(
        fleet.cloud.connection, "SELECT note_text FROM user_notes WHERE deleted_at IS NULL")
        == ["v2"])
  }

  @Test func `a pull does not take back a newer edit`() throws {
    let fleet = try fleet()
    let (mine, theirs) = (fleet.devices[0], fleet.devices[1])
    try note(mine, "9:00")
    try fleet.settle()
    try theirs.run("UPDATE user_notes SET note_text = '10:00'")
    try theirs.engine.sync().error.map { throw $0 }
    fleet.clock.advance(.seconds(300))
    try mine.run("UPDATE user_notes SET note_text = '10:05'")
    var came: [String] = []
    mine.link.answer = { (function, _, reply) throws(CloudError) in
      if function == "sync_pull" { came.append(String(decoding: reply, as: UTF8.self)) }
      return nil
    }
    try mine.engine.pull().error.map { throw $0 }
    #expect(came.count == 1 && came[0].contains("10:00"), "the pull brings the older text")
    let sql = "SELECT note_text FROM user_notes"
    #expect(try texts(mine.database.connection, sql) == ["10:05"])
    // The text that lost is kept, and goes up beside the edit.
    #expect(try mine.database.entries().map(\.table) == ["user_notes", "sync_conflicts"])
    try rest(fleet)
    for connection in [
      mine.database.connection, theirs.database.connection, fleet.cloud.connection,
    ] { #expect(try texts(connection, sql) == ["10:05"]) }
  }

  @Test func `an edit made early and sent late arrives`() throws {
    let fleet = try fleet()
    try note(fleet.devices[1], "t22")
    fleet.clock.advance(.seconds(2))
    _ = fleet.devices[0].engine.sync()
    fleet.clock.advance(.seconds(1))
    _ = fleet.devices[1].engine.sync()
    #expect(fleet.devices[0].engine.sync().pulled == 1)
  }

  @Test func `rows older than the newest local one arrive`() throws {
    let fleet = try fleet()
    try note(fleet.devices[1], "11:00")
    _ = fleet.devices[1].engine.sync()
    fleet.clock.advance(.seconds(3600))
    try note(fleet.devices[0], "12:00")
    #expect(fleet.devices[0].engine.sync().pulled == 1)
  }

  @Test func `a note added and deleted offline leaves nothing to send`() throws {
    let fleet = try fleet()
    try note(fleet.devices[0], "v1")
    try fleet.devices[0].run("DELETE FROM user_notes")
    let report = fleet.devices[0].engine.sync()
    #expect(report.error == nil && report.pending == 0 && report.pushed == 0)
    #expect(try texts(fleet.cloud.connection, "SELECT id FROM user_notes") == [])
  }

  @Test func `one bad change stands aside, and five good ones go up`() throws {
    let fleet = try fleet()
    try fleet.devices[0].run(
      "INSERT INTO user_notes(verse_ref, note_text, created_at) VALUES('john 1:1', 'bad', 'never')")
    for place in 0..<5 { try note(fleet.devices[0], "v\(place)") }
    let report = fleet.devices[0].engine.sync()
    #expect(report.pushed == 5 && report.failed == 1 && report.pending == 1)
    #expect(try fleet.devices[0].database.entries().first?.errorCode == "22007")
  }

  @Test func `a clock an hour fast syncs, and does not win by its lead`() throws {
    let fleet = try fleet()
    try note(fleet.devices[0], "v1")
    try fleet.settle()
    fleet.devices[0].surroundings.offset = .seconds(3600)
    try fleet.devices[0].run("UPDATE user_notes SET note_text = 'fast'")
    fleet.clock.advance(.seconds(10))
    try fleet.devices[0].engine.sync().error.map { throw $0 }
    try fleet.devices[1].engine.sync().error.map { throw $0 }
    fleet.clock.advance(.seconds(10))
    try fleet.devices[1].run("UPDATE user_notes SET note_text = 'later'")
    try rest(fleet)
    #expect(try texts(fleet.cloud.connection, "SELECT note_text FROM user_notes") == ["later"])
    #expect(abs(try fleet.devices[0].engine.status().skewMilliseconds + 3_600_000) < 100)
  }

  @Test func `an edit by a slow clock stands or is a readable conflict`() throws {
    let fleet = try fleet()
    try note(fleet.devices[1], "v1")
    try fleet.settle()
    try fleet.devices[1].run("UPDATE user_notes SET note_text = 'cloud'")
    _ = fleet.devices[1].engine.sync()
    fleet.clock.advance(.seconds(120))
    fleet.devices[0].surroundings.offset = .seconds(-300)
    try fleet.devices[0].run("UPDATE user_notes SET note_text = 'slow'")
    try rest(fleet)
    let kept = try texts(
      fleet.devices[0].database.connection,
      "SELECT note_text FROM user_notes UNION SELECT mine FROM sync_conflicts ORDER BY 1")
    #expect(kept == ["cloud", "slow"])
  }

  @Test func `rows pushed together are stored as one by one`() throws {
    let sql = [
      "INSERT INTO study_collections(name) VALUES('c')",
      "INSERT INTO user_notes(verse_ref, note_text, collection_id) VALUES('john 1:1', 'a', 1)",
      """
      INSERT INTO user_notes(verse_ref, note_text, tags_json) VALUES('john 1:2', 'b', '["t"]')
      """,
    ]
    var stored: [[String]] = []
    for isTogether in [true, false] {
      let fleet = try fleet()
      for text in sql {
        try fleet.devices[0].run(text)
        if !isTogether { _ = fleet.devices[0].engine.sync() }
      }
      try rest(fleet)
      stored.append(
        try texts(
          fleet.cloud.connection,
          "SELECT note_text || tags_json || (collection_id IS NULL) FROM user_notes ORDER BY 1"))
    }
    #expect(stored == [["a[]0", "b[\"t\"]1"], ["a[]0", "b[\"t\"]1"]])
  }

  @Test func `collection, notes and links made offline all arrive`() throws {
    let fleet = try fleet()
    try fleet.devices[0].run("INSERT INTO study_collections(name) VALUES('c')")
    for place in 1...3 { try note(fleet.devices[0], "v\(place)") }
    try fleet.devices[0].run(
      """
      UPDATE user_notes SET collection_id = 1;
      INSERT INTO note_links(from_note_id, to_note_id) VALUES(1, 2), (2, 3);
      """)
    try rest(fleet)
    let counts = try texts(
      fleet.devices[1].database.connection,
      """
      SELECT (SELECT count(*) FROM study_collections) || (SELECT count(*) FROM user_notes)
        || (SELECT count(*) FROM note_links)
      """)
    #expect(counts == ["132"])
  }

  @Test func `a note moved into a collection that died elsewhere stays`() throws {
    let fleet = try fleet()
    try fleet.devices[0].run("INSERT INTO study_collections(name) VALUES('c')")
    try note(fleet.devices[0], "v1")
    try fleet.settle()
    try fleet.devices[1].run("DELETE FROM study_collections")
    try fleet.devices[0].run("UPDATE user_notes SET collection_id = 1")
    try rest(fleet)
    for device in fleet.devices {
      let living = try texts(
        device.database.connection, "SELECT note_text FROM user_notes WHERE deleted_at IS NULL")
      #expect(living == ["v1"])
    }
    #expect(fleet.devices[0].engine.sync().pushed == 0)
  }

  @Test func `an emptied cloud deletes nothing and gets everything again`() throws {
    let fleet = try fleet()
    let empty = try fleet.cloud.backup()
    for place in 0..<200 { try note(fleet.devices[0], "v\(place)") }
    try fleet.settle()
    try fleet.cloud.restore(empty)
    try rest(fleet)
    #expect(
      try texts(
        fleet.cloud.connection, "SELECT id FROM user_notes WHERE deleted_at IS NULL"
      ).count == 200)
  }

  @Test func `a guest's work goes up once, however often the first sync is cut`() throws {
    for place in 0..<5 {
      let fleet = try fleet(UInt64(20 + place), devices: 1)
      let device = fleet.devices[0]
      for color in ["a", "b", "c"] { try highlight(device, color) }
      try note(device, "n1")
      try note(device, "n2")
      device.link.failAfter = place
      _ = device.engine.sync()
      device.link.failAfter = nil
      try rest(fleet)
      #expect(
        try texts(
          fleet.cloud.connection,
          "SELECT (SELECT count(*) FROM user_notes) || (SELECT count(*) FROM verse_highlights)")
          == ["21"])
    }
  }

  @Test func `five notes edited offline keep their edits`() throws {
    let fleet = try fleet()
    for place in 0..<5 {
      try note(fleet.devices[0], "old\(place)")
      fleet.clock.advance(.seconds(30 * 86_400))
    }
    try fleet.settle()
    try fleet.devices[0].run("UPDATE user_notes SET note_text = replace(note_text, 'old', 'new')")
    let report = fleet.devices[0].engine.sync()
    #expect(report.pushed == 5)
    try rest(fleet)
    let there = try texts(
      fleet.devices[1].database.connection, "SELECT note_text FROM user_notes ORDER BY 1")
    #expect(there == (0..<5).map { "new\($0)" })
  }

  @Test func `an edit made while its push is in flight stays pending and goes up`() throws {
    let fleet = try fleet()
    let device = fleet.devices[0]
    try note(device, "v1")
    device.link.answer = { (function, _, _) throws(CloudError) in
      guard function == "sync_push" else { return nil }
      do { try device.run("UPDATE user_notes SET note_text = 'v2'") } catch {
        throw .lost(curl: 0, text: "\(error)")
      }
      device.link.answer = nil
      return nil
    }
    let report = device.engine.push(limit: 1)
    #expect(report.pushed == 1 && report.pending == 1)
    try rest(fleet)
    #expect(try texts(fleet.cloud.connection, "SELECT note_text FROM user_notes") == ["v2"])
  }

  @Test func `a verse can be highlighted again after its highlight was removed`() throws {
    let fleet = try fleet()
    for device in fleet.devices {
      try highlight(device, "yellow")
      try fleet.settle()
      try device.run("DELETE FROM verse_highlights")
      try fleet.settle()
      fleet.clock.advance(.seconds(60))
      try highlight(device, "green")
      try rest(fleet)
      #expect(
        try texts(
          fleet.cloud.connection, "SELECT color FROM verse_highlights WHERE deleted_at IS NULL")
          == ["green"])
    }
  }

  @Test func `clearing a conflict removes neither text`() throws {
    let fleet = try fleet()
    try note(fleet.devices[0], "v1")
    try fleet.settle()
    for device in fleet.devices {
      try device.run("UPDATE user_notes SET note_text = 'd\(device.place)'")
    }
    try fleet.settle()
    try fleet.devices[0].run(
      """
      UPDATE user_notes SET note_text = (SELECT mine FROM sync_conflicts);
      UPDATE sync_conflicts SET deleted_at = '2026-01-02T00:00:00.000Z';
      """)
    try rest(fleet)
    let standing = try fleet.devices.flatMap { device in
      try texts(
        device.database.connection, "SELECT note_text FROM user_notes WHERE deleted_at IS NULL")
    }
    #expect(standing == ["d0", "d0"])
  }
}
