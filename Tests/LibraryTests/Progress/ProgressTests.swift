import ChangeQueue
import Library
import Schema
import Store
import Testing
import Vocabulary

/// A library in memory with a clock that stands still until it is moved. It begins on Thursday,
/// 2026-01-01.
struct ReadingDesk {
  let clock = SeededSurroundings(seed: 1)
  let database: UserDatabase
  let progress: Progress
  let depth: StudyDepth

  init() throws {
    database = try UserDatabase.open(
      path: ":memory:", catalog: try Catalog.lectern(), surroundings: clock)
    progress = Progress(database)
    depth = StudyDepth(database)
  }

  /// Lets hours pass.
  func pass(hours: Int64) { clock.advance(.seconds(hours * 3_600)) }

  func texts(_ sql: String) throws -> [String] { try database.connection.all(sql) { $0.text(0) } }

  func queueLength() throws -> Int64 {
    try database.connection.first("SELECT count(*) FROM sync_queue") { $0.integer(0) } ?? 0
  }
}

@Suite struct ProgressTests {
  let desk: ReadingDesk
  var progress: Progress { desk.progress }

  init() throws { desk = try ReadingDesk() }

  @Test func `a visit keeps the earliest reading and the latest visit`() throws {
    let first = try progress.visit("John 3:16")
    desk.pass(hours: 30)
    let second = try progress.visit("jn 3")
    #expect(first.ref == "john 3" && first.completedAt == "2026-01-01T00:00:00.000Z")
    #expect(second.id == first.id && second.completedAt == first.completedAt)
    #expect(second.lastVisitedAt == "2026-01-02T06:00:00.000Z")
    desk.clock.advance(.seconds(-40 * 3_600))
    let third = try progress.visit("John 3")
    #expect(third.completedAt == "2025-12-31T14:00:00.000Z")
    #expect(third.lastVisitedAt == second.lastVisitedAt)
  }

  @Test func `a day holds the chapters and the books that were read on it, once each`() throws {
    for ref in ["John 3", "John 2", "John 3", "1 Samuel 16"] { _ = try progress.visit(ref) }
    #expect(
      try desk.texts(
        "SELECT date || chapters_read || chapter_ids || books_touched FROM reading_streaks")
        == [#"2026-01-013["1_samuel_16","john_2","john_3"]["1_samuel","john"]"#])
    let length = try desk.queueLength()
    _ = try progress.visit("John 3")
    #expect(try desk.queueLength() == length)
  }

  @Test func `chapters are listed by book in order, and the latest visited first`() throws {
    for ref in ["John 3", "Romans 1", "John 1"] {
      _ = try progress.visit(ref)
      desk.pass(hours: 1)
    }
    _ = try progress.visit("John 3")
    #expect(try progress.book("jn").map(\.chapter) == [1, 3])
    #expect(try progress.book("Jude").isEmpty)
    #expect(try progress.recent().map(\.ref) == ["john 3", "john 1", "romans 1"])
    #expect(try progress.recent(1).map(\.ref) == ["john 3"])
    #expect(throws: LibraryError.badLimit(-1)) { try progress.recent(-1) }
  }

  @Test func `a chapter that another program noted as read is among the latest`() throws {
    _ = try progress.visit("John 3")
    try desk.database.write {
      try desk.database.connection.execute(
        """
        INSERT INTO reading_progress(book_id, chapter_num, completed_at)
        VALUES('mark', 1, '2026-01-01T05:00:00.000Z'), ('mark', 2, NULL)
        """)
    }
    #expect(try progress.recent().map(\.ref) == ["mark 1", "john 3"])
  }

  /// Case 61.
  @Test func `who reads past midnight has read on both days`() throws {
    let sessions = StudySessions(desk.database)
    desk.clock.advance(.seconds(23 * 3_600 + 50 * 60))
    _ = try progress.visit("John 3")
    let visited = try sessions.start("John 3").id
    let unread = try sessions.start("John 4").id
    let leftOpen = try sessions.start("John 3").id
    desk.clock.advance(.seconds(30 * 60))
    for id in [visited, unread] { _ = try sessions.stop(id) }
    #expect(
      try desk.texts("SELECT date || chapter_ids FROM reading_streaks ORDER BY date")
        == [#"2026-01-01["john_3"]"#, #"2026-01-02["john_3"]"#])
    #expect(try progress.stats().currentStreak == 2)
    desk.pass(hours: 48)
    _ = try sessions.stop(leftOpen)
    #expect(try progress.stats().days == 2)
  }

  @Test func `a chapter beyond the canon and several chapters are refused`() throws {
    #expect(throws: LibraryError.self) { try progress.visit("John 22") }
    #expect(throws: LibraryError.self) { try progress.visit("John 3-4") }
    #expect(throws: LibraryError.self) { try progress.visit("John 3; John 4") }
    #expect(throws: LibraryError.self) { try progress.book("Jonn 3") }
    #expect(try desk.queueLength() == 0)
    #expect(try progress.visit("john_3").ref == "john 3")
  }

  @Test func `to begin anew is one change for each thing, and old rows are ignored`() throws {
    _ = try progress.visit("John 3")
    _ = try desk.depth.open("john_3_s1", "heb")
    try desk.database.write {
      try desk.database.connection.run(
        "INSERT INTO plan_progress(plan_id, day_num) VALUES('a', 1), ('a', 2), ('b', 1)")
    }
    _ = try Preferences(desk.database).set("active_plan", "a")
    try progress.clear()
    let runs = "SELECT name || ' ' || run FROM runs ORDER BY name"
    let begun = ["depth 1", "plan:a 1", "plan:b 1", "progress 1", "streak 1"]
    #expect(try desk.texts(runs) == begun)
    #expect(try progress.recent().isEmpty && progress.stats().days == 0)
    #expect(try desk.depth.chapter("John 3").isEmpty)
    #expect(try Preferences(desk.database).get("active_plan") == .null)
    // What was never sent of the old runs goes from the queue.
    #expect(
      try desk.texts("SELECT DISTINCT table_name FROM sync_queue ORDER BY 1")
        == ["runs", "user_preferences"])
    try progress.clear()
    #expect(try desk.texts(runs) == begun)
    _ = try progress.visit("John 3")
    #expect(try progress.recent().count == 1)
    try progress.clear()
    #expect(try desk.texts(runs) == ["depth 1", "plan:a 1", "plan:b 1", "progress 2", "streak 2"])
  }
}

@Suite struct StudyDepthTests {
  let desk: ReadingDesk

  init() throws { desk = try ReadingDesk() }

  @Test func `the first time that a panel was opened is kept`() throws {
    #expect(try desk.depth.open("john_3_s2", "hist"))
    desk.pass(hours: 1)
    #expect(try desk.depth.open("john_3_s2", "cross"))
    #expect(try !desk.depth.open("john_3_s2", "hist"))
    #expect(try desk.depth.open("john_3_s10", "heb"))
    let sections = try desk.depth.chapter("John 3:16")
    #expect(sections.map(\.id) == ["john_3_s2", "john_3_s10"])
    #expect(sections[0].panels == ["cross", "hist"])
    #expect(sections[0].firstOpenedAt == "2026-01-01T00:00:00.000Z")
    #expect(try desk.depth.chapter("John 4").isEmpty)
  }

  @Test func `panels that do not count are not kept, and what is no section is refused`() throws {
    #expect(try !desk.depth.open("john_3_s1", "poi"))
    for section in ["john_3", "john_22_s1", "john_3_s0", "john_3_s01", "jon_3_s1", "", "john_3_1"] {
      #expect(throws: LibraryError.badSection(section)) { try desk.depth.open(section, "heb") }
    }
    #expect(throws: LibraryError.emptyText(argument: "panel")) {
      try desk.depth.open("john_3_s1", "")
    }
    #expect(try desk.queueLength() == 0)
  }
}
