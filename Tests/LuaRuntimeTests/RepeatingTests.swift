import LuaRuntime
import Testing
import Vocabulary

/// What a script can see of the process it runs in, where runs must repeat: nothing.
@Suite struct RepeatingTests {
  private static let start = Instant(milliseconds: 1_767_225_600_500)

  private func state(seed: UInt64 = 1) throws -> LuaState {
    let state = try LuaState()
    let clock = SeededSurroundings(seed: seed, start: Self.start, step: .milliseconds(250))
    try state.makeRepeatable(seed: seed) { clock.now() }
    return state
  }

  @Test func `time is the clock's, in UTC`() throws {
    let lua = try state()
    #expect(try lua.run("return os.time(), os.clock()") == ["1767225601", "0.5"])
    #expect(
      try lua.run(
        "return os.date('%F %T %Z'), os.date('!%F', 0), os.time{year=1970, month=1, day=1}")
        == ["2026-01-01 00:00:01 UTC", "1970-01-01", "43200"])
  }

  @Test func `chance follows the seed, also where a script asks for a new one`() throws {
    let draw = "local a = math.random(1 << 40) math.randomseed() return a, math.random(1 << 40)"
    let one = try state().run(draw)
    #expect(try state().run(draw) == one)
    #expect(try state(seed: 2).run(draw) != one)
  }

  @Test func `tables are walked by numbers, then by bytes, with pairs and with next`() throws {
    let lua = try state()
    let table = "local t = {zeta=1, ['a b']=1, [3]=1, [-1]=1, [2.5]=1, [true]=1, [1]=1, ['é']=1} "
    let walk = "local k = {} for key in %@ do k[#k + 1] = tostring(key) end "
    let give = "return table.concat(k, ' ')"
    for call in ["pairs(t)", "next, t"] {
      let text = table + walk.replacing("%@", with: call) + give
      #expect(try lua.run(text) == ["-1 1 2.5 3 a b zeta é true"])
    }
  }

  @Test func `a walk goes on while its fields go, and while another walk is under way`() throws {
    let lua = try state()
    for walk in ["pairs(t)", "next, t"] {
      let count = try lua.run(
        """
        local t, n = {}, 0
        for i = 1, 30 do t['k' .. i] = i end
        for k in \(walk) do
          for other in \(walk) do n = n + 1 end
          t[k] = nil
        end
        return n, next(t)
        """)
      #expect(count == ["465", "nil"])
    }
    #expect(try lua.run("return next({b = 1, a = 2}, 'aa')") == ["b", "1"])
    #expect(
      try lua.run(
        "local m = setmetatable({}, {__pairs = function() return next, {7} end}) "
          + "for k, v in pairs(m) do return v end") == ["7"])
  }

  @Test func `fields reach Swift in the same order`() throws {
    let lua = try state()
    var names: [String] = []
    lua.register("take") { call in
      try call.forEachField(at: 1) { key, _ in names.append(key.text ?? "?") }
      return call.result()
    }
    try lua.run("take{c = 1, a = 1, e = 1, b = 1, d = 1}")
    #expect(names == ["a", "b", "c", "d", "e"])
  }

  @Test func `no text holds an address`() throws {
    let lua = try state()
    let texts = try lua.run(
      """
      local t, f = {}, function() end
      return tostring(t), tostring(f), tostring(t), ('%s|%p|%5d|%%p|%.3s'):format(f, t, 7, 'long'),
        tostring(setmetatable({}, {__name = 'thing'})), ('%s'):format(null),
        tostring(setmetatable({}, {__tostring = function() return 'itself' end}))
      """)
    #expect(
      texts == [
        "table: 0x00000001", "function: 0x00000002", "table: 0x00000001",
        "function: 0x00000002|0x00000001|    7|%p|lon", "thing: 0x00000003", "null",
        "itself",
      ])
  }

  @Test func `equal items keep their order, however long the list`() throws {
    let lua = try state()
    let isStable = try lua.run(
      """
      local list = {}
      for i = 1, 999 do list[i] = {place = i, key = i * 7 % 5} end
      table.sort(list, function(a, b) return a.key < b.key end)
      for i = 2, #list do
        local a, b = list[i - 1], list[i]
        if a.key > b.key or a.key == b.key and a.place > b.place then return false, i end
      end
      local words = {'b', 'c', 'a'}
      table.sort(words)
      return true, table.concat(words)
      """)
    #expect(isStable == ["true", "abc"])
  }

  @Test(arguments: [
    ("string.format('%d', 'x')", "bad argument #2 to 'format' (number expected, got string)"),
    ("os.date('%Ez')", "bad argument #1 to 'date' (invalid conversion specifier '%Ez')"),
    ("table.sort(1)", "bad argument #1 to 'sort' (table expected, got number)"),
    ("next()", "bad argument #1 to 'next' (table expected, got no value)"),
    ("table.sort({1, 'x'})", "attempt to compare string with number"),
    ("math.randomseed('x')", "bad argument #1 to 'randomseed' (number expected, got string)"),
  ])
  func `errors read as if the functions were Lua's own`(call: String, message: String) throws {
    let failure = try state().failure(of: "\n" + call)
    #expect(failure.summary == message)
    #expect(failure.position == LuaPosition(source: "test", line: 2))
  }

  @Test func `a second clock takes over`() throws {
    let lua = try state()
    let later = SeededSurroundings(seed: 9, start: Instant(milliseconds: 0))
    try lua.makeRepeatable(seed: 9) { later.now() }
    later.advance(.seconds(90))
    #expect(try lua.run("return os.time(), os.clock()") == ["90", "90.0"])
  }
}
