import LuaRuntime
import Testing

/// Syncs that nobody asks for, under a world's clock.
@Suite struct AutoSyncTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  private func run(_ steps: String) throws -> [String?] {
    try desk.run(
      """
      local w = world{seed = 3}
      local p, t = w.phone, w.tablet
      local out = {}
      local function note(...) for _, v in ipairs{...} do out[#out + 1] = tostring(v) end end
      \(steps)
      return table.concat(out, " ")
      """
    ).map(\.text)
  }

  @Test func `a world syncs nothing unasked before it is told to`() throws {
    #expect(
      try run(
        """
        p.notes.add("John 3:16", "x")
        w:advance("1d")
        note(#p.queue, p.sync.auto(), p.sync.status().auto)
        """) == ["1 false false"])
  }

  @Test func `a write goes up three seconds later and comes down with the next five minutes`()
    throws
  {
    #expect(
      try run(
        """
        note(p.sync.auto(true), t.sync.auto(true))
        w:advance("1s")
        p.notes.add("John 3:16", "x")
        w:advance("2s") note(#p.queue)
        w:advance("1s") note(#p.queue, t.notes.count{})
        w:advance("294s") note(t.notes.count{})
        w:advance("3s") note(t.notes.count{})
        note(p.sync.auto(false))
        p.notes.add("John 3:17", "y")
        w:advance("1h") note(#p.queue)
        """) == ["true true 1 0 0 0 1 false 1"])
  }

  @Test func `two failures are offline, and whoever is back syncs at once`() throws {
    #expect(
      try run(
        """
        p.sync.auto(true)
        w:advance("1s")
        p:offline()
        p.notes.add("John 3:16", "x")
        w:advance("3s") note(p.sync.status().online)
        w:advance("10m") note(p.sync.status().online, #p.queue)
        p:online()
        w:advance("0s") note(p.sync.status().online, #p.queue)
        """) == ["true false 1 true 0"])
  }

  @Test func `a clock that jumps, a restart and a sign-in are each a reason to sync`() throws {
    #expect(
      try run(
        """
        p.sync.auto(true)
        w:advance("1s")
        t.notes.add("John 3:16", "x") t.sync.now()
        p:skew("2h") w:advance("1s") note(p.notes.count{})
        t.notes.add("John 3:17", "y") t.sync.now()
        p:restart() w:advance("1s") note(p.notes.count{})
        p.auth.sign_out{} t.notes.add("John 3:18", "z") t.sync.now()
        w:advance("1m") note(p.notes.count{})
        p.auth.sign_in("reader@world.example", "world-password-1")
        w:advance("1s") note(p.notes.count{})
        """) == ["1 2 2 3"])
  }

  @Test func `a library in memory syncs when something is done with it`() throws {
    let desk = try ScriptDesk(isSignedIn: true)
    #expect(
      try desk.text(
        """
        sync.auto(true)
        notes.add("John 3:16", "x")
        return #queue .. " " .. sync.status().pending
        """) == "0 0")
  }
}
