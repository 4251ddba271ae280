import Schema
import Store
import Vocabulary

/// The end of deleted rows.
extension UserChanges {
  /// Forgets what is long dead, a bounded number of rows once a day.
  ///
  /// A deleted row goes when it arrived long enough ago, when every device that was seen lately has
  /// pulled past it, and when no row names it: children go before their parents.
  func purgeIfDue() throws {
    if let purgedAt, purgedAt > (now - Limits.purgePause).text { return }
    guard head > 0 else { return }
    let last = min(try lastArrival(before: now - Limits.tombstoneLife), try leastPulled())
    var room = Limits.purgedRows
    for table in catalog.tables.reversed() where !table.isMonotone && room > 0 {
      let gone = try forget(table, upTo: last, atMost: room)
      room -= gone.count
      purgedBelow = max(purgedBelow, gone.max() ?? 0)
    }
    try connection.run(
      "UPDATE sync_heads SET purged_below = ?2, purged_at = ?3 WHERE user_id = ?1",
      .text(userID), .integer(purgedBelow), .text(now.text))
  }

  /// The number that the newest row had at that time; 0 for none.
  private func lastArrival(before moment: Instant) throws -> Int64 {
    try connection.first(
      "SELECT max(upto) FROM sync_marks WHERE user_id = ?1 AND written_at <= ?2",
      .text(userID), .text(moment.text)
    ) { $0.integer(0) } ?? 0
  }

  /// How far every device has pulled that was seen lately.
  private func leastPulled() throws -> Int64 {
    try connection.first(
      "SELECT min(pulled_seq) FROM sync_devices WHERE user_id = ?1 AND seen_at >= ?2",
      .text(userID), .text((now - Limits.deviceMemory).text)
    ) { $0.integer(0) } ?? 0
  }

  /// The numbers of the rows that went, the oldest of the table.
  private func forget(
    _ table: SyncedTable, upTo last: Int64, atMost most: Int
  ) throws -> [Int64] {
    let named = catalog.references(to: table.name).map { child, column in
      " AND NOT EXISTS (SELECT 1 FROM \(child.name) AS c "
        + "WHERE c.user_id = ?1 AND c.\(column.name) = t.id)"
    }
    return try connection.all(
      """
      DELETE FROM \(table.name) WHERE user_id = ?1 AND seq IN (
        SELECT t.seq FROM \(table.name) AS t
        WHERE t.user_id = ?1 AND t.deleted_at IS NOT NULL AND t.seq <= ?2\(named.joined())
        ORDER BY t.seq LIMIT ?3)
      RETURNING seq
      """, .text(userID), .integer(last), .integer(Int64(most))
    ) { $0.integer(0) }
  }
}
