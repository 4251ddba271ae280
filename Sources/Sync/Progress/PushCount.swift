import Schema

/// What of each table waits to be sent, and what of it is through, in one cycle.
struct PushCount {
  private struct Line: Equatable {
    var done = 0
    var total = 0
  }

  private var lines: [String: Line] = [:]
  private var told: [String: Line] = [:]

  /// So many changes of each table wait now; a table may stand there twice. A cycle pushes twice:
  /// what is through stays so.
  mutating func wait(for counts: [(table: String, count: Int)]) {
    lines = lines.mapValues { Line(done: $0.done, total: $0.done) }
    for (table, count) in counts { lines[table, default: Line()].total += count }
  }

  /// One more of the table is through: perhaps one that nobody had counted.
  mutating func pass(_ table: String) {
    var line = lines[table] ?? Line()
    line.done += 1
    line.total = max(line.total, line.done)
    lines[table] = line
  }

  /// What has changed since the last call, in the order of the tables.
  mutating func news(of tables: [SyncedTable]) -> [SyncProgress] {
    defer { told = lines }
    return tables.compactMap { table in
      guard let line = lines[table.name], line != told[table.name] else { return nil }
      return SyncProgress(
        phase: .push, table: table.name, done: line.done, total: line.total)
    }
  }
}
