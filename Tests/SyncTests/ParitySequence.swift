import Schema
import Support
import Vocabulary

/// Random pushes of a few devices over a few rows, the same for ever from one seed: on purpose
/// with stale bases, equal stamps, stamps ahead, orphans, wrong ids and changes that are none.
struct ParitySequence {
  private let catalog: Catalog
  private let dice: SeededSurroundings
  private var stamps: [String] = [Stamp.zero.text]
  private var now = PostgresDevice.noon
  private var ids: [String: [String]] = [:]
  /// Rows that an insert was made for.
  private var begun: [String: [String]] = [:]

  static let devices = ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"]
  private static let texts = ["a", "B", "é", "it's \"so\"", "10", "9"]

  /// `others`: ids of rows that others make.
  init(seed: UInt64, _ catalog: Catalog, others: [String] = []) {
    self.catalog = catalog
    dice = SeededSurroundings(seed: seed)
    for table in catalog.tables {
      let own = (0..<2).map { _ in RecordID(high: dice.random(), low: dice.random()).text }
      ids[table.name] = own + others
    }
  }

  mutating func roll(_ count: Int) -> Int { Int(dice.random() % UInt64(count)) }

  mutating func chance(_ part: Int, in whole: Int) -> Bool { roll(whole) < part }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[roll(items.count)] }

  mutating func push(at now: Instant) -> [JSONValue] {
    self.now = now
    if begun.isEmpty {
      return catalog.tables.map { .object(change(in: $0, isInsert: true)) }
    }
    return (0...roll(5)).map { _ in
      let table = chance(1, in: 2) ? catalog.tables[roll(catalog.tables.count)] : busiest()
      let sound = change(in: table, isInsert: chance(1, in: 4))
      return chance(1, in: 12) ? spoilt(sound) : .object(sound)
    }
  }

  private mutating func busiest() -> SyncedTable {
    let busy = catalog.tables.filter { ["user_notes", "test_marks"].contains($0.name) }
    return pick(busy)
  }

  mutating func askedIDs(of table: String) -> [JSONValue] {
    ((ids[table] ?? []) + (begun[table] ?? [])).map(JSONValue.string) + [
      .string(RecordID(high: dice.random(), low: 1).text)
    ]
  }

  private mutating func change(in table: SyncedTable, isInsert: Bool) -> JSONObject {
    var values = JSONObject()
    let deletion = table.isMonotone ? [] : [Catalog.deletedAt]
    for column in table.columns where chance(isInsert ? 19 : 9, in: 20) {
      values[column.name] = value(of: column)
    }
    for column in deletion where chance(1, in: 4) { values[column.name] = value(of: column) }
    let id = isInsert ? id(in: table, values) : known(table.name)
    if isInsert { begun[table.name, default: []].append(id) }
    var change = JSONObject([
      ("table", .string(table.name)), ("id", .string(id)),
      ("op", isInsert ? "insert" : "update"), ("stamp", .string(stamp())),
      ("values", .object(values)),
    ])
    if chance(1, in: 3) { change["stamps"] = .object(stamps(of: values, in: table, isList: false)) }
    if chance(2, in: 3) { change["bases"] = .object(stamps(of: values, in: table, isList: false)) }
    if chance(1, in: 4) { change["sent"] = .object(stamps(of: values, in: table, isList: true)) }
    return change
  }

  private mutating func id(in table: SyncedTable, _ values: JSONObject) -> String {
    guard case .named(let key) = table.identity, chance(9, in: 10) else {
      return pick(ids[table.name] ?? [])
    }
    let words = key.compactMap { name in values[name].map { $0.string ?? $0.text } }
    guard words.count == key.count else { return pick(ids[table.name] ?? []) }
    return RecordID(table: table.name, key: words.joined(separator: "|")).text
  }

  /// Mostly a row that was begun.
  private mutating func known(_ table: String) -> String {
    if let begun = begun[table], chance(19, in: 20) { return pick(begun) }
    return pick(ids[table] ?? [])
  }

  private mutating func value(of column: SyncedColumn) -> JSONValue {
    if column.isNullable, chance(1, in: 4) { return .null }
    switch column.kind {
    case .text: return .string(chance(1, in: 25) ? "" : pick(Self.texts))
    case .integer: return .integer(Int64(roll(11)) - (chance(1, in: 30) ? 5 : 0))
    case .time: return .string(time())
    case .reference(let parent, _): return .string(known(parent))
    case .set:
      let items = (0..<roll(3)).map { _ in pick(["b", "a", "é", "Z", "a.b", ""]) }
      if column.rule == .union { return .array(items.map(JSONValue.string)) }
      return .object(JSONObject(items.map { ($0, .bool(chance(2, in: 3))) }))
    }
  }

  private mutating func time() -> String {
    let time = Instant(milliseconds: now.milliseconds - Int64(roll(4)) * 1000)
    switch roll(4) {
    case 0: return String(time.text.dropLast(5)) + ".98765+02:00"
    case 1: return String(time.text.prefix(10))
    default: return time.text
    }
  }

  /// Mostly about now, often one that was given before, sometimes at the edge of too far ahead.
  private mutating func stamp() -> String {
    if chance(1, in: 3) { return pick(stamps) }
    let ahead: Int64 = chance(1, in: 30) ? 300_000 + Int64(roll(2)) : 0
    let given = Stamp(
      milliseconds: now.milliseconds + ahead - Int64(roll(4)), counter: UInt16(roll(2)),
      device: pick(Self.devices)
    ).text
    if ahead == 0 { stamps.append(given) }
    return given
  }

  private mutating func stamps(
    of values: JSONObject, in table: SyncedTable, isList: Bool
  ) -> JSONObject {
    var result = JSONObject()
    for member in values where chance(2, in: 3) {
      if let elements = member.value.object, table.column(member.key)?.rule == .perElement {
        result[member.key] = .object(
          JSONObject(elements.map { ($0.key, stampOrList(isList)) }))
      } else if table.column(member.key)?.rule != .perElement {
        result[member.key] = stampOrList(isList)
      }
    }
    return result
  }

  private mutating func stampOrList(_ isList: Bool) -> JSONValue {
    isList
      ? .array((0..<roll(3)).map { _ in .string(pick(stamps)) }) : .string(pick(stamps))
  }

  /// The change with one fault.
  private mutating func spoilt(_ sound: JSONObject) -> JSONValue {
    var change = sound
    func set(_ part: String, _ key: String, _ value: JSONValue) {
      var object = change[part]?.object ?? JSONObject()
      object[key] = value
      change[part] = .object(object)
    }
    switch roll(15) {
    case 0: change["table"] = "nowhere"
    case 1: change["id"] = "no id"
    case 2: change["op"] = "upsert"
    case 3: change["stamp"] = "0195C2D3A1F0-0000-9f3c0a77b1e2"
    case 4: change["values"] = []
    case 5: change["sent"] = "x"
    case 6: return "no change"
    case 7: set("values", "nothing", 1)
    case 8: set("bases", "nothing", .string(Stamp.zero.text))
    case 9: set("stamps", "deleted_at", "soon")
    case 10: set("values", "created_at", "2026-02-30T00:00:00Z")
    case 11: set("values", "note_text", 5)
    case 12: set("values", "tags_json", ["grace"])
    case 13: set("values", "run", .number(1.5))
    default: set("values", "verse_ref", .null)
    }
    return .object(change)
  }
}
