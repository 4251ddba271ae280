import ChangeQueue
import Store
package import Sync
import Vocabulary

/// Whether a device syncs unasked.
package protocol AutoSync: AnyObject {
  /// Whether it does.
  var isOn: Bool { get }
  /// Whether somebody said so, or the opposite.
  var isDecided: Bool { get }
  /// Begins or ends it. Who turns it on syncs at once, then as `SyncSchedule` says.
  func turn(on: Bool)
  /// Called where a script or a person may have let something happen: after a write, before a
  /// prompt. It never waits for long where another process does the work.
  func attend()
}

/// Syncs inline, in this process: a library in memory is nobody else's, and a world's time passes
/// only when it is told to.
package final class InlineAutoSync: AutoSync {
  private let engine: SyncEngine
  private var scheduler: SyncScheduler?

  package init(_ engine: SyncEngine) { self.engine = engine }

  package var isOn: Bool { scheduler != nil }
  package private(set) var isDecided = false

  package func turn(on: Bool) {
    isDecided = true
    if on == isOn { return }
    scheduler = on ? SyncScheduler(engine) : nil
  }

  package func attend() {
    guard let scheduler, !engine.database.connection.isInTransaction else { return }
    scheduler.look()
    _ = scheduler.syncIfDue()
  }

  /// When the next sync is due, by this device's clock; nil for none.
  var dueAt: Instant? { scheduler?.dueAt }

  /// Takes note of what was written, and of a clock that jumped.
  func look() { scheduler?.look() }

  /// The network is back.
  func wake() { scheduler?.wake() }
}
