package import Vocabulary

/// A day of UTC, counted from 1970-01-01. Leap days count like any other.
///
/// A reading counts for the day that it is in UTC, whatever zone the device is in: two devices that
/// travel differently agree on the day, and a day never gets longer or shorter. So midnight here is
/// 19:00 in New York in winter and 09:00 in Tokyo.
package struct Day: Sendable, Hashable, Comparable {
  /// Unit: days since 1970-01-01.
  package let number: Int64

  init(number: Int64) { self.number = number }

  /// The day of a moment.
  package init(_ instant: Instant) {
    let milliseconds = instant.milliseconds
    number = (milliseconds - (milliseconds % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000
  }

  /// The day of a text like `2026-11-30`; nil for another text.
  package init?(_ text: String) {
    guard text.utf8.count == 10, let instant = Instant("\(text)T00:00:00.000Z") else { return nil }
    self.init(instant)
  }

  /// The last one that can be written.
  static let last = Day(number: 2_932_896)

  /// `2026-11-30`.
  package var text: String {
    String(Instant(milliseconds: number * 86_400_000).text.prefix(10))
  }

  /// From 1.
  var dayOfMonth: Int { Int(text.suffix(2)) ?? 1 }

  /// Shape: 0 (Monday) ... 6 (Sunday).
  package var weekday: Int { Int(((number + 3) % 7 + 7) % 7) }

  package static func < (one: Day, other: Day) -> Bool { one.number < other.number }

  static func + (day: Day, count: Int64) -> Day { Day(number: day.number + count) }
}
