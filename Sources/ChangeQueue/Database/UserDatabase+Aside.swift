import Schema
import Store
import Vocabulary

extension UserDatabase {
  /// Gives rows the values of columns that the file has got just now: those that a newer cloud told
  /// of them while nobody here knew the columns.
  ///
  /// Why at once, and not joined: until now the row holds the column's default, under the stamp of
  /// the row as a whole. The value that its maker gave it has the same stamp, and would lose to a
  /// default of larger bytes. What is edited here from now on is later than both.
  func fillFromAside(_ table: SyncedTable, _ columns: Set<String>) throws {
    let texts = try connection.all(
      "SELECT row_json FROM sync_unknown WHERE table_name = ?1", .text(table.name)
    ) { $0.text(0) }
    try apply {
      for text in texts {
        let row = try JSONValue(parsing: text)
        guard let id = row["id"]?.string.flatMap({ RecordID($0) }),
          let told = StampedValues(row: row),
          let stored = try storedRow(RowName(table: table.name, id: id))
        else { continue }
        var version = stored.version
        for (key, cell) in RowVersion(told, in: table).cells
        where try columns.contains(key.column) && isHere(cell.value, of: key.column, in: table) {
          version[key] = cell
        }
        try store(
          version, as: RowName(table: table.name, id: id), over: stored, stamp: stored.stamp,
          seq: stored.seq)
      }
    }
  }

  /// A row that the cloud does not have yet goes up with the new columns, so that their stamps
  /// there are those that they have here.
  func completeInsertions() throws {
    try write {
      for var entry in try entries() where entry.operation == .insert && entry.state != .sending {
        try makeWhole(&entry)
        try update(entry)
      }
    }
  }

  /// A parent that is not here is waited for by the sync that takes the whole row.
  private func isHere(_ value: JSONValue, of column: String, in table: SyncedTable) throws -> Bool {
    guard let parent = table.column(column)?.parent, value != .null else { return true }
    guard let id = value.string.flatMap({ RecordID($0) }) else { return false }
    return try localID(of: RowName(table: parent, id: id)) != nil
  }
}

extension StampedValues {
  /// A row as the cloud tells it; nil where a part is missing.
  fileprivate init?(row: JSONValue) {
    guard let values = row["values"]?.object,
      let stamp = row["stamp"]?.string.flatMap({ Stamp($0) })
    else { return nil }
    self.init(values: values, stamp: stamp, stamps: row["stamps"]?.object ?? JSONObject())
  }
}
