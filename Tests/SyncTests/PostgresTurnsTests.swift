import Schema
import Support
import Testing
import Vocabulary

private func note(_ number: UInt64, _ op: String = "insert", at after: Int64 = 0) -> JSONValue {
  [
    "table": "user_notes", "id": .string(RecordID(high: 1, low: number).text), "op": .string(op),
    "stamp": .string(PostgresDevice.stamp(after)),
    "values": ["verse_ref": "john 3:16", "note_text": .string("at \(after)")],
  ]
}

@Suite struct PostgresTurnsTests {
  let cloud: PostgresCloud
  let first: PostgresDevice
  let second: PostgresDevice

  init() throws {
    cloud = try PostgresCloud(.lectern())
    first = try PostgresDevice.first(of: cloud)
    second = PostgresDevice(of: first.user, at: try cloud.connect(), name: "bbbbbbbbbbbb")
  }

  private func numbers(_ page: JSONValue) -> [Int64] {
    (page["rows"]?.array ?? []).compactMap { $0["seq"]?.integer }
  }

  @Test func `a commit that comes late is not skipped`() throws {
    _ = try first.pushed([note(1)])
    try first.session.begin(as: first.user, now: first.now)
    _ = try first.session.call("sync_push", first.arguments([note(2)]))
    let early = try second.pull()
    #expect(numbers(early) == [1])
    try second.session.begin(as: second.user, now: second.now)
    try second.session.send(call: "sync_push", second.arguments([note(3)]))
    let watcher = try cloud.connect()
    try watcher.awaitBlocked(second.session)
    try first.session.query("commit")
    _ = try second.session.receiveJSON()
    try second.session.query("commit")
    let late = try second.pull(cursor: early["next"]?.string ?? "")
    #expect(numbers(late) == [2, 3])
  }

  @Test func `two writers in opposite order do not deadlock`() throws {
    _ = try first.pushed([note(1), note(2)])
    try first.session.begin(as: first.user, now: first.now)
    try second.session.begin(as: second.user, now: second.now)
    _ = try first.session.call("sync_push", first.arguments([note(1, "update", at: 1)]))
    let crossing = second.arguments([note(2, "update", at: 2), note(1, "update", at: 2)])
    try second.session.send(call: "sync_push", crossing)
    try cloud.connect().awaitBlocked(second.session)
    _ = try first.session.call("sync_push", first.arguments([note(2, "update", at: 1)]))
    try first.session.query("commit")
    _ = try second.session.receiveJSON()
    try second.session.query("commit")
    let rows = try first.pull()["rows"]?.array ?? []
    let texts = rows.filter { $0["table"] == "user_notes" }.map { $0["values"]?["note_text"] }
    #expect(texts == ["at 2", "at 2"])
    let lost = rows.filter { $0["values"]?["column_name"] == "note_text" }
    #expect(lost.count == 4)
  }

  @Test func `plain statements in opposite order do not deadlock`() throws {
    _ = try first.pushed([note(1), note(2)])
    func edit(_ number: UInt64, _ text: String) -> String {
      "update public.user_notes set note_text = '\(text)' "
        + "where id = '\(RecordID(high: 1, low: number).text)'"
    }
    try first.session.begin(as: first.user, now: first.now)
    try second.session.begin(as: second.user, now: second.now)
    try first.session.query(edit(1, "first"))
    try second.session.send("\(edit(2, "second")); \(edit(1, "second"))")
    try cloud.connect().awaitBlocked(second.session)
    try first.session.query("\(edit(2, "first")); commit")
    _ = try second.session.receive()
    try second.session.query("commit")
    let rows = try first.pull()["rows"]?.array ?? []
    let texts = rows.filter { $0["table"] == "user_notes" }.map { $0["values"]?["note_text"] }
    #expect(texts == ["second", "second"])
  }

  /// A cloud whose pages wait for a lock once their rows are chosen.
  private static let pause = """
    ; alter function lectern.page_sql() rename to page_sql_at_once;
    create function lectern.page_sql() returns text language sql stable as $$
      select 'select d.* from (' || lectern.page_sql_at_once()
        || ') d, (select pg_advisory_xact_lock(69)) p'
    $$;
    grant execute on function lectern.page_sql(), lectern.page_sql_at_once() to authenticated;
    """

  @Test func `what is committed while a page is read is on the next one`() throws {
    let server = cloud.server
    let database = try server.database(running: PostgresCloud.sql(.lectern()) + Self.pause)
    let session = try server.connect(to: database)
    let writer = PostgresDevice(of: try session.addUser(), at: session)
    let reader = PostgresDevice(
      of: writer.user, at: try server.connect(to: database), name: "bbbbbbbbbbbb")
    let gate = try server.connect(to: database)
    let pullArguments: JSONValue = [
      "device": "bbbbbbbbbbbb", "cursor": "", "newest": "", "page": 0,
    ]
    _ = try writer.pushed([note(1)])
    try gate.query("select pg_advisory_lock(69)")
    try reader.session.begin(as: reader.user, now: reader.now)
    try reader.session.send(call: "sync_pull", pullArguments)
    try gate.awaitBlocked(reader.session)
    _ = try writer.pushed([note(2)])
    try gate.query("select pg_advisory_unlock(69)")
    let page = try reader.session.receiveJSON()
    try reader.session.query("commit")
    #expect(numbers(page) == [1])
    #expect(numbers(try reader.pull(cursor: page["next"]?.string ?? "")) == [2])
  }

  @Test func `a purge waits for nobody, and what it took makes a page that was begun stale`() throws
  {
    let later = Instant(milliseconds: first.now.milliseconds + 100 * 86_400_000)
    func device(_ name: String) throws -> PostgresDevice {
      PostgresDevice(of: first.user, at: try cloud.connect(), name: name, now: later)
    }
    let id = RecordID(high: 1, low: 1).text
    _ = try first.pushed([note(1)])
    let away = try first.pull()["next"]?.string ?? ""
    let deleted = try first.pushed([
      [
        "table": "user_notes", "id": .string(id), "op": "update",
        "stamp": .string(PostgresDevice.stamp(1)),
        "values": ["deleted_at": .string(first.now.text)],
      ]
    ])
    let reached = deleted["to"]?.string ?? ""
    let here = try device("cccccccccccc")
    // Somebody writes: the rows stay for now.
    try here.session.begin(as: first.user, now: later)
    _ = try here.session.call("sync_push", here.arguments([note(2)]))
    let writer = try device("dddddddddddd")
    #expect(try writer.pull(cursor: reached)["purged_below"] == 0)
    try here.session.query("rollback")
    #expect(try writer.pull(cursor: reached)["purged_below"] == 2)
    #expect(try device("eeeeeeeeeeee").pull(cursor: away)["status"] == "stale")
    #expect(try first.stored("count(*)", in: "user_notes") == "0")
  }

  @Test func `a push undone leaves no number behind`() throws {
    try first.session.begin(as: first.user, now: first.now)
    _ = try first.session.call("sync_push", first.arguments([note(1)]))
    try first.session.query("rollback")
    #expect(try first.pull()["next"] == "0.0")
    #expect(try first.pushed([note(2)])["results"]?.array?.first?["seq"] == 1)
  }
}
