import Schema
import Store
import Vocabulary

extension SyncEngine {
  /// The digest of a row as it would lie in the cloud; nil where it lies there as it is here.
  ///
  /// `row`: cloud id, stamp, stamps, and the joined columns in their order.
  func sealedDigest(
    of row: Statement, in table: SyncedTable, _ digester: inout RowDigester
  ) throws -> RowDigest? {
    guard table.isSealed, sealing.active != nil || looksSealed(row, table),
      let id = RecordID(row.text(0))
    else { return nil }
    var values = JSONObject()
    for (place, column) in table.joinedColumns.enumerated() {
      let value = row.value(place + 3).json
      values[column.name] =
        column.kind == .set ? try JSONValue(parsing: value.string ?? "[]") : value
    }
    let columns = try columns(of: table, id.text, values)
    let stamps = try row.optionalText(2).map { try JSONValue(parsing: $0).object } ?? nil
    return try digester.digest(
      id,
      StampedValues(
        values: try columns.seal(values: values), stamp: Stamp(unchecked: row.text(1)),
        stamps: try columns.seal(stamps: stamps ?? JSONObject())))
  }

  /// Whether a text begins like a sealed one: then it goes up with a mark.
  private func looksSealed(_ row: Statement, _ table: SyncedTable) -> Bool {
    let word = Array(SealedText.word.utf8)
    return table.joinedColumns.indices.contains { place in
      let column = table.joinedColumns[place]
      guard column.isSealed || table.name == Catalog.conflictsTable else { return false }
      let bytes = row.utf8(place + 3)
      return column.kind == .set
        ? bytes.count > 9 && bytes.dropFirst(2).starts(with: word) : bytes.starts(with: word)
    }
  }
}
