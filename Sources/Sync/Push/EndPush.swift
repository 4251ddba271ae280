import ChangeQueue
import Cloud
import Schema
import Store
import Vocabulary

extension SyncEngine {
  /// Takes the answer to a push, in one transaction. Answers whether nothing more is to be sent
  /// now.
  func endPush(
    _ batch: PushBatch, _ reply: PushReply, _ report: inout SyncReport
  ) throws -> Bool {
    // A reply to another owner's request is ignored.
    guard try database.state(.owner) == batch.account else { return true }
    var counted = report
    let isOver = try database.apply { () -> Bool in
      isAnyClosed = false
      let used = learnSkew(reply.now)
      guard reply.status == .pushed else {
        try setReady(batch)
        try putTimesRight(used: used, now: reply.now)
        return true  // the pull that follows is answered the same
      }
      guard reply.results.count == batch.entries.count else {
        throw SyncError.unreadable(function: "sync_push", problem: "answers are missing")
      }
      var isAhead = false
      var applied = AppliedRun()
      for (entry, result) in zip(batch.entries, reply.results) {
        if case .ahead = result { isAhead = true }
        if case .applied(let seq) = result {
          try mark(entry, seq)
          counted.pushed += 1
          if applied.takes(entry) { continue }
          try applied.end(in: database)
          _ = applied.takes(entry)
        } else {
          try applied.end(in: database)
          blocked = nil
          try take(result, entry, &counted)
        }
      }
      try applied.end(in: database)
      // The cloud takes rows of a run that is over, and drops them.
      if batch.entries.contains(where: { $0.table.run != nil }) { try database.retirePastRuns() }
      try trimLog()
      try database.noteEmptied()
      if isAhead, try !restamp(now: reply.now) {
        throw SyncError.unreadable(function: "sync_push", problem: "'ahead' of what is not")
      }
      try putTimesRight(used: used, now: reply.now)
      // Cells that cannot be opened here come again with their rows, and lie aside then.
      if !isAnyClosed { try move(from: reply.from, to: reply.to) }
      return false
    }
    report = counted
    return isOver
  }

  private func setReady(_ batch: PushBatch) throws {
    for entry in batch.entries {
      try connection.run("UPDATE sync_queue SET state = 'ready' WHERE id = ?1", .integer(entry.id))
    }
  }

  private func take(
    _ result: PushReply.Result, _ entry: PushBatch.Sent, _ report: inout SyncReport
  ) throws {
    switch result {
    case .applied: break
    case .merged(let seq, let winning, let dropped):
      try acknowledge(entry, seq)
      try takeWinning(winning, entry)
      for row in dropped { try keepAnswered(row) }
      try log(entry, seq, "merged")
      report.merged += 1
      report.conflicts += dropped.count
    case .absent where entry.operation == "INSERT":
      try refuse(entry, "sync.absent", "the cloud calls a whole row absent")
    case .absent: try sendWhole(entry)
    case .orphan(let parents):
      answeredOrphan[entry.id, default: 0] += 1
      if answeredOrphan[entry.id, default: 0] > Limits.orphanAnswers {
        return try refuse(entry, "sync.orphan", "its parents went up, and it stays an orphan")
      }
      try sendParents(parents, entry)
    case .ahead:
      try connection.run("UPDATE sync_queue SET state = 'ready' WHERE id = ?1", .integer(entry.id))
    case .refused(let code, let message):
      try takeRefusal(entry, code, message)
      report.failed += 1
    }
  }

  private func acknowledge(_ entry: PushBatch.Sent, _ seq: Int64) throws {
    let removal = try connection.cached("DELETE FROM sync_queue WHERE id = ?1")
    removal.bind(1, entry.id)
    try removal.run()
    try mark(entry, seq)
  }

  private func mark(_ entry: PushBatch.Sent, _ seq: Int64) throws {
    let mark = try connection.cached("UPDATE \(entry.table.name) SET seq = ?2 WHERE id = ?1")
    mark.bind(1, entry.localID)
    mark.bind(2, seq)
    try mark.run()
  }

  private func log(_ entry: PushBatch.Sent, _ seq: Int64, _ result: String) throws {
    let statement = try connection.cached(
      """
      INSERT INTO sync_log(table_name, local_id, cloud_id, operation, sent_at_ms, seq, result)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """)
    statement.bind(1, entry.table.name)
    statement.bind(2, entry.localID)
    statement.bind(3, entry.cloudID.text)
    statement.bind(4, entry.operation)
    statement.bind(5, surroundings.now().milliseconds)
    statement.bind(6, seq)
    statement.bind(7, result)
    try statement.run()
  }

  private func trimLog() throws {
    try connection.run(
      "DELETE FROM sync_log WHERE id <= (SELECT max(id) FROM sync_log) - ?1",
      .integer(Int64(Limits.sentEntries)))
  }

  /// The cells in which the cloud's row won: also over what is queued of them.
  private func takeWinning(_ winning: StampedValues, _ entry: PushBatch.Sent) throws {
    let name = RowName(table: entry.table.name, id: entry.cloudID)
    guard let winning = try open(winning, of: name, in: entry.table) else {
      isAnyClosed = true
      return
    }
    let theirs = RowVersion(winning, in: entry.table)
    guard !theirs.cells.isEmpty else { return }
    try join(theirs, into: name)
  }

  private func keepAnswered(_ row: PulledRow) throws {
    guard let table = catalog[row.table], let open = try open(row, in: table).row else {
      isAnyClosed = true
      return
    }
    try keepPulledConflict(open)
  }

  /// An UPDATE of a row that the cloud does not have: the row goes whole, if it is still here.
  private func sendWhole(_ entry: PushBatch.Sent) throws {
    guard var queued = try database.entry(id: entry.id) else { return }
    queued.state = .ready
    let isHere = try database.storedRow(entry.table, localID: entry.localID) != nil
    guard isHere else { return try database.removeEntry(entry.id) }
    try database.makeWhole(&queued)
    try database.update(queued)
  }

  /// The cloud lacks a parent: the parents go up whole, from the trash as dead. No attempt.
  private func sendParents(_ parents: [RowName], _ entry: PushBatch.Sent) throws {
    var areAllHere = true
    for parent in parents {
      guard let table = catalog[parent.table], let row = try database.storedRow(parent) else {
        areAllHere = false
        continue
      }
      try connection.run(
        "UPDATE \(table.name) SET seq = NULL WHERE id = ?1", .integer(row.localID))
      try database.offer(table, localID: row.localID)
    }
    if areAllHere {
      try connection.run("UPDATE sync_queue SET state = 'ready' WHERE id = ?1", .integer(entry.id))
    } else {
      try park(entry.id, "sync.orphan", "the row it belongs to is neither here nor in the cloud")
    }
  }

  /// What the cloud said of one change: a refusal of it is an attempt; what passes, or says
  /// nothing, is none, and the change waits where it is.
  func takeRefusal(_ entry: PushBatch.Sent, _ code: String, _ message: String) throws {
    switch RetryTable.of(resultCode: code) {
    case .refused, .ours: try refuse(entry, code, message)
    case .wait, .signIn, .serverNotReady: try postpone(entry, code, message)
    }
  }

  private func postpone(_ entry: PushBatch.Sent, _ code: String, _ message: String) throws {
    refusedNow.insert(entry.id)
    guard var queued = try database.entry(id: entry.id) else { return }
    queued.state = .ready
    queued.errorCode = code
    queued.lastError = message
    let pause = RetrySchedule.pause(afterFailures: .max, random: surroundings.random())
    queued.notBefore = surroundings.now() + pause
    try database.update(queued)
  }

  /// A refusal of the entry itself: an attempt, then a pause, then parked.
  private func refuse(_ entry: PushBatch.Sent, _ code: String, _ message: String) throws {
    refusedNow.insert(entry.id)
    guard var queued = try database.entry(id: entry.id) else { return }
    queued.attempts += 1
    queued.errorCode = code
    queued.lastError = message
    if let pause = RetrySchedule.pause(afterAttempts: queued.attempts) {
      queued.state = .ready
      queued.notBefore = surroundings.now() + pause
    } else {
      queued.state = .parked
      queued.notBefore = nil
    }
    try database.update(queued)
  }

  private func park(_ id: Int64, _ code: String, _ message: String) throws {
    try connection.run(
      "UPDATE sync_queue SET state = 'parked', error_code = ?2, last_error = ?3 WHERE id = ?1",
      .integer(id), .text(code), .text(message))
  }

  /// A device that stood at `from` moves to `to`, so that its own rows do not come back.
  private func move(from: SyncPosition, to: SyncPosition) throws {
    if try cursor() ?? .start == from, try fullPull() == nil {
      try database.setState(.cursor, to.text)
    }
    try see(to)
  }
}
