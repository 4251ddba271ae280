import ChangeQueue
import Schema
import Store
import Vocabulary

extension SyncEngine {
  /// What is true of an entry whose payload cannot be read.
  static let damagedEntry =
    "CASE json_valid(payload_json) WHEN 1 THEN json_type(payload_json) <> 'object' ELSE 1 END"

  /// Entries whose payload is none: a tool's, or a fault of the disk. What they said is gone, and
  /// their rows, which have it, go up whole in their place.
  func mendQueue() throws {
    let damaged = Self.damagedEntry
    let isAny = try connection.first("SELECT 1 FROM sync_queue WHERE \(damaged) LIMIT 1") { _ in
      true
    }
    guard isAny != nil else { return }
    try database.write {
      let rows = try connection.all(
        "SELECT DISTINCT table_name, local_id FROM sync_queue WHERE \(damaged)"
      ) { RowHandle(table: $0.text(0), localID: $0.integer(1)) }
      try connection.run("DELETE FROM sync_queue WHERE \(damaged)")
      for row in rows {
        guard let table = catalog[row.table] else { continue }
        try database.offer(table, localID: row.localID)
      }
    }
  }
}
