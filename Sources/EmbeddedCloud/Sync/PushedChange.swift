import Schema
import Vocabulary

/// One change of a push, read and checked.
struct PushedChange {
  /// A cell as the device sends it.
  struct SentCell {
    let cell: Cell
    /// The stamp the edit was made on.
    let base: Stamp
    /// Stamps it was sent with before, unanswered: their values count as seen.
    let sent: [Stamp]
  }

  let table: SyncedTable
  let name: RowName
  let isInsert: Bool
  /// The stamp that most cells carry; a new row keeps it.
  let stamp: Stamp
  let cells: [CellKey: SentCell]
  let newest: Stamp
  /// The columns that it names.
  let given: Set<String>
  /// The seq at which the row held nothing that the change does not hold; nil where it says none.
  let seen: Int64?

  /// Throws a `PushRefusal` with PostgreSQL's code where it has not the form of one.
  init(_ change: JSONValue, _ catalog: Catalog) throws {
    guard change.object != nil else { throw PushRefusal("22023", "a change is not an object") }
    guard let tableName = change["table"]?.string else {
      throw PushRefusal("22023", "a change names no table")
    }
    guard let table = catalog[tableName] else {
      throw PushRefusal("42P01", "relation \"\(tableName)\" does not exist")
    }
    guard let id = change["id"]?.string.flatMap({ RecordID($0) }) else {
      throw PushRefusal("22023", "the id is not a UUID")
    }
    guard let op = change["op"]?.string, op == "insert" || op == "update" else {
      throw PushRefusal("22023", "the op is neither insert nor update")
    }
    guard let stamp = change["stamp"]?.string.flatMap({ Stamp($0) }) else {
      throw PushRefusal("22023", "the stamp has not the form of one")
    }
    guard let values = change["values"]?.object else {
      throw PushRefusal("22023", "the values are not an object")
    }
    self.table = table
    name = RowName(table: tableName, id: id)
    isInsert = op == "insert"
    self.stamp = stamp
    try Self.checkColumns(values, table)
    let stamps = try Self.stampMap("stamps", change["stamps"], table, isList: false)
    let bases = try Self.stampMap("bases", change["bases"], table, isList: false)
    let sent = try Self.stampMap("sent", change["sent"], table, isList: true)
    newest = stamps.values.flatMap { $0 }.reduce(stamp) { max($0, $1) }
    var cells: [CellKey: SentCell] = [:]
    for member in values {
      for (key, value) in try CellReader.cells(member, table) {
        let isStamped = table.rule(of: key.column)?.isStamped == true
        cells[key] = SentCell(
          cell: Cell(value, isStamped ? stamps[key]?.first ?? stamp : .zero),
          base: bases[key]?.first ?? .zero, sent: sent[key] ?? [])
      }
    }
    self.cells = cells
    given = Set(values.members.map(\.key))
    seen = change["seen"]?.integer
  }

  private static func checkColumns(_ named: JSONObject, _ table: SyncedTable) throws {
    let unknown = named.members.map(\.key).filter { table.rule(of: $0) == nil }
    if let first = unknown.min(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      throw PushRefusal(
        "42703", "column \"\(first)\" of relation \"\(table.name)\" does not exist")
    }
  }

  /// Stamps by cell, of one of the change's parts.
  private static func stampMap(
    _ part: String, _ value: JSONValue?, _ table: SyncedTable, isList: Bool
  ) throws -> [CellKey: [Stamp]] {
    guard let value, value != .null else { return [:] }
    guard let object = value.object else {
      throw PushRefusal("22023", "the \(part) are not an object")
    }
    try checkColumns(object, table)
    let fault = PushRefusal("22023", "the \(part) hold what is no stamp")
    func read(_ value: JSONValue) throws -> [Stamp] {
      let items = isList ? value.array : [value]
      guard let items else { throw fault }
      return try items.map { item in
        guard let stamp = item.string.flatMap({ Stamp($0) }) else { throw fault }
        return stamp
      }
    }
    var stamps: [CellKey: [Stamp]] = [:]
    for member in object {
      if table.rule(of: member.key) == .perElement {
        guard let elements = member.value.object else { throw fault }
        for element in elements {
          stamps[CellKey(member.key, element: element.key)] = try read(element.value)
        }
      } else {
        stamps[CellKey(member.key)] = try read(member.value)
      }
    }
    return stamps
  }
}

/// Why one change of a push is refused, in PostgreSQL's words.
struct PushRefusal: Error {
  let code: String
  let message: String

  init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }
}
