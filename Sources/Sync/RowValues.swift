import ChangeQueue
import Schema
import Store
import Vocabulary

/// Rows as objects of their columns' values, on this device.
extension SyncedTable {
  /// SQL that gives a row's columns as an object.
  var valuesObject: String {
    let cells = columns.map { "'\($0.name)', \($0.name)" }.joined(separator: ", ")
    return "json_object(\(cells))"
  }
}

extension SyncEngine {
  /// Writes a row that may be there: then what is written is joined with it.
  func joinRow(_ values: JSONObject, to table: SyncedTable) throws {
    let updates = values.members.map(\.key).filter { !table.naturalKey.contains($0) }
      .map { "\($0) = coalesce(excluded.\($0), \($0))" }
    let key = table.naturalKey.joined(separator: ", ")
    try insertRow(
      values, to: table, "ON CONFLICT(\(key)) DO UPDATE SET \(updates.joined(separator: ", "))")
  }

  /// `conflict`: SQL that says what becomes of it where it is there.
  func insertRow(_ values: JSONObject, to table: SyncedTable, _ conflict: String) throws {
    let names = values.members.map(\.key).joined(separator: ", ")
    let places = (1...values.count).map { "?\($0)" }.joined(separator: ", ")
    let statement = try connection.cached(
      "INSERT INTO \(table.name)(\(names)) VALUES(\(places)) \(conflict)")
    for (place, member) in values.members.enumerated() {
      statement.bind(place + 1, SQLValue(member.value))
    }
    try statement.run()
  }
}
