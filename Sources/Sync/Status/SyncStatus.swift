import ChangeQueue
import Cloud
import Store
import Vocabulary

/// What a person wants to know of sync, in three lines.
package struct SyncStatus: Sendable, Hashable {
  /// Whether there is an account to sync with.
  package let isSignedIn: Bool
  /// Not both of the last two syncs failed to reach the cloud.
  package let isOnline: Bool
  /// When a sync last reached its end; UTC.
  package let lastSyncAt: String?
  /// Edits that wait for a push.
  package let pending: Int
  /// Edits that were refused and need a person.
  package let parked: Int
  /// Values that lost and wait for a person's word.
  package let conflicts: Int
  /// Why the last sync ended early.
  package let error: String?
  /// When it is tried again unasked, after a failure that passes; UTC.
  package let nextTryAt: String?
  /// The cure for whatever keeps it from being up to date.
  package let hint: String?
  /// How far this device's clock is off, in milliseconds.
  package let skewMilliseconds: Int64

  /// How its texts lie in the cloud.
  package let sealing: SealingState

  /// Nothing pending or parked, no full pull under way, and the last sync reached its end.
  package let isUpToDate: Bool
}

extension SyncEngine {
  /// Costs one pass over the queue.
  package func status() throws -> SyncStatus {
    let counts = try connection.first(
      """
      SELECT (SELECT count(*) FROM sync_queue),
        (SELECT count(*) FROM sync_queue WHERE state = 'parked')
      """
    ) { (pending: Int($0.integer(0) - $0.integer(1)), parked: Int($0.integer(1))) }
    let conflicts = try connection.first(
      "SELECT count(*) FROM sync_conflicts WHERE deleted_at IS NULL"
    ) { Int($0.integer(0)) }
    let (account, trouble) = whoSyncs()
    let isSignedIn = trouble == nil
    let isOnline = try !isOffline()
    let error = try database.state(.lastError)
    let lastSyncAt = try database.state(.lastSyncAt)
    let pending = counts?.pending ?? 0
    let parked = counts?.parked ?? 0
    let isCopying = try fullPull() != nil
    let sealing = try sealingState()
    let hint: String? =
      if let trouble {
        trouble.kind == .notSignedIn
          ? "sign in to sync: auth.sign_in(email, password)" : trouble.hint ?? trouble.summary
      } else if let owner = try owner(), owner != account {
        SyncError.otherOwner(owner: "").hint
      } else if sealing == .locked || error == SyncError.passphraseMissing.summary {
        SyncError.passphraseMissing.hint
      } else if parked > 0 {
        "look at what the cloud refused: queue.find{state=\"parked\"}"
      } else if error != nil {
        SyncError.cure(afterKind: try database.state(.lastErrorKind))
      } else if pending > 0 || isCopying || lastSyncAt == nil {
        "send and fetch: sync.now()"
      } else {
        nil
      }
    return SyncStatus(
      isSignedIn: isSignedIn, isOnline: isOnline, lastSyncAt: lastSyncAt, pending: pending,
      parked: parked,
      conflicts: conflicts ?? 0, error: error, nextTryAt: try nextTry()?.text, hint: hint,
      skewMilliseconds: database.clock.skew.wholeMilliseconds, sealing: sealing,
      isUpToDate: isSignedIn && pending == 0 && parked == 0 && error == nil && !isCopying
        && lastSyncAt != nil)
  }

  /// The account to sync with, or why there is none.
  private func whoSyncs() -> (account: String?, trouble: CloudError?) {
    do throws(CloudError) { return (try cloud.account(), nil) } catch { return (nil, error) }
  }
}
