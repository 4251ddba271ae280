import Schema
import Vocabulary

/// A row as the cloud sends it.
struct PulledRow {
  let table: String
  let id: RecordID
  let seq: Int64
  let stamped: StampedValues
  /// As it came: for the shelf, and for tables that this program does not know.
  let json: JSONValue

  /// The row cell by cell, its times in the one form of times; nil where one is no time.
  func version(in table: SyncedTable) -> RowVersion? {
    var version = RowVersion(stamped, in: table)
    for column in table.columns + [Catalog.deletedAt] where column.kind == .time {
      let key = CellKey(column.name)
      guard let cell = version[key], cell.value != .null else { continue }
      guard let time = cell.value.string.flatMap({ Instant($0) }) else { return nil }
      version[key]?.value = .string(time.text)
    }
    return version
  }

  init(table: String, id: RecordID, seq: Int64, stamped: StampedValues, json: JSONValue) {
    self.table = table
    self.id = id
    self.seq = seq
    self.stamped = stamped
    self.json = json
  }

  var name: RowName { RowName(table: table, id: id) }

  init(_ json: JSONValue) throws {
    guard let table = json["table"]?.string, let id = json["id"]?.string.flatMap({ RecordID($0) }),
      let seq = json["seq"]?.integer, seq > 0,
      let stamp = json["stamp"]?.string.flatMap({ Stamp($0) }),
      let values = json["values"]?.object, let stamps = StampedValues.checkedStamps(json["stamps"])
    else { throw SyncError.unreadable(function: "sync_pull", problem: "a row without its parts") }
    self.table = table
    self.id = id
    self.seq = seq
    self.json = json
    stamped = StampedValues(values: values, stamp: stamp, stamps: stamps)
  }
}

extension PulledRow {
  /// A row as a plain read of its table shows it.
  init(plain row: JSONValue, of table: SyncedTable) throws {
    var values = JSONObject()
    for column in table.columns + (table.isMonotone ? [] : [Catalog.deletedAt]) {
      values[column.name] = row[column.name] ?? .null
    }
    var whole = JSONObject([
      ("table", .string(table.name)), ("values", .object(values)),
    ])
    for name in ["id", "seq", "stamp", "stamps"] { whole[name] = row[name] ?? .null }
    try self.init(.object(whole))
  }
}
