import ChangeQueue
import Cloud
import Schema
import Store
import Vocabulary

extension SyncEngine {
  /// Sends batch after batch until nothing is ready, or `limit` changes were sent.
  ///
  /// A change is sent again in one call only where the answer asked for it (`ahead`, `absent`,
  /// `orphan`).
  func pushAll(_ report: inout SyncReport, limit: Int, isForced: Bool) throws {
    var left = limit
    blocked = nil
    var most = Limits.pushChanges
    var size = most
    try tellWaiting(isForced: isForced)
    while left > 0 {
      let count = min(left, size)
      guard let batch = try beginPush(limit: count, isForced: isForced) else { return }
      guard report.requests < Limits.cycleRequests else {
        throw SyncError.endless(requests: report.requests)
      }
      report.requests += 1
      do {
        let reply = try PushReply(try cloud.call("sync_push", body: batch.body))
        let isOver = try endPush(batch, reply, &report)
        if isOver { return }
        note(batch, reply)
        size = most
      } catch let error as CloudError where error.asksForLess && batch.entries.count > 1 {
        try endUnanswered(batch)
        size = max(1, batch.entries.count / 2)
        // What took too long takes too long again; one bad change says nothing of the others.
        if error.failureClass == .wait { most = size }
        continue
      } catch let error as CloudError where error.failureClass == .refused {
        try endRefused(batch, error, &report)
        size = most
        continue
      } catch {
        try endUnanswered(batch)
        throw error
      }
      left -= batch.entries.count
      try tellPush()
    }
  }

  /// A body that was refused whole was cut in half until the bad change stood alone: this one. An
  /// answer without a code only postpones it.
  private func endRefused(
    _ batch: PushBatch, _ error: CloudError, _ report: inout SyncReport
  ) throws {
    try endUnanswered(batch)
    let refusal: (code: String, message: String)
    switch error {
    case .refused(_, let code, let message): refusal = (code, message)
    case .notReady(_, let code, _): refusal = (code, error.summary)
    default: refusal = ("", error.summary)
    }
    for entry in batch.entries {
      report.failed += 1
      try database.write { try takeRefusal(entry, refusal.code, refusal.message) }
    }
  }

  /// No answer is no attempt: the entries are ready again, and remember that they were sent.
  private func endUnanswered(_ batch: PushBatch) throws {
    blocked = nil
    try database.write {
      for entry in batch.entries {
        try connection.run(
          "UPDATE sync_queue SET state = 'ready' WHERE id = ?1 AND state = 'sending'",
          .integer(entry.id))
      }
    }
  }

  /// Rows that the cloud may not have, and that have no entry, get one.
  func offerUnacknowledged() throws {
    guard try database.state(.offersDue) != nil else { return }
    for table in catalog.tables {
      let ids = try connection.all(
        """
        SELECT id FROM \(table.name) AS r WHERE seq IS NULL AND NOT EXISTS
          (SELECT 1 FROM sync_queue AS q WHERE q.local_id = r.id AND q.table_name = '\(table.name)')
        """
      ) { $0.integer(0) }
      for id in ids { try database.offer(table, localID: id) }
    }
    try database.setState(.offersDue, nil)
  }
}
