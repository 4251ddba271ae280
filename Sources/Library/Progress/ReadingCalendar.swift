import Vocabulary

/// A year of reading, drawn for a terminal: a row for each weekday, a column for each week.
///
/// Signs: `.` nothing, `1`...`9` chapters, `+` more. All of them are ASCII, so that it looks the
/// same everywhere; it is 58 columns wide.
package struct ReadingCalendar {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private let year: Int64
  private let days: ReadingDays
  private let first: Day
  private let last: Day

  /// Nil for a year that is not 1...9998.
  package init?(year: Int64, _ days: ReadingDays) {
    guard (1...9_998).contains(year), let first = Self.day(year, 1),
      let next = Self.day(year + 1, 1)
    else { return nil }
    self.year = year
    self.days = days
    self.first = first
    last = next + -1
  }

  /// The lines of the drawing, without a line end behind the last.
  package var text: String {
    let rows = (0...6).map { weekday in
      trimmed(Self.weekdays[weekday] + " " + (0..<weeks).map { sign(weekday, week: $0) }.joined())
    }
    return ([title, monthLine] + rows).joined(separator: "\n")
  }

  /// The Monday on or before the first day.
  private var start: Day { first + -Int64(first.weekday) }
  private var weeks: Int { Int((last.number - start.number) / 7) + 1 }

  private var title: String {
    let own = days.chapters.filter { first <= $0.key && $0.key <= last }
    let chapters = own.values.reduce(0, +)
    return "\(year): \(counted(chapters, "chapter")) on \(counted(Int64(own.count), "day"))"
  }

  private var monthLine: String {
    var line = "    "
    for (index, month) in Self.months.enumerated() {
      guard let day = Self.day(year, index + 1) else { continue }
      let place = 4 + Int((day.number - start.number) / 7)
      line += String(repeating: " ", count: max(0, place - line.utf8.count)) + month
    }
    return line
  }

  private func sign(_ weekday: Int, week: Int) -> String {
    let day = start + Int64(week * 7 + weekday)
    guard first <= day, day <= last else { return " " }
    guard let count = days.chapters[day] else { return "." }
    return count > 9 ? "+" : String(count)
  }

  private func counted(_ count: Int64, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private func trimmed(_ line: String) -> String {
    let spaces = line.utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    return String(line.dropLast(spaces))
  }

  private static func day(_ year: Int64, _ month: Int) -> Day? {
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return Day("\(padded(year, 4))-\(padded(Int64(month), 2))-01")
  }
}
