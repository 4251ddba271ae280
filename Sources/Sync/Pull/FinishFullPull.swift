import ChangeQueue
import Cloud
import Schema
import Store
import Vocabulary

extension SyncEngine {
  /// The end of a first, reset or stale pull: rows that the cloud acknowledged once and has not
  /// shown again are asked for by id, and those it does not have are offered again, or go to the
  /// trash.
  ///
  /// It is a stored state: a crash anywhere in it goes on here at the next sync.
  func finishFullPull(_ report: inout SyncReport) throws {
    guard let kind = try fullPull(), try database.state(.fullPullCopied) != nil else { return }
    var missing: [RowHandle] = []
    for table in catalog.tables {
      var last: Int64 = 0
      while true {
        let rows = try doubted(table, after: last)
        guard let end = rows.last else { break }
        last = end.localID
        guard let ids = try ask(table, rows.map(\.cloudID), &report) else { return }
        missing += rows.filter { ids.contains($0.cloudID) }.map {
          RowHandle(table: table.name, localID: $0.localID)
        }
      }
    }
    try database.write {
      try database.quietly {
        for handle in missing {
          let isPurged = try kind == .stale || kind == .verify && wasPurged(handle)
          try takeMissing(handle, isPurged: isPurged)
        }
      }
      for table in catalog.tables {
        // The cloud has these at a place that the page-by-page order will show again.
        try connection.run("UPDATE \(table.name) SET seq = -2 - seq WHERE seq < -1")
      }
      if kind == .stale { try dropDoubtedAside() }
      try database.setState(.fullPull, nil)
      try database.setState(.fullPullCopied, nil)
      try database.setState(.offersDue, "1")
      try joinSetAside()
      try lowerClockWhereAhead()
    }
  }

  func finishFullPull() throws {
    var report = SyncReport()
    try finishFullPull(&report)
  }

  private func doubted(
    _ table: SyncedTable, after last: Int64
  ) throws -> [(localID: Int64, cloudID: String)] {
    try connection.all(
      """
      SELECT id, cloud_id FROM \(table.name) WHERE seq < -1 AND id > ?1 ORDER BY id LIMIT ?2
      """, .integer(last), .integer(Int64(Limits.askedIDs))
    ) { ($0.integer(0), $0.text(1)) }
  }

  /// The ids that the cloud does not have; nil where it doubts our position once more.
  func ask(
    _ table: SyncedTable, _ ids: [String], _ report: inout SyncReport
  ) throws -> Set<String>? {
    report.requests += 1
    let request: JSONValue = [
      "cursor": .string(try cursorText()), "newest": .string(try newest()?.text ?? ""),
      "table": .string(table.name), "ids": .array(ids.map(JSONValue.string)),
    ]
    let reply = try parseReply(
      "sync_missing", try cloud.call("sync_missing", body: request.bytes))
    guard reply["status"]?.string == "asked" else { return nil }
    guard let missing = reply["missing"]?.array else {
      throw SyncError.unreadable(function: "sync_missing", problem: "no list of ids in it")
    }
    return Set(missing.compactMap(\.string))
  }

  /// After a reset a missing row is offered again. After `stale` it was purged: it goes to the
  /// trash, unless it has an unsent edit, and can be restored from there. A verification goes by
  /// what the cloud says it has purged.
  func takeMissing(_ handle: RowHandle, isPurged: Bool) throws {
    let table = handle.table
    if isPurged, try database.entries(of: table, localID: handle.localID).isEmpty {
      try putAside(handle)
    } else {
      try connection.run("UPDATE \(table) SET seq = NULL WHERE id = ?1", .integer(handle.localID))
    }
  }

  private func wasPurged(_ handle: RowHandle) throws -> Bool {
    let seq = try connection.first(
      "SELECT seq FROM \(handle.table) WHERE id = ?1", .integer(handle.localID)
    ) { $0.optionalInteger(0) }
    guard case .doubted(let place)? = seq.map(Acknowledgement.init) else { return false }
    return place <= (try database.state(.verifiedPurge).flatMap { Int64($0) } ?? 0)
  }
}
