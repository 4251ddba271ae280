/// The days on which something was read, and how much.
package struct ReadingDays: Sendable, Hashable {
  /// Chapters by day; days without any are not here.
  package let chapters: [Day: Int64]

  init(_ chapters: [Day: Int64]) { self.chapters = chapters }

  /// How many days.
  package var count: Int { chapters.count }

  /// Days in a row up to a day, that day included; 0 where it is none of them.
  package func streak(endingAt day: Day) -> Int64 {
    var length: Int64 = 0
    while chapters[day + -length] != nil { length += 1 }
    return length
  }

  /// The most days in a row.
  package var longestStreak: Int64 {
    chapters.keys.filter { chapters[$0 + 1] == nil }.map { streak(endingAt: $0) }.max() ?? 0
  }
}
