import Schema
import Store

/// What every write runs, kept prepared.
final class CaptureStatements {
  /// The newest entry, and whether it lacks its stamp.
  let newest = KeptStatement("SELECT id, stamp IS NULL FROM sync_queue ORDER BY id DESC LIMIT 1")
  let notes = KeptStatement(
    """
    SELECT id, operation, table_name, local_id, wall_ms, cloud_id FROM sync_queue
    WHERE id > ?1 AND stamp IS NULL ORDER BY id
    """)
  let stampEntry = KeptStatement(
    "UPDATE sync_queue SET stamp = ?2, cloud_id = ?3, wall_ms = ?4 WHERE id = ?1")
  let announce = KeptStatement("INSERT INTO sync_writing(since) VALUES(?1)")
  let conclude = KeptStatement("DELETE FROM sync_writing")
  let version = KeptStatement("PRAGMA data_version")
  private var tables: [String: RowStatements] = [:]

  func rows(of table: SyncedTable) -> RowStatements {
    if let known = tables[table.name] { return known }
    let made = RowStatements(table)
    tables[table.name] = made
    return made
  }
}

/// Those for the rows of one table.
final class RowStatements {
  /// cloud_id, stamp, then the sets, then the times.
  let read: KeptStatement
  let stamp: KeptStatement
  let sets: [SyncedColumn]
  /// Columns.
  let times: [String]

  init(_ table: SyncedTable) {
    sets = table.columns.filter { $0.kind == .set }
    times = table.joinedColumns.filter { $0.kind == .time }.map(\.name)
    let columns = ["cloud_id", "stamp"] + sets.map(\.name) + times
    read = KeptStatement(
      "SELECT \(columns.joined(separator: ", ")) FROM \(table.name) WHERE id = ?1")
    stamp = KeptStatement("UPDATE \(table.name) SET stamp = ?2, updated_at = ?3 WHERE id = ?1")
  }
}
