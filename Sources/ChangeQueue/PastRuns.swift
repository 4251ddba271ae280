package import Schema
import Store

/// Rows of a run that is over: they are ignored, and stay in the local trash.
extension UserDatabase {
  /// Does the row belong to a run that is over?
  package func isPast(_ version: RowVersion, in table: SyncedTable) throws -> Bool {
    guard let run = version.run(in: table) else { return false }
    let current = try connection.first(
      "SELECT run FROM \(Catalog.runsTable) WHERE name = ?1", .text(run.name)
    ) { $0.integer(0) }
    return (current ?? 0) > run.number
  }

  /// Retires rows of runs that are over, and drops what is queued of them; what is being sent
  /// stays. Due when a run has begun, here or elsewhere.
  package func retirePastRuns() throws {
    for table in catalog.tables {
      guard let run = table.run else { continue }
      let name = run.nameColumn.map { "?1 || r.\($0)" } ?? "?1"
      let past = """
        SELECT r.id FROM \(table.name) AS r JOIN \(Catalog.runsTable) AS runs ON runs.name = \(name)
        WHERE r.\(run.column) < runs.run AND r.seq IS NOT -1
        """
      try connection.run(
        """
        DELETE FROM sync_queue WHERE table_name = '\(table.name)' AND state <> 'sending'
          AND local_id IN (\(past))
        """, .text(run.namePrefix))
      try connection.run(
        "UPDATE \(table.name) SET seq = -1 WHERE id IN (\(past))", .text(run.namePrefix))
    }
  }
}
