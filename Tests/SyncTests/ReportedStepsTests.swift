import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Sync
import Testing
import Vocabulary

/// What others reported, step by step: more rows, other clocks, and what a guest brings along.
@Suite struct ReportedStepsTests {
  private func texts(_ connection: Connection, _ sql: String) throws -> [String] {
    try connection.all(sql) { $0.text(0) }
  }

  private func rest(_ fleet: Fleet) throws {
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  @Test func `a position holds no time, and goes in no address`() throws {
    let fleet = try Fleet(seed: 51, count: 1)
    let device = fleet.devices[0]
    var asked: [JSONValue] = []
    device.link.answer = { (function, body, _) throws(CloudError) in
      guard function == "sync_pull" else { return nil }
      do { asked.append(try JSONValue(parsing: body)) } catch { throw .interrupted }
      return nil
    }
    for place in 0..<3 {
      try device.run("INSERT INTO bookmarks(verse_ref) VALUES('john \(place + 1)')")
      try device.engine.sync().error.map { throw $0 }
    }
    let positions = asked.flatMap { [$0["cursor"]?.string, $0["newest"]?.string] }
    #expect(positions.count >= 6)
    for position in positions {
      let text = try #require(position)
      #expect(try text.isEmpty || /[0-9]+\.[0-9a-f]+(\.[0-9]+)?/.wholeMatch(in: text) != nil)
    }
    #expect(Set(positions).count > 2, "they move on")
  }

  @Test(arguments: [
    (200, "42501", "new row violates row-level security policy"),
    (409, "23505", "duplicate key value violates unique constraint"),
    (409, "23503", "insert or update violates foreign key constraint"),
  ])
  func `what is refused for good stands aside, is kept, and is not sent over and over`(
    status: Int, code: String, message: String
  ) throws {
    let fleet = try Fleet(seed: 54, count: 1)
    let device = fleet.devices[0]
    for text in ["bad", "n1", "n2", "n3", "n4", "n5"] {
      try device.run("INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', '\(text)')")
    }
    var sent = 0
    device.link.answer = { (function, body, _) throws(CloudError) in
      guard function == "sync_push", String(decoding: body, as: UTF8.self).contains(#""bad""#)
      else { return nil }
      sent += 1
      // A whole call that a policy refuses says nothing of a row: one row's refusal is a result.
      guard status == 200 else {
        throw .refused(status: status, code: code, message: message)
      }
      guard String(decoding: body, as: UTF8.self).split(separator: #""op":"#).count == 2 else {
        throw .unreadable(status: 413, reason: "a page instead of JSON")
      }
      return Array(
        (#"{"status":"pushed","now":"2026-01-01T00:00:00.000Z","from":"0.0","to":"0.0","results":["#
          + #"{"result":"refused","code":"\#(code)","message":"\#(message)"}]}"#).utf8)
    }
    let report = device.engine.sync(isForced: false)
    #expect(report.pushed == 5 && report.failed == 1 && report.pending == 1)
    let first = sent
    for _ in 0..<9 { _ = device.engine.sync(isForced: false) }
    #expect(sent == first, "not before its time")
    for _ in 0..<9 {
      fleet.clock.advance(.seconds(3_600))
      _ = device.engine.sync(isForced: false)
    }
    #expect(sent == first + 4)
    let entry = try #require(try device.database.entries().first)
    #expect(entry.state == .parked && entry.errorCode == code && entry.attempts == 5)
    let here = "SELECT note_text FROM user_notes WHERE deleted_at IS NULL ORDER BY 1"
    #expect(try texts(device.database.connection, here).count == 6)
    #expect(try device.engine.status().parked == 1)
  }

  @Test func `a day read under a slow clock stays read`() throws {
    let fleet = try Fleet(seed: 52, count: 2)
    let (slow, other) = (fleet.devices[0], fleet.devices[1])
    try other.run("INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'v1')")
    try fleet.settle()
    try other.run("UPDATE user_notes SET note_text = 'cloud'")
    try other.run(
      """
      INSERT INTO plan_progress(plan_id, day_num, completed_at)
      VALUES('p', 11, '2026-01-01T00:00:00.000Z'), ('p', 12, NULL)
      """)
    try other.engine.sync().error.map { throw $0 }
    fleet.clock.advance(.seconds(120))
    slow.surroundings.offset = .seconds(-300)
    let now = slow.surroundings.now().text
    try slow.run("UPDATE user_notes SET note_text = 'slow'")
    try slow.run(
      "INSERT INTO plan_progress(plan_id, day_num, completed_at) VALUES('p', 12, '\(now)')")
    try rest(fleet)
    for device in fleet.devices {
      let connection = device.database.connection
      let read = "SELECT day_num FROM plan_progress WHERE completed_at IS NOT NULL ORDER BY 1"
      #expect(try texts(connection, read) == ["11", "12"])
      let kept = "SELECT note_text FROM user_notes UNION SELECT mine FROM sync_conflicts ORDER BY 1"
      #expect(try texts(connection, kept) == ["cloud", "slow"])
    }
  }

  @Test func `800 changed rows are pushed and checked by requests of a fair size`() throws {
    let fleet = try Fleet(seed: 53, count: 2)
    let device = fleet.devices[0]
    try device.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 800)
      INSERT INTO user_notes(verse_ref, note_text) SELECT 'john 3:16', 'note' || i FROM n
      """)
    try rest(fleet)
    try device.run("UPDATE user_notes SET note_text = note_text || ' again'")
    try rest(fleet)
    // Every one is wrong here, and no sync sees it.
    try device.database.write {
      try device.database.quietly {
        try device.database.connection.execute("UPDATE user_notes SET note_text = 'damaged'")
      }
    }
    device.link.forget()
    let found = device.engine.verify()
    #expect(found.report.error == nil && found.read == 800)
    let addresses = zip(device.link.calls, device.link.sizes).filter { $0.0 == "rows" }.map(\.1)
    #expect(addresses.count >= 32 && addresses.allSatisfy { $0 < 2_000 })
    try rest(fleet)
  }

  @Test func `all of a guest's work goes up once, and a second run adds nothing`() throws {
    let sql = """
      INSERT INTO verse_highlights(verse_ref, color)
        VALUES('john 3:16', 'a'), ('john 3:17', 'b'), ('john 3:18', 'c');
      INSERT INTO user_notes(verse_ref, note_text) VALUES('john 1:1', 'n1'), ('john 1:2', 'n2');
      INSERT INTO plan_progress(plan_id, day_num, completed_at)
        SELECT 'p', value, '2026-01-01T00:00:00.000Z' FROM json_each('[1,2,3,4]');
      INSERT INTO bookmarked_topics(topic_id) VALUES('grace');
      INSERT INTO user_preferences(key, value) VALUES('fontSize', '18')
      """
    let counts = """
      SELECT (SELECT count(*) FROM verse_highlights) || (SELECT count(*) FROM user_notes)
        || (SELECT count(*) FROM plan_progress) || (SELECT count(*) FROM bookmarked_topics)
        || (SELECT group_concat(key || value) FROM user_preferences)
      """
    for place in 0..<6 {
      for losesReply in [false, true] {
        let fleet = try Fleet(seed: UInt64(60 + place), count: 1)
        let device = fleet.devices[0]
        try device.run(sql)
        var left = place
        device.link.answer = { (_, _, _) throws(CloudError) in
          left -= 1
          if losesReply, left == -1 { throw .lost(curl: 52, text: "killed") }
          return nil
        }
        if !losesReply { device.link.failAfter = place }
        _ = device.engine.sync()
        (device.link.answer, device.link.failAfter) = (nil, nil)
        try rest(fleet)
        #expect(try texts(fleet.cloud.connection, counts) == ["3241fontSize18"])
        #expect(try texts(device.database.connection, counts) == ["3241fontSize18"])
        let again = device.engine.sync()
        #expect(again.error == nil && again.pushed + again.pulled + again.pending == 0)
      }
    }
  }
}
