import ChangeQueue
import Schema
import Store
import Vocabulary

/// What rows, queue and stamps say.
extension LibraryCheck {
  // MARK: - The queue

  func queue() throws -> [Finding] {
    var findings = try missingRows()
    let parked = try connection.all(
      """
      SELECT table_name, coalesce(error_code, ''), count(*) FROM sync_queue
      WHERE state = 'parked' GROUP BY 1, 2 ORDER BY 1, 2
      """
    ) { (table: $0.text(0), code: $0.text(1), count: $0.integer(2)) }
    for group in parked {
      findings.append(
        .wrong(
          "queue",
          "\(counted(group.count, "change")) of \(group.table) parked: refused with \(group.code)",
          cure: "queue.find{state=\"parked\"} shows why; then queue.edit, retry or discard"))
    }
    let unreadable = try count(
      "SELECT count(*) FROM sync_queue WHERE \(SyncEngine.damagedEntry)")
    if unreadable > 0 {
      findings.append(
        .wrong(
          "queue", "\(counted(unreadable, "change")) that cannot be read",
          cure: "sync.now() sends the rows as they are"))
    }
    let foreign = try count("SELECT count(*) FROM sync_queue WHERE stamp IS NULL")
    if foreign > 0 {
      findings.append(
        .note("queue", "\(counted(foreign, "change")) of another tool, stamped at the next write"))
    }
    let all = try count("SELECT count(*) FROM sync_queue WHERE state <> 'parked'")
    if findings.isEmpty || all > 0 {
      findings.append(
        all == 0 ? .fine("queue", "nothing waits") : .note("queue", "\(all) waiting to be sent"))
    }
    return findings
  }

  private func missingRows() throws -> [Finding] {
    try catalog.tables.compactMap { table in
      let lost = try connection.first(
        """
        SELECT count(*), min(id) FROM sync_queue AS q WHERE table_name = ?1 AND NOT EXISTS
          (SELECT 1 FROM \(table.name) AS r WHERE r.id = q.local_id)
        """, .text(table.name)
      ) { (count: $0.integer(0), first: $0.integer(1)) }
      guard let lost, lost.count > 0 else { return nil }
      return .wrong(
        "queue",
        "\(counted(lost.count, "change")) of \(table.name) without a row, first entry "
          + "\(lost.first)", cure: "sync.now(), then sync.verify()")
    }
  }

  // MARK: - Rows

  /// Rows that nobody will ever send.
  func rows() throws -> [Finding] {
    var total: Int64 = 0
    var findings: [Finding] = []
    let isOffered = try state(.owner) == nil || state(.offersDue) != nil
    for table in catalog.tables {
      total += try count("SELECT count(*) FROM \(table.name) WHERE seq IS NOT -1")
      if isOffered { continue }
      let unsent = try count(
        """
        SELECT count(*) FROM \(table.name) AS r WHERE seq IS NULL AND NOT EXISTS
          (SELECT 1 FROM sync_queue AS q WHERE q.local_id = r.id AND q.table_name = ?1)
        """, .text(table.name))
      if unsent > 0 {
        findings.append(
          .wrong(
            "rows", "\(counted(unsent, "row")) of \(table.name) never sent, and not queued",
            cure: "sync.verify()"))
      }
    }
    return findings.isEmpty ? [.fine("rows", counted(total, "row"))] : findings
  }

  // MARK: - The clock

  func clock() throws -> [Finding] {
    let skew = Duration.milliseconds(try state(.skewMilliseconds).flatMap { Int64($0) } ?? 0)
    var findings: [Finding] = []
    if let finding = Self.clockFinding(skew) { findings.append(finding) }
    let limit = now + skew + Limits.ahead
    let stamp = Stamp(milliseconds: max(0, limit.milliseconds), counter: 0, device: "").text
    let queued = try count("SELECT count(*) FROM sync_queue WHERE stamp > ?1", .text(stamp))
    if queued > 0 {
      findings.append(
        .note(
          "clock", "\(counted(queued, "unsent change")) stamped ahead of the time",
          cure: "sync.now() stamps them anew by the cloud's clock"))
    }
    let ahead = try catalog.tables.reduce(Int64(0)) { sum, table in
      try sum
        + count("SELECT count(*) FROM \(table.name) WHERE seq >= 0 AND stamp > ?1", .text(stamp))
    }
    if ahead > 0 {
      findings.append(
        .wrong(
          "clock", "\(counted(ahead, "row")) from the cloud stamped ahead of this clock",
          cure: "set this computer's clock: it is behind"))
    }
    return findings.isEmpty ? [.fine("clock", "no stamp is ahead of it")] : findings
  }

  /// Nil for a clock that is right enough.
  static func clockFinding(_ skew: Duration) -> Finding? {
    guard skew > Limits.ahead || skew < .zero - Limits.ahead else { return nil }
    let minutes = (abs(skew.wholeMilliseconds) + 30_000) / 60_000
    return .wrong(
      "clock", "\(minutes) minutes \(skew > .zero ? "behind" : "ahead of") the cloud's",
      cure: "set this computer's clock; until then stamps are corrected by the cloud's")
  }

  // MARK: - What waits

  func waiting() throws -> [Finding] {
    let kinds: [(table: String, noun: String, rest: String, cure: String?)] = [
      (
        "sync_shelf", "row", "waiting for the row it names",
        "sync.now(); if it stays, sync.verify()"
      ),
      ("sync_unknown", "row", "of a newer cloud, kept aside", "update lectern"),
      ("sync_set_aside", "row", "of a guest, to join the account", "sync.now()"),
      ("sync_conflicts WHERE deleted_at IS NULL", "value", "that lost, kept", "sync.conflicts()"),
      (
        "leftovers", "row", "that an upgrade could not take as it was",
        "sql(\"SELECT * FROM leftovers\") shows them with the reason"
      ),
    ]
    let found = try kinds.compactMap { kind -> Finding? in
      let number = try count("SELECT count(*) FROM \(kind.table)")
      return number == 0
        ? nil : .note("waiting", "\(counted(number, kind.noun)) \(kind.rest)", cure: kind.cure)
    }
    return found.isEmpty ? [.fine("waiting", "nothing on the shelf or aside")] : found
  }

  // MARK: - Sync

  func sync() throws -> [Finding] {
    var findings: [Finding] = []
    if let kind = try state(.fullPull) {
      findings.append(
        .note("sync", "everything is being pulled anew (\(kind))", cure: "sync.now() goes on"))
    }
    if let error = try state(.lastError) {
      findings.append(
        .note(
          "sync", "the last one ended early: \(error)",
          cure: SyncError.cure(afterKind: try state(.lastErrorKind))))
    }
    if findings.isEmpty {
      findings.append(
        try state(.lastSyncAt).map { .fine("sync", "the last one ended at \($0)") }
          ?? .note("sync", "there was none yet"))
    }
    return findings
  }
}
