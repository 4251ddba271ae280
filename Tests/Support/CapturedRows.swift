package import ChangeQueue
import Schema
import Store
import Vocabulary

/// A shadow of a device's rows, made from its queue entries alone: cell by cell, with stamps.
package struct CapturedRows {
  private var rows: [RowName: [CellKey: Cell]] = [:]

  package init() {}

  /// Takes what is queued, and empties the queue as if the cloud had it all.
  package mutating func take(_ database: UserDatabase) throws {
    for entry in try database.queryEntries("true ORDER BY id") {
      guard let table = database.catalog[entry.table] else { continue }
      for (key, edit) in entry.edits {
        let isStamped = table.rule(of: key.column)?.isStamped == true
        // A reference names a record, which may move to another local id later.
        let value = try database.wireValue(key.column, edit.value, in: table)
        rows[entry.name, default: [:]][key] = Cell(value, isStamped ? edit.stamp : .zero)
      }
    }
    try database.connection.execute("DELETE FROM sync_queue")
    for table in database.catalog.tables {
      try database.connection.execute("UPDATE \(table.name) SET seq = 1 WHERE seq IS NULL")
    }
  }

  /// The first row in which shadow and table differ; nil where none does.
  package func difference(from database: UserDatabase) throws -> String? {
    var seen: Set<RowName> = []
    for table in database.catalog.tables {
      let ids = try database.connection.all(
        "SELECT cloud_id FROM \(table.name) WHERE seq IS NOT -1"
      ) { $0.optionalText(0) }
      for text in ids {
        guard let id = text.flatMap({ RecordID($0) }), id.text == text else {
          return "\(table.name): a row without a right id: \(text ?? "null")"
        }
        let name = RowName(table: table.name, id: id)
        seen.insert(name)
        if let difference = try difference(name, from: database) { return difference }
      }
    }
    for name in rows.keys.filter({ !seen.contains($0) }).sorted() {
      if try database.storedRow(name) == nil { return "\(name.table) \(name.id.text) is gone" }
    }
    return nil
  }

  private func difference(_ name: RowName, from database: UserDatabase) throws -> String? {
    guard let known = rows[name] else { return "\(name.table) \(name.id.text) is unknown" }
    let stored = try database.storedRow(name)?.version.cells ?? [:]
    for key in Set(stored.keys).union(known.keys).sorted() where stored[key] != known[key] {
      // An element that came and went before the cloud heard of it may be known of or not.
      return "\(name.table) \(name.id.text).\(key.name): captured \(show(known[key])), "
        + "stored \(show(stored[key]))"
    }
    return nil
  }

  private func show(_ cell: Cell?) -> String {
    cell.map { "\($0.text ?? "null")@\($0.stamp.text)" } ?? "nothing"
  }
}
