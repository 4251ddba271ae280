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
    var size = Limits.pushChanges
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
        size = Limits.pushChanges
      } catch let error as CloudError where error.isOfBody {
        size = try split(batch, error, &report)
        continue
      } catch {
        try endUnanswered(batch)
        throw error
      }
      left -= batch.entries.count
      onProgress?(SyncProgress(phase: .push, done: report.pushed + report.merged, total: 0))
    }
  }

  /// A body that is refused whole is cut in half until the bad change stands alone: that one is
  /// refused.
  ///
  /// Answers how many changes the next body may hold.
  private func split(
    _ batch: PushBatch, _ error: CloudError, _ report: inout SyncReport
  ) throws -> Int {
    try endUnanswered(batch)
    guard batch.entries.count == 1, let entry = batch.entries.first,
      case .refused(_, let code, let message) = error
    else { return max(1, batch.entries.count / 2) }
    try database.write { try refuse(entry, code, message) }
    report.failed += 1
    return Limits.pushChanges
  }

  /// No answer is no attempt: the entries are ready again, and remember that they were sent.
  private func endUnanswered(_ batch: PushBatch) throws {
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

extension CloudError {
  /// Is it the body that was refused, and not the call: data, a constraint, or its size?
  fileprivate var isOfBody: Bool {
    guard case .refused(let status, let code, _) = self else { return false }
    return status == 413 || code == "PGRST102" || ["21", "22", "23"].contains(code.prefix(2))
  }
}
