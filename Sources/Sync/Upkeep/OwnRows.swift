import ChangeQueue
import Schema
import Store
import Vocabulary

/// The rows of a table that the cloud counts too: those that it has acknowledged up to a number,
/// alive, or dead since its last purge; those too that wait on the shelf or lie aside.
///
/// A row with an unsent edit is not as the cloud has it, and is left out: see `pending`.
struct OwnRows {
  private let engine: SyncEngine
  private let table: SyncedTable
  private let upto: Int64
  private let purgedBelow: Int64

  init(_ engine: SyncEngine, _ table: SyncedTable, upTo upto: Int64, purgedBelow: Int64) {
    self.engine = engine
    self.table = table
    self.upto = upto
    self.purgedBelow = purgedBelow
  }

  /// Rows with unsent edits.
  func pending() throws -> Set<RecordID> {
    let ids = try engine.connection.all(
      "SELECT DISTINCT cloud_id FROM sync_queue WHERE table_name = ?1", .text(table.name)
    ) { RecordID($0.text(0)) }
    return Set(ids.compactMap { $0 })
  }

  /// Goes through them: the bytes of the id, and the digest.
  func each(_ body: (UnsafeBufferPointer<UInt8>, RowDigest) -> Void) throws {
    var digester = RowDigester(table)
    let rows = try engine.connection.prepare(sql)
    rows.bind(1, upto)
    if !table.isMonotone { rows.bind(2, purgedBelow) }
    while try rows.step() {
      let sealed = try engine.sealedDigest(of: rows, in: table, &digester)
      body(rows.utf8(0), try sealed ?? digester.digest(of: rows))
    }
    for row in try waiting() {
      guard let version = row.version(in: table), !version.isDead || row.seq > purgedBelow
      else { continue }
      let digest = try digester.digest(
        row.id, version.stamped(row.stamped.stamp, in: table))
      Array(row.id.text.utf8).withUnsafeBufferPointer { body($0, digest) }
    }
  }

  private var sql: String {
    let values = table.joinedColumns.map { column in
      column.parent.map { "(SELECT cloud_id FROM \($0) AS p WHERE p.id = r.\(column.name))" }
        ?? "r.\(column.name)"
    }
    let alive = table.isMonotone ? "" : "AND (r.deleted_at IS NULL OR r.seq > ?2)"
    return """
      SELECT r.cloud_id, r.stamp, r.stamps, \(values.joined(separator: ", "))
      FROM \(table.name) AS r WHERE r.seq BETWEEN 0 AND ?1 \(alive) AND NOT EXISTS (
        SELECT 1 FROM sync_queue AS q WHERE q.table_name = '\(table.name)' AND q.local_id = r.id)
      """
  }

  /// Rows that came and are in no table: their parent is not here, or the table refuses them.
  private func waiting() throws -> [PulledRow] {
    let texts = try engine.connection.all(
      """
      SELECT row_json FROM sync_shelf WHERE table_name = ?1 AND seq <= ?2
      UNION ALL
      SELECT row_json FROM sync_unknown AS u WHERE table_name = ?1 AND seq BETWEEN 1 AND ?2
        AND NOT EXISTS (SELECT 1 FROM \(table.name) AS r WHERE r.cloud_id = u.cloud_id)
      """, .text(table.name), .integer(upto)
    ) { $0.text(0) }
    return try texts.map { try PulledRow(try JSONValue(parsing: $0)) }
  }
}
