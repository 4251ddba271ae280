import ChangeQueue
import Schema
import Store
import Vocabulary

/// Sends again, under the newest key, what lies in the cloud in another form. No stamp changes: it
/// is no edit.
extension SyncEngine {
  /// Queues the sealed cells of a row that are not queued already.
  ///
  /// Each counts as seen at its own stamp, so that nothing is dropped and no conflict is told.
  func sealAnew(_ row: StoredRow, _ name: RowName, _ table: SyncedTable) throws {
    let queued = Set(
      try database.entries(of: table.name, localID: row.localID).flatMap { $0.edits.keys })
    var edits: [CellKey: CellEdit] = [:]
    for (key, cell) in row.version.cells where !queued.contains(key) && cell.value != .null {
      guard isSealed(key, of: table) else { continue }
      edits[key] = CellEdit(
        cell.value, stamp: cell.stamp, base: cell.stamp, wall: cell.stamp.instant,
        sent: [cell.stamp])
    }
    guard !edits.isEmpty else { return }
    try database.enqueue(
      QueueEntry(
        id: 0, operation: .update, table: table.name, localID: row.localID, cloudID: name.id,
        edits: edits, wasSent: true, wall: surroundings.now()))
  }

  private func isSealed(_ key: CellKey, of table: SyncedTable) -> Bool {
    if table.name == Catalog.conflictsTable {
      return ["column_name", "mine", "theirs"].contains(key.column)
    }
    return table.column(key.column)?.isSealed == true
  }

  /// Goes through the rows that the cloud has, some at a time, each time from where it stopped:
  /// who ends it anywhere loses nothing, and it goes on at the next sync.
  func sealAll(_ report: inout SyncReport, isForced: Bool) throws {
    while try database.state(.sealingWalk) != nil, sealing.active != nil {
      guard try !isSealedHeld(), try fullPull() == nil else { return }
      let isOver = try database.write { try sealSome() }
      try pushAll(&report, limit: .max, isForced: isForced)
      if isOver { return }
    }
  }

  /// Forgets what lies aside, closed, of rows that this device has sent again since. Only after all
  /// were compared: they are alike, so nothing of it is missing.
  func dropOvertaken() throws {
    guard !sealing.isOff else { return }
    try database.write {
      for table in catalog.tables where table.isSealed {
        try connection.run(
          """
          DELETE FROM sync_unknown AS u
          WHERE table_name = ?1 AND seq > 0 AND instr(row_json, '\(SealedText.mark)')
            AND EXISTS (
              SELECT 1 FROM \(table.name) AS r WHERE r.cloud_id = u.cloud_id AND r.seq > u.seq)
          """, .text(table.name))
      }
    }
  }

  /// Answers whether that was the end.
  private func sealSome() throws -> Bool {
    let place = (try database.state(.sealingWalk) ?? "0.0").split(separator: ".")
    var (order, last) = (Int(place[0]) ?? 0, Int64(place.last ?? "0") ?? 0)
    let tables = catalog.tables.filter(\.isSealed)
    var room = Limits.sealedRows
    while order < tables.count, room > 0 {
      let table = tables[order]
      let rows = try connection.all(
        """
        SELECT id, cloud_id FROM \(table.name) WHERE seq >= 0 AND id > ?1 ORDER BY id LIMIT ?2
        """, .integer(last), .integer(Int64(room))
      ) { (localID: $0.integer(0), id: $0.text(1)) }
      for row in rows {
        guard let id = RecordID(row.id),
          let stored = try database.storedRow(table, localID: row.localID)
        else { continue }
        try sealAnew(stored, RowName(table: table.name, id: id), table)
      }
      (order, last) = rows.count < room ? (order + 1, 0) : (order, rows.last?.localID ?? 0)
      room -= rows.count
    }
    guard order == tables.count else {
      try database.setState(.sealingWalk, "\(order).\(last)")
      return false
    }
    // What came meanwhile from devices without the key is told by digests.
    try database.setState(.sealingWalk, nil)
    try database.setState(.verifyDue, "1")
    return true
  }
}
