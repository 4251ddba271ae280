import ChangeQueue
import Cloud
import Schema
import Store
import Vocabulary

/// What a verification found and mended.
package struct VerifyReport: Sendable {
  /// Rows that are alike here and in the cloud afterwards.
  package internal(set) var rows = 0
  /// Rows of the cloud that were read because something differed.
  package internal(set) var read = 0
  /// Rows that were not as they should be on this device.
  package internal(set) var repairedHere = 0
  /// Rows that were not as they should be in the cloud.
  package internal(set) var repairedThere = 0
  /// The whole of it, with why it ended early.
  package internal(set) var report = SyncReport()

  package init() {}
}

extension SyncEngine {
  /// Syncs, then compares what the rows of each table come to here and in the cloud, and joins what
  /// differs, row by row. Where nothing differs one small request tells it.
  ///
  /// Missing rows come back from the side that has them; what the cloud has purged goes to the
  /// trash. A crash anywhere in it leaves nothing half done that the next sync would not end.
  package func verify() -> VerifyReport {
    var found = VerifyReport()
    let report = run { (report) throws in
      try self.database.write { try self.database.setState(.offersDue, "1") }
      try SyncCycle(engine: self, isForced: true).run(&report)
      try self.compare(&found, &report)
      let before = report
      try self.pushAll(&report, limit: .max, isForced: true)
      found.repairedThere = report.pushed + report.merged - before.pushed - before.merged
      found.rows = try self.acknowledged()
    }
    found.report = report
    return found
  }

  /// What lay aside and was taken may be more, or less, than the cloud has of it by now.
  func verifyOnce(_ report: inout SyncReport) throws {
    var found = VerifyReport()
    guard !sealing.isBehind else { return }
    try compare(&found, &report)
    try database.write { try database.setState(.verifyDue, nil) }
    try pushAll(&report, limit: .max, isForced: true)
  }

  private func compare(_ found: inout VerifyReport, _ report: inout SyncReport) throws {
    guard try fullPull() == nil else { return }
    // What is closed here cannot be compared.
    guard !sealing.isBehind else { throw SyncError.passphraseMissing }
    for attempt in 1...Limits.doubts {
      guard let cursor = try cursor() else { return }
      guard let theirs = try askTotals(upTo: cursor, &report) else {
        return try readEverything(&found, &report)
      }
      let differing = try catalog.tables.filter { try differs($0, theirs, cursor) }
      // Others write meanwhile: what they wrote is no difference.
      if !differing.isEmpty, theirs.head > cursor.seq, attempt < Limits.doubts {
        try pullAll(&report)
        continue
      }
      for table in differing { try mend(table, upTo: cursor, &found, &report) }
      return try dropOvertaken()
    }
  }

  private func differs(
    _ table: SyncedTable, _ theirs: DigestReply, _ cursor: SyncPosition
  ) throws -> Bool {
    let rows = OwnRows(self, table, upTo: cursor.seq, purgedBelow: theirs.purgedBelow)
    guard try rows.pending().isEmpty else { return true }
    var sum = RowSum()
    try rows.each { sum.add($1) }
    return theirs.sums[table.name] != sum
  }

  /// Nil where the cloud cannot tell: it was deployed before it could, or has other columns.
  private func askTotals(
    upTo cursor: SyncPosition, _ report: inout SyncReport
  ) throws -> DigestReply? {
    let reply: DigestReply
    do { reply = try askDigest(table: nil, upTo: cursor, &report) } catch let error as CloudError {
      guard case .refused(_, let code, _) = error, ["PGRST202", "42883"].contains(code) else {
        throw error
      }
      return nil
    }
    return catalog.tables.allSatisfy { reply.forms[$0.name] == $0.form } ? reply : nil
  }

  func askDigest(
    table: SyncedTable?, parts: [Int]? = nil, upTo cursor: SyncPosition,
    _ report: inout SyncReport
  ) throws -> DigestReply {
    report.requests += 1
    var request = JSONObject([
      ("table", table.map { .string($0.name) } ?? .null), ("upto", .integer(cursor.seq)),
    ])
    if let parts { request["parts"] = .array(parts.map { .string(RowPart.name($0)) }) }
    return try DigestReply(try cloud.call("sync_digest", body: JSONValue.object(request).bytes))
  }

  // MARK: - Without digests

  /// Pulls from the start, as if nothing were known of the cloud's rows.
  private func readEverything(_ found: inout VerifyReport, _ report: inout SyncReport) throws {
    try startVerifying()
    let before = report.pulled
    try pullAll(&report)
    found.repairedHere = report.pulled - before
    found.read = try acknowledged()
  }

  /// Everything is doubted. The device has seen all that was purged up to its cursor, so a pull
  /// from the start is no stale one. A crash in it goes on at the next sync.
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
