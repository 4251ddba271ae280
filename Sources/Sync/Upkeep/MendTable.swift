import ChangeQueue
import Cloud
import Schema
import Store
import Vocabulary

/// A table that is not alike here and in the cloud: first which parts of it, then which rows, and
/// only those are read.
extension SyncEngine {
  func mend(
    _ table: SyncedTable, upTo cursor: SyncPosition, _ found: inout VerifyReport,
    _ report: inout SyncReport
  ) throws {
    let theirs = try askDigest(table: table, upTo: cursor, &report)
    let own = OwnRows(self, table, upTo: cursor.seq, purgedBelow: theirs.purgedBelow)
    for parts in try differingParts(own, theirs) {
      let listed = try askDigest(table: table, parts: parts, upTo: cursor, &report)
      let rows = try differingRows(own, listed, in: Set(parts))
      try fetch(rows.differing, of: table, &found, &report)
      try settleMissing(rows.absent, of: table, purgedBelow: listed.purgedBelow, &found, &report)
    }
  }

  /// The parts that are to be listed, those of unsent edits among them, in groups of a bounded
  /// number of rows.
  private func differingParts(_ own: OwnRows, _ theirs: DigestReply) throws -> [[Int]] {
    var sums = [RowSum](repeating: RowSum(), count: RowPart.count)
    try own.each { id, digest in sums[RowPart.of(id)].add(digest) }
    let pending = Set(try own.pending().map { Int($0.low & 0xff) })
    var groups: [[Int]] = []
    var room = 0
    for (part, sum) in sums.enumerated() {
      let their = theirs.sums[RowPart.name(part)] ?? RowSum()
      guard their != sum || pending.contains(part) else { continue }
      let count = max(their.rows, sum.rows)
      if groups.isEmpty || count > room {
        groups.append([])
        room = Limits.listedRows
      }
      groups[groups.count - 1].append(part)
      room -= count
    }
    return groups
  }

  private func differingRows(
    _ own: OwnRows, _ listed: DigestReply, in parts: Set<Int>
  ) throws -> (differing: [RecordID], absent: [RecordID]) {
    var theirs = listed.rows
    var differing: [RecordID] = []
    var absent: [RecordID] = []
    try own.each { bytes, digest in
      guard parts.contains(RowPart.of(bytes)),
        let id = RecordID(String(decoding: bytes, as: UTF8.self))
      else { return }
      guard let their = theirs.removeValue(forKey: id) else { return absent.append(id) }
      if their != digest { differing.append(id) }
    }
    let pending = try own.pending()
    differing += theirs.keys.filter { !pending.contains($0) }
    return (differing.sorted(), absent.sorted())
  }

  // MARK: - Rows that the cloud has

  /// Reads rows by id and takes them as a pull does. Where they are too much at once, fewer.
  private func fetch(
    _ ids: [RecordID], of table: SyncedTable, _ found: inout VerifyReport,
    _ report: inout SyncReport
  ) throws {
    var rest = ids[...]
    var most = Limits.readRows
    while !rest.isEmpty {
      let asked = Array(rest.prefix(most))
      report.requests += 1
      let body: [UInt8]
      do throws(CloudError) { body = try cloud.rows(of: table.name, ids: asked) } catch {
        guard asked.count > 1, error.asksForLess || error.isTooLarge else { throw error }
        most = max(1, asked.count / 2)
        continue
      }
      rest = rest.dropFirst(asked.count)
      guard try database.state(.owner) == cloud.account() else { return }
      try takeRead(body, table, &found, &report)
    }
  }

  private func takeRead(
    _ body: [UInt8], _ table: SyncedTable, _ found: inout VerifyReport,
    _ report: inout SyncReport
  ) throws {
    let rows = try parseReply(table.name, body).array ?? []
    var counted = (found: found, report: report)
    try database.apply {
      var taker = try RowTaker(engine: self)
      for row in rows { try taker.take(try PulledRow(plain: row, of: table)) }
      try taker.emptyShelf()
      try taker.finish()
      counted.found.read += rows.count
      counted.found.repairedHere += taker.changed
      counted.report.pulled += taker.changed
      counted.report.conflicts += taker.conflicts
    }
    (found, report) = counted
  }

  // MARK: - Rows that it does not have

  /// Asks once more, by id: what was changed there meanwhile is not missing.
  private func settleMissing(
    _ ids: [RecordID], of table: SyncedTable, purgedBelow: Int64,
    _ found: inout VerifyReport, _ report: inout SyncReport
  ) throws {
    var rest = ids[...]
    while !rest.isEmpty {
      let asked = rest.prefix(Limits.askedIDs).map(\.text)
      rest = rest.dropFirst(asked.count)
      guard let missing = try ask(table, asked, &report) else { return }
      try database.write {
        try database.quietly {
          for id in missing.sorted() {
            let row = try connection.first(
              "SELECT id, seq FROM \(table.name) WHERE cloud_id = ?1", .text(id)
            ) { (handle: RowHandle(table: table.name, localID: $0.integer(0)), seq: $0.integer(1)) }
            guard let row else { continue }
            try takeMissing(row.handle, isPurged: row.seq <= purgedBelow)
            found.repairedHere += row.seq <= purgedBelow ? 1 : 0
          }
        }
        try database.setState(.offersDue, "1")
      }
    }
  }
}

extension CloudError {
  fileprivate var isTooLarge: Bool {
    if case .unreadable = self { true } else { false }
  }
}
