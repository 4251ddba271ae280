import ChangeQueue
import Schema
import Store
import Vocabulary

extension SyncEngine {
  /// Does the row belong to a run that is over?
  func isPast(_ version: RowVersion, in table: SyncedTable) throws -> Bool {
    guard let run = version.run(in: table) else { return false }
    let current = try connection.first(
      "SELECT run FROM runs WHERE name = ?1", .text(run.name)
    ) { $0.integer(0) }
    return (current ?? 0) > run.number
  }

  /// Rows of runs that are over go, and what is queued of them; what is being sent stays.
  func dropPastRuns() throws {
    for table in catalog.tables {
      guard let run = table.run else { continue }
      let name = run.nameColumn.map { "?1 || r.\($0)" } ?? "?1"
      let past = """
        SELECT r.id FROM \(table.name) AS r JOIN runs ON runs.name = \(name)
        WHERE r.\(run.column) < runs.run
        """
      try connection.run(
        """
        DELETE FROM sync_queue WHERE table_name = '\(table.name)' AND state <> 'sending'
          AND local_id IN (\(past))
        """, .text(run.namePrefix))
      try connection.run(
        "DELETE FROM \(table.name) WHERE id IN (\(past))", .text(run.namePrefix))
    }
  }
}
