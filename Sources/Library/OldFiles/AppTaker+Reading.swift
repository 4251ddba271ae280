import Schema
import Store
import Vocabulary

/// What was read, opened, and followed. Rows of run 0: nothing was begun again yet.
extension AppTaker {
  func takeReading() throws {
    try take("reading_progress", takeChapter)
    try writer.flush(table("reading_progress"))
    try take("study_depth", takePanel)
    try writer.flush(table("study_depth"))
    try take("reading_streaks", takeDay)
    try writer.flush(table("reading_streaks"))
  }

  func takePlans() throws {
    try take("reading_plans", takePlan)
    let study = try StudyPlans(old, on: connection)
    for plan in study.own(beside: plans) { noteAlsoTaken(add(plan), in: "reading_plans") }
    try writer.flush(table("reading_plans"))
    let followed = try followedPlans()
    try take("plan_progress") { try takePlanDay(&$0, followed) }
    for day in study.days(beside: plans) { noteAlsoTaken(add(day), in: "plan_progress") }
    try writer.flush(table("plan_progress"))
  }

  /// Plans that other rows than those of unread days tell of.
  private func followedPlans() throws -> Set<String> {
    var followed: Set<String> = []
    try old.tables["user_preferences"]?.forEach(on: connection) { row in
      if row.text("key") == "active_plan", let plan = row.text("value") { followed.insert(plan) }
    }
    try old.tables["plan_progress"]?.forEach(on: connection) { row in
      guard row.value("completed_at") != .null, let plan = row.text("plan_id"),
        let day = row.integer("day_num"), day > 0
      else { return }
      followed.insert(plan)
    }
    return followed.intersection(plans.keys)
  }

  private func add(_ plan: StudyPlans.OwnPlan) -> Outcome {
    add(
      table("reading_plans"), key: [plan.id],
      [
        ("plan_id", .string(plan.id)), ("name", .string(plan.name)), ("description", ""),
        ("total_days", .integer(plan.days)), ("chapters_json", .string(plan.json)),
        ("created_at", plan.created.map { .string($0.text) } ?? Self.unknownTime),
      ])
  }

  private func add(_ day: StudyPlans.ReadDay) -> Outcome {
    add(
      table("plan_progress"), key: [day.plan, String(day.number), "0"],
      [
        ("plan_id", .string(day.plan)), ("day_num", .integer(day.number)), ("run", 0),
        ("completed_at", .string(day.at.text)),
      ])
  }

  /// The app wrote each visit over the one before: its time is the latest visit, and the earliest
  /// that is known of.
  private func takeChapter(_ row: inout OldRow) throws -> Outcome {
    guard let written = row.text("book_id"), !written.isEmpty else {
      return .kept("it names no book")
    }
    guard let chapter = row.integer("chapter_num") else { return .kept("it names no chapter") }
    let book = OldReference.bookID(written).text
    if ChapterID(bookID: book, chapter: chapter) == nil { noteUnknownReference() }
    let time = time(&row, "completed_at")
    return add(
      table("reading_progress"), key: [book, String(chapter), "0"],
      [
        ("book_id", .string(book)), ("chapter_num", .integer(chapter)), ("run", 0),
        ("completed_at", time), ("last_visited_at", time),
      ])
  }

  private func takePanel(_ row: inout OldRow) throws -> Outcome {
    guard let section = row.text("section_id"), let panel = row.text("panel_type") else {
      return .kept("it names no panel")
    }
    let opened = time(&row, "first_opened_at")
    return add(
      table("study_depth"), key: [section, panel, "0"],
      [
        ("chapter_id", .string(row.text("chapter_id") ?? "")), ("section_id", .string(section)),
        ("panel_type", .string(panel)), ("run", 0),
        ("first_opened_at", opened == .null ? Self.unknownTime : opened),
      ], localID: row.integer("id"))
  }

  /// The app counted chapters and did not say which: those that were read on that day are known.
  private func takeDay(_ row: inout OldRow) throws -> Outcome {
    guard let time = row.time("date") else { return .kept("it has no date") }
    let date = String(time.text.prefix(10))
    let chapters = try connection.all(
      """
      SELECT book_id || '_' || chapter_num FROM reading_progress
      WHERE substr(completed_at, 1, 10) = ?1
      """, .text(date)
    ) { $0.text(0) }
    if let counted = row.integer("chapters_read"), counted > Int64(chapters.count) {
      row.note("which \(counted) chapters were read is not known")
    }
    return add(
      table("reading_streaks"), key: [date, "0"],
      [
        ("date", .string(date)), ("run", 0),
        ("chapter_ids", .array(sortedSet(chapters).map(JSONValue.string))),
        ("books_touched", .array(books(&row).map(JSONValue.string))),
      ], localID: row.integer("id"))
  }

  /// A list in JSON, or words with commas between: nothing ever said which.
  private func books(_ row: inout OldRow) -> [String] {
    guard let text = row.text("books_touched"), !text.isEmpty else { return [] }
    let words =
      text.hasPrefix("[")
      ? row.texts("books_touched")
      : text.split(separator: ",").map { String($0.drop { $0 == " " }) }
    return sortedSet(words.map { OldReference.bookID($0).text })
  }

  private func takePlan(_ row: inout OldRow) throws -> Outcome {
    guard let id = row.text("id"), !id.isEmpty else { return .kept("it has no id") }
    var name = row.text("name") ?? ""
    if name.isEmpty {
      row.note("it has no name")
      name = id
    }
    var days = row.integer("total_days") ?? 0
    if days < 1 {
      row.note("total_days is \(days)")
      days = 1
    }
    let chapters = row.text("chapters_json") ?? "[]"
    let content = StoredPlan.Content(chapters)
    if content.days.isEmpty || !content.unreadable.isEmpty {
      row.note("chapters_json holds what is no passage")
    }
    plans[id] = content.days
    return add(
      table("reading_plans"), key: [id],
      [
        ("plan_id", .string(id)), ("name", .string(name)),
        ("description", .string(row.text("description") ?? "")), ("total_days", .integer(days)),
        ("chapters_json", .string(chapters)),
        ("created_at", Self.unknownTime),
      ])
  }

  /// Only days that were read are rows here; which others there are, the plan tells. That a plan
  /// was begun of which nothing was read, these rows alone know, and not when.
  private func takePlanDay(_ row: inout OldRow, _ followed: Set<String>) throws -> Outcome {
    guard let plan = row.text("plan_id"), let day = row.integer("day_num"), day > 0 else {
      return .kept("it names no day of a plan")
    }
    guard row.value("completed_at") != .null else {
      return followed.contains(plan) ? .idle : .kept("its plan was begun, on a day not known")
    }
    let time = time(&row, "completed_at")
    return add(
      table("plan_progress"), key: [plan, String(day), "0"],
      [
        ("plan_id", .string(plan)), ("day_num", .integer(day)), ("run", 0),
        ("completed_at", time == .null ? Self.unknownTime : time),
      ])
  }

  private static let unknownTime = JSONValue.string(Instant(milliseconds: 0).text)

  private func time(_ row: inout OldRow, _ column: String) -> JSONValue {
    row.time(column).map { .string($0.text) } ?? .null
  }

  /// Their columns join without stamps, but for those that are the key.
  private func add(
    _ table: SyncedTable, key: [String], _ values: [(String, JSONValue)], localID: Int64? = nil
  ) -> Outcome {
    let isJoined = writer.add(
      writer.version(table, values, .zero), table,
      as: RecordID(table: table.name, key: key.joined(separator: "|")), stamp: .zero,
      localID: localID)
    return isJoined ? .joined : .taken
  }
}
