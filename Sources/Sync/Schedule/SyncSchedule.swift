package import Vocabulary

/// When the next sync is due that nobody asks for. Pure: it is told what happens, and when.
///
/// | Told | Due |
/// |---|---|
/// | begun, woken, signed in, the network is back | at once |
/// | a write | 3 s after the last one, 30 s after the first at the latest |
/// | a sync that reached its end | in 5 minutes, or when a refused change is to be tried again |
/// | one that the cloud did not answer | at its next try; a write brings it no nearer |
/// | one that another process was doing | in 5 s |
/// | one that only a person can mend | in 5 minutes |
package struct SyncSchedule: Sendable, Hashable {
  private var tickAt: Instant
  private var firstWriteAt: Instant?
  private var lastWriteAt: Instant?
  /// Before then the cloud is not asked.
  private var heldUntil: Instant?

  /// How a sync ended.
  package enum Outcome: Sendable, Hashable {
    /// It reached its end; a refused change is to be tried again then.
    case done(nextEntry: Instant?)
    /// The cloud was not reached, or asked to wait.
    case failed(tryAt: Instant)
    /// Another process is at it.
    case busy
    /// Nobody is signed in, no cloud is named, or the like.
    case needsPerson
  }

  /// Due at once.
  package init(from now: Instant) { tickAt = now }

  /// When the next one is due.
  package var dueAt: Instant {
    var due = tickAt
    if let first = firstWriteAt, let last = lastWriteAt {
      due = min(due, min(last + Self.quiet, first + Self.patience))
    }
    return heldUntil.map { max(due, $0) } ?? due
  }

  /// Something was written here that the cloud does not have.
  package mutating func noteWrite(at now: Instant) {
    firstWriteAt = firstWriteAt ?? now
    lastWriteAt = now
  }

  /// The machine woke, the clock jumped, the network came back or somebody signed in: what was
  /// known of waiting is void.
  package mutating func wake(at now: Instant) {
    tickAt = now
    heldUntil = nil
  }

  /// A sync ended that began at `start`.
  package mutating func note(_ outcome: Outcome, from start: Instant, at now: Instant) {
    // What was written while it ran may not have gone with it.
    if lastWriteAt.map({ $0 < start }) ?? true {
      (firstWriteAt, lastWriteAt) = (nil, nil)
    } else {
      firstWriteAt = lastWriteAt
    }
    heldUntil = nil
    tickAt = now + Self.interval
    switch outcome {
    case .done(let next):
      if let next { tickAt = min(tickAt, max(next, now + Self.pause)) }
    case .failed(let tryAt):
      heldUntil = max(tryAt, now + Self.pause)
      tickAt = min(tickAt, heldUntil ?? tickAt)
    case .busy: heldUntil = now + .seconds(5)
    case .needsPerson: heldUntil = tickAt
    }
  }

  private static let interval: Duration = .seconds(300)
  private static let quiet: Duration = .seconds(3)
  private static let patience: Duration = .seconds(30)
  /// The least time from one to the next.
  private static let pause: Duration = .seconds(1)
}
