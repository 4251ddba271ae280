import LuaRuntime
import Testing
import Vocabulary

@Suite struct LuaFailureTests {
  let state: LuaState

  init() throws {
    state = try LuaState()
    state.register("fail") { call in throw TestError.tooFew(Int(try call.integer(at: 1))) }
    state.register("through") { call in
      call.results(try call.function(at: 1).call(call.values(from: 2)))
    }
  }

  @Test func `an error of Swift is a table for pcall`() throws {
    #expect(
      try state.run(
        """
        local ok, e = pcall(fail, 3)
        return ok, e.kind, e.code, e.message, e.hint, tostring(e), type(e)
        """) == [
          "false", "bad_value", "test.too_few", "3 are too few", "add more",
          "3 are too few (add more)", "table",
        ])
  }

  @Test func `an error of Swift comes back to Swift with its parts and its place`() throws {
    let failure = try state.failure(of: "local x\n\nfail(2)", name: "file.lua")
    #expect(failure.cause == .raised)
    #expect(failure.code == "test.too_few")
    #expect(failure.description == "2 are too few (add more)")
    #expect(failure.position == LuaPosition(source: "file.lua", line: 3))
    #expect(failure.traceback.contains("file.lua:3: in main chunk"))
  }

  @Test func `the message of a script loses its position, which is kept apart`() throws {
    let failure = try state.failure(of: "local t = nil\nlocal function f()\n return t.x end\nf()")
    #expect(failure.summary == "attempt to index a nil value (upvalue 't')")
    #expect(failure.position == LuaPosition(source: "test", line: 3))
    #expect(failure.traceback.count == 2)
    let caller = try state.failure(of: "local function f() error('why', 2) end\n\nf()")
    #expect(caller.summary == "why")
    #expect(caller.position?.line == 3)
    #expect(try state.failure(of: "error('note:12: x', 0)").summary == "note:12: x")
  }

  @Test func `any value may be raised`() throws {
    #expect(try state.failure(of: "error()").summary == "nil")
    #expect(try state.failure(of: "error(12)").summary == "12")
    #expect(
      try state.failure(of: "error({message = 'm', kind = 'busy', hint = 'h'})").kind == .busy)
    #expect(
      try state.failure(of: "error(setmetatable({}, {__tostring = function() return 'own' end}))")
        .summary == "own")
    #expect(
      try state.failure(of: "error(setmetatable({}, {__tostring = error}))").summary
        == "(a table was raised)")
  }

  @Test func `an error value passes through Swift unchanged`() throws {
    #expect(
      try state.run(
        """
        local e = {}
        local ok, got = pcall(through, through, through, error, e)
        local ok2, text = pcall(through, error, 'text', 0)
        return got == e, text, select(2, pcall(through, fail, 4)).hint
        """) == ["true", "text", "add more"])
  }

  @Test func `a failure kept for later still makes an error`() throws {
    let failure = try state.failure(of: "fail(5)")
    for _ in 0..<20 { _ = try state.failure(of: "error('other')") }
    state.register("late") { _ in throw failure }
    #expect(try state.run("return select(2, pcall(late)).message") == ["5 are too few"])
  }

  @Test func `100,000 errors of Swift leak nothing and leave the stack balanced`() throws {
    let census = Census()
    state.register("leak") { call in
      let held = [census.member(), census.member()]
      defer { withExtendedLifetime(held) {} }
      if try call.integer(at: 1) % 2 == 0 { throw TestError.tooFew(0) }
      try call.function(at: 2).call([.integer(2), call.value(at: 2)])
      return call.result()
    }
    let depth = state.stackDepth
    try state.run("for i = 1, 50000 do pcall(leak, 1, leak) pcall(leak, 2) end")
    #expect(census.living == 0)
    #expect(state.stackDepth == depth)
    let before = state.memoryUsed
    try state.run("for i = 1, 1000 do pcall(leak, 1, leak) end collectgarbage()")
    #expect(state.memoryUsed <= before)
  }

  @Test func `recursion without end is a plain error`() throws {
    let script = try state.failure(of: "local function f() return 1 + f() end f()")
    #expect(script.summary.hasPrefix("stack overflow"))
    state.register("again") { call in
      call.results(try call.function(at: 1).call([call.value(at: 1)]))
    }
    let both = try state.failure(of: "local function f() again(f) end f()")
    #expect(both.summary.contains("C stack overflow"))
    #expect(both.summary.utf8.count < 500)
    #expect(
      try state.failure(
        of:
          "local t = setmetatable({}, {}) getmetatable(t).__index = t; return t.x"
      ).summary.contains("loop"))
    #expect(state.stackDepth == 0)
  }

  @Test func `os exit ends the run and can not be caught`() throws {
    #expect(try state.failure(of: "pcall(os.exit, 3) x = 1").cause == .exit(code: 3))
    #expect(
      try state.failure(of: "coroutine.wrap(function() through(os.exit, false) end)()").cause
        == .exit(code: 1))
    #expect(try state.run("return x") == ["nil"])
  }
}
