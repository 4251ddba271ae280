import ChangeQueue
import Cloud
import Schema
import Store
import Vocabulary

/// Whoever listens is told between requests, outside of any transaction and with nothing on its
/// way, so that it may write, fail or stop the cycle. Where nobody listens nothing is counted.
extension SyncEngine {
  /// Counts what waits, once for each push: one look through the queue.
  func tellWaiting(isForced: Bool) throws {
    guard onProgress != nil, try fullPull() != .stale, try mayHaveChanges() else { return }
    _ = try database.compactQueue()
    if try fullPull() == nil { try database.write { try offerUnacknowledged() } }
    pushed.wait(for: try waiting(isForced: isForced))
    try tellPush()
  }

  /// In the queue, or set aside until a first pull has ended.
  private func waiting(isForced: Bool) throws -> [(table: String, count: Int)] {
    try connection.all(
      """
      SELECT table_name, count(*) FROM sync_queue
      WHERE state = 'ready' AND stamp IS NOT NULL
        AND (?1 OR not_before_ms IS NULL OR not_before_ms <= ?2)
      GROUP BY table_name
      UNION ALL SELECT table_name, count(*) FROM sync_set_aside GROUP BY table_name
      """, .integer(isForced ? 1 : 0), .integer(surroundings.now().milliseconds)
    ) { (table: $0.text(0), count: Int($0.integer(1))) }
  }

  /// Notes which of the changes are through.
  func note(_ batch: PushBatch, _ reply: PushReply) {
    guard onProgress != nil else { return }
    for (entry, result) in zip(batch.entries, reply.results) {
      switch result {
      case .applied, .merged: pushed.pass(entry.table.name)
      case .absent, .orphan, .ahead, .refused: break
      }
    }
  }

  func tellPush() throws {
    guard onProgress != nil else { return }
    for step in pushed.news(of: catalog.tables) { try tell(step) }
  }

  func tellPull(_ count: PullCount) throws {
    guard onProgress != nil else { return }
    try tell(SyncProgress(phase: .pull, done: count.done, total: count.total))
  }

  private func tell(_ step: SyncProgress) throws {
    guard let onProgress else { return }
    try onProgress(step)
    try database.releaseRead()
    // Whoever was told may have signed in as somebody else.
    let account = try cloud.account()
    if let owner = try owner(), owner != account { throw SyncError.otherOwner(owner: owner) }
  }
}
