import ChangeQueue
import Library
import Schema
import Store
import Testing
import Vocabulary

@Suite struct PlanProgressTests {
  let clock: SeededSurroundings
  let database: UserDatabase
  let plans: Plans

  init() throws { try self.init(on: "2026-01-01") }

  private init(on date: String) throws {
    clock = SeededSurroundings(
      seed: 1, start: try #require(Instant(date)), step: .milliseconds(1))
    database = try UserDatabase.open(
      path: ":memory:", catalog: try Catalog.lectern(), surroundings: clock)
    plans = Plans(database)
  }

  private func pass(days: Int) { clock.advance(.seconds(86_400 * days)) }

  private func runChanges() throws -> Int64 {
    try database.connection.first("SELECT count(*) FROM sync_queue WHERE table_name = 'runs'") {
      $0.integer(0)
    } ?? 0
  }

  @Test func `a plan is begun, read and finished`() throws {
    #expect(try plans.progress("holy_week").state == .notStarted)
    #expect(try plans.active() == nil)
    var progress = try plans.start("holy_week")
    #expect(progress.state == .running && progress.isActive && progress.startedOn == "2026-01-01")
    #expect(progress.endsOn == "2026-01-08" && progress.nextDay == 1 && progress.dayOnDate == 1)
    #expect(progress.percent == 0 && progress.total == 8 && progress.behind == 0)
    progress = try plans.complete("holy_week", day: 2)
    #expect(progress.percent == 13 && progress.nextDay == 1 && progress.completed.map(\.day) == [2])
    for _ in 1...7 { progress = try plans.complete("holy_week") }
    #expect(progress.state == .finished && progress.percent == 100 && progress.nextDay == nil)
    #expect(progress.next.isEmpty)
    #expect(try plans.complete("holy_week") == progress)
  }

  private func queueLength() throws -> Int64 {
    try database.connection.first("SELECT count(*) FROM sync_queue") { $0.integer(0) } ?? 0
  }

  @Test func `a plan by the date that rests goes on with the day it rests from`() throws {
    pass(days: 14)
    _ = try plans.start("proverbs_by_date")
    #expect(try plans.pause("proverbs_by_date").nextDay == 15)
    pass(days: 4)
    #expect(try plans.progress("proverbs_by_date").nextDay == 15)
  }

  @Test func `the first time a day is read counts`() throws {
    _ = try plans.start("advent")
    let first = try plans.complete("advent", day: 1).completed
    pass(days: 1)
    let length = try queueLength()
    #expect(try plans.complete("advent", day: 1).completed == first)
    #expect(try queueLength() == length)
  }

  @Test func `a year is not whole with a day left`() throws {
    _ = try plans.start("mcheyne")
    try database.write {
      for day in Int64(1)...364 { _ = try plans.complete("mcheyne", day: day) }
    }
    #expect(try plans.progress("mcheyne").percent == 99)
    #expect(try plans.complete("mcheyne").percent == 100)
  }

  @Test func `several plans keep their places`() throws {
    _ = try plans.start("advent")
    for day in Int64(1)...4 { _ = try plans.complete("advent", day: day) }
    _ = try plans.start("holy_week")
    #expect(try plans.active()?.id == "holy_week")
    #expect(try plans.progress("advent").nextDay == 5)
    pass(days: 2)
    let back = try plans.start("advent")
    #expect(back.nextDay == 5 && back.isActive && back.startedOn == "2026-01-01")
    #expect(try plans.followed().map(\.id) == ["advent", "holy_week"])
    #expect(try runChanges() == 0)
  }

  @Test func `beginning anew and giving up are one change to the runs each`() throws {
    _ = try plans.start("advent")
    _ = try plans.start("advent", anew: true)
    #expect(try runChanges() == 0)
    _ = try plans.complete("advent", day: 1)
    let anew = try plans.start("advent", anew: true)
    #expect(anew.done == 0 && anew.state == .running)
    #expect(try runChanges() == 1)
    _ = try plans.complete("advent", day: 3)
    try plans.abandon("advent")
    #expect(try runChanges() == 2)
    #expect(try plans.progress("advent").state == .notStarted)
    #expect(try plans.active() == nil && plans.followed().isEmpty)
    #expect(throws: LibraryError.plan(.notStarted(id: "advent"))) { try plans.abandon("advent") }
  }

  @Test func `giving up another plan leaves the active one`() throws {
    _ = try plans.start("advent")
    _ = try plans.start("holy_week")
    try plans.abandon("advent")
    #expect(try plans.active()?.id == "holy_week")
  }

  @Test func `days fall due by the calendar, and catching up moves them`() throws {
    _ = try plans.start("advent")
    _ = try plans.complete("advent", day: 1)
    pass(days: 5)
    var progress = try plans.progress("advent")
    #expect(progress.dayOnDate == 6 && progress.behind == 4)
    progress = try plans.catchUp("advent")
    #expect(progress.dayOnDate == 2 && progress.behind == 0 && progress.nextDay == 2)
    #expect(progress.startedOn == "2026-01-05")
    #expect(try plans.catchUp("advent") == progress)
    pass(days: 100)
    #expect(try plans.progress("advent").dayOnDate == nil)
    #expect(try plans.progress("advent").behind == 23)
  }

  @Test func `a rest moves the dates by its length`() throws {
    _ = try plans.start("advent")
    pass(days: 2)
    #expect(try plans.pause("advent").state == .paused)
    pass(days: 10)
    var progress = try plans.pause("advent")
    #expect(progress.behind == 2 && progress.dayOnDate == nil && progress.endsOn == "2026-02-03")
    progress = try plans.resume("advent")
    #expect(progress.state == .running && progress.dayOnDate == 3 && progress.behind == 2)
    #expect(progress.startedOn == "2026-01-11" && progress.endsOn == "2026-02-03")
    #expect(try plans.resume("advent") == progress)
    _ = try plans.pause("advent")
    pass(days: 1)
    #expect(try plans.start("advent").startedOn == "2026-01-12")
  }

  @Test func `leap days count like any other`() throws {
    let here = try PlanProgressTests(on: "2028-02-28")
    _ = try here.plans.start("mcheyne", on: "2028-01-01")
    #expect(try here.plans.progress("mcheyne").dayOnDate == 59)
    here.pass(days: 1)
    #expect(try here.plans.progress("mcheyne").dayOnDate == 60)
    here.pass(days: 1)
    #expect(try here.plans.progress("mcheyne").dayOnDate == 61)
    #expect(try here.plans.progress("mcheyne").endsOn == "2028-12-30")
    #expect(try here.plans.start("advent", on: "2028-02-29").startedOn == "2028-02-29")
  }

  @Test func `Proverbs fall due by the day of the month`() throws {
    let here = try PlanProgressTests(on: "2026-02-27")
    _ = try here.plans.start("proverbs_by_date")
    #expect(try here.plans.progress("proverbs_by_date").dayOnDate == 27)
    here.pass(days: 2)
    let progress = try here.plans.progress("proverbs_by_date")
    #expect(progress.dayOnDate == 1 && progress.behind == 2 && progress.endsOn == nil)
    here.pass(days: 40)
    #expect(try here.plans.progress("proverbs_by_date").behind == 31)
  }

  @Test func `what cannot be is refused and changes nothing`() throws {
    #expect(throws: LibraryError.plan(.notStarted(id: "advent"))) {
      try plans.complete("advent", day: 1)
    }
    #expect(throws: LibraryError.plan(.notStarted(id: "advent"))) { try plans.pause("advent") }
    for date in ["2026-02-29", "tomorrow", "2026-1-1", "2026-01-01T00:00:00Z"] {
      #expect(throws: LibraryError.plan(.badDate(date))) { try plans.start("advent", on: date) }
    }
    _ = try plans.start("advent", on: "2026-03-01")
    #expect(try plans.progress("advent").dayOnDate == nil)
    for day in [Int64(0), 25, -1] {
      #expect(throws: LibraryError.plan(.noDay(id: "advent", day: day, days: 24))) {
        try plans.complete("advent", day: day)
      }
    }
    #expect(try plans.progress("advent").done == 0)
  }

  @Test func `days of a plan that is not here are kept and shown`() throws {
    try database.write {
      try database.connection.run(
        """
        INSERT INTO plan_progress(plan_id, day_num, completed_at)
        VALUES('theirs', 3, '2026-01-01T08:00:00.000Z')
        """)
    }
    let progress = try #require(try plans.followed().first)
    #expect(progress.id == "theirs" && progress.name == "plan not on this device")
    #expect(progress.done == 1 && progress.total == nil && progress.percent == nil)
    #expect(throws: LibraryError.plan(.notHere(id: "theirs"))) { try plans.complete("theirs") }
    try plans.abandon("theirs")
    #expect(try plans.followed().isEmpty)
  }

  @Test func `the app's own preferences tell when its plan was begun`() throws {
    try database.write {
      try database.connection.execute(
        """
        INSERT INTO user_preferences(key, value)
        VALUES('active_plan', 'advent'), ('plan_start_date', '2025-12-30')
        """)
    }
    let progress = try plans.progress("advent")
    #expect(progress.isActive && progress.startedOn == "2025-12-30" && progress.dayOnDate == 3)
  }

  @Test func `a plan by the day of the month is read by today's date`() throws {
    let tests = try PlanProgressTests(on: "2026-01-12")
    _ = try tests.plans.start("proverbs_by_date")
    #expect(try tests.plans.progress("proverbs_by_date").nextDay == 12)
    #expect(try tests.plans.complete("proverbs_by_date").completed.map(\.day) == [12])
    tests.pass(days: 1)
    #expect(try tests.plans.complete("proverbs_by_date").completed.map(\.day) == [12, 13])
    _ = try tests.plans.complete("proverbs_by_date", day: 14)
    #expect(try tests.plans.progress("proverbs_by_date").nextDay == 15)
    for day in Int64(15)...31 { _ = try tests.plans.complete("proverbs_by_date", day: day) }
    #expect(try tests.plans.progress("proverbs_by_date").nextDay == 1)
  }

  @Test func `a rest before a plan begins moves nothing`() throws {
    _ = try plans.start("advent", on: "2026-01-20")
    _ = try plans.pause("advent")
    #expect(try plans.progress("advent").endsOn == "2026-02-12")
    pass(days: 9)
    #expect(try plans.resume("advent").startedOn == "2026-01-20")
    _ = try plans.pause("advent")
    pass(days: 12)
    #expect(try plans.resume("advent").startedOn == "2026-01-22")
  }

  @Test func `no plan ends after the last date that can be written`() throws {
    let error = #expect(throws: LibraryError.self) {
      try plans.start("mcheyne", on: "9999-12-31")
    }
    #expect(error?.code == "library.late_plan")
    #expect(try plans.progress("mcheyne").state == .notStarted)
    #expect(try plans.start("advent", on: "9999-12-01").endsOn == "9999-12-24")
    #expect(try plans.start("proverbs_by_date", on: "9999-12-31").startedOn == "9999-12-31")
  }
}
