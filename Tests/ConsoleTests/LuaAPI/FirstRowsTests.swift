import LuaRuntime
import Testing

@testable import Console

/// The beginning of a list, shown while its end is still being read.
@Suite struct FirstRowsTests {
  private let desk: ScriptDesk

  init() throws {
    desk = try ScriptDesk()
    // Notes of one verse stand by when they were edited, which is known at the verse's end.
    try desk.run(
      """
      for i = 1, 30 do notes.add("John 3:" .. (i + 3) // 4 + 10, "text " .. i) end
      """)
  }

  @Test(arguments: ["{}", "{order = \"updated\"}", "{limit = 20}"])
  func `what is shown first stands so in the whole list`(options: String) throws {
    var shown: [Int64?] = []
    desk.lua.firstRows = FirstRows(10) { list in
      shown = (1...10).map { list[$0].table?["id"].integer }
      #expect(list.count < 20)
    }
    let list = try #require(try desk.run("return notes.find\(options)").first?.table)
    #expect(desk.lua.firstRows?.areShown == true)
    #expect(shown == (1...10).map { list[$0].table?["id"].integer })
  }

  @Test func `a list that has no more is not shown before its end`() throws {
    desk.lua.firstRows = FirstRows(30) { _ in Issue.record("it was shown") }
    #expect(try desk.integer("return #notes.find{}") == 30)
  }

  @Test(arguments: [
    ("notes.find{}", true), ("notes.find{tag = {}}", true), ("notes.find()", true),
    ("return notes.find{}", false), ("#notes.find{}", false), ("notes.find{};", false),
    ("notes.find{tag = notes.find()[1].tags[1]}", false), ("notes.find{}[1]", false),
  ])
  func `only an input that is one such call has first rows`(input: String, has: Bool) {
    #expect(Evaluator.givesItsList(input) == has)
  }
}
