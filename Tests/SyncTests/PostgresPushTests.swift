import Schema
import Support
import Testing
import Vocabulary

private let note = "a0000000-0000-4000-8000-000000000001"
private let other = "a0000000-0000-4000-8000-000000000002"

private func change(
  in table: String = "user_notes", id: String = note, op: String = "insert", at after: Int64 = 0,
  _ values: JSONValue, _ rest: JSONValue = [:]
) -> JSONValue {
  var object = JSONObject([
    ("table", .string(table)), ("id", .string(id)), ("op", .string(op)),
    ("stamp", .string(PostgresDevice.stamp(after))), ("values", values),
  ])
  for member in rest.object ?? JSONObject() { object[member.key] = member.value }
  return .object(object)
}

private func edit(at after: Int64, _ values: JSONValue, _ rest: JSONValue = [:]) -> JSONValue {
  change(in: "user_notes", id: note, op: "update", at: after, values, rest)
}

private let whole: JSONValue = [
  "verse_ref": "john 3:16", "note_text": "one", "tags_json": ["grace": true],
  "collection_id": .null, "created_at": "2026-01-01T02:00:00.1239+02:00",
]

private func stamp(_ after: Int64) -> JSONValue { .string(PostgresDevice.stamp(after)) }

@Suite struct PostgresPushTests {
  let device: PostgresDevice

  init() throws { device = try PostgresDevice.first(of: PostgresCloud(.everyRule())) }

  private func result(_ change: JSONValue) throws -> String? {
    let answer = try device.push(change).first
    return answer?["code"]?.string ?? answer?["result"]?.string
  }

  @Test func `a new row is stored whole and comes back as it was sent`() throws {
    #expect(try device.push(change(whole)) == [["seq": 1, "result": "applied"]])
    let row = try device.row(note)
    #expect(row?["stamp"] == stamp(0))
    #expect(row?["stamps"] == nil)
    #expect(row?["values"]?["created_at"] == "2026-01-01T00:00:00.123Z")
    #expect(row?["values"]?["tags_json"] == ["grace": true])
    #expect(row?["values"]?["deleted_at"] == .null)
  }

  @Test func `a write that changes nothing takes no number`() throws {
    _ = try device.push(change(whole))
    #expect(try device.push(change(whole)) == [["seq": 1, "result": "applied"]])
  }

  @Test func `a push of many rows writes the head once`() throws {
    let changes = (1...50).map { number -> JSONValue in
      [
        "table": "user_notes", "id": .string(RecordID(high: 5, low: UInt64(number)).text),
        "op": "insert", "stamp": .string(PostgresDevice.stamp(0)),
        "values": ["verse_ref": "john 3:16", "note_text": "x"],
      ]
    }
    try device.session.begin(as: device.user, now: device.now)
    _ = try device.session.call("sync_push", device.arguments(changes))
    let writes = try device.session.value(
      "select n_tup_upd from pg_stat_xact_user_tables where relname = 'sync_heads'")
    try device.session.query("commit")
    #expect(writes == "1")
    #expect(try device.pull()["head"] == 50)
  }

  @Test func `a later stamp with an equal value is a change`() throws {
    _ = try device.push(change(whole))
    let answer = try device.push(edit(at: 5, ["note_text": "one"]))
    #expect(answer.first?["seq"] == 2)
    #expect(try device.row(note)?["stamps"] == ["note_text": stamp(5)])
  }

  @Test func `an edit on the stored version drops nothing`() throws {
    _ = try device.push(change(whole))
    let based = edit(at: 5, ["note_text": "two"], ["bases": ["note_text": stamp(0)]])
    #expect(try device.push(based) == [["seq": 2, "result": "applied"]])
  }

  @Test func `a stamp sent and unanswered counts as seen`() throws {
    _ = try device.push(change(whole))
    let seen = edit(at: 5, ["note_text": "two"], ["sent": ["note_text": [stamp(0)]]])
    #expect(try device.push(seen).first?["result"] == "applied")
  }

  @Test func `the later of two edits stands and the other is kept`() throws {
    _ = try device.push(change(whole))
    _ = try device.push(
      edit(at: 9, ["note_text": "late"], ["bases": ["note_text": stamp(0)]]))
    let answer = try device.push(
      edit(at: 5, ["note_text": "early"], ["bases": ["note_text": stamp(0)]])
    ).first
    #expect(answer?["result"] == "merged")
    #expect(answer?["seq"] == 2)
    #expect(answer?["values"] == ["note_text": "late"])
    #expect(answer?["stamps"] == ["note_text": stamp(9)])
    let dropped = answer?["dropped"]?.array?.first
    #expect(dropped?["values"]?["mine"] == "early")
    #expect(dropped?["values"]?["theirs"] == "late")
    #expect(dropped?["stamp"] == stamp(5))
    let words = [note, "note_text", PostgresDevice.stamp(5), PostgresDevice.stamp(9)]
    let key = (["user_notes"] + words).joined(separator: "|")
    #expect(dropped?["id"]?.string == RecordID(table: "sync_conflicts", key: key).text)
    #expect(dropped == (try device.row(dropped?["id"]?.string ?? "")))
  }

  @Test func `tags of two devices both survive`() throws {
    _ = try device.push(change(whole))
    _ = try device.push(edit(at: 5, ["tags_json": ["law": true]]))
    _ = try device.push(
      edit(at: 4, ["tags_json": ["grace": false]], ["bases": ["tags_json": ["grace": stamp(0)]]]))
    let row = try device.row(note)
    #expect(row?["values"]?["tags_json"] == ["law": true, "grace": false])
    #expect(row?["stamps"] == ["tags_json": ["law": stamp(5), "grace": stamp(4)]])
    #expect(try device.stored("tags_json", in: "user_notes") == #"["law"]"#)
  }

  @Test func `a deletion that beats an edit keeps the edit`() throws {
    _ = try device.push(change(whole))
    _ = try device.push(edit(at: 5, ["note_text": "two"], ["bases": ["note_text": stamp(0)]]))
    let answer = try device.push(
      edit(
        at: 9, ["deleted_at": "2026-01-01T00:00:00.009Z"],
        ["bases": ["deleted_at": stamp(0)]])
    ).first
    #expect(answer?["result"] == "applied")
    let blind = try device.push(
      edit(at: 7, ["note_text": "three", "deleted_at": .null])
    ).first
    #expect(blind?["dropped"]?.array?.count == 3)
    #expect(blind?["values"]?["deleted_at"] == "2026-01-01T00:00:00.009Z")
  }

  @Test func `at one stamp the larger bytes stand`() throws {
    _ = try device.push(change(whole))
    _ = try device.push(edit(at: 5, ["note_text": "Z"]))
    // Two values at one time come from two old files: the loser is kept.
    let larger = try device.push(edit(at: 5, ["note_text": "a"])).first
    #expect(larger?["values"] == [:])
    #expect(larger?["dropped"]?.array?.first?["values"]?["mine"] == "Z")
    let answer = try device.push(edit(at: 5, ["note_text": "M"])).first
    #expect(answer?["values"] == ["note_text": "a"])
  }

  @Test func `an edit of a row that is not here is absent`() throws {
    #expect(try result(edit(at: 0, ["note_text": "x"])) == "absent")
  }

  @Test func `a child without its parent is an orphan`() throws {
    let link = change(
      in: "note_links", ["from_note_id": .string(note), "to_note_id": .string(other)])
    let parents: JSONValue = [
      ["id": .string(note), "table": "user_notes"], ["id": .string(other), "table": "user_notes"],
    ]
    #expect(try device.push(link) == [["result": "orphan", "parents": parents]])
  }

  @Test func `a stamp more than five minutes ahead stores nothing`() throws {
    #expect(try result(change(at: 300_001, whole)) == "ahead")
    #expect(try result(change(whole, ["stamps": ["note_text": stamp(300_001)]])) == "ahead")
    #expect(try result(edit(at: 0, ["note_text": "x"])) == "absent")
    #expect(try result(change(at: 300_000, whole)) == "applied")
  }

  @Test(arguments: [
    ("42P01", change(in: "nowhere", [:])),
    ("42703", change(["nothing": 1])),
    ("42703", change(whole, ["stamps": ["nothing": stamp(0)]])),
    ("22023", change(in: "user_notes", id: "no id", [:])),
    ("22023", change(in: "user_notes", id: note, op: "upsert", [:])),
    ("22023", change([:], ["stamp": "yesterday"])),
    ("22023", change(whole, ["bases": ["tags_json": "x"]])),
    ("22023", change(["note_text": 5])),
    ("22023", change(["tags_json": ["grace"]])),
    ("22023", "no change"),
    ("22007", change(["created_at": "2026-02-30"])),
    ("23502", change(["note_text": .null])),
    ("23502", change(["verse_ref": "john 3:16"])),
    ("23514", change(["verse_ref": "john 3:16", "note_text": ""])),
    ("22003", change(in: "test_marks", ["rank": .number(1e19)])),
  ]) func `what cannot be stored is refused by its own code`(code: String, sent: JSONValue) throws {
    let answers = try device.push(sent, change(in: "user_notes", id: other, whole))
    #expect(answers.first?["result"] == "refused")
    #expect(answers.first?["code"]?.string == code)
    #expect(answers.last == ["seq": 1, "result": "applied"])
  }

  @Test func `a second row of one natural key is refused`() throws {
    let values: JSONValue = ["verse_ref": "john 3:16", "color": "gold"]
    let answers = try device.push(
      change(in: "verse_highlights", id: note, values),
      change(in: "verse_highlights", id: other, values))
    #expect(answers.last?["code"] == "23505")
    #expect(
      answers.last?["message"]
        == #"duplicate key value violates unique constraint "verse_highlights_natural_key""#)
  }

  @Test func `ids by name are those of devices`() throws {
    for key in ["john 3:16", "προς ρωμαιους", ""] {
      let cloud = try device.session.value("select lectern.named_id('verse_highlights', '\(key)')")
      #expect(cloud == RecordID(table: "verse_highlights", key: key).text)
    }
  }

  @Test func `columns without stamps are joined`() throws {
    let early: JSONValue = [
      "first_at": "2026-01-01", "last_at": "2026-01-01", "books": ["ruth", "Acts"], "best": 3,
    ]
    let late: JSONValue = [
      "first_at": "2026-01-02", "last_at": "2026-01-02", "books": ["job"], "best": 2,
    ]
    _ = try device.push(change(in: "test_marks", id: note, early))
    let answer = try device.push(change(in: "test_marks", id: note, op: "update", at: 1, late))
      .first
    let values = try device.row(note)?["values"]
    #expect(values?["first_at"] == "2026-01-01T00:00:00.000Z")
    #expect(values?["last_at"] == "2026-01-02T00:00:00.000Z")
    #expect(values?["books"] == ["Acts", "job", "ruth"])
    #expect(values?["best"] == 3)
    #expect(values?["rank"] == 7)
    #expect(
      answer?["values"] == [
        "best": 3, "books": ["Acts", "job", "ruth"], "first_at": "2026-01-01T00:00:00.000Z",
      ])
    #expect(answer?["dropped"] == [])
  }

  @Test func `a run that is over takes its rows along`() throws {
    let day: JSONValue = ["plan": "acts", "day": 1, "run": 0, "chapters": ["acts 1"]]
    let run: JSONValue = ["name": "plan:acts", "run": 1]
    _ = try device.push(change(in: "test_days", id: note, day))
    _ = try device.push(change(in: "runs", id: other, run))
    #expect(try device.row(note) == nil)
    #expect(
      try device.push(change(in: "test_days", id: note, day)) == [["seq": 2, "result": "applied"]])
    #expect(try device.row(note) == nil)
  }

  @Test func `the time of a row is that of its latest stamp`() throws {
    let updated = "lectern.iso(updated_at)"
    _ = try device.push(change(whole, ["stamp": .string(Stamp.zero.text)]))
    #expect(try device.stored(updated, in: "user_notes") == "2026-01-01T00:00:00.123Z")
    _ = try device.push(edit(at: 5, ["note_text": "x"]))
    #expect(try device.stored(updated, in: "user_notes") == "2026-01-01T00:00:00.005Z")
  }
}
