import ChangeQueue
import Store
import Vocabulary

/// What a person has read so far, in numbers.
package struct ReadingStats: Sendable, Hashable {
  /// Chapters of the canon that were read, each counted once.
  package let chapters: Int64
  /// Of the 1,189 of the canon, rounded.
  package let percent: Int64
  /// Days of UTC on which something was read.
  package let days: Int64
  /// Days in a row that end today; 0 where nothing was read today yet.
  package let currentStreak: Int64
  /// The most days in a row.
  package let longestStreak: Int64
  /// The id of the book with the most chapters read, the first in the canon among equals; nil for
  /// none.
  package let favouriteBook: String?
}

/// How much of a testament was read.
package struct TestamentProgress: Sendable, Hashable {
  /// Which one.
  package let testament: Testament
  /// Chapters of it that were read.
  package let chapters: Int64
  /// Of all its chapters, rounded.
  package let percent: Int64
}

/// A number of chapters or of days in a row that deserves to be told.
package struct Milestone: Sendable, Hashable {
  /// What `seen_milestones` calls it: `ch_10`, `str_7`.
  package let id: String
  /// How many chapters or days.
  package let goal: Int64
  /// Whether it counts days in a row.
  package let isStreak: Bool
  /// Once reached it stays so, also when the streak breaks.
  package let isReached: Bool
  /// Whether a device has told it.
  package let isSeen: Bool

  static let chapterGoals: [Int64] = [10, 50, 100, 250, 500]
  static let streakGoals: [Int64] = [7, 30, 100]
}

extension Progress {
  /// Everything in numbers.
  package func stats() throws -> ReadingStats {
    let books = try readBooks()
    let chapters = books.reduce(0) { $0 + $1.chapters }
    let days = try days()
    let most = books.map(\.chapters).max()
    return ReadingStats(
      chapters: chapters, percent: Self.percent(chapters, of: Canon.chapterCount),
      days: Int64(days.count), currentStreak: days.streak(endingAt: try today),
      longestStreak: days.longestStreak,
      favouriteBook: books.first { $0.chapters == most }?.book.id)
  }

  /// Both testaments, the old one first.
  package func testaments() throws -> [TestamentProgress] {
    let books = try readBooks()
    return Testament.allCases.map { testament in
      let chapters = books.filter { $0.book.testament == testament }
        .reduce(0) { $0 + $1.chapters }
      return TestamentProgress(
        testament: testament, chapters: chapters,
        percent: Self.percent(chapters, of: testament.chapterCount))
    }
  }

  /// Every milestone, those of chapters first, each kind from the nearest to the farthest.
  package func milestones() throws -> [Milestone] {
    let chapters = try readBooks().reduce(0) { $0 + $1.chapters }
    let streak = try days().longestStreak
    let seen = try Preferences(database).get("seen_milestones").array ?? []
    func milestone(_ goal: Int64, _ count: Int64, isStreak: Bool) -> Milestone {
      let id = "\(isStreak ? "str" : "ch")_\(goal)"
      return Milestone(
        id: id, goal: goal, isStreak: isStreak, isReached: count >= goal,
        isSeen: seen.contains(.string(id)))
    }
    return Milestone.chapterGoals.map { milestone($0, chapters, isStreak: false) }
      + Milestone.streakGoals.map { milestone($0, streak, isStreak: true) }
  }

  /// The day that it is now.
  package var today: Day { get throws { Day(try database.now()) } }

  /// How many chapters of the canon were read on each day. Where a device kept no streak day, as
  /// the app did not, the times of its chapters tell.
  package func days() throws -> ReadingDays {
    try database.read {
      let streak = SQLValue.integer(try database.currentRun(Self.streakRun))
      let progress = SQLValue.integer(try database.currentRun(Self.progressRun))
      let rows = try database.connection.all(
        """
        SELECT substr(completed_at, 1, 10), book_id || '_' || chapter_num FROM reading_progress
        WHERE run = ?2 AND completed_at IS NOT NULL
        UNION ALL SELECT substr(last_visited_at, 1, 10), book_id || '_' || chapter_num
        FROM reading_progress WHERE run = ?2 AND last_visited_at IS NOT NULL
        UNION ALL SELECT date, chapter.value FROM reading_streaks, json_each(chapter_ids) AS chapter
        WHERE run = ?1
        """, streak, progress
      ) { (day: $0.text(0), chapter: $0.text(1)) }
      var chapters: [Day: Set<ChapterID>] = [:]
      for row in rows {
        if let day = Day(row.day), let chapter = ChapterID(row.chapter) {
          chapters[day, default: []].insert(chapter)
        }
      }
      return ReadingDays(chapters.mapValues { Int64($0.count) })
    }
  }

  /// The books of which something was read, in the order of the canon.
  private func readBooks() throws -> [(book: Book, chapters: Int64)] {
    try database.read {
      let run = SQLValue.integer(try database.currentRun(Self.progressRun))
      let chapters = try database.connection.all(
        """
        SELECT book_id, chapter_num FROM reading_progress
        WHERE run = ?1 AND completed_at IS NOT NULL
        """, run
      ) { ChapterID(bookID: $0.text(0), chapter: $0.integer(1)) }
      let books = Dictionary(grouping: chapters.compactMap { $0 }, by: \.book)
      return books.map { (book: $0.key, chapters: Int64($0.value.count)) }
        .sorted { $0.book < $1.book }
    }
  }

  private static func percent(_ part: Int64, of whole: Int) -> Int64 {
    (part * 200 + Int64(whole)) / (Int64(whole) * 2)
  }
}
