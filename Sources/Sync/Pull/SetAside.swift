import ChangeQueue
import Schema
import Store
import Vocabulary

/// A guest's run numbers mean nothing to an account. So the guest's rows of tables with runs are
/// set aside at the first sign-in, and join the account's current runs when the first full pull has
/// ended.
extension SyncEngine {
  /// Beside a row's columns: what the clock showed at its last edit, in milliseconds.
  private static let wall = "wall_ms"

  func setRunsAside() throws {
    for table in catalog.tables where table.run != nil {
      try connection.run(
        """
        INSERT INTO sync_set_aside(table_name, values_json)
        SELECT '\(table.name)', json_set(\(table.valuesObject), '$.\(Self.wall)',
          (SELECT max(wall_ms) FROM sync_queue
            WHERE table_name = '\(table.name)' AND local_id = r.id))
        FROM \(table.name) AS r WHERE seq IS NOT -1
        """)
      try forget(table)
    }
    if let runs = catalog[Catalog.runsTable] { try forget(runs) }
  }

  private func forget(_ table: SyncedTable) throws {
    try connection.run("DELETE FROM sync_queue WHERE table_name = ?1", .text(table.name))
    try database.quietly { try connection.run("DELETE FROM \(table.name)") }
  }

  /// Writes the rows again, under the current runs, as edits of the person's.
  func joinSetAside() throws {
    let rows = try connection.all("SELECT table_name, values_json FROM sync_set_aside ORDER BY id")
    {
      (table: $0.text(0), values: $0.text(1))
    }
    for row in rows {
      guard let table = catalog[row.table], let run = table.run,
        var values = try JSONValue(parsing: row.values).object
      else { continue }
      let suffix = run.nameColumn.flatMap { values[$0]?.string } ?? ""
      let current = try connection.first(
        "SELECT run, updated_at FROM \(Catalog.runsTable) WHERE name = ?1",
        .text(run.namePrefix + suffix)
      ) { (number: $0.integer(0), since: $0.text(1)) }
      let wall = values[Self.wall]?.integer.map(Instant.init(milliseconds:))
      values[Self.wall] = nil
      if wall == nil, let current, Self.isBefore(current.since, values, in: table) {
        try keepAsPast(values, of: table, run, before: current.number)
        continue
      }
      values[run.column] = .integer(current?.number ?? 0)
      try joinRow(puttingTimesRight(values, wall: wall, in: table), to: table)
    }
    try connection.run("DELETE FROM sync_set_aside")
  }

  /// Whether all that a row tells of is over. Of rows that came with a file, and that nobody edited
  /// here: another copy of that file may have gone up before the account began anew.
  private static func isBefore(
    _ beginning: String, _ values: JSONObject, in table: SyncedTable
  ) -> Bool {
    let times = table.columns.filter { $0.kind == .time }.compactMap { values[$0.name]?.string }
    let day = table.day.flatMap { values[$0.name]?.string }
    guard let last = (times + [day].compactMap { $0 }).max() else { return false }
    return last < beginning.prefix(last.utf8.count)
  }

  /// Into the local trash, as other rows of runs that are over.
  private func keepAsPast(
    _ values: JSONObject, of table: SyncedTable, _ run: SyncedTable.Run, before current: Int64
  ) throws {
    var values = values
    values[run.column] = .integer(min(values[run.column]?.integer ?? 0, current - 1))
    values["seq"] = .integer(-1)
    try database.quietly { try insertRow(values, to: table, "ON CONFLICT DO NOTHING") }
  }
}
