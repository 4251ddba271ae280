package import Schema
import Store
package import Vocabulary

/// Sends rows whole: those that the cloud lacks, whatever of them is queued.
extension UserDatabase {
  /// Queues the whole row as it stands, joined with what is queued of it.
  package func offer(_ table: SyncedTable, localID: Int64) throws {
    let queued = try entries(of: table.name, localID: localID).first { $0.state != .sending }
    if var entry = queued {
      try makeWhole(&entry)
      try update(entry)
      return
    }
    guard let cloudID = try cloudID(of: table.name, localID: localID) else { return }
    var entry = QueueEntry(
      id: 0, operation: .insert, table: table.name, localID: localID, cloudID: cloudID, edits: [:],
      wall: surroundings.now())
    try makeWhole(&entry)
    try enqueue(entry)
  }

  /// Adds every cell of the row that the entry does not hold; joined columns take the row's value.
  package func makeWhole(_ entry: inout QueueEntry) throws {
    guard let table = catalog[entry.table],
      let row = try storedRow(table, localID: entry.localID)
    else { return }
    entry.operation = .insert
    for (key, cell) in row.version.cells {
      let value = try localForm(key, cell.value, in: table, localID: entry.localID)
      if entry.edits[key] == nil {
        entry.edits[key] = CellEdit(value, stamp: cell.stamp, wall: cell.stamp.instant)
      } else if table.rule(of: key.column)?.isStamped == false {
        entry.edits[key]?.value = value
      }
    }
  }

  /// A cell's value as queue entries hold it: a reference is a local id.
  package func localForm(
    _ key: CellKey, _ value: JSONValue, in table: SyncedTable, localID: Int64
  ) throws -> JSONValue {
    guard table.column(key.column)?.parent != nil, value != .null else { return value }
    return try connection.first(
      "SELECT \(key.column) FROM \(table.name) WHERE id = ?1", .integer(localID)
    ) { $0.value(0).json } ?? .null
  }

  /// Brings a deleted row back to life, from the trash too.
  package func restore(_ table: SyncedTable, localID: Int64) throws {
    try write {
      let seq = try connection.first(
        "SELECT seq FROM \(table.name) WHERE id = ?1", .integer(localID)
      ) { $0.optionalInteger(0) }
      if case .trashed? = seq.map(Acknowledgement.init) {
        // The cloud does not have it: it goes up whole, as an INSERT.
        try connection.run("UPDATE \(table.name) SET seq = NULL WHERE id = ?1", .integer(localID))
        try offer(table, localID: localID)
      }
      try connection.run(
        "UPDATE \(table.name) SET deleted_at = NULL WHERE id = ?1", .integer(localID))
    }
  }
}
