import Testing

@testable import Console

@Suite struct RecordingTextTests {
  private let file = """
    -- lectern recording 1: seed=7 clock=2026-01-01T00:00:00.000Z cloud=none
    local a = 1
    show(a)
    --> 1
    for i = 1, 2 do
    --> a comment
      print(i)
    end
    --> 1
    -->
    --> 2
    x = 1

    """

  private func isComplete(_ source: String) -> Bool {
    !source.contains("for") || source.contains("end")
  }

  @Test func `a file is read part by part and written the same`() throws {
    let recording = try RecordingText(file, isComplete: isComplete)
    #expect(
      recording.terms == RecordingTerms(seed: 7, clock: RecordingTerms.usual.clock, cloud: "none"))
    #expect(recording.parts.map(\.printed) == [["1"], ["1", "", "2"], []])
    #expect(recording.parts.map(\.line) == [2, 5, 12])
    #expect(recording.text == file)
  }

  @Test(arguments: [
    "", "x = 1", "-- lectern recording 1: seed=x", "-- lectern recording 1: a=b",
    "-- lectern recording 1: cloud=http://example.org", "-- lectern recording 2: seed=1",
  ])
  func `a text with another head is no recording`(text: String) {
    #expect(throws: RecordingFault.self) { try RecordingText(text) { _ in true } }
  }

  @Test(arguments: [
    ("x = 1", false, false, [Shown](), "x = 1"),
    ("#queue -- how many", true, false, [.integer(0)], "show(#queue)"),
    ("return #queue;", true, true, [.integer(0)], "_ = #queue"),
    ("1, 'a'", true, false, [.integer(1), .text("a")], "print(1, 'a')"),
    (
      "local x = 1 return x", false, false, [.integer(1)],
      "show((function()\nlocal x = 1 return x\nend)())"
    ),
    ("(f)()", true, false, [], ";(f)()"),
    ("--> old\nf()", true, false, [], "f()"),
    (
      "a, b", true, false, [.list([]), .nothing],
      "do local all = table.pack(a, b) for i = 1, all.n do show(all[i]) end end"
    ),
  ])
  func `what was entered does the same in a file`(
    entered: String, isExpression: Bool, isQuiet: Bool, results: [Shown], expected: String
  ) {
    #expect(
      RecordedSource.source(
        entered: entered, isExpression: isExpression, isQuiet: isQuiet, results: results)
        == expected)
  }

  @Test(arguments: [
    ("f(x)", true, 0, "fails(function()\nreturn f(x)\nend)"),
    ("a() b() -- c", false, 0, "fails(function()\na() b()\nend)"),
    ("local a = 1; b()", false, 11, "local a = 1\nfails(function()\nb()\nend)"),
  ])
  func `what fails is done again as far as it came`(
    entered: String, isExpression: Bool, done: Int, expected: String
  ) {
    #expect(
      RecordedSource.failed(entered: entered, isExpression: isExpression, done: done) == expected)
  }

  @Test(arguments: [
    ("input:2: no", "error: no"), ("flow.lua:12: a: b", "error: a: b"), ("a: b", "error: a: b"),
    ("u\nv:1: w", "error: u\\nv:1: w"),
    ("attempt to call a nil value (upvalue 'f')", "error: attempt to call a nil value (local 'f')"),
  ])
  func `an error is written without what differs in a file`(summary: String, line: String) {
    #expect(FailedInput.line(for: ConsoleError.command(summary, hint: nil)) == line)
  }

  @Test func `a difference shows what is missing and what is new`() {
    #expect(
      LineDifference.lines(expected: ["a", "b", "c"], printed: ["a", "x", "c", "d"])
        == [" a", "-b", "+x", " c", "+d"])
  }
}
