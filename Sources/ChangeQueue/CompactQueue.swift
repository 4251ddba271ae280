import Schema
import Store

/// What a compaction did, or would do.
package struct CompactionReport: Sendable, Hashable {
  package var before: Int64 = 0
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
          report = try compact()
          throw DryRun()
        }
      } catch is DryRun {}
      return report
    }
    return try write { try compact() }
  }

  private struct DryRun: Error {}

  private func compact() throws -> CompactionReport {
    var report = CompactionReport()
    report.before = try queueLength()
    let begun = try connection.first(
      "SELECT 1 FROM sync_queue WHERE table_name = ?1 LIMIT 1", .text(Catalog.runsTable)
    ) { _ in true }
    if begun != nil { try retirePastRuns() }
    let crowded = try connection.all(
      """
      SELECT table_name, local_id FROM sync_queue WHERE stamp IS NOT NULL
      GROUP BY table_name, local_id HAVING count(*) > 1
      """
    ) { (table: $0.text(0), localID: $0.integer(1)) }
    for row in crowded {
      guard let table = catalog[row.table] else { continue }
      report.merged += try merge(entries(of: row.table, localID: row.localID), in: table)
    }
    report.vanished = try dropVanished()
    report.after = try queueLength()
    return report
  }

  /// Answers how many entries went.
  private func merge(_ entries: [QueueEntry], in table: SyncedTable) throws -> Int {
    let kept = Compaction.compact(entries, in: table)
    let keptIDs = Set(kept.map(\.id))
    for entry in entries where !keptIDs.contains(entry.id) { try removeEntry(entry.id) }
    if kept.count < entries.count {
      for entry in kept where entry.state != .sending { try update(entry) }
    }
    return entries.count - kept.count
  }

  private func dropVanished() throws -> Int {
    let candidates = try queryEntries(
      """
      operation = 'INSERT' AND was_sent = 0 AND state <> 'sending'
      AND json_extract(payload_json, '$.deleted_at[0]') IS NOT NULL ORDER BY id
      """)
    var count = 0
    for entry in candidates {
      guard let table = catalog[entry.table] else { continue }
      let seq = try connection.first(
        "SELECT seq FROM \(table.name) WHERE id = ?1", .integer(entry.localID)
      ) { $0.optionalInteger(0) }
      guard
        Compaction.vanishes(
          entry, isAcknowledged: seq.flatMap { $0 } != nil,
          isNamedElsewhere: try isNamedInQueue(entry))
      else { continue }
      try removeEntry(entry.id)
      // The dead row stays in the local trash; -1 keeps it from being offered.
      try connection.run("UPDATE \(table.name) SET seq = -1 WHERE id = ?1", .integer(entry.localID))
      count += 1
    }
    return count
  }

  /// Does another queued change name the row: its own, or a child's?
  private func isNamedInQueue(_ entry: QueueEntry) throws -> Bool {
    let own = try connection.first(
      "SELECT 1 FROM sync_queue WHERE table_name = ?1 AND local_id = ?2 AND id <> ?3 LIMIT 1",
      .text(entry.table), .integer(entry.localID), .integer(entry.id)
    ) { _ in true }
    if own != nil { return true }
    for child in catalog.tables {
      for column in child.references where column.parent == entry.table {
        let named = try connection.first(
          """
          SELECT 1 FROM \(child.name) AS child JOIN sync_queue AS queued
            ON queued.table_name = '\(child.name)' AND queued.local_id = child.id
          WHERE child.\(column.name) = ?1 LIMIT 1
          """, .integer(entry.localID)
        ) { _ in true }
        if named != nil { return true }
      }
    }
    return false
  }
}
