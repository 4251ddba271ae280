import Store
import Vocabulary

/// The app's second kind of plans, of its versions 25 and later. Its tables stay as they are; what
/// they know of plans and of days that were read is taken too.
///
/// | the id of a plan | here |
/// |---|---|
/// | `legacy_` and the id of an older plan | that plan: a day is read when all of it is |
/// | any other | a plan of a person's own, each item a day |
struct StudyPlans {
  /// A plan that only these tables have.
  struct OwnPlan {
    let id: String
    let name: String
    let days: Int64
    let json: String
    let created: Instant?
  }

  /// A day that was read.
  struct ReadDay {
    let plan: String
    let number: Int64
    let at: Instant
  }

  private struct Item {
    let number: Int64
    /// In our spelling, whether or not the canon has it.
    let passage: String
    let completed: Instant?
  }

  private static let former = "legacy_"
  private var plans: [OwnPlan] = []
  private var items: [String: [Item]] = [:]

  init(_ old: OldTables, on connection: Connection) throws {
    var items: [String: [Item]] = [:]
    try old.untouched("study_plan_items")?.forEach(on: connection) { row in
      guard let plan = row.text("plan_id"), let number = row.integer("item_num"), number > 0
      else { return }
      let isRead = row.value("completed_at") != .null
      let time = row.time("completed_at") ?? Instant(milliseconds: 0)
      items[plan, default: []].append(
        Item(number: number, passage: Self.passage(&row), completed: isRead ? time : nil))
    }
    var plans: [OwnPlan] = []
    try old.untouched("study_plans")?.forEach(on: connection) { row in
      guard let id = row.text("id"), let own = items[id], !id.isEmpty else { return }
      let title = row.text("title") ?? ""
      plans.append(
        OwnPlan(
          id: id, name: title.isEmpty ? id : title, days: own.map(\.number).max() ?? 1,
          json: Self.json(own), created: row.time("created_at")))
    }
    self.plans = plans
    self.items = items.mapValues { $0.sorted { $0.number < $1.number } }
  }

  /// The plans that those of the first kind do not have.
  func own(beside known: [String: [[Reference]]]) -> [OwnPlan] {
    plans.filter { plan in former(plan.id, known) == nil && known[plan.id] == nil }
  }

  /// The days that were read, of plans of both kinds.
  func days(beside known: [String: [[Reference]]]) -> [ReadDay] {
    plans.flatMap { plan -> [ReadDay] in
      let items = items[plan.id] ?? []
      if let former = former(plan.id, known) {
        return days(of: former, known[former] ?? [], items)
      }
      return items.compactMap { item in
        item.completed.map { ReadDay(plan: plan.id, number: item.number, at: $0) }
      }
    }
  }

  private func former(_ id: String, _ known: [String: [[Reference]]]) -> String? {
    guard id.hasPrefix(Self.former) else { return nil }
    let former = String(id.dropFirst(Self.former.count))
    return known[former] == nil ? nil : former
  }

  /// Each chapter of the days stands for the next item that names it.
  private func days(of plan: String, _ days: [[Reference]], _ items: [Item]) -> [ReadDay] {
    var left: [String: [Item]] = Dictionary(grouping: items.reversed(), by: \.passage)
    var read: [ReadDay] = []
    for (index, passages) in days.enumerated() {
      let parts = passages.flatMap(\.eachChapter).map { left[$0.text]?.popLast() }
      let times = parts.compactMap { $0?.completed }
      if let last = times.max(), times.count == parts.count {
        read.append(ReadDay(plan: plan, number: Int64(index + 1), at: last))
      }
    }
    return read
  }

  private static func passage(_ row: inout OldRow) -> String {
    let written = row.text("ref_json") ?? ""
    var reference = JSONValue.null
    do { reference = try JSONValue(parsing: written) } catch { return written }
    guard let book = reference["bookId"]?.string, let chapter = reference["chapterNum"]?.integer
    else { return written }
    let verse = reference["verseStart"]?.integer.map { ":\($0)" } ?? ""
    return OldReference("\(book) \(chapter)\(verse)").text
  }

  private static func json(_ items: [Item]) -> String {
    JSONValue.array(
      items.map { ["day": .integer($0.number), "chapters": [.string($0.passage)]] }
    ).text
  }
}

extension Reference {
  /// The chapters that it reaches into, one by one.
  fileprivate var eachChapter: [Reference] {
    (start.chapter...end.chapter).map { Reference(VersePosition(known: book, $0, 0)) }
  }
}
