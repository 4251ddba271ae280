import Glibc
import LuaRuntime
import Synchronization
import Testing

/// Loops that nothing but a stop ends.
private let loops = [
  "while true do end",
  "while true do pcall(function() while true do end end) end",
  "while true do xpcall(function() while true do end end, function() while true do end end) end",
  "while true do xpcall(error, function() while true do end end) end",
  "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
  "while true do pcall(coroutine.wrap(function() while true do end end)) end",
  "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end",
  "while true do pcall(through, function() while true do end end) end",
  "coroutine.wrap(function() through(function() while true do pcall(function() while true do end end) end end) end)()",
  "while true do load(function() while true do end end) end",
  "table.sort({3, 2, 1}, function() while true do end end)",
  "local t = setmetatable({}, {__index = function() while true do end end}) while true do pcall(function() return t.x end) end",
  "while true do local t <close> = setmetatable({}, {__close = function() while true do end end}) error('x') end",
  "local c = coroutine.create(function() local t <close> = setmetatable({}, {__close = function() while true do end end}) coroutine.yield() end) coroutine.resume(c) coroutine.close(c)",
  "string.gsub(('x'):rep(10), '.', function() while true do end end)",
  "local function f() return f() end f()",
  "goto a ::a:: goto a",
]

@Suite struct LuaStopTests {
  private func state(_ change: (inout LuaState.Options) -> Void) throws -> LuaState {
    var options = LuaState.Options()
    change(&options)
    let state = try LuaState(options)
    state.register("through") { call in call.results(try call.function(at: 1).call()) }
    return state
  }

  @Test(arguments: loops) func `a run out of time ends, whatever it does`(loop: String) throws {
    let state = try state { $0.timeout = .milliseconds(5) }
    let failure = try state.failure(of: loop)
    #expect(failure.cause == .timedOut)
    #expect(state.stackDepth == 0)
    #expect(try state.run("return pcall(error, 'next')") == ["false", "next"])
  }

  @Test(arguments: loops) func `a run out of instructions ends`(loop: String) throws {
    let state = try state {
      $0.instructions = 100_000
      $0.timeout = .seconds(60)
    }
    // Told once, a script may go on for a little.
    #expect(try state.failure(of: "\(loop) while true do end").cause == .outOfInstructions)
    #expect(try state.run("return 1") == ["1"])
  }

  @Test(arguments: [
    ("pcall(function() while true do end end)", "lua.instructions"),
    ("xpcall(function() while true do end end, function(e) return e end)", "lua.instructions"),
    ("coroutine.resume(coroutine.create(function() while true do end end))", "lua.instructions"),
    ("pcall(coroutine.wrap(function() while true do end end))", "lua.instructions"),
    (
      "pcall(function() local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end end)",
      "lua.memory"
    ),
    ("coroutine.resume(coroutine.create(function() return ('x'):rep(1 << 25) end))", "lua.memory"),
    ("pcall(coroutine.wrap(function() return ('x'):rep(1 << 25) end))", "lua.memory"),
  ])
  func `a limit can be caught once, to end well`(call: String, code: String) throws {
    let state = try state {
      $0.instructions = 10_000_000
      $0.memoryBytes = 16 << 20
    }
    #expect(
      try state.run("local ok, e = \(call) for i = 1, 1000 do end return ok, e.kind, e.code")
        == ["false", "limit", code])
    #expect(try state.run("local ok, e = \(call) return e.code") == [code])
  }

  @Test(arguments: loops) func `another thread interrupts a run`(loop: String) throws {
    let state = try state { $0.timeout = .seconds(60) }
    let gate = Gate()
    state.register("ready") { call in
      gate.open()
      return call.result()
    }
    let thread = InterruptingThread(gate, LuaInterrupter(state))
    #expect(try state.failure(of: "ready() " + loop).cause == .interrupted)
    thread.join()
    #expect(try state.run("return 1") == ["1"])
  }

  @Test func `an interrupt of nothing does nothing`() throws {
    let state = try state { _ in }
    LuaInterrupter(state).interrupt()
    #expect(try state.run("return 1") == ["1"])
  }

  @Test func `coroutines made while a stop was under way run again`() throws {
    let state = try state { $0.timeout = .milliseconds(5) }
    _ = try state.failure(
      of:
        "c = coroutine.create(function() local n = 0 while true do n = n + 1 coroutine.yield(n) end end) while true do coroutine.resume(c) end"
    )
    state.limit(LuaState.Options())
    #expect(
      try state.run("local d = coroutine.wrap(function() coroutine.yield(7) end) return d()") == [
        "7"
      ])
  }

  @Test func `a press of Ctrl-C stops the run of its thread and calls the actions`() throws {
    let state = try state { _ in }
    let counter = Counter()
    defer { withExtendedLifetime(counter) {} }
    let context = Unmanaged.passUnretained(counter).toOpaque()
    var action: StopAction? = StopAction(in: state, context: context, countUp)
    defer { withExtendedLifetime(action) {} }
    state.register("press") { call in
      ControlC.press()
      return call.result(state.isStopping && ControlC.isToStop)
    }
    let before = ControlC.presses
    #expect(try state.failure(of: "pcall(press) x = 1").cause == .interrupted)
    #expect(ControlC.presses > before)
    #expect(counter.count.load(ordering: .relaxed) == 1)
    action = nil
    #expect(try state.failure(of: "press()").cause == .interrupted)
    #expect(counter.count.load(ordering: .relaxed) == 1)
    #expect(try state.run("return x") == ["nil"])
  }

  @Test func `SIGINT is a press`() throws {
    ControlC.install()
    defer { ControlC.remove() }
    let state = try state { $0.timeout = .seconds(60) }
    state.register("signal") { call in
      pthread_kill(pthread_self(), SIGINT)
      return call.result()
    }
    #expect(try state.failure(of: "signal() while true do end").cause == .interrupted)
  }

  @Test func `a limit of memory is an error that leaves the state usable`() throws {
    let state = try state { $0.memoryBytes = 4_000_000 }
    let failure = try state.failure(
      of: "local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end")
    #expect(failure.cause == .outOfMemory)
    #expect(
      try state.run("local ok, e = pcall(string.rep, 'x', 1e8) return ok, e.message")
        == ["false", "not enough memory"])
    state.register("big") { call in
      call.table { table in for i in 0..<1_000_000 { table.append(i) } }
    }
    #expect(try state.failure(of: "big()").cause == .outOfMemory)
    #expect(try state.run("collectgarbage() return 1") == ["1"])
    #expect(state.memoryUsed < 4_000_000)
  }

  @Test func `a finalizer of a script is refused`() throws {
    let state = try state { _ in }
    #expect(
      try state.failure(of: "setmetatable({}, {__gc = print})").summary.hasPrefix("__gc is not"))
    #expect(try state.run("return getmetatable(setmetatable({}, {__mode = 'k'})).__mode") == ["k"])
    #expect(
      try state.failure(of: "setmetatable(setmetatable({}, {__metatable = 1}), {})").summary
        == "cannot change a protected metatable")
    #expect(
      try state.failure(of: "setmetatable(1, {})").summary.contains("table expected, got number"))
    #expect(try state.failure(of: "setmetatable({})").summary.contains("nil or table expected"))
  }
}

private final class Counter: Sendable {
  let count = Atomic<Int>(0)
}

private func countUp(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<Counter>.fromOpaque(context)._withUnsafeGuaranteedRef {
    _ = $0.count.add(1, ordering: .relaxed)
  }
}

/// Opens once.
private final class Gate: Sendable {
  private let isOpen = Atomic<Bool>(false)
  func open() { isOpen.store(true, ordering: .releasing) }
  func wait() { while !isOpen.load(ordering: .acquiring) { sched_yield() } }
}

/// Interrupts as soon as the gate is open.
private final class InterruptingThread {
  private final class Work {
    let gate: Gate
    let interrupter: LuaInterrupter
    init(_ gate: Gate, _ interrupter: LuaInterrupter) {
      self.gate = gate
      self.interrupter = interrupter
    }
  }

  private var thread = pthread_t()

  init(_ gate: Gate, _ interrupter: LuaInterrupter) {
    let work = Unmanaged.passRetained(Work(gate, interrupter)).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        work.gate.wait()
        work.interrupter.interrupt()
        return nil
      }, work)
  }

  func join() { pthread_join(thread, nil) }
}
