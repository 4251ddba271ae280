import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  private var progress: Progress { Progress(device.database) }
  private static let chapterFields = "ref=, book=, chapter=, completed_at=, last_visited_at="

  func registerProgress() {
    register(
      FunctionEntry(
        "progress.visit", [.required("ref", .reference)],
        result: "{\(Self.chapterFields), id=, cloud_id=}", errors: [.badValue],
        doc: """
          Notes that a chapter was opened now. The earliest reading and the latest visit stay, \
          on whatever device they were; the chapter counts for today, a day of UTC.
          """,
        example: #"return progress.visit("John 3:16").ref"#)
    ) { api, call in
      let chapter = try api.writing(call) { try api.progress.visit(try call.text(1)) }
      return call.lua.table(fields: 7) { Self.fill($0, chapter) }
    }
    register(
      FunctionEntry(
        "progress.book", [.required("book", .text)], result: "list of {\(Self.chapterFields)}",
        errors: [.badValue], doc: "Lists the chapters of a book that were opened, in order.",
        example: #"progress.visit("John 3")  return #progress.book("John")"#)
    ) { api, call in
      call.lua.list(try api.progress.book(try call.text(1)), fields: 7) { Self.fill($1, $0) }
    }
    register(
      FunctionEntry(
        "progress.recent", [.optional("n", .integer)], result: "list of {\(Self.chapterFields)}",
        errors: [.badValue], doc: "Lists the 10 or n chapters opened last, the latest first.",
        example: #"progress.visit("John 3")  return progress.recent(1)[1].ref"#)
    ) { api, call in
      let limit = call.isMissing(1) ? 10 : try call.integer(1)
      return call.lua.list(try api.progress.recent(limit), fields: 7) { Self.fill($1, $0) }
    }
    registerProgressNumbers()
    registerMilestones()
    registerCalendar()
  }

  private func registerProgressNumbers() {
    register(
      FunctionEntry(
        "progress.stats",
        result: "{chapters=, percent=, days=, current_streak=, longest_streak=, favourite_book=}",
        doc: """
          Counts chapters, days and days in a row. Days are those of UTC; the current streak ends \
          today, and is 0 until something is read today. A chapter counts for the day on which it \
          is visited; one that was visited also for the day on which a session on it ends that \
          began the day before.
          """,
        example: #"progress.visit("John 3")  return progress.stats().current_streak"#)
    ) { api, call in
      let stats = try api.progress.stats()
      return call.lua.table(fields: 6) { table in
        table.set("chapters", stats.chapters)
        table.set("percent", stats.percent)
        table.set("days", stats.days)
        table.set("current_streak", stats.currentStreak)
        table.set("longest_streak", stats.longestStreak)
        table.set("favourite_book", stats.favouriteBook)
      }
    }
    register(
      FunctionEntry(
        "progress.testaments", result: "list of two {testament=, name=, chapters=, of=, percent=}",
        doc: "Says how much of each testament was read.",
        example: #"progress.visit("John 3")  return progress.testaments()[2].chapters"#)
    ) { api, call in
      call.lua.list(try api.progress.testaments(), fields: 5) { row, table in
        table.set("testament", row.testament.rawValue)
        table.set("name", row.testament.name)
        table.set("chapters", row.chapters)
        table.set("of", Int64(row.testament.chapterCount))
        table.set("percent", row.percent)
      }
    }
  }

  private func registerMilestones() {
    register(
      FunctionEntry(
        "progress.milestones", result: "list of {id=, goal=, kind=, reached=, seen=}",
        doc: """
          Lists the milestones of chapters and of days in a row; prefs.seen_milestones says which \
          were told.
          """,
        example: #"return progress.milestones()[1].id"#)
    ) { api, call in
      call.lua.list(try api.progress.milestones(), fields: 5) { milestone, table in
        table.set("id", milestone.id)
        table.set("goal", milestone.goal)
        table.set("kind", milestone.isStreak ? "streak" : "chapters")
        table.set("reached", milestone.isReached)
        table.set("seen", milestone.isSeen)
      }
    }
  }

  private func registerCalendar() {
    register(
      FunctionEntry(
        "progress.calendar", options: [OptionKey("year", .integer, "this year if left out")],
        result: "text of nine lines", errors: [.badValue],
        doc: """
          Draws a year: a row for each weekday, a column for each week, in each day how many \
          chapters were read; . for none, + for more than nine. Days are those of UTC.
          """,
        example: #"progress.visit("John 3")  return progress.calendar{}"#)
    ) { api, call in
      let days = try api.progress.days()
      let thisYear = Int64(try api.progress.today.text.prefix(4)) ?? 0
      let year = call.integerOption("year") ?? thisYear
      guard let calendar = ReadingCalendar(year: year, days) else {
        throw APIError.badValue(argument: "year", problem: "is \(year)", hint: "give 1 to 9998")
      }
      return call.lua.result(calendar.text)
    }
    register(
      FunctionEntry(
        "progress.clear", options: [OptionKey("confirm", .boolean, "true, or nothing is done")],
        errors: [.badValue],
        doc: """
          Begins all over on every device: chapters, opened panels, streaks and days of plans. \
          Notes and marks stay.
          """,
        example: """
          progress.visit("John 3")
          progress.clear{confirm = true}
          return progress.stats().chapters
          """)
    ) { api, call in
      try call.requireConfirmation()
      try api.writing(call) { try api.progress.clear() }
      return call.lua.result()
    }
  }

  private static func fill(_ table: LuaTableBuilder, _ chapter: ReadChapter) {
    table.set("id", chapter.id)
    table.set("ref", chapter.ref)
    table.set("book", chapter.book)
    table.set("chapter", chapter.chapter)
    table.set("completed_at", chapter.completedAt)
    table.set("last_visited_at", chapter.lastVisitedAt)
    table.set("cloud_id", chapter.cloudID)
  }
}
