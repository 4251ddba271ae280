import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Support
import Sync
import Testing
import Vocabulary

/// Pushes that are large, cut short, or refused.
@Suite struct PushEdgeTests {
  private func count(_ connection: Connection, _ rest: String) throws -> Int64 {
    try connection.first("SELECT count(*) FROM \(rest)") { $0.integer(0) } ?? 0
  }

  private func addNotes(_ device: FleetDevice, _ count: Int, bytes: Int = 1) throws {
    try device.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO user_notes(verse_ref, note_text)
        SELECT 'john 3:16', printf('%.*c', \(bytes), 'x') FROM n
      """)
  }

  @Test func `5,200 notes go in batches of 1,000 and come in pages of 2,500`() throws {
    let fleet = try Fleet(seed: 1, count: 2)
    try addNotes(fleet.devices[0], 5_200)
    let sent = fleet.devices[0].engine.sync()
    #expect(sent.pushed == 5_200 && sent.pending == 0)
    #expect(fleet.devices[0].link.calls.count { $0 == "sync_push" } == 6)
    #expect(fleet.devices[1].engine.sync().pulled == 5_200)
    #expect(fleet.devices[1].link.calls == ["sync_pull", "sync_pull", "sync_pull"])
  }

  @Test func `a body ends at 1 MiB, and what did not fit goes in the next`() throws {
    let fleet = try Fleet(seed: 2, count: 1)
    try addNotes(fleet.devices[0], 25, bytes: 100_000)
    let report = fleet.devices[0].engine.sync()
    #expect(report.pushed == 25 && report.pending == 0)
    let pushes = zip(fleet.devices[0].link.calls, fleet.devices[0].link.sizes)
      .filter { $0.0 == "sync_push" }
    #expect(pushes.count == 3)
    #expect(pushes.allSatisfy { $0.1 < Limits.pushBytes + 300 })
  }

  @Test func `a note of 1 MiB goes alone, whole`() throws {
    let fleet = try Fleet(seed: 3, count: 2)
    try addNotes(fleet.devices[0], 2)
    try addNotes(fleet.devices[0], 1, bytes: Limits.textBytes)
    try addNotes(fleet.devices[0], 2)
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    #expect(
      try count(
        fleet.devices[1].database.connection, "user_notes WHERE length(note_text) > 1048575")
        == 1)
  }

  @Test(arguments: [false, true])
  func `cut off at any request and run again, all is there once`(losesReply: Bool) throws {
    for place in 0..<12 {
      let fleet = try Fleet(seed: 4, count: 2)
      try addNotes(fleet.devices[0], 25, bytes: 100_000)
      try fleet.devices[0].run("INSERT INTO study_collections(name) VALUES('c')")
      try addNotes(fleet.devices[1], 3)
      var left = place
      let link = fleet.devices[0].link
      link.answer = { (_, _, _) throws(CloudError) in
        left -= 1
        if losesReply, left == -1 { throw .lost(curl: 52, text: "no answer") }
        return nil
      }
      if !losesReply { link.failAfter = place }
      _ = fleet.devices[0].engine.sync()
      link.answer = nil
      link.failAfter = nil
      try fleet.settle()
      #expect(try fleet.difference() == nil, "cut at \(place)")
      #expect(try count(fleet.cloud.connection, "user_notes") == 28, "cut at \(place)")
      #expect(try count(fleet.cloud.connection, "sync_conflicts") == 0, "cut at \(place)")
    }
  }

  @Test func `a body that is refused whole is cut until the bad change stands alone`() throws {
    let fleet = try Fleet(seed: 5, count: 1)
    try addNotes(fleet.devices[0], 40)
    try fleet.devices[0].run("UPDATE user_notes SET note_text = 'poison' WHERE id = 23")
    fleet.devices[0].link.answer = { (function, body, _) throws(CloudError) in
      guard function == "sync_push", String(decoding: body, as: UTF8.self).contains("poison")
      else { return nil }
      throw .refused(status: 400, code: "22P05", message: "unsupported Unicode escape sequence")
    }
    let report = fleet.devices[0].engine.sync()
    #expect(report.failed == 1 && report.pending == 1)
    let entry = try #require(try fleet.devices[0].database.entries().first)
    #expect(entry.localID == 23 && entry.attempts == 1 && entry.errorCode == "22P05")
  }

  @Test func `a refused change waits 2, 4, 8, 16 minutes, then is parked with what hangs on it`()
    throws
  {
    let fleet = try Fleet(seed: 6, count: 1, catalog: .everyRule())
    let device = fleet.devices[0]
    try device.run(
      """
      INSERT INTO user_notes(verse_ref, note_text, created_at) VALUES('john 3:16', 'a', 'never');
      INSERT INTO test_marks(label, note_id) VALUES('child', 1);
      INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:17', 'b');
      """)
    for minutes in [2, 4, 8, 16] {
      let report = device.engine.push()
      #expect(report.failed == 1 && report.parked == 0)
      let entry = try #require(try device.database.entries(table: "user_notes").first)
      let due = try #require(entry.notBefore)
      let wait = due - fleet.clock.now()
      #expect(wait <= .seconds(minutes * 60) && wait > .seconds(minutes * 60 - 1))
      #expect(device.engine.push().failed == 0, "not before \(minutes) minutes")
      fleet.clock.advance(.seconds(minutes * 60))
    }
    let last = device.engine.push()
    #expect(last.failed == 1 && last.parked == 1)
    #expect(try device.database.entries(state: .parked).map(\.localID) == [1])
    // Its child waits, without an attempt; the rest has gone.
    let child = try #require(try device.database.entries(state: .ready).first)
    #expect(child.table == "test_marks" && child.attempts == 0)
    #expect(try count(fleet.cloud.connection, "user_notes") == 1)
    // A new edit of a parked row makes it ready, and the child goes with it.
    try device.run("UPDATE user_notes SET created_at = '2026-01-01T00:00:00.000Z' WHERE id = 1")
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    #expect(try device.database.queueLength() == 0)
  }

  @Test func `what another tool wrote and is no text blocks nothing`() throws {
    let fleet = try Fleet(seed: 7, count: 2)
    let device = fleet.devices[0]
    #expect(throws: StoreError.self) {
      try device.run(
        "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:1', 'a'||char(0))")
    }
    try device.run(
      """
      INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', CAST(x'61ff62' AS TEXT));
      INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:17', 'good');
      UPDATE user_notes SET note_text = CAST(x'c328' AS TEXT) WHERE id = 2;
      INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:18', 'better');
      """)
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    let texts = try fleet.devices[1].database.connection.all(
      "SELECT note_text FROM user_notes ORDER BY verse_ref"
    ) { $0.text(0) }
    #expect(texts == ["a\u{FFFD}b", "\u{FFFD}(", "better"])
  }

  @Test func `another account on one file is refused, and nothing changes`() throws {
    let fleet = try Fleet(seed: 8, count: 1)
    let device = fleet.devices[0]
    try addNotes(device, 2)
    try fleet.settle()
    try addNotes(device, 1)
    let before = try device.database.connection.all(
      "SELECT key || value FROM sync_state WHERE key NOT LIKE 'last_%' AND key <> 'high_water'"
    ) { $0.text(0) }
    device.link.signedIn = RecordID(high: 2, low: 2).text
    let calls = device.link.calls.count
    let report = device.engine.sync()
    #expect((report.error as? SyncError)?.code == "sync.other_owner")
    #expect(device.link.calls.count == calls && report.pending == 1)
    let after = try device.database.connection.all(
      "SELECT key || value FROM sync_state WHERE key NOT LIKE 'last_%' AND key <> 'high_water'"
    ) { $0.text(0) }
    #expect(after == before)
    device.link.signedIn = Fleet.account.text
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }
}
