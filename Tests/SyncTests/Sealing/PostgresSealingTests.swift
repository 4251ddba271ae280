import EmbeddedCloud
import Schema
import Store
import Support
import Testing
import Vocabulary

/// What a cloud knows of sealed texts: the deployed functions and the embedded cloud say the same.
@Suite struct PostgresSealingTests {
  private let device: PostgresDevice
  private let embedded: EmbeddedProject
  private static let id = RecordID(high: 1, low: 1).text
  private static let stamp = PostgresDevice.stamp(0)

  init() throws {
    let catalog = try Catalog.lectern()
    device = try PostgresDevice.first(of: PostgresCloud(catalog))
    embedded = try EmbeddedProject(
      EmbeddedProject.Settings(), SeededSurroundings(seed: 1, start: PostgresDevice.noon),
      catalog: catalog)
  }

  /// What both answer to one change after the other.
  private func push(_ changes: JSONValue...) throws -> [JSONValue] {
    let deployed = try device.pushed(changes)["results"]?.array ?? []
    let reply = try embedded.call(
      "sync_push", as: device.user, body: device.arguments(changes).bytes)
    let twin = try JSONValue(parsing: reply)["results"]?.array ?? []
    #expect(deployed.map(Self.sorted) == twin.map(Self.sorted))
    return deployed
  }

  /// Members by name: jsonb has an order of its own.
  private static func sorted(_ value: JSONValue) -> JSONValue {
    if let list = value.array { return .array(list.map(sorted)) }
    guard let object = value.object else { return value }
    let members = object.members.sorted { $0.key < $1.key }
    return .object(JSONObject(members.map { ($0.key, sorted($0.value)) }))
  }

  private func row() throws -> JSONValue? {
    let deployed = try device.row(Self.id)
    let arguments: JSONValue = [
      "device": "aaaaaaaaaaaa", "cursor": "", "newest": "", "page": .null,
    ]
    let reply = try embedded.call("sync_pull", as: device.user, body: arguments.bytes)
    let rows = try JSONValue(parsing: reply)["rows"]?.array
    let twin = rows?.first { $0["id"]?.string == Self.id }
    #expect(twin.map(Self.sorted) == deployed.map(Self.sorted))
    return deployed
  }

  private func note(
    _ op: JSONValue, _ values: JSONValue, seen: Int64? = nil, sent: JSONValue = .null
  ) -> JSONValue {
    var change = JSONObject([
      ("table", "user_notes"), ("id", .string(Self.id)), ("op", op),
      ("stamp", .string(Self.stamp)), ("values", values),
    ])
    if let seen { change["seen"] = .integer(seen) }
    if sent != .null { change["sent"] = sent }
    return .object(change)
  }

  private static func sealed(_ key: Int, _ text: String) -> String {
    "sealed:1:00000000000000000\(key):\(text)"
  }

  @Test func `at one stamp sealed stands over plain, and the newer key over the older`() throws {
    let sent: JSONValue = ["note_text": [.string(Self.stamp)]]
    func text(_ text: String) throws -> JSONValue? {
      try push(note("update", ["note_text": .string(text)], sent: sent)).first
    }
    _ = try push(note("insert", ["verse_ref": "john 3:16", "note_text": "zeal"]))
    #expect(try text(Self.sealed(1, "zzz"))?["result"] == "applied")
    #expect(try text(Self.sealed(2, "aaa"))?["result"] == "applied")
    let again = try text(Self.sealed(1, "zzz"))
    #expect(again?["result"] == "merged" && again?["dropped"] == [])
    #expect(again?["values"]?["note_text"]?.string == Self.sealed(2, "aaa"))
    #expect(try text("zeal")?["values"]?["note_text"]?.string == Self.sealed(2, "aaa"))
    #expect(try row()?["values"]?["note_text"]?.string == Self.sealed(2, "aaa"))
  }

  @Test(arguments: [nil, 1, 2])
  func `old names of tags go only where the change has seen the row`(seen: Int64?) throws {
    _ = try push(
      note(
        "insert",
        [
          "verse_ref": "john 3:16", "note_text": "x", "tags_json": ["grace": true, "zeal": false],
        ]))
    let (one, other) = (Self.sealed(1, "g"), Self.sealed(1, "z"))
    let tags: JSONValue = .object(JSONObject([(one, .bool(true)), (other, .bool(false))]))
    let sent: JSONValue = [
      "tags_json": .object(
        JSONObject([(one, [.string(Self.stamp)]), (other, [.string(Self.stamp)])]))
    ]
    let answer = try push(note("update", ["tags_json": tags], seen: seen, sent: sent)).first
    #expect(answer?["result"] == "applied")
    let names = try row()?["values"]?["tags_json"]?.object?.members.map(\.key)
    #expect(names?.contains("grace") == (seen != 1) && names?.contains("zeal") == (seen != 1))
    #expect(names?.contains(one) == true && names?.contains(other) == true)
    let stamps = try row()?["stamps"]?.text ?? ""
    #expect(stamps.contains("\"zeal\"") == (seen != 1))
  }

  @Test func `shedding alone is a change of the row`() throws {
    let one = Self.sealed(1, "g")
    _ = try push(
      note(
        "insert",
        .object(
          JSONObject([
            ("verse_ref", "john 3:16"), ("note_text", "x"),
            ("tags_json", .object(JSONObject([("grace", .bool(true)), (one, .bool(true))]))),
          ]))))
    let tags: JSONValue = .object(JSONObject([(one, .bool(true))]))
    let answer = try push(note("update", ["tags_json": tags], seen: 1)).first
    #expect(answer?["result"] == "applied" && answer?["seq"] == 2)
    #expect(try row()?["values"]?["tags_json"] == tags)
  }

  @Test func `once a key is known, a device's plain texts are refused`() throws {
    let lock = JSONValue.object(
      JSONObject([
        ("table", "user_preferences"), ("id", .string(RecordID(high: 2, low: 2).text)),
        ("op", "insert"), ("stamp", .string(Self.stamp)),
        ("values", ["key": "sealing.000000000000000001", "value": "{}"]),
      ]))
    _ = try push(note("insert", ["verse_ref": "john 3:16", "note_text": "plain"]), lock)
    func code(_ values: JSONValue) throws -> String? {
      try push(note("update", values)).first?["code"]?.string
    }
    #expect(try code(["note_text": "plain again"]) == "LS001")
    #expect(try code(["tags_json": ["grace": true]]) == "LS001")
    #expect(try code(["note_text": .string(Self.sealed(1, "a"))]) == nil)
    #expect(try code(["verse_ref": "john 3:17"]) == nil)
    func loss(_ column: String, _ mine: JSONValue) throws -> String? {
      let change: JSONValue = [
        "table": "sync_conflicts", "id": .string(RecordID(table: column, key: mine.text).text),
        "op": "insert",
        "stamp": .string(Self.stamp),
        "values": [
          "table_name": "user_notes", "row_id": .string(Self.id), "column_name": .string(column),
          "mine": mine, "theirs": .null, "mine_stamp": .string(PostgresDevice.stamp(7)),
          "theirs_stamp": .string(PostgresDevice.stamp(8)),
        ],
      ]
      return try push(change).first?["code"]?.string
    }
    #expect(try loss("note_text", "plain") == "LS001")
    #expect(try loss("tags_json.grace", "true") == "LS001")
    #expect(try loss("verse_ref", "john 3:16") == nil)
    #expect(try loss("tags_json.\(Self.sealed(1, "g"))", "true") == nil)
    #expect(try loss("note_text", .string(Self.sealed(1, "m"))) == nil)
  }
}
