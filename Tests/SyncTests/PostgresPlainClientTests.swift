import Schema
import Support
import Testing
import Vocabulary

@Suite struct PostgresPlainClientTests {
  let cloud: PostgresCloud
  let device: PostgresDevice
  let id = RecordID(high: 3, low: 3).text

  init() throws {
    cloud = try PostgresCloud(.everyRule())
    device = try PostgresDevice.first(of: cloud)
  }

  /// What PostgREST would run for this person, `after` milliseconds past noon.
  @discardableResult
  private func plain(
    _ sql: String, at after: Int64 = 1000, as another: PostgresDevice? = nil
  ) throws -> [[String?]] {
    let client = another ?? device
    let now = Instant(milliseconds: PostgresDevice.noon.milliseconds + after)
    return try client.session.asUser(client.user, now: now) { () throws(PostgresError) in
      try client.session.query(sql)
    }
  }

  private func stamp(_ after: Int64) -> JSONValue {
    .string(PostgresDevice.stamp(after, Stamp.plainClient))
  }

  private func push(_ table: String, _ values: JSONValue) throws {
    let sent: JSONValue = [
      "table": .string(table), "id": .string(id), "op": "insert",
      "stamp": .string(PostgresDevice.stamp(0)), "values": values,
    ]
    #expect(try device.push(sent).first?["result"] == "applied")
  }

  private func pushNote() throws {
    try push(
      "user_notes",
      ["verse_ref": "john 3:16", "note_text": "one", "tags_json": ["grace": true, "law": true]])
  }

  @Test func `a plain insert is stamped, numbered and pulled`() throws {
    try plain(
      """
      insert into user_notes (id, verse_ref, note_text, tags_json, stamp, seq, created_at)
      values ('\(id)', 'john 3:16', 'x', '["b", "a", "b"]', 'mine', 99,
        '2026-01-01T00:00:00.123987Z')
      """)
    let row = try device.row(id)
    #expect(row?["seq"] == 1)
    #expect(row?["stamp"] == stamp(1000))
    #expect(row?["values"]?["tags_json"] == ["a": true, "b": true])
    #expect(row?["values"]?["created_at"] == "2026-01-01T00:00:00.123Z")
  }

  @Test func `a plain edit restamps what it changes and asserts the row alive`() throws {
    try pushNote()
    try plain(
      "update user_notes set note_text = 'two', verse_ref = verse_ref, tags_json = '[\"law\"]'")
    let row = try device.row(id)
    #expect(row?["seq"] == 2)
    #expect(row?["values"]?["tags_json"] == ["law": true, "grace": false])
    #expect(
      row?["stamps"] == [
        "note_text": stamp(1000), "tags_json": ["grace": stamp(1000)], "deleted_at": stamp(1000),
      ])
  }

  @Test func `a plain edit is later than what it edits, whatever the clock says`() throws {
    try pushNote()
    try plain("update user_notes set note_text = 'two'", at: -1000)
    let text = Stamp(
      milliseconds: PostgresDevice.noon.milliseconds, counter: 1, device: Stamp.plainClient)
    #expect(try device.row(id)?["stamps"]?["note_text"]?.string == text.text)
  }

  @Test func `a plain write that changes nothing takes no number`() throws {
    try pushNote()
    try plain("update user_notes set note_text = note_text, created_at = created_at")
    #expect(try device.row(id)?["seq"] == 1)
    #expect(try device.pull()["head"] == 1)
  }

  @Test func `a plain DELETE leaves a tombstone and touches no other row`() throws {
    try push("study_collections", ["name": "Lent"])
    let child = RecordID(high: 3, low: 4).text
    try plain(
      """
      insert into user_notes (id, verse_ref, note_text, collection_id)
      values ('\(child)', 'john 3:16', 'x', '\(id)')
      """)
    let gone = try plain("delete from study_collections returning id", at: 2000)
    #expect(gone == [[id]])
    let row = try device.row(id)
    #expect(row?["seq"] == 3)
    #expect(row?["values"]?["deleted_at"] == "2026-01-01T00:00:02.000Z")
    #expect(row?["stamps"] == ["deleted_at": stamp(2000)])
    #expect(try device.row(child)?["values"]?["collection_id"]?.string == id)
    #expect(try device.row(child)?["seq"] == 2)
  }

  @Test func `a DELETE of a note with links leaves the links`() throws {
    try pushNote()
    try plain("insert into note_links (from_note_id, to_note_id) values ('\(id)', '\(id)')")
    try plain("delete from user_notes")
    let link = RecordID(table: "note_links", key: "\(id)|\(id)").text
    #expect(try device.row(link)?["values"]?["deleted_at"] == .null)
    #expect(try device.row(id)?["values"]?["deleted_at"] != .null)
  }

  @Test func `a DELETE of many writes the head once`() throws {
    try plain(
      """
      insert into user_notes (verse_ref, note_text)
      select 'john 3:16', 'x' from generate_series(1, 50)
      """)
    try plain("delete from user_notes")
    #expect(try device.stored("count(*)", in: "sync_marks") == "2")
    #expect(try device.pull()["head"] == 100)
    try plain("delete from user_notes")
    #expect(try device.pull()["head"] == 100)
  }

  @Test func `deleting by the column is no edit, and saying it twice revives nothing`() throws {
    try pushNote()
    let soft = "update user_notes set deleted_at = '2026-01-01T00:00:05Z'"
    try plain(soft)
    try plain(soft)
    let row = try device.row(id)
    #expect(row?["values"]?["deleted_at"] == "2026-01-01T00:00:05.000Z")
    #expect(row?["seq"] == 2)
    try plain("update user_notes set note_text = 'back'", at: 2000)
    #expect(try device.row(id)?["values"]?["deleted_at"] == .null)
  }

  @Test func `a named row gets its right id, and a second insert revives it`() throws {
    let insert = "insert into verse_highlights (verse_ref, color) values ('john 3:16', 'gold')"
    try plain(insert)
    try plain("delete from verse_highlights", at: 2000)
    #expect(try plain(insert + " returning color", at: 3000) == [["gold"]])
    let named = RecordID(table: "verse_highlights", key: "john 3:16").text
    let row = try device.row(named)
    #expect(row?["values"]?["deleted_at"] == .null)
    #expect(row?["stamps"] == ["deleted_at": stamp(3000)])
    let error = try #require(throws: PostgresError.self) { try plain(insert) }
    #expect(error.code == "23505")
  }

  @Test func `an upsert by the natural key keeps the id`() throws {
    let upsert = """
      insert into verse_highlights (id, verse_ref, color)
      values (gen_random_uuid(), 'john 3:16', 'COLOR') on conflict (user_id, verse_ref)
      do update set id = excluded.id, verse_ref = excluded.verse_ref, color = excluded.color
      """
    for color in ["gold", "blue"] {
      try plain(upsert.split(separator: "COLOR").joined(separator: color))
    }
    let named = RecordID(table: "verse_highlights", key: "john 3:16").text
    #expect(try device.row(named)?["values"]?["color"] == "blue")
  }

  @Test func `what names a row does not change`() throws {
    try plain("insert into verse_highlights (verse_ref, color) values ('john 3:16', 'gold')")
    let error = try #require(throws: PostgresError.self) {
      try plain("update verse_highlights set verse_ref = 'john 3:17'")
    }
    #expect(error.code == "22023")
  }

  @Test func `plain writes join monotone columns and a DELETE there is undone`() throws {
    try plain(
      """
      insert into test_days (plan, day, completed_at, chapters)
      values ('acts', 1, '2026-01-01', '["acts 1"]')
      """)
    try plain("update test_days set completed_at = '2026-01-02', chapters = '[\"acts 2\"]'")
    let day = RecordID(table: "test_days", key: "acts|1|0").text
    let row = try device.row(day)
    #expect(row?["values"]?["completed_at"] == "2026-01-01T00:00:00.000Z")
    #expect(row?["values"]?["chapters"] == ["acts 1", "acts 2"])
    try plain("delete from test_days")
    #expect(try device.row(day) == row)
    try plain("insert into runs (name, run) values ('plan:acts', 1)")
    #expect(try device.row(day) == nil)
  }

  @Test func `a plain writer waits its turn behind a push`() throws {
    try pushNote()
    let other = PostgresDevice(of: device.user, at: try cloud.connect())
    try device.session.begin(as: device.user, now: device.now)
    _ = try device.session.call("sync_push", device.arguments([]))
    try other.session.begin(as: device.user, now: device.now)
    try other.session.send("update user_notes set note_text = 'two'")
    try cloud.connect().awaitBlocked(other.session)
    try device.session.query("commit")
    _ = try other.session.receive()
    try other.session.query("commit")
    #expect(try device.row(id)?["seq"] == 2)
  }

  @Test func `a plain link to another person's note is refused`() throws {
    try pushNote()
    let bob = try PostgresDevice.first(of: cloud)
    let error = try #require(throws: PostgresError.self) {
      try plain(
        "insert into note_links (from_note_id, to_note_id) values ('\(id)', '\(id)')", as: bob)
    }
    #expect(error.code == "23503")
  }

  @Test func `a set that is none is refused`() throws {
    let error = try #require(throws: PostgresError.self) {
      try plain(
        "insert into user_notes (verse_ref, note_text, tags_json) values ('a 1:1', 'x', '{}')")
    }
    #expect(error.code == "22023")
  }

  /// What a plain client reads of its fault names its table and column, not what is behind them.
  @Test(arguments: [
    ("user_notes (verse_ref, note_text, tags_json)", "'a 1:1', 'x', null", "23502", "tags_json"),
    ("verse_highlights (color)", "'gold'", "23502", "verse_ref"),
    ("note_links (created_at)", "'2026-01-01'", "23502", "from_note_id"),
    ("user_notes (user_id, note_text)", "gen_random_uuid(), 'x'", "42501", "user_notes"),
    ("user_notes (user_id, note_text)", "null, 'x'", "42501", "user_notes"),
  ])
  func `a row is refused in the words of its table`(
    into: String, values: String, code: String, word: String
  ) throws {
    let error = try #require(throws: PostgresError.self) {
      try plain("insert into \(into) values (\(values))")
    }
    #expect(error.code == code)
    #expect(error.message.contains("\"\(word)\""))
  }
}
