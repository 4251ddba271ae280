import Vocabulary

/// A clock that was found wrong, or right again, since something was written by it.
///
/// An edit keeps what the clock showed. Whether it was made before the clock changed or after, only
/// reason tells: not in the future, and not before the last sync, when the queue was empty.
struct ClockMistake {
  /// What was added to the clock's reading when times were written.
  let used: Duration
  /// What should have been.
  let right: Duration
  /// When edits that still wait can have been made.
  let plausible: ClosedRange<Instant>

  /// Nil where the two come to the same.
  init?(used: Duration, right: Duration, lastSync: Instant?, now: Instant) {
    guard used != right else { return nil }
    self.used = used
    self.right = right
    let first = (lastSync ?? Limits.firstTime) + (.zero - Self.slack)
    plausible = min(first, now)...(now + Self.slack)
  }

  /// What an edit at `wall` should say instead of a time; nil where the time stays.
  func right(time: Instant, wall: Instant) -> Instant? {
    guard isWrong(wall) else { return nil }
    let written = wall + used
    let distance = max(time, written) - min(time, written)
    return distance <= Self.slack ? moved(time) : nil
  }

  /// The same of an edit of which only the time is known.
  func right(time: Instant) -> Instant? {
    plausible.contains(time) || !plausible.contains(moved(time)) ? nil : moved(time)
  }

  /// What an edit at `wall` should say instead of a day; nil where it stays.
  func right(day: String, wall: Instant) -> String? {
    guard isWrong(wall), day == (wall + used).day, day != (wall + right).day else { return nil }
    return (wall + right).day
  }

  private func isWrong(_ wall: Instant) -> Bool {
    !plausible.contains(wall + used) && plausible.contains(wall + right)
  }

  private func moved(_ time: Instant) -> Instant { time + right + (.zero - used) }

  /// A write may take so long.
  private static let slack: Duration = .seconds(60)
}

extension Instant {
  /// The day of UTC, like `2026-11-30`.
  fileprivate var day: String { String(text.prefix(10)) }
}
