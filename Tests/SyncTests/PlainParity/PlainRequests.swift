import Schema
import Support
import Vocabulary

/// Random writes of plain clients, the same for ever from one seed: on purpose with keys that are
/// there already, values of the wrong type, nulls, broken checks and parents that are not there.
struct PlainRequests {
  private let catalog: Catalog
  private let user: RecordID
  private let dice: SeededSurroundings
  private var now = PostgresDevice.noon
  let ids: [String]
  private static let texts = ["a", "B", "é", "it's \"so\"", "10", "9"]

  init(seed: UInt64, _ catalog: Catalog, user: RecordID) {
    self.catalog = catalog
    self.user = user
    dice = SeededSurroundings(seed: seed)
    ids = (1...3).map { RecordID(high: 0xa11 << 32 | seed, low: $0).text }
  }

  mutating func roll(_ count: Int) -> Int { Int(dice.random() % UInt64(count)) }
  mutating func chance(_ part: Int, in whole: Int) -> Bool { roll(whole) < part }
  mutating func pick<Item>(_ items: [Item]) -> Item { items[roll(items.count)] }

  mutating func next(at now: Instant, isService: Bool) -> PlainRequest {
    self.now = now
    let busy = ["user_notes", "test_marks", "verse_highlights", "test_days", "note_links"]
    let named = pick(busy)
    let table =
      chance(1, in: 2)
      ? pick(catalog.tables) : catalog.tables.first { $0.name == named } ?? catalog.tables[0]
    var request: PlainRequest
    switch roll(8) {
    case 0...3: return insert(in: table, isService: isService)
    case 4...5: request = update(in: table)
    default: request = PlainRequest(table: table, verb: .delete, conditions: conditions(in: table))
    }
    // The service role sees the rows of all seeds.
    if isService {
      request.conditions.append(
        PlainRequest.Condition(column: "user_id", isNull: false, value: user.text))
    }
    return request
  }

  private mutating func insert(in table: SyncedTable, isService: Bool) -> PlainRequest {
    var request = PlainRequest(table: table, verb: .insert)
    request.columns = columns(of: table, part: 17)
    // An id that is drawn would differ.
    if table.naturalKey.isEmpty || chance(1, in: 3) { request.columns.append("id") }
    if isService || chance(1, in: 8) { request.columns.append("user_id") }
    if chance(1, in: 12) { request.columns.append(pick(["seq", "stamp"])) }
    // A dead row that is written again in the same statement is answered twice by PostgreSQL, as it
    // was and as it is, and as it is by ours.
    let isDead = request.columns.contains("deleted_at")
    for _ in 0...(chance(1, in: 3) && !isDead ? roll(3) : 0) {
      request.rows.append(row(request.columns, table))
    }
    guard chance(1, in: 2) else { return request }
    request.resolution = pick(["merge-duplicates", "merge-duplicates", "ignore-duplicates"])
    let key = table.naturalKey + ["user_id"]
    if chance(1, in: 3) { request.conflict = table.naturalKey.isEmpty ? ["user_id", "id"] : key }
    if chance(1, in: 12) {
      request.conflict = pick([["user_id", "seq"], ["user_id"], ["nonsense"]])
    }
    return request
  }

  private mutating func update(in table: SyncedTable) -> PlainRequest {
    var request = PlainRequest(table: table, verb: .update)
    request.columns = columns(of: table, part: 6)
    if chance(1, in: 10) { request.columns.append(pick(["user_id", "id", "seq"])) }
    request.rows = [row(request.columns, table)]
    request.conditions = conditions(in: table)
    return request
  }

  /// `part` of twenty columns, and sometimes deletion.
  private mutating func columns(of table: SyncedTable, part: Int) -> [String] {
    var names: [String] = []
    for column in table.columns where chance(part, in: 20) { names.append(column.name) }
    if !table.isMonotone, chance(1, in: 6) { names.append("deleted_at") }
    return names.isEmpty ? [table.columns[0].name] : names
  }

  private mutating func conditions(in table: SyncedTable) -> [PlainRequest.Condition] {
    if !table.isMonotone, chance(1, in: 6) {
      return [PlainRequest.Condition(column: "deleted_at", isNull: true, value: "")]
    }
    if chance(1, in: 2), let column = table.columns.first(where: { $0.kind == .text }) {
      let value = chance(1, in: 2) ? "a" : pick(Self.texts)
      return [PlainRequest.Condition(column: column.name, isNull: false, value: value)]
    }
    return [PlainRequest.Condition(column: "id", isNull: false, value: pick(ids))]
  }

  private mutating func row(_ columns: [String], _ table: SyncedTable) -> JSONObject {
    var row = JSONObject()
    for name in columns where chance(24, in: 25) {
      switch name {
      case "id": row[name] = chance(1, in: 40) ? .null : .string(pick(ids))
      case "user_id":
        let other = RecordID(high: 1, low: 1).text
        row[name] = chance(1, in: 12) ? pick([.null, .string(other)]) : .string(user.text)
      case "seq": row[name] = pick([5, .null, "7"])
      case "stamp": row[name] = "mine"
      default:
        guard let column = table.joinedColumns.first(where: { $0.name == name }) else { continue }
        row[name] =
          chance(1, in: 30)
          ? pick(column.kind == .time ? Self.oddTimes : Self.odd) : value(of: column)
      }
    }
    return row
  }

  private static let odd: [JSONValue] = [
    .null, 5, "5", " 5 ", "x", .number(2.5), true, [], [1], ["a"], ["b": 1], "", "2026-02-30",
    "2026-13-01", "9223372036854775808", "{11111111-1111-4111-8111-111111111111}",
  ]
  /// PostgreSQL reads many more forms of times than ISO's, and finds other faults in them.
  private static let oddTimes: [JSONValue] = [
    .null, "x", "", true, [], "2026-02-30", "2026-13-01", "2026-01-01T25:00:00Z", "2026-00-01",
  ]

  private mutating func value(of column: SyncedColumn) -> JSONValue {
    if column.isNullable, chance(1, in: 4) { return .null }
    switch column.kind {
    case .text: return .string(chance(1, in: 25) ? "" : pick(Self.texts))
    case .integer: return .integer(Int64(roll(4)) - (chance(1, in: 30) ? 5 : 0))
    case .time: return .string(time())
    case .reference: return .string(pick(ids))
    case .set:
      return .array((0..<roll(3)).map { _ in .string(pick(["b", "a", "é", "Z", "a.b", ""])) })
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
}
