import LuaRuntime
import Testing
import Vocabulary

@testable import Console

@Suite struct EvaluatorTests {
  private let evaluator: Evaluator

  init() throws {
    evaluator = Evaluator(
      try TrialSession(), output: Output(renderer: .recording, isQuiet: true))
  }

  private func lua(_ source: String) throws -> String {
    LuaText.oneLine(try evaluator.run(input: source).results[0])
  }

  @Test(arguments: [
    ("{1, 'a', true}", "{1, \"a\", true}"), ("{b = 1, a = 2, id = 3}", "{id = 3, a = 2, b = 1}"),
    ("{}", "{}"), ("{1, nil, 3}", "{[1] = 1, [3] = 3}"),
    ("{[2] = 'x', y = 1}", "{[2] = \"x\", y = 1}"),
    ("print", "<function>"), ("{f = function() end}", "{f = <function>}"),
    ("coroutine.create(print)", "<thread>"), ("'\\xff'", "\"\\xFF\""), ("null", "null"),
    ("nil", "nil"),
    ("n", "{id = 1}"), ("2^53", "9007199254740992.0"), ("math.mininteger", "-9223372036854775808"),
  ])
  func `a value is read past its metamethods`(source: String, text: String) throws {
    #expect(try lua(source) == text)
  }

  @Test func `a table inside itself is marked with the path to the outer one`() throws {
    _ = try evaluator.run(
      input: "t = {a = {}} t.a.up = t t.a.me = t.a shared = {} t.s1 = shared t.s2 = shared")
    #expect(
      try lua("t")
        == "{a = {me = <again: value.a>, up = <again: value>}, s1 = {}, s2 = {}}")
  }

  @Test func `nesting without end is cut`() throws {
    _ = try evaluator.run(input: "d = {} for i = 1, 5000 do d = {d} end")
    #expect(try lua("d").contains("<table nested too deep>"))
  }

  @Test(arguments: [
    ("for i=1,3 do", false), ("x = [[", false), ("f(", false), ("return 1 +", false),
    ("x = = 1", true),
    ("x", true), ("\"hello", true), ("", true), ("f({", false), ("if x then y() end", true),
  ])
  func `input ends where no line can complete it or none is needed`(text: String, isComplete: Bool)
  {
    #expect(evaluator.isComplete(text) == isComplete)
  }

  @Test(arguments: [
    ("nots.add()", "did you mean 'notes'?"), ("notes.fnd()", "did you mean 'find'?"),
    ("x = 1\nn:updat{}", "did you mean 'update'?"), ("notes.zzzzzz()", nil), ("nil_()", nil),
  ])
  func `a name that is not there gets its neighbour`(source: String, hint: String?) throws {
    let error = try #require(throws: LuaFailure.self) { try evaluator.run(input: source) }
    #expect(evaluator.hint(for: error, in: source) == hint)
  }

  @Test func `an error is worded with its line and a mark under the word`() throws {
    let source = "local x = 1\n\tprint(x, nots.y)"
    let error = try #require(throws: LuaFailure.self) { try evaluator.run(input: source) }
    let text = ErrorText(source: NamedSource(name: Evaluator.inputName, text: source), hint: "h")
    #expect(
      text.text(of: error)
        == "error: attempt to index a nil value (global 'nots')\n"
        + "  2 | \tprint(x, nots.y)\n    | \t         ^^^^\n  hint: h")
  }

  @Test(arguments: [
    (["function f()\n  local x = nil; x.y() end", "f()"], "2 |   local x = nil; x.y() end"),
    (
      ["function f() nope.x() end", "function f() nots.x() end", "f()"], "1 | function f() nots.x()"
    ),
    (["function g() return 1 end", "nots.x()"], "1 | nots.x()"),
  ])
  func `an error in a function shows the input that it is of`(
    inputs: [String], shown: String
  ) throws {
    for input in inputs.dropLast() { _ = try evaluator.run(input: input) }
    let last = try #require(inputs.last)
    let error = try #require(throws: LuaFailure.self) { try evaluator.run(input: last) }
    let text = try #require(evaluator.input(of: error, after: last))
    let source = NamedSource(name: Evaluator.inputName, text: text)
    #expect(ErrorText(source: source, hint: nil).text(of: error).contains(shown))
  }

  @Test(arguments: [
    ("x = = 1", "    ^"), ("x = 1 1", "      ^"), ("f(a, , b)", "     ^"),
    ("a.b = = = 2", "      ^"),
    ("for i = 1 do end", "          ^^"),
  ])
  func `the word that Lua could not read is marked`(input: String, mark: String) throws {
    let error = try #require(throws: SyntaxError.self) { try evaluator.run(input: input) }
    let text = ErrorText(source: NamedSource(name: Evaluator.inputName, text: input), hint: nil)
    #expect(
      text.text(of: error).split(separator: "\n").contains { $0.hasSuffix("| " + mark) }
    )
  }

  @Test func `an error of another source names its place`() throws {
    let error = try #require(throws: LuaFailure.self) { try evaluator.run(input: "error('a')") }
    #expect(ErrorText(source: nil, hint: nil).text(of: error) == "error: a\n  at input:1")
  }
}
