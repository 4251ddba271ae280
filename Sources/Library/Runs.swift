import ChangeQueue
import Schema
import Store

/// Things that can be begun again. Rows of a run that is over are ignored and dropped.
extension UserDatabase {
  /// The number of the current run of a name: 0 until one was begun.
  func currentRun(_ name: String) throws -> Int64 {
    try connection.first(
      "SELECT run FROM \(Catalog.runsTable) WHERE name = ?1", .text(name)
    ) { max(0, $0.integer(0)) } ?? 0
  }

  /// Begins every thing anew whose rows a table holds, or only the one whose rows have this name.
  /// A run without rows goes on.
  func beginRuns(of table: SyncedTable?, named name: String? = nil) throws {
    guard let table, let run = table.run else { return }
    let suffix = run.nameColumn ?? "''"
    let names = try connection.all(
      """
      SELECT DISTINCT ?1 || \(suffix) FROM \(table.name) AS row WHERE \(run.column) =
        max(0, coalesce((SELECT run FROM \(Catalog.runsTable) WHERE name = ?1 || \(suffix)), 0))
        AND (?2 IS NULL OR \(suffix) = ?2)
      """, .text(run.namePrefix), SQLValue(name)
    ) { $0.text(0) }
    for name in names { try beginRun(name) }
    try retirePastRuns()
  }

  /// Sends a reading again that was given up unsent and stayed here: it was read once more.
  func offerAgain(_ table: SyncedTable?, localID: Int64) throws {
    guard let table else { return }
    let seq = try connection.first(
      "SELECT seq FROM \(table.name) WHERE id = ?1", .integer(localID)
    ) { $0.optionalInteger(0) }
    guard case .trashed? = seq.map(Acknowledgement.init) else { return }
    try connection.run("UPDATE \(table.name) SET seq = NULL WHERE id = ?1", .integer(localID))
    try offer(table, localID: localID)
  }

  private func beginRun(_ name: String) throws {
    let current = try currentRun(name)
    guard current < .max else { throw LibraryError.lastRun(name: name) }
    let next = SQLValue.integer(current + 1)
    let id = try connection.first(
      "SELECT id FROM \(Catalog.runsTable) WHERE name = ?1", .text(name)
    ) { $0.integer(0) }
    if let id {
      try connection.run(
        "UPDATE \(Catalog.runsTable) SET run = ?2 WHERE id = ?1", .integer(id), next)
    } else {
      try connection.run(
        "INSERT INTO \(Catalog.runsTable)(name, run) VALUES(?1, ?2)", .text(name), next)
    }
  }
}
