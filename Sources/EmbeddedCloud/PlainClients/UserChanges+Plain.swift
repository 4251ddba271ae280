import Schema
import Store
import Vocabulary

extension UserChanges {
  /// The id of the row that has the natural key; nil where none has, or the table has no such key.
  func id(of row: PlainRow, in table: SyncedTable) throws -> RecordID? {
    guard !table.naturalKey.isEmpty else { return nil }
    let conditions = table.naturalKey.enumerated().map { "\($1) = ?\($0 + 2)" }
    let statement = try connection.cached(
      "SELECT id FROM \(table.name) WHERE user_id = ?1 AND \(conditions.joined(separator: " AND "))"
    )
    statement.bind(1, userID)
    for (place, name) in table.naturalKey.enumerated() {
      statement.bind(place + 2, SQLValue(row.values[name] ?? .null))
    }
    return try statement.first { RecordID($0.text(0)) } ?? nil
  }

  /// Refuses a row that breaks a condition of its table, before it is seen whether it is there.
  func requireChecks(_ version: RowVersion, in table: SyncedTable) throws {
    let checked = table.columns.filter { $0.check != nil }.sorted { $0.name < $1.name }
    guard !checked.isEmpty else { return }
    let conditions = checked.compactMap(\.check).joined(separator: ", ")
    let values = checked.enumerated().map { "?\($0 + 1) AS \($1.name)" }
    let statement = try connection.cached(
      "SELECT \(conditions) FROM (SELECT \(values.joined(separator: ", ")))")
    for (place, column) in checked.enumerated() {
      statement.bind(place + 1, SQLValue(version[CellKey(column.name)]?.value ?? .null))
    }
    let broken = try statement.first { row in
      checked.indices.first { !row.isNull($0) && row.integer($0) == 0 }
    }
    guard let place = broken ?? nil else { return }
    let name = "\(table.name)_\(checked[place].name)_check"
    throw RESTRefusal(
      "23514", "new row for relation \"\(table.name)\" violates check constraint \"\(name)\"")
  }
}
