import Schema
import Store
import Vocabulary

/// A table whose rows clients read and write: its columns, in the order of the deployed table.
struct ReadableTable {
  struct Column {
    let name: String
    let kind: ColumnKind
  }

  let synced: SyncedTable
  let columns: [Column]

  var name: String { synced.name }

  init(_ table: SyncedTable) {
    synced = table
    columns =
      [
        Column(name: "user_id", kind: .uuid), Column(name: "id", kind: .uuid),
        Column(name: "stamp", kind: .text), Column(name: "stamps", kind: .json),
        Column(name: "seq", kind: .integer), Column(name: "updated_at", kind: .time),
      ] + table.joinedColumns.map { Column(name: $0.name, kind: ColumnKind($0.kind)) }
  }

  func column(_ name: String) throws(RESTRefusal) -> Column {
    if let column = known(name) { return column }
    throw RESTRefusal(
      "42703", "column \(self.name).\(name) does not exist", hint: hint(for: name))
  }

  /// The column that a body or `columns` names.
  func writtenColumn(_ name: String) throws(RESTRefusal) -> Column {
    if let column = known(name) { return column }
    throw RESTRefusal(
      "PGRST204",
      "Could not find the '\(name)' column of '\(self.name)' in the schema cache")
  }

  func known(_ name: String) -> Column? { columns.first { $0.name == name } }

  /// The column that was meant, if one or two are near enough.
  ///
  /// Near is as PostgreSQL has it: at most three letters apart, and at most half of the name.
  func hint(for name: String) -> String? {
    let asked = Array(name.unicodeScalars)
    let near = columns.map { ($0.name, distance(asked, Array($0.name.unicodeScalars))) }
      .filter { $0.1 <= min(3, asked.count / 2) }
    guard let least = near.map(\.1).min() else { return nil }
    let names = near.filter { $0.1 == least }.map { "\"\(self.name).\($0.0)\"" }
    guard names.count <= 2 else { return nil }
    return
      "Perhaps you meant to reference the column \(names.joined(separator: " or the column "))."
  }

  /// How many letters must come, go or change until one word is the other.
  private func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var row = Array(0...other.count)
    for (place, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = place + 1
      for (column, second) in other.enumerated() {
        let change = diagonal + (letter == second ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, min(row[column], row[column + 1]) + 1)
      }
    }
    return row[other.count]
  }
}
