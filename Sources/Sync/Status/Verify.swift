import ChangeQueue
import Schema
import Store
import Vocabulary

/// What a verification found and mended.
package struct VerifyReport: Sendable {
  /// Rows that are alike here and in the cloud afterwards.
  package internal(set) var rows = 0
  /// Rows that were not as they should be on this device.
  package internal(set) var repairedHere = 0
  /// Rows that were not as they should be in the cloud.
  package internal(set) var repairedThere = 0
  /// The whole of it, with why it ended early.
  package internal(set) var report = SyncReport()

  package init() {}
}

extension SyncEngine {
  /// Syncs, then compares every row with the cloud's, and joins what differs, row by row.
  ///
  /// Missing rows come back from the side that has them; what the cloud has purged goes to the
  /// trash. A crash anywhere in it goes on at the next sync. Costs what a first pull costs.
  package func verify() -> VerifyReport {
    var found = VerifyReport()
    found.report = sync()
    guard found.report.error == nil else { return found }
    let mended = run { (report) throws in
      try self.startVerifying()
      try self.pullAll(&report)
      try self.pushAll(&report, limit: .max, isForced: true)
    }
    found.repairedHere = mended.pulled
    found.repairedThere = mended.pushed + mended.merged
    found.report = mended
    do { found.rows = try acknowledged() } catch let error as any Explained {
      found.report.stop(error)
    } catch { found.report.stop(SyncError.unexpected(String(describing: error))) }
    return found
  }

  /// Everything is doubted. The device has seen all that was purged up to its cursor, so a pull
  /// from the start is no stale one.
  private func startVerifying() throws {
    try database.apply {
      guard try fullPull() == nil, let cursor = try cursor() else { return }
      try database.setState(.fullPull, FullPull.verify.rawValue)
      try database.setState(.fullPullCopied, nil)
      try database.setState(.purgedBelow, String(cursor.seq))
      try database.setState(.cursor, SyncPosition.start.text)
      for table in catalog.tables {
        try connection.run("UPDATE \(table.name) SET seq = -2 - seq WHERE seq >= 0")
      }
    }
  }

  private func acknowledged() throws -> Int {
    try catalog.tables.reduce(0) { sum, table in
      sum
        + Int(
          try connection.first("SELECT count(*) FROM \(table.name) WHERE seq >= 0") {
            $0.integer(0)
          } ?? 0)
    }
  }
}
