package import ChangeQueue
import Schema
import Store
import Vocabulary

/// What was read, and on which days.
///
/// A chapter counts as read when it is opened. Nothing un-reads it: a visit keeps the earliest time
/// of reading and the latest visit, on whatever device they were. Only `clear` begins again.
package struct Progress {
  let database: UserDatabase

  package init(_ database: UserDatabase) { self.database = database }

  /// The names of the runs that the rows here belong to.
  static let progressRun = "progress"
  static let streakRun = "streak"

  /// Notes that a chapter was opened now, and counts it for today.
  package func visit(_ ref: String) throws -> ReadChapter {
    let chapter = try ChapterID.parse(ref)
    let now = try database.now()
    let id = try database.write {
      try count(chapter, on: Day(now))
      return try note(chapter, at: now)
    }
    return try row(id)
  }

  /// Counts for today a chapter that was opened before and is still read; what was not opened stays
  /// so. `text` is a chapter's id.
  func goOn(_ text: String) throws {
    guard let chapter = ChapterID(text),
      try book(chapter.book.id).contains(where: { $0.chapter == chapter.chapter })
    else { return }
    _ = try visit(chapter.ref)
  }

  /// The chapters of a book that were opened, in their order.
  package func book(_ name: String) throws -> [ReadChapter] {
    let book = try Canon.book(named: name)
    return try chapters("row.book_id = ?", [.text(book.id)], "ORDER BY row.chapter_num")
  }

  /// The chapters that were opened last, the latest first. The app's own writers know no last
  /// visit: there the time that a chapter was read counts.
  package func recent(_ limit: Int64 = 10) throws -> [ReadChapter] {
    let visited = "coalesce(row.last_visited_at, row.completed_at)"
    return try chapters(
      "\(visited) IS NOT NULL", [], "ORDER BY \(visited) DESC, row.id DESC", limit: limit)
  }

  /// Begins all over: chapters, opened panels, days and days of plans, on every device; no plan is
  /// followed any more. One change for each; what had no rows stays.
  package func clear() throws {
    let plans = Plans(database)
    try database.write {
      for plan in try plans.followed() { try plans.end(plan.id) }
      if try plans.value(.active) != nil { try plans.endActive() }
      for name in ["reading_progress", "study_depth", "reading_streaks", "plan_progress"] {
        try database.beginRuns(of: database.catalog[name])
      }
    }
  }

  // MARK: - Reading

  private func row(_ id: Int64) throws -> ReadChapter {
    let found = try database.read {
      try database.connection.first(
        "SELECT \(ReadChapter.columns) FROM reading_progress AS row WHERE row.id = ?1",
        .integer(id), read: ReadChapter.init)
    }
    guard let found else { throw LibraryError.unknown(.chapter, id: id) }
    return found
  }

  private func chapters(
    _ condition: String, _ values: [SQLValue], _ order: String, limit: Int64? = nil
  ) throws -> [ReadChapter] {
    try database.read {
      var query = RowQuery()
      query.add("row.run = ?", [.integer(try database.currentRun(Self.progressRun))])
      query.add(condition, values)
      return try query.statement(
        ReadChapter.columns, from: "reading_progress", order, limit: limit,
        on: database.connection
      ).all(ReadChapter.init)
    }
  }

  // MARK: - Writing

  private func note(_ chapter: ChapterID, at now: Instant) throws -> Int64 {
    let connection = database.connection
    let run = SQLValue.integer(try database.currentRun(Self.progressRun))
    let key: [SQLValue] = [.text(chapter.book.id), .integer(Int64(chapter.chapter)), run]
    let known = try connection.first(
      "SELECT id FROM reading_progress WHERE book_id = ?1 AND chapter_num = ?2 AND run = ?3",
      key[0], key[1], key[2]
    ) { $0.integer(0) }
    guard let known else {
      try connection.run(
        """
        INSERT INTO reading_progress(book_id, chapter_num, run, completed_at, last_visited_at)
        VALUES(?1, ?2, ?3, ?4, ?4)
        """, key[0], key[1], key[2], .text(now.text))
      return connection.lastInsertID
    }
    try connection.run(
      """
      UPDATE reading_progress SET completed_at = min(coalesce(completed_at, ?2), ?2),
        last_visited_at = max(coalesce(last_visited_at, ?2), ?2) WHERE id = ?1
      """, .integer(known), .text(now.text))
    return known
  }

  /// Adds the chapter to the sets of a day.
  private func count(_ chapter: ChapterID, on day: Day) throws {
    let connection = database.connection
    let run = SQLValue.integer(try database.currentRun(Self.streakRun))
    let known = try connection.first(
      "SELECT id, chapter_ids, books_touched FROM reading_streaks WHERE date = ?1 AND run = ?2",
      .text(day.text), run
    ) { (id: $0.integer(0), chapters: TagList.read($0.utf8(1)), books: TagList.read($0.utf8(2))) }
    let chapters = TagList.json((known?.chapters ?? []) + [chapter.text])
    let books = TagList.json((known?.books ?? []) + [chapter.book.id])
    if let known {
      try connection.run(
        "UPDATE reading_streaks SET chapter_ids = ?2, books_touched = ?3 WHERE id = ?1",
        .integer(known.id), .text(chapters), .text(books))
      try database.offerAgain(database.catalog["reading_streaks"], localID: known.id)
    } else {
      try connection.run(
        """
        INSERT INTO reading_streaks(date, run, chapter_ids, books_touched)
        VALUES(?1, ?2, ?3, ?4)
        """, .text(day.text), run, .text(chapters), .text(books))
    }
  }
}
