import ChangeQueue
import Library
import Store
import Testing
import Vocabulary

@Suite struct OwnPlansTests {
  let desk: Desk
  let plans: Plans

  init() throws {
    desk = try Desk()
    plans = Plans(desk.database)
  }

  private func define(
    _ days: [String], id: String = "mine", covers: String? = nil
  ) throws -> Plan {
    try plans.define(PlanDraft(id: id, name: "Mine", days: days, covers: covers))
  }

  @Test func `a plan is read as it was defined, in any form of references`() throws {
    let plan = try define(["gen 1-3", "jn 3.16-18; Ps 119:1-8", "Ruth"], covers: "bible")
    #expect(
      plan.days.map { ReferenceParser.format($0, .canonical) } == [
        "genesis 1-3", "john 3:16-18; psalms 119:1-8", "ruth 1-4",
      ])
    #expect(plan.claim?.text == "the Bible" && !plan.isBuiltIn)
    #expect(try plans.get("mine") == plan)
    #expect(try plans.list().contains(plan))
    #expect(try desk.queueLength() == 1)
  }

  @Test func `defining it again changes it, and the same again is no edit`() throws {
    _ = try define(["gen 1", "gen 2"])
    let length = try desk.queueLength()
    _ = try define(["gen 1", "gen 2"])
    #expect(try desk.queueLength() == length)
    #expect(try define(["gen 1"]).days.count == 1)
    #expect(try plans.list().count { !$0.isBuiltIn } == 1)
  }

  @Test func `the check lists what is missing and what is doubled`() throws {
    _ = try define(
      ["matt 1-28", "mark 1-16; mark 4", "luke 1-13; luke 14:12-24:53; john"],
      covers: "Matthew-John")
    let check = try plans.check("mine")
    #expect(check.missing.map(\.text) == ["luke 14:1-11"])
    #expect(check.doubled.map(\.passage.text) == ["mark 4"])
    #expect(check.doubled.map(\.days) == [[2]])
    #expect(!check.isComplete && !check.isWholeBible)
    _ = try define(["gen 1", "gen 1:5-7; gen 2"])
    #expect(try plans.check("mine").doubled.map(\.passage.text) == ["genesis 1:5-7"])
    #expect(try plans.check("mine").doubled.map(\.days) == [[1, 2]])
    #expect(try plans.check("mine").isComplete)
    _ = try define(["gen 1; gen 2", "gen 1", "gen 2", "gen 2:1-3"])
    #expect(
      try plans.check("mine").doubled.map { "\($0.passage.text) \($0.days)" }
        == ["genesis 1 [1, 2]", "genesis 2:1-3 [1, 3, 4]", "genesis 2:4-25 [1, 3]"])
  }

  @Test(
    arguments: [
      ("gen 51", "day 2 of the plan: 'gen 51': Genesis ends with chapter 50"),
      ("gen 3-2", "day 2 of the plan: 'gen 3-2': the range ends before it begins"),
      ("hezekiah 1", "day 2 of the plan: 'hezekiah 1': no book is called 'hezekiah'"),
      (" ", "day 2 of the plan has nothing to read"),
    ])
  func `a day beyond the canon is refused with its number`(text: String, summary: String) throws {
    let error = #expect(throws: LibraryError.self) { try define(["gen 1", text]) }
    #expect(error?.summary == summary)
    #expect(try desk.queueLength() == 0)
  }

  @Test func `bad ids, lengths and names are refused`() throws {
    for id in ["", "My plan", "é", String(repeating: "a", count: 65)] {
      #expect(throws: LibraryError.plan(.badID(id))) { try define(["gen 1"], id: id) }
    }
    #expect(throws: LibraryError.plan(.badLength(days: 0))) { try define([]) }
    let days = [String](repeating: "gen 1", count: 3_661)
    #expect(throws: LibraryError.plan(.badLength(days: 3_661))) { try define(days) }
    #expect(throws: LibraryError.plan(.builtIn(id: "advent"))) {
      try define(["gen 1"], id: "advent")
    }
    #expect(throws: LibraryError.plan(.builtIn(id: "advent"))) { try plans.delete("advent") }
    #expect(throws: LibraryError.emptyText(argument: "name")) {
      try PlanDraft(id: "x", name: " ", days: ["gen 1"])
    }
    #expect(throws: LibraryError.plan(.unknown(id: "advnt", nearest: "advent"))) {
      try plans.get("advnt")
    }
  }

  @Test func `a deleted plan is gone, and defining it brings it back`() throws {
    _ = try define(["gen 1", "gen 2"])
    _ = try plans.start("mine")
    _ = try plans.complete("mine", day: 1)
    try plans.delete("mine")
    #expect(throws: LibraryError.self) { try plans.get("mine") }
    #expect(try plans.active() == nil && plans.followed().isEmpty)
    _ = try define(["gen 1", "gen 2"])
    #expect(try plans.progress("mine").done == 0)
  }

  @Test func `a stored plan of the app is read, and what is no passage is told`() throws {
    try desk.database.write {
      try desk.database.connection.run(
        """
        INSERT INTO reading_plans(plan_id, name, description, total_days, chapters_json)
        VALUES('old', 'Old', '', 2, ?1)
        """,
        .text(
          #"""
          [{"day":1,"chapters":["1_samuel_16","1_samuel_17"]},
           {"day":2,"chapters":["genesis_51",7]},"x"]
          """#))
    }
    let plan = try plans.get("old")
    #expect(plan.days.map { $0.map(\.text) } == [["1_samuel 16-17"], []])
    #expect(try plans.check("old").unreadable == ["genesis_51", "7", #""x""#])
    #expect(try !plans.check("old").isComplete)
  }
}
