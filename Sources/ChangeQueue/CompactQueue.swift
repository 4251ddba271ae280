import Schema
import Store
import Vocabulary

/// What a compaction did, or would do.
package struct CompactionReport: Sendable, Hashable {
  /// Entries there were.
  package var before: Int64 = 0
  /// Entries that are left.
  package var after: Int64 = 0
  /// Entries that went into an earlier one of their row.
  package var merged = 0
  /// INSERTs that were deleted again before the cloud heard of them.
  package var vanished = 0
}

extension UserDatabase {
  /// Compacts the queue; with `isDryRun` it only says what would happen.
  ///
  /// Cost follows the entries there are, not the rows that are stored.
  package func compactQueue(isDryRun: Bool = false) throws -> CompactionReport {
    if isDryRun {
      var report = CompactionReport()
      do {
        try write {
          report = try compactAndCount()
          throw DryRun()
        }
      } catch is DryRun {}
      return report
    }
    return try write { try compactAndCount() }
  }

  private struct DryRun: Error {}

  /// Folds the entries of one row into one; what is being sent stays. Answers what is left.
  @discardableResult
  package func compactEntries(of row: RowHandle) throws -> [QueueEntry] {
    guard let table = catalog[row.table] else { return [] }
    return try write {
      let entries = try entries(of: row.table, localID: row.localID)
      let kept = Compaction.compact(entries, in: table)
      try write(kept, over: entries)
      return kept
    }
  }

  /// Compacts by itself where many entries have come since the last time.
  func compactIfCrowded() throws {
    guard entriesAdded > Limits.queueLength else { return }
    _ = try compact()
  }

  private func compactAndCount() throws -> CompactionReport {
    let before = try queueLength()
    var report = try compact()
    report.before = before
    report.after = try queueLength()
    return report
  }

  private func compact() throws -> CompactionReport {
    var report = CompactionReport()
    let begun = try connection.first(
      "SELECT 1 FROM sync_queue WHERE id > ?2 AND table_name = ?1 LIMIT 1",
      .text(Catalog.runsTable), .integer(try compactedID())
    ) { _ in true }
    if begun != nil { try retirePastRuns() }
    var isSending = false
    for row in try crowdedRows() {
      guard let table = catalog[row.table] else { continue }
      let entries = try entries(of: row.table, localID: row.localID)
      isSending = isSending || entries.contains { $0.state == .sending }
      let kept = Compaction.compact(entries, in: table)
      report.merged += entries.count - kept.count
      try write(kept, over: entries)
      for entry in kept where try vanishes(entry, in: table) {
        try drop(entry, in: table)
        report.vanished += 1
      }
    }
    // What was being sent may be ready again the next time.
    try noteCompacted(isDone: !isSending)
    return report
  }

  /// Rows that have several entries, one of them new since the last compaction: so the cost follows
  /// what was added, not what waits.
  private func crowdedRows() throws -> [(table: String, localID: Int64)] {
    let known = try compactedID()
    if known == 0 { return try allCrowdedRows() }
    return try connection.all(
      """
      SELECT DISTINCT table_name, local_id FROM sync_queue AS q
      WHERE id > ?1 AND stamp IS NOT NULL AND EXISTS (SELECT 1 FROM sync_queue AS other
        WHERE other.local_id = q.local_id AND other.table_name = q.table_name AND other.id <> q.id)
      ORDER BY id
      """, .integer(known)
    ) { (table: $0.text(0), localID: $0.integer(1)) }
  }

  /// The same where every entry is new: the index alone tells which rows have several.
  private func allCrowdedRows() throws -> [(table: String, localID: Int64)] {
    try connection.all(
      """
      SELECT row.table_name, row.local_id FROM
        (SELECT table_name, local_id FROM sync_queue GROUP BY table_name, local_id
          HAVING count(*) > 1) AS row
      CROSS JOIN sync_queue AS q ON q.table_name = row.table_name AND q.local_id = row.local_id
      WHERE q.stamp IS NOT NULL GROUP BY row.table_name, row.local_id ORDER BY min(q.id)
      """
    ) { (table: $0.text(0), localID: $0.integer(1)) }
  }

  /// The newest entry that was looked at; 0 where ids have begun anew since.
  private func compactedID() throws -> Int64 {
    let newest = try connection.first("SELECT max(id) FROM sync_queue") { $0.integer(0) } ?? 0
    return compactedUpTo > newest ? 0 : compactedUpTo
  }

  private func write(_ kept: [QueueEntry], over entries: [QueueEntry]) throws {
    guard kept.count < entries.count else { return }
    let keptIDs = Set(kept.map(\.id))
    for entry in entries where !keptIDs.contains(entry.id) { try removeEntry(entry.id) }
    for entry in kept where entry.state != .sending { try update(entry) }
  }

  private func vanishes(_ entry: QueueEntry, in table: SyncedTable) throws -> Bool {
    guard entry.operation == .insert, entry.isDeletion, !entry.wasSent else { return false }
    let seq = try connection.first(
      "SELECT seq FROM \(table.name) WHERE id = ?1", .integer(entry.localID)
    ) { $0.optionalInteger(0) }
    return Compaction.vanishes(
      entry, isAcknowledged: seq.flatMap { $0 } != nil,
      isNamedElsewhere: try isNamedInQueue(entry))
  }

  /// The dead row stays in the local trash; -1 keeps it from being offered.
  private func drop(_ entry: QueueEntry, in table: SyncedTable) throws {
    try removeEntry(entry.id)
    try connection.run("UPDATE \(table.name) SET seq = -1 WHERE id = ?1", .integer(entry.localID))
  }

  /// Does another queued change name the row: its own, or a child's?
  private func isNamedInQueue(_ entry: QueueEntry) throws -> Bool {
    let own = try connection.first(
      "SELECT 1 FROM sync_queue WHERE table_name = ?1 AND local_id = ?2 AND id <> ?3 LIMIT 1",
      .text(entry.table), .integer(entry.localID), .integer(entry.id)
    ) { _ in true }
    if own != nil { return true }
    return try !queuedChildren(
      of: RowHandle(table: entry.table, localID: entry.localID), atMost: 1
    ).isEmpty
  }
}
