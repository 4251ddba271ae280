import Vocabulary

/// A date in UTC, as plans count days.
struct PlanDate: Hashable, Comparable {
  /// Since 1970-01-01.
  var day: Int64

  init(day: Int64) { self.day = day }

  init(_ instant: Instant) {
    let length: Int64 = 86_400_000
    let rest = instant.milliseconds % length
    day = (instant.milliseconds - (rest < 0 ? rest + length : rest)) / length
  }

  /// Reads `2026-01-31` and nothing else.
  init?(_ text: String) {
    guard text.utf8.count == 10, let instant = Instant(text) else { return nil }
    self.init(instant)
  }

  /// `2026-01-31`
  var text: String { String(Instant(milliseconds: day * 86_400_000).text.prefix(10)) }

  var dayOfMonth: Int { Int(text.suffix(2)) ?? 1 }

  static func < (one: PlanDate, other: PlanDate) -> Bool { one.day < other.day }
}
