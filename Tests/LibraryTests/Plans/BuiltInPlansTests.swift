import ChangeQueue
import Library
import Testing

@Suite struct BuiltInPlansTests {
  let plans: Plans

  init() throws { plans = Plans(try Desk().database) }

  @Test func `there are ten at least, the shortest first, each with words of its own`() throws {
    let all = try plans.list()
    #expect(all.count >= 10)
    #expect(all.map(\.days.count) == all.map(\.days.count).sorted())
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(all.allSatisfy { !$0.name.isEmpty && !$0.description.isEmpty && $0.isBuiltIn })
  }

  @Test func `each reads all that it claims, and nothing more often than it claims`() throws {
    for plan in try plans.list() {
      let check = try plans.check(plan.id)
      #expect(check.missing.isEmpty, "\(plan.id)")
      #expect(check.doubled.isEmpty, "\(plan.id)")
      #expect(check.isComplete, "\(plan.id)")
      #expect(!plan.days.contains { $0.isEmpty }, "\(plan.id)")
    }
  }

  @Test func `what claims the Bible reads every verse of it`() throws {
    let whole = ["bible_in_a_year", "bible_in_two_years", "mcheyne"]
    #expect(
      try plans.list().map(\.id).filter { try plans.check($0).isWholeBible }.sorted() == whole)
    #expect(try plans.check("new_testament_in_90_days").verseCount == 7_957)
  }

  @Test func `the days of a plan made by rule are about equal`() throws {
    for id in ["bible_in_a_year", "mcheyne", "psalms_in_30_days", "gospels_in_30_days"] {
      let plan = try plans.get(id)
      let sizes = plan.days.map { day in day.reduce(0) { $0 + $1.verseCount } }
      let mean = sizes.reduce(0, +) / sizes.count
      #expect(sizes.allSatisfy { $0 > mean / 4 && $0 < mean * 9 / 4 }, "\(id) \(sizes)")
    }
  }

  @Test func `M'Cheyne's year begins and ends where his does`() throws {
    let days = try plans.get("mcheyne").days
    func text(_ day: Int) -> String { ReferenceParser.format(days[day - 1], .short) }
    #expect(days.count == 365)
    #expect(text(1).hasPrefix("Gen 1; Matt 1; Ezra 1"))
    #expect(text(1).hasSuffix("Acts 1"))
    #expect(text(91).contains("Ps"))
    #expect(days[364].map { $0.book.id }.suffix(2) == ["malachi", "john"])
    #expect(text(213).contains("Acts 19") && text(213).contains("Mark 14"))
  }

  @Test func `Proverbs go by the day of the month`() throws {
    let plan = try plans.get("proverbs_by_date")
    #expect(plan.pace == .dayOfMonth)
    #expect(plan.days.map { $0[0].start.chapter } == Array(1...31))
  }
}
