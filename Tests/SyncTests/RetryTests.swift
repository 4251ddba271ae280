import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Sync
import Testing
import Vocabulary

/// Failures meet the queue: only a refusal of data ever costs an entry an attempt.
@Suite struct RetryTests {
  private func fleet(_ count: Int = 1, notes: Int = 3) throws -> Fleet {
    let fleet = try Fleet(seed: 11, count: count)
    try fleet.devices[0].run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(notes))
      INSERT INTO user_notes(verse_ref, note_text) SELECT 'john 3:' || i, 'note' || i FROM n
      """)
    return fleet
  }

  private func notes(_ fleet: Fleet) throws -> Int64 {
    try fleet.cloud.connection.first("SELECT count(*) FROM user_notes") { $0.integer(0) } ?? 0
  }

  /// Every push meets the error for as long as it lasts.
  private func refuse(_ device: FleetDevice, _ error: CloudError) {
    device.link.answer = { (function, _, _) throws(CloudError) in
      guard function == "sync_push" else { return nil }
      throw error
    }
  }

  static let passing: [CloudError] = [
    .notReady(status: 503, code: "PGRST002", retryAfter: nil),
    .notReady(status: 400, code: "", retryAfter: nil),
    .notReady(status: 500, code: "40P01", retryAfter: nil),
    .notReady(status: 429, code: "", retryAfter: .seconds(7)),
    .refused(status: 400, code: "", message: "said without a code"),
    .refused(status: 403, code: "42501", message: "permission denied for function sync_push"),
    .refused(status: 404, code: "PGRST202", message: "no such function"),
    .refused(status: 400, code: "PGRST204", message: "no such column in the cache"),
    .refused(status: 403, code: "login required", message: "a portal"),
    .refused(status: 401, code: "PGRST301", message: "JWT"),
    .unreadable(status: 200, reason: "a page instead of JSON"),
    .unreadable(status: 403, reason: "a page instead of JSON"),
    .offline(curl: 6, text: "no such host"), .offline(curl: 60, text: "certificate"),
    .lost(curl: 56, text: "reset"), .timedOut(after: .seconds(60)),
  ]

  @Test(arguments: passing)
  func `what is no refusal of data costs no attempt`(error: CloudError) throws {
    let fleet = try fleet()
    let device = fleet.devices[0]
    refuse(device, error)
    for _ in 0..<7 {
      let report = device.engine.sync()
      #expect(report.reason != nil && report.failed == 0 && report.pending == 3, "\(error)")
    }
    #expect(device.link.calls.count { $0 == "sync_push" } == 7)
    #expect(try device.database.entries().allSatisfy { $0.attempts == 0 && $0.state == .ready })
    device.link.answer = nil
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  /// The cloud's answer, with one change's result in another's place.
  private func answer(_ device: FleetDevice, note: String, _ result: String) {
    device.link.answer = { (function, body, reply) throws(CloudError) in
      guard function == "sync_push", String(decoding: body, as: UTF8.self).contains(note)
      else { return nil }
      return Array(
        #"{"status":"pushed","now":"2026-01-01T00:00:00.000Z","from":"0.0","to":"0.0","results":["#
          .utf8) + Array(result.utf8) + Array("]}".utf8)
    }
  }

  @Test(arguments: ["", "42703", "42P01", "40001", "PGRST204"])
  func `a result that passes keeps the change in its place, and it waits`(code: String) throws {
    let fleet = try fleet(notes: 1)
    let device = fleet.devices[0]
    answer(device, note: "note1", #"{"result":"refused","code":"\#(code)","message":"not now"}"#)
    for _ in 0..<7 {
      let report = device.engine.sync()
      #expect(report.failed > 0 && report.parked == 0 && report.pending == 1)
    }
    let entry = try #require(try device.database.entries().first)
    #expect(entry.state == .ready && entry.attempts == 0 && entry.lastError == "not now")
    let pause = try #require(entry.notBefore) - fleet.clock.now()
    #expect(pause > .seconds(0) && pause <= .seconds(300))
    device.link.answer = nil
    #expect(device.engine.push().pending == 1, "not before its time, unasked")
    try fleet.settle()
    #expect(try notes(fleet) == 1)
  }

  @Test func `a push that takes too long is made smaller, and stays so`() throws {
    let fleet = try fleet(notes: 100)
    let device = fleet.devices[0]
    device.link.answer = { (function, body, _) throws(CloudError) in
      guard function == "sync_push" else { return nil }
      let count = String(decoding: body, as: UTF8.self).split(separator: #""op":"#).count - 1
      if count > 20 { throw .notReady(status: 500, code: "57014", retryAfter: nil) }
      return nil
    }
    let report = device.engine.push()
    #expect(report.pushed == 100 && report.failed == 0 && report.error == nil)
    #expect(report.requests == 3 + 9)  // 100, 50 and 25 were too many; then 12 at a time
  }

  @Test func `too large a body is cut, and alone it only waits where no code was given`() throws {
    let fleet = try fleet(notes: 10)
    let device = fleet.devices[0]
    device.link.answer = { (function, body, _) throws(CloudError) in
      guard function == "sync_push", String(decoding: body, as: UTF8.self).contains("note7")
      else { return nil }
      throw .unreadable(status: 413, reason: "a page instead of JSON")
    }
    let report = device.engine.push()
    #expect(report.pushed == 9 && report.failed == 1 && report.pending == 1)
    let entry = try #require(try device.database.entries().first)
    #expect(entry.attempts == 0 && entry.state == .ready && entry.notBefore != nil)
  }

  @Test func `what hangs on a child of a parked row waits with it`() throws {
    let fleet = try Fleet(seed: 12, count: 1)
    let device = fleet.devices[0]
    try device.run(
      """
      INSERT INTO study_collections(name, created_at) VALUES('bad', 'never');
      INSERT INTO user_notes(verse_ref, note_text, collection_id) VALUES('john 3:16', 'a', 1);
      INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:17', 'b');
      INSERT INTO note_links(from_note_id, to_note_id) VALUES(1, 2);
      """)
    for _ in 0..<5 {
      _ = device.engine.sync()
      fleet.clock.advance(.seconds(3_600))
    }
    let waiting = try device.database.entries(state: .ready)
    #expect(Set(waiting.map(\.table)) == ["user_notes", "note_links"])
    #expect(waiting.allSatisfy { $0.attempts == 0 })
    #expect(try device.database.entries(state: .parked).count == 1)
    try device.run("UPDATE study_collections SET created_at = '2026-01-01T00:00:00.000Z'")
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  @Test func `the next try comes after full jitter, or when the cloud says`() throws {
    let fleet = try fleet()
    let device = fleet.devices[0]
    refuse(device, .notReady(status: 503, code: "", retryAfter: nil))
    var pauses: [Duration] = []
    for _ in 0..<12 {
      _ = device.engine.sync()
      let time = try #require(try device.engine.status().nextTryAt.flatMap { Instant($0) })
      pauses.append(time - fleet.clock.now())
    }
    #expect(pauses.allSatisfy { $0 > .zero && $0 <= .seconds(300) })
    #expect(pauses[0] <= .seconds(2) && Set(pauses).count > 6)
    refuse(device, .notReady(status: 429, code: "", retryAfter: .seconds(900)))
    _ = device.engine.sync()
    let asked = try #require(try device.engine.status().nextTryAt.flatMap { Instant($0) })
    #expect(asked - fleet.clock.now() > .seconds(890))
    device.surroundings.offset = .seconds(-86_400)
    #expect(try device.engine.status().nextTryAt == nil, "a clock that stepped back waits no day")
    device.surroundings.offset = .zero
    refuse(device, .refused(status: 406, code: "PGRST107", message: "ours"))
    _ = device.engine.sync()
    #expect(try device.engine.status().nextTryAt == nil, "waiting cures no fault of ours")
    device.link.answer = nil
    try fleet.settle()
    #expect(try device.engine.status().nextTryAt == nil)
  }

  /// Requirements, row 20.
  @Test func `two answers that are not the cloud's are offline, one that is ends it`() throws {
    let fleet = try fleet()
    let device = fleet.devices[0]
    refuse(device, .unreadable(status: 200, reason: "a page that asks to sign in"))
    _ = device.engine.sync()
    #expect(try !device.engine.isOffline())
    _ = device.engine.sync()
    #expect(try device.engine.isOffline())
    #expect(try !device.engine.status().isOnline)
    device.link.answer = nil
    _ = device.engine.sync()
    #expect(try !device.engine.isOffline())
  }

  @Test func `what nobody asks for leaves a refused change its time`() throws {
    let fleet = try fleet(notes: 1)
    let device = fleet.devices[0]
    _ = device.engine.sync(isForced: false)
    try device.run("UPDATE user_notes SET note_text = 'again'")
    refuse(device, .refused(status: 400, code: "23514", message: "no"))
    _ = device.engine.sync(isForced: false)
    device.link.answer = nil
    let calls = device.link.calls.count { $0 == "sync_push" }
    _ = device.engine.sync(isForced: false)
    #expect(device.link.calls.count { $0 == "sync_push" } == calls)
    fleet.clock.advance(.seconds(121))
    _ = device.engine.sync(isForced: false)
    #expect(try device.database.queueLength() == 0)
  }
}
