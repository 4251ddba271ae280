import ChangeQueue
import Cloud
import Store
package import Vocabulary

/// The syncs of one library that nobody asks for. Whoever has the clock asks it, often: a look
/// costs two short reads.
package final class SyncScheduler {
  private let engine: SyncEngine
  private var schedule: SyncSchedule
  private var newestEntry: Int64?
  private var account: String?
  private var lastLook: Instant

  /// The first sync is due at once.
  package init(_ engine: SyncEngine) {
    self.engine = engine
    lastLook = engine.database.surroundings.now()
    schedule = SyncSchedule(from: lastLook)
    newestEntry = Self.newestEntry(of: engine.database)
    account = Self.account(of: engine)
  }

  /// When the next sync is due, by this device's clock.
  package var dueAt: Instant { schedule.dueAt }

  /// The network is back, or the machine woke.
  package func wake() { schedule.wake(at: now) }

  /// Takes note of what was written since the last look, by whomever, of who signed in, and of a
  /// clock that jumped.
  package func look() {
    let now = now
    if now - lastLook > Self.jump || lastLook - now > Self.jump { wake() }
    lastLook = now
    let newest = Self.newestEntry(of: engine.database)
    // A row that another device's sync changed is in no queue.
    if let newest, newest > newestEntry ?? 0 { schedule.noteWrite(at: now) }
    newestEntry = newest ?? newestEntry
    let account = Self.account(of: engine)
    if account != self.account, account != nil { wake() }
    self.account = account
  }

  /// Syncs where it is due. Nil where it is not.
  package func syncIfDue() -> SyncReport? {
    let start = now
    guard start >= schedule.dueAt else { return nil }
    let report = engine.sync(isForced: false)
    newestEntry = Self.newestEntry(of: engine.database) ?? newestEntry
    lastLook = now
    schedule.note(outcome(of: report), from: start, at: now)
    return report
  }

  private var now: Instant { engine.database.surroundings.now() }

  private func outcome(of report: SyncReport) -> SyncSchedule.Outcome {
    switch report.error as? SyncError {
    case .busyElsewhere?, .underWay?: return .busy
    default: break
    }
    do {
      if report.error != nil {
        guard let next = try engine.nextTry() else { return .needsPerson }
        return .failed(tryAt: next)
      }
      return .done(nextEntry: try engine.nextEntryAt())
    } catch { return .needsPerson }
  }

  /// Nil where it cannot be read now.
  private static func newestEntry(of database: UserDatabase) -> Int64? {
    do {
      try database.releaseRead()
      return try database.connection.first("SELECT coalesce(max(id), 0) FROM sync_queue") {
        $0.integer(0)
      }
    } catch { return nil }
  }

  /// Nil where nobody is signed in.
  private static func account(of engine: SyncEngine) -> String? {
    do throws(CloudError) { return try engine.cloud.account() } catch { return nil }
  }

  private static let jump: Duration = .seconds(300)
}

extension SyncEngine {
  /// When the first of the changes that were refused is to be tried again; nil for none.
  func nextEntryAt() throws -> Instant? {
    try connection.first(
      "SELECT min(not_before_ms) FROM sync_queue WHERE state = 'ready'"
    ) { $0.optionalInteger(0).map(Instant.init(milliseconds:)) } ?? nil
  }
}
