/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Its text form is the only one stored or sent: `2026-11-30T09:12:22.123Z`.
package struct Instant: Sendable, Hashable, Comparable {
  /// Since 1970, UTC.
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static func < (one: Instant, other: Instant) -> Bool {
    one.milliseconds < other.milliseconds
  }

  /// The instant that comes so much later.
  package static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(milliseconds: instant.milliseconds + duration.wholeMilliseconds)
  }

  /// The instant that came so much earlier.
  package static func - (instant: Instant, duration: Duration) -> Instant {
    instant + .milliseconds(-duration.wholeMilliseconds)
  }

  /// How much later the first comes.
  package static func - (one: Instant, other: Instant) -> Duration {
    .milliseconds(one.milliseconds - other.milliseconds)
  }
}

extension Duration {
  /// The whole milliseconds in it, cut towards zero.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
