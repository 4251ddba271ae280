import ChangeQueue
import Library
import Store
import Testing
import Vocabulary

@Suite struct ReadingStatsTests {
  let desk: ReadingDesk
  var progress: Progress { desk.progress }

  init() throws { desk = try ReadingDesk() }

  private func streaks() throws -> [Int64] {
    let stats = try progress.stats()
    return [stats.currentStreak, stats.longestStreak]
  }

  @Test func `nothing read is nothing counted`() throws {
    let stats = try progress.stats()
    #expect(stats.chapters == 0 && stats.percent == 0 && stats.days == 0)
    #expect(stats.favouriteBook == nil)
    #expect(try streaks() == [0, 0])
  }

  @Test func `a streak is days in a row that end today`() throws {
    _ = try progress.visit("John 1")
    #expect(try streaks() == [1, 1])
    desk.pass(hours: 24)
    #expect(try streaks() == [0, 1])
    _ = try progress.visit("John 1")
    #expect(try streaks() == [2, 2])
    desk.pass(hours: 48)
    _ = try progress.visit("John 2")
    #expect(try streaks() == [1, 2])
    #expect(try progress.stats().days == 3)
  }

  @Test func `the day changes at midnight of UTC, to the millisecond`() throws {
    desk.clock.advance(.milliseconds(86_399_999))
    _ = try progress.visit("John 1")
    #expect(try streaks() == [1, 1])
    desk.clock.advance(.milliseconds(1))
    #expect(try streaks() == [0, 1])
    _ = try progress.visit("John 2")
    #expect(try streaks() == [2, 2])
  }

  @Test func `days without a row of their own are told by the times of chapters`() throws {
    try desk.database.write {
      try desk.database.connection.run(
        """
        INSERT INTO reading_progress(book_id, chapter_num, completed_at, last_visited_at) VALUES
        ('john', 1, '2025-12-30T08:00:00.000Z', '2025-12-31T23:59:59.999Z'),
        ('john', 2, '2025-12-31T08:00:00.000Z', NULL)
        """)
    }
    #expect(try streaks() == [0, 2])
    _ = try progress.visit("John 3")
    #expect(try streaks() == [3, 3])
    let days = try progress.days()
    #expect(Day("2025-12-31").flatMap { days.chapters[$0] } == 2)
  }

  @Test func `chapters are counted by testament, and the favourite book is told`() throws {
    for ref in ["Psalm 1", "Psalm 2", "John 1", "John 2", "Jude"] { _ = try progress.visit(ref) }
    let stats = try progress.stats()
    #expect(stats.chapters == 5 && stats.percent == 0)
    #expect(stats.favouriteBook == "psalms")
    let rows = try progress.testaments()
    #expect(rows.map(\.testament) == [.old, .new] && rows.map(\.chapters) == [2, 3])
    #expect(rows.map(\.percent) == [0, 1])
  }

  @Test func `a milestone that was reached stays reached, and is seen when it was told`() throws {
    for chapter in 1...10 { _ = try progress.visit("Psalm \(chapter)") }
    for _ in 0..<6 {
      desk.pass(hours: 24)
      _ = try progress.visit("Psalm 1")
    }
    desk.pass(hours: 240)
    try Preferences(desk.database).set("seen_milestones", ["ch_10"])
    let milestones = try progress.milestones()
    #expect(milestones.filter(\.isReached).map(\.id) == ["ch_10", "str_7"])
    #expect(milestones.filter(\.isSeen).map(\.id) == ["ch_10"])
    #expect(milestones.count == 8)
  }

  @Test func `a year is drawn with its months, weeks and days`() throws {
    for chapter in 1...12 { _ = try progress.visit("Psalm \(chapter)") }
    desk.pass(hours: 24 * 4)
    _ = try progress.visit("John 1")
    _ = try progress.visit("John 2")
    let text = try #require(ReadingCalendar(year: 2026, try progress.days())).text
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 9)
    #expect(lines[0] == "2026: 14 chapters on 2 days")
    #expect(lines[1] == "    Jan Feb Mar  Apr May  Jun Jul Aug  Sep Oct Nov  Dec")
    #expect(lines[2].hasPrefix("Mon  2.") && lines[5].hasPrefix("Thu +.."))
    #expect(lines[4].hasPrefix("Wed  .") && lines[4].utf8.count == 4 + 53)
    #expect(lines[6].utf8.count == 4 + 52)
    #expect(lines.dropFirst(2).joined().utf8.count { ".+2".utf8.contains($0) } == 365)
  }

  @Test func `leap years have their day, and years beyond four digits are none`() throws {
    let days = try progress.days()
    func signs(_ year: Int64) -> Int? {
      ReadingCalendar(year: year, days).map { $0.text.utf8.count { $0 == UInt8(ascii: ".") } }
    }
    #expect(signs(2024) == 366 && signs(1900) == 365 && signs(2000) == 366)
    #expect(signs(0) == nil && signs(9_999) == nil)
    #expect(ReadingCalendar(year: 2023, days)?.text.hasPrefix("2023: 0 chapters on 0 days") == true)
  }
}
