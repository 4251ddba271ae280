import LuaRuntime
import Testing

@Suite struct SandboxTests {
  @Test func `a sandbox holds only what stays inside`() throws {
    var options = LuaState.Options()
    options.isSandboxed = true
    let state = try LuaState(options)
    let absent = [
      "io", "debug", "package", "require", "dofile", "loadfile", "os.execute", "os.exit",
      "os.remove", "os.rename", "os.tmpname", "os.getenv", "os.setlocale",
    ]
    for name in absent { #expect(try state.run("return \(name)") == ["nil"], "\(name)") }
    #expect(
      try state.run(
        "local n = {} for k in pairs(os) do n[#n + 1] = k end table.sort(n) return table.concat(n, ' ')"
      )
        == ["clock date difftime time"])
    #expect(
      try state.run("return load('return 1')(), pcall(load, string.dump(function() end))").first
        == "1")
  }

  @Test func `outside the sandbox what would undo the guard is left out`() throws {
    let state = try LuaState()
    let absent = [
      "debug.sethook", "debug.setmetatable", "debug.getregistry", "debug.setlocal",
      "debug.setuservalue", "debug.debug", "package.loadlib", "package.cpath",
      "package.searchers[3]",
    ]
    for name in absent { #expect(try state.run("return \(name)") == ["nil"], "\(name)") }
    #expect(
      try state.run(
        "local x = 1 local f = function() return x end debug.setupvalue(f, 1, 2) return f(), require('debug') == debug"
      ) == ["2", "true"])
    #expect(
      try state.failure(of: "debug.setupvalue(pcall, 1, 1)").summary.contains(
        "Lua function expected"))
    #expect(
      try state.run("return type(io.open), type(os.getenv), type(require)") == [
        "function", "function", "function",
      ])
  }

  @Test func `pcall, xpcall and coroutines are as Lua has them`() throws {
    let state = try LuaState()
    #expect(
      try state.run("return pcall(function(...) return ... end, 1, nil, 3)") == [
        "true", "1", "nil", "3",
      ])
    #expect(
      try state.run(
        "return xpcall(function(a) error(a, 0) end, function(e) return e .. '!' end, 'x')") == [
          "false", "x!",
        ])
    #expect(
      try state.run("return xpcall(function(...) return ... end, print, 1, 2)") == [
        "true", "1", "2",
      ])
    #expect(try state.failure(of: "pcall()").summary.contains("value expected"))
    #expect(try state.run("return xpcall(error, debug.traceback)").first == "false")
    #expect(
      try state.run(
        """
        local c = coroutine.create(function(a)
          local ok, b = pcall(function() return coroutine.yield(a + 1) end)
          local d = select(2, xpcall(function() error(coroutine.yield(b + 1)) end, function(e) return e end))
          return d
        end)
        local out = {}
        for _, x in ipairs{1, 10, {}} do out[#out + 1] = select(2, coroutine.resume(c, x)) end
        return out[1], out[2], type(out[3]), coroutine.status(c), coroutine.resume(c)
        """) == ["2", "11", "table", "dead", "false", "cannot resume dead coroutine"])
    #expect(
      try state.run(
        """
        local log = {}
        local c = coroutine.create(function() local t <close> = setmetatable({}, {__close = function() log[1] = 'closed' end}) coroutine.yield() end)
        coroutine.resume(c)
        local w = coroutine.wrap(function() error('in', 0) end)
        return coroutine.close(c), log[1], pcall(w), pcall(w), pcall(coroutine.close, coroutine.running())
        """
      ).prefix(3) == ["true", "closed", "false"])
    #expect(
      try state.failure(of: "coroutine.close(coroutine.running())").summary
        == "cannot close a running coroutine")
    #expect(try state.failure(of: "coroutine.resume(1)").summary.contains("coroutine expected"))
  }
}
