import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Testing
import Vocabulary

/// Rows that clients write which know nothing of sync, in the embedded cloud: as the deployed
/// triggers have it, case by case.
@Suite struct PlainWriteTests {
  private let fleet: Fleet
  private var device: FleetDevice { fleet.devices[0] }

  init() throws {
    fleet = try Fleet(seed: 3, count: 1)
    fleet.clock.step = .zero
  }

  @discardableResult
  private func write(_ table: String, _ row: [(String, JSONValue)]) throws -> RowName {
    try #require(try fleet.cloud.plainWrite(table, JSONObject(row), as: Fleet.account))
  }

  private func version(_ name: RowName) throws -> RowVersion {
    try #require(try fleet.cloud.version(name, of: Fleet.account))
  }

  private func stamp(_ counter: UInt16 = 0) -> Stamp {
    Stamp(
      milliseconds: fleet.clock.now().milliseconds, counter: counter, device: Stamp.plainClient)
  }

  private func note(_ more: [(String, JSONValue)] = []) throws -> RowName {
    try write(
      "user_notes",
      [("verse_ref", "john 3:16"), ("note_text", "one"), ("tags_json", ["law", "grace"])] + more)
  }

  @Test func `an insert is stamped, and completed with defaults`() throws {
    let version = try version(note())
    #expect(version[CellKey("note_text")] == Cell("one", stamp()))
    #expect(version[CellKey("tags_json", element: "grace")] == Cell(.bool(true), stamp()))
    #expect(version[.deletedAt] == Cell(.null, stamp()))
    #expect(version[CellKey("created_at")]?.value == .string(fleet.clock.now().text))
  }

  @Test func `an edit restamps what it changes and asserts the row alive`() throws {
    let name = try note()
    let made = stamp()
    fleet.clock.advance(.seconds(1))
    let id = JSONValue.string(name.id.text)
    try write(
      "user_notes", [("id", id), ("note_text", "two"), ("tags_json", ["law"])])
    let version = try version(name)
    #expect(version[CellKey("note_text")] == Cell("two", stamp()))
    #expect(version[CellKey("tags_json", element: "grace")] == Cell(.bool(false), stamp()))
    #expect(version[CellKey("tags_json", element: "law")] == Cell(.bool(true), made))
    #expect(version[CellKey("verse_ref")] == Cell("john 3:16", made))
    #expect(version[.deletedAt] == Cell(.null, stamp()))
  }

  @Test func `an edit is later than what it edits, whatever the clock says`() throws {
    let name = try note()
    let next = stamp(1)
    fleet.clock.advance(.seconds(-1))
    try write("user_notes", [("id", .string(name.id.text)), ("note_text", "two")])
    #expect(try version(name)[CellKey("note_text")]?.stamp == next)
  }

  @Test func `a write that changes nothing takes no number`() throws {
    let name = try note()
    let head = try fleet.cloud.connection.first("SELECT head FROM sync_heads") { $0.integer(0) }
    try write("user_notes", [("id", .string(name.id.text)), ("note_text", "one")])
    #expect(
      try fleet.cloud.connection.first("SELECT head FROM sync_heads") { $0.integer(0) } == head)
  }

  @Test func `a deletion leaves a tombstone, once, and an edit revives it`() throws {
    let name = try note()
    fleet.clock.advance(.seconds(1))
    #expect(try fleet.cloud.plainDelete(name, as: Fleet.account))
    #expect(
      try version(name)[.deletedAt] == Cell(.string(fleet.clock.now().text), stamp()))
    #expect(try !fleet.cloud.plainDelete(name, as: Fleet.account))
    fleet.clock.advance(.seconds(1))
    try write("user_notes", [("id", .string(name.id.text)), ("note_text", "back")])
    #expect(try version(name)[.deletedAt] == Cell(.null, stamp()))
  }

  @Test func `deleting by the column is no edit, and saying it twice revives nothing`() throws {
    let name = try note()
    for _ in 0..<2 {
      try write(
        "user_notes",
        [("id", .string(name.id.text)), ("deleted_at", "2026-01-01T00:00:05Z")])
      #expect(try version(name)[.deletedAt]?.value == "2026-01-01T00:00:05.000Z")
    }
  }

  @Test func `a named row gets its right id, and a second insert is an edit of it`() throws {
    let gold = try write(
      "verse_highlights",
      [
        ("id", .string(RecordID(high: 1, low: 9).text)),
        ("verse_ref", "john 3:16"), ("color", "gold"),
      ])
    #expect(gold.id == RecordID(table: "verse_highlights", key: "john 3:16"))
    #expect(try fleet.cloud.plainDelete(gold, as: Fleet.account))
    #expect(try write("verse_highlights", [("verse_ref", "john 3:16"), ("color", "blue")]) == gold)
    let version = try version(gold)
    #expect(version[CellKey("color")]?.value == "blue")
    #expect(!version.isDead)
    let refusal = #expect(throws: RESTRefusal.self) {
      try write("verse_highlights", [("id", .string(gold.id.text)), ("verse_ref", "john 3:17")])
    }
    #expect(refusal?.code == "22023")
  }

  @Test func `monotone columns are joined, and a deletion there is undone`() throws {
    let row: [(String, JSONValue)] = [("plan_id", "acts"), ("day_num", 1)]
    func complete(_ time: String) throws -> RowName {
      try write("plan_progress", row + [("completed_at", .string(time))])
    }
    let day = try complete("2026-01-01T00:00:00Z")
    #expect(try complete("2026-01-02T00:00:00Z") == day)
    #expect(
      try version(day)[CellKey("completed_at")]?.value == "2026-01-01T00:00:00.000Z")
    #expect(try !fleet.cloud.plainDelete(day, as: Fleet.account))
    try write("runs", [("name", "plan:acts"), ("run", 1)])
    #expect(try fleet.cloud.version(day, of: Fleet.account) == nil)
    #expect(
      try fleet.cloud.plainWrite(
        "plan_progress", JSONObject(row + [("completed_at", "2026-01-02T00:00:00Z")]),
        as: Fleet.account) == nil)
  }

  @Test func `a link to a note that is not there is refused`() throws {
    let name = try note()
    let refusal = #expect(throws: RESTRefusal.self) {
      try write(
        "note_links",
        [
          ("from_note_id", .string(name.id.text)),
          ("to_note_id", .string(RecordID(high: 4, low: 4).text)),
        ])
    }
    #expect(refusal?.code == "23503")
  }

  @Test func `devices pull what was written, and write on top of it`() throws {
    let name = try note()
    try fleet.settle()
    try device.run("UPDATE user_notes SET note_text = 'device'")
    try fleet.settle()
    #expect(try version(name)[CellKey("note_text")]?.value == "device")
    #expect(try fleet.difference() == nil)
    #expect(
      try device.database.connection.first("SELECT count(*) FROM sync_conflicts") {
        $0.integer(0)
      } == 0)
  }
}
