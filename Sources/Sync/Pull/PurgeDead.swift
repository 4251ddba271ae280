import ChangeQueue
import Schema
import Store

extension SyncEngine {
  /// Forgets the dead rows that the cloud has purged, up to a number, children before parents.
  ///
  /// A row stays that has an unsent edit, or that another one names: one that lives or is dead
  /// here, or one that waits on the shelf or lies aside.
  func purge(upTo last: Int64) throws {
    let done = try database.state(.purgedHere).flatMap { Int64($0) } ?? 0
    guard last > done else { return }
    try database.quietly {
      for table in catalog.tables.reversed() where !table.isMonotone {
        try connection.run(
          """
          DELETE FROM \(table.name) AS t
          WHERE t.deleted_at IS NOT NULL AND t.seq BETWEEN 0 AND ?1 AND NOT EXISTS (
              SELECT 1 FROM sync_queue AS q
              WHERE q.table_name = '\(table.name)' AND q.local_id = t.id)
            AND NOT EXISTS (SELECT 1 FROM sync_shelf AS s WHERE instr(s.row_json, t.cloud_id))
            AND NOT EXISTS (
              SELECT 1 FROM sync_unknown AS u
              WHERE instr(u.row_json, t.cloud_id) AND u.cloud_id <> t.cloud_id)
            \(names(of: table))
          """, .integer(last))
      }
      try dropDeadAside(upTo: last)
    }
    try database.setState(.purgedHere, String(last))
  }

  private func names(of table: SyncedTable) -> String {
    catalog.references(to: table.name).map { child, column in
      "AND NOT EXISTS (SELECT 1 FROM \(child.name) AS c WHERE c.\(column.name) = t.id)"
    }.joined(separator: "\n    ")
  }
}
