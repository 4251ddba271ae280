import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Sync
import Testing
import Vocabulary

/// More of what others reported of their engines: long answers, odd times, refusals that are none
/// of the network.
@Suite struct ReportedPullTests {
  private func texts(_ device: FleetDevice, _ sql: String) throws -> [String] {
    try device.database.connection.all(sql) { $0.text(0) }
  }

  private func addNotes(_ device: FleetDevice, _ count: Int) throws {
    try device.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO user_notes(verse_ref, note_text) SELECT 'john 3:16', 'note ' || i FROM n
      """)
  }

  /// A cloud that gives less than it is asked for, without a word.
  private func cap(_ device: FleetDevice, _ fleet: Fleet, at rows: Int64) {
    device.link.answer = { (function, body, _) throws(CloudError) in
      guard function == "sync_pull" else { return nil }
      do {
        var request = try JSONValue(parsing: body).object ?? JSONObject()
        request["page"] = .integer(rows)
        return try fleet.cloud.call(
          function, as: Fleet.account, body: JSONValue.object(request).bytes)
      } catch { throw .lost(curl: 0, text: "\(error)") }
    }
  }

  @Test(arguments: [nil, Int64(77), 1_000])
  func `every row arrives, once, in one sync, however short the answers are`(page: Int64?) throws {
    let fleet = try Fleet(seed: 9, count: 2)
    try addNotes(fleet.devices[0], 2_345)
    try fleet.devices[0].engine.sync().error.map { throw $0 }
    if let page { cap(fleet.devices[1], fleet, at: page) }
    let report = fleet.devices[1].engine.sync()
    #expect(report.error == nil && report.pulled == 2_345 && report.conflicts == 0)
    #expect(
      try texts(
        fleet.devices[1], "SELECT count(*) || ' ' || count(DISTINCT note_text) FROM user_notes")
        == ["2345 2345"])
    #expect(fleet.devices[1].engine.sync().pulled == 0)
  }

  @Test func `times with any fraction and zone are read, and one that is none costs one row`()
    throws
  {
    let fleet = try Fleet(seed: 9, count: 2)
    let times = [
      ("2026-03-01T10:20:59.19902+00:00", "2026-03-01T10:20:59.199Z"),
      ("2026-03-01T10:20:59+00:00", "2026-03-01T10:20:59.000Z"),
      ("2026-03-01T10:20:59.1Z", "2026-03-01T10:20:59.100Z"),
      ("2026-03-01 10:20:59.123456+00", "2026-03-01T10:20:59.123Z"),
      ("2026-03-01T12:20:59.5+02:00", "2026-03-01T10:20:59.500Z"),
      ("soon", nil),
    ]
    for place in times.indices {
      try fleet.devices[0].run(
        """
        INSERT INTO user_notes(verse_ref, note_text, created_at)
        VALUES('john 3:16', 'n\(place)', '2001-01-01T00:00:0\(place).000Z')
        """)
    }
    try fleet.devices[0].engine.sync().error.map { throw $0 }
    fleet.devices[1].link.answer = { (function, _, reply) throws(CloudError) in
      guard function == "sync_pull" else { return nil }
      var text = String(decoding: reply, as: UTF8.self)
      for (place, time) in times.enumerated() {
        text = text.replacing("2001-01-01T00:00:0\(place).000Z", with: time.0)
      }
      return Array(text.utf8)
    }
    let report = fleet.devices[1].engine.sync()
    #expect(report.error == nil)
    #expect(
      try texts(fleet.devices[1], "SELECT created_at FROM user_notes ORDER BY note_text")
        == times.compactMap(\.1))
    #expect(
      try texts(fleet.devices[1], "SELECT row_json FROM sync_unknown").filter {
        $0.contains("soon")
      }.count == 1)
  }

  @Test func `what hangs on a refused row stays on the device and waits`() throws {
    let fleet = try Fleet(seed: 9, count: 1)
    let device = fleet.devices[0]
    try device.run(
      """
      INSERT INTO study_collections(name) VALUES('too many');
      INSERT INTO user_notes(verse_ref, note_text, collection_id) VALUES('john 3:16', 'child', 1);
      """)
    device.link.answer = { (function, body, _) throws(CloudError) in
      guard function == "sync_push" else { return nil }
      let hasParent = String(decoding: body, as: UTF8.self).contains("too many")
      throw hasParent
        ? .refused(status: 400, code: "P0001", message: "the quota is full")
        : .refused(status: 409, code: "23503", message: "no such collection")
    }
    for _ in 0..<6 {
      _ = device.engine.sync()
      fleet.clock.advance(.seconds(3_600))
    }
    #expect(
      try texts(
        device,
        """
        SELECT name FROM study_collections WHERE deleted_at IS NULL
        UNION ALL SELECT note_text || collection_id FROM user_notes WHERE deleted_at IS NULL
        """) == ["too many", "child1"])
    let note = try #require(try device.database.entries(table: "user_notes").first)
    #expect(note.state == .ready && note.attempts == 0)
    #expect(try device.database.entries(state: .parked).map(\.errorCode) == ["P0001"])
    device.link.answer = nil
    try device.run("UPDATE study_collections SET name = 'fewer'")
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  @Test
  func `a 409 counts as a refusal from the first, and nothing is dropped`()
    throws
  {
    let fleet = try Fleet(seed: 9, count: 1)
    let device = fleet.devices[0]
    try addNotes(device, 3)
    device.link.answer = { (function, body, _) throws(CloudError) in
      guard function == "sync_push", String(decoding: body, as: UTF8.self).contains("note 2")
      else { return nil }
      throw .refused(status: 409, code: "23505", message: "there is one like it")
    }
    for attempt in 1...5 {
      let report = device.engine.sync()
      #expect(report.failed == 1 && report.pending + report.parked == 1)
      let entry = try #require(try device.database.entries().first)
      #expect(entry.attempts == attempt && entry.errorCode == "23505")
      #expect(entry.state == (attempt < 5 ? .ready : .parked))
      fleet.clock.advance(.seconds(17 * 60))
    }
    #expect(try texts(device, "SELECT note_text FROM user_notes ORDER BY 1").count == 3)
    device.link.answer = nil
    try device.run("UPDATE user_notes SET note_text = 'note two' WHERE note_text = 'note 2'")
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  @Test func `what two fresh devices begin with is one, not two`() throws {
    let fleet = try Fleet(seed: 9, count: 2)
    for table in fleet.catalog.tables {
      #expect(try texts(fleet.devices[0], "SELECT id FROM \(table.name)") == [], "\(table.name)")
    }
    for device in fleet.devices {
      try device.run(
        """
        INSERT INTO user_preferences(key, value) VALUES('theme', 'dark');
        INSERT INTO reading_plans(plan_id, name, total_days, chapters_json)
          VALUES('mine', 'Mine', 1, '[{"day":1,"chapters":["genesis 1"]}]');
        INSERT INTO bookmarked_topics(topic_id) VALUES('trinity');
        """)
    }
    for _ in 0..<3 { for device in fleet.devices { _ = device.engine.sync() } }
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    for table in ["user_preferences", "reading_plans", "bookmarked_topics"] {
      #expect(
        try fleet.cloud.connection.all("SELECT id FROM \(table)") { $0.text(0) }.count == 1,
        "\(table)")
    }
    #expect(try fleet.devices.allSatisfy { try texts($0, "SELECT id FROM sync_conflicts") == [] })
  }
}
