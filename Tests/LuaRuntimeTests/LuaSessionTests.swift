import LuaRuntime
import Testing

@Suite struct LuaSessionTests {
  let state: LuaState
  let session: LuaSession

  init() throws {
    state = try LuaState()
    session = LuaSession(state)
  }

  /// Runs lines; the answers of those that give one.
  private func run(_ lines: String...) -> [String] {
    lines.map { session.run($0) }.filter { !$0.isEmpty }
  }

  @Test func `a local is seen by later lines and is no global`() {
    #expect(run("local x = 5", "x", "x = x + 1", "return x", "_G.x") == ["5", "6", "nil"])
    #expect(session.localNames == ["x"])
  }

  @Test func `a function and later lines share one variable`() {
    let answers = run(
      "local n = 0; function inc() n = n + 1 return n end", "inc()", "n", "n = 10", "inc()", "n")
    #expect(answers == ["1", "1", "11", "11"])
  }

  @Test func `two functions of different lines share one variable`() {
    let answers = run(
      "local n = 0", "local function add() n = n + 1 end", "local function get() return n end",
      "add() add()", "get()", "n")
    #expect(answers == ["2", "2"])
  }

  @Test func `a second local of a name is a new variable`() {
    let answers = run(
      "local x = 1", "function old() return x end", "local x = x + 1", "x", "old()", "x = 9",
      "old()")
    #expect(answers == ["2", "1", "1"])
  }

  @Test func `within one line the last declaration wins and closures keep theirs`() {
    #expect(
      run("local x = 1; f = function() return x end local x = 2", "x", "f()") == ["2", "1"])
  }

  @Test func `constants stay constant`() {
    let answers = run(
      "local a <const>, b <const>, c = 5, {}, 7", "a", "type(b)", "a = 6", "b = 6", "c = 8", "c",
      "local d = a + c", "d")
    let refusal = "syntax error in line 1: attempt to assign to const variable"
    #expect(answers == ["5", "table", "\(refusal) 'a'", "\(refusal) 'b'", "8", "13"])
  }

  @Test func `a constant may be declared anew as a variable`() {
    #expect(run("local a <const> = 1", "local a = 2", "a = a + 1", "a") == ["3"])
  }

  @Test func `a variable to close ends with its line`() {
    let answers = run(
      "local t <close> = setmetatable({}, {__close = function() closed = true end})", "closed", "t")
    #expect(answers == ["true", "nil"])
  }

  @Test func `several names and a lack of values`() {
    #expect(run("local a, b, c = 1, (function() return 2, 3 end)()", "a, b, c") == ["1 2 3"])
    #expect(run("local d, e", "d, e", "d, e = 4, 5", "d + e") == ["nil nil", "9"])
  }

  @Test func `a local function may call itself`() {
    #expect(
      run("local function f(n) if n < 2 then return 1 end return n * f(n - 1) end", "f(10)")
        == ["3628800"])
  }

  @Test func `locals of blocks are not kept`() {
    #expect(
      run(
        "do local x = 1 end", "for i = 1, 2 do local y = i end", "if true then local z = 1 end",
        "local t = {f = function() local w = 1 return w end}", "x, y, z, w, i")
        == ["nil nil nil nil nil"])
    #expect(session.localNames == ["t"])
  }

  @Test func `strings and comments with the word local do not confuse`() {
    let answers = run(
      "local s = 'local a = 1' -- local b = 2", "s",
      "local l = [==[ local c\n]] ]==] --[[ local d\n]] ",
      "#l", "local q = \"\\\" local e\"", "q")
    #expect(answers == ["local a = 1", "12", "\" local e"])
    #expect(session.localNames == ["l", "q", "s"])
  }

  @Test func `statements that follow without a semicolon stay apart`() {
    let answers = run(
      "local f = print local g = f == print", "g", "local a = {5}[1] == nil",
      "local v = (function() return 7 end)() v = v + 1", "v",
      "local h = function(...) return select('#', ...) end\nlocal i = h\n{1}\nreturn i",
      "local s = ('x'):rep(3) .. 'y' s = s .. #s", "s")
    #expect(answers[0] == "true")
    #expect(answers[1].hasPrefix("syntax error"))
    #expect(Array(answers.dropFirst(2)) == ["8", "1", "xxxy4"])
  }

  @Test func `a call on the next line still belongs to the value`() {
    #expect(run("local f = function(x) return x end\nlocal y = f\n(3)", "y") == ["3"])
  }

  @Test func `a line that fails keeps the locals before the failure`() {
    #expect(run("local a = 1 error('stop') local b = 2", "a, b") == ["error: stop", "1 nil"])
  }

  @Test func `locals before a return are kept`() {
    #expect(run("local a = 1; local b = 2; return a + b", "a * b") == ["3", "2"])
  }

  @Test func `goto may leave the scope of locals at the end of a line`() {
    #expect(run("goto done; local y = 2 ::done::", "y") == ["nil"])
    #expect(
      run("local i = 0 ::top:: local j = i i = i + 1 if i < 3 then goto top end", "i, j") == ["3 2"]
    )
  }

  @Test func `vararg, environment and the name of the keeper`() {
    #expect(run("local keep = 1; local keep_ = 2", "keep + keep_", "...") == ["3"])
    #expect(run("local _ENV = {y = 4}", "y", "_ENV = nil") == ["4"])
  }

  @Test func `more than 200 locals over lines work and over 199 at once give an error`() {
    for i in 1...250 { session.run("local v\(i) = \(i)") }
    #expect(session.run("v1 + v250") == "251")
    let sum = (1...200).map { "v\($0)" }.joined(separator: "+")
    #expect(session.run(sum).contains("200 local variables of earlier lines are used at once"))
    let many = (1...201).map { "local w\($0)" }.joined(separator: " ")
    #expect(session.run(many).contains("too many local variables"))
    #expect(session.run("(" + (1...199).map { "v\($0)" }.joined(separator: "+") + ")") == "19900")
  }

  @Test func `messages keep line numbers and say main chunk`() throws {
    session.run("local t")
    guard case .complete(let function, _) = session.load("local a\n\nt.x = 1", name: "console")
    else { throw TestError.tooFew(0) }
    let failure = #expect(throws: LuaFailure.self) { try function.call() }
    #expect(failure?.position == LuaPosition(source: "console", line: 3))
    #expect(failure?.summary == "attempt to index a nil value (upvalue 't')")
    #expect(failure?.traceback == ["console:3: in main chunk"])
  }

  @Test func `a value of a local is read without running anything`() {
    session.run("local x <const>, t = 5, {a = 1}")
    #expect(show(session.value(of: "x")) == "5")
    #expect(session.value(of: "t").table?["a"].integer == 1)
    #expect(session.value(of: "unknown").isNil)
  }

  @Test func `the stack is as it was after every line`() {
    let depth = state.stackDepth
    _ = run(
      "local a = 1", "a", "a(", "error{}", "x x", "goto e; local c ::e::", "local b <const> = 1",
      "b = 2")
    _ = session.localNames
    _ = session.value(of: "a")
    #expect(state.stackDepth == depth)
  }
}
