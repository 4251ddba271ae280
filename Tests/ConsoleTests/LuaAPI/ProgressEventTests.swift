import LuaRuntime
import Testing

/// `on("progress", fn)`: what a script is told while a sync goes on, and what it may do then.
@Suite struct ProgressEventTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  /// A phone with a collection, twenty notes and two chapters, none of them in the cloud.
  private static let full = """
    local w = world{seed = 5, devices = {"phone", "tablet"}}
    local p, t = w.phone, w.tablet
    local out = {}
    local function note(...)
      for i = 1, select('#', ...) do out[#out + 1] = tostring((select(i, ...))) end
    end
    local function counts()
      local s = {}
      for _, name in ipairs{"user_notes", "study_collections", "reading_progress"} do
        s[#s + 1] = #p.cloud.rows(name)
      end
      return table.concat(s, "/")
    end
    local c = p.collections.add("c")
    for i = 1, 20 do p.notes.add("John 3:16", "note " .. i, {collection = c}) end
    p.progress.visit("John 3") p.progress.visit("John 4")
    """

  private func run(_ steps: String) throws -> String? {
    try desk.text(Self.full + "\n" + steps + "\nreturn table.concat(out, ' ')")
  }

  @Test func `a push tells each table, a pull its way to the head`() throws {
    let told = try run(
      """
      local function listen(e)
        note(e.event .. ":" .. e.phase .. ":" .. (e.table or "") .. ":" .. e.done .. "/" .. e.total)
      end
      p.on("progress", listen)
      p.sync.now()
      note("|")
      t.on("progress", listen)
      t.sync.now()
      note("|")
      p.sync.now()
      """)
    #expect(
      told == """
        progress:push:study_collections:0/1 progress:push:user_notes:0/20 \
        progress:push:reading_progress:0/2 progress:push:reading_streaks:0/1 \
        progress:push:study_collections:1/1 progress:push:user_notes:20/20 \
        progress:pull::8/21 progress:pull::16/21 progress:pull::21/21 \
        progress:push:reading_progress:2/2 progress:push:reading_streaks:1/1 \
        | progress:pull::8/24 progress:pull::16/24 progress:pull::24/24 |
        """)
  }

  @Test func `a listener that raises breaks no sync, and its error is shown`() throws {
    var shown: [String] = []
    desk.lua.onStrayError = { shown.append($0.summary) }
    #expect(
      try run(
        """
        p.on("progress", function(e) error("oh " .. e.phase) end)
        note(p.sync.now().reason, #p.queue, counts())
        """) == "nil 0 20/1/2")
    #expect(shown.first?.contains(#"a function for on("progress") failed"#) == true)
  }

  @Test func `a listener begins no other sync or session, here or by way of the world`() throws {
    let told = try run(
      """
      p.sync.auto(true)
      local seen = {}
      p.on("progress", function(e)
        for _, f in ipairs{
          p.sync.now, p.sync.push, p.sync.pull, p.sync.verify, p.sync.plan, p.auth.sign_out,
          function() p.auth.sign_in("reader@world.example", "world-password-1") end,
          function() p.auth.delete_account{confirm = "DELETE"} end,
          function() w:settle() end,
        } do
          local ok, e = pcall(f)
          seen[tostring(ok) .. "/" .. tostring(e.kind) .. "/" .. tostring(e.code)] = true
        end
        w:advance("10m")
      end)
      note(p.sync.now().reason, #p.queue, counts())
      for k in pairs(seen) do note(k) end
      """)
    #expect(told == "nil 0 20/1/2 false/busy/sync.under_way false/refused/api.inside_sync")
  }

  @Test func `what a listener writes goes up too, and another device may sync in it`() throws {
    #expect(
      try run(
        """
        local times = 0
        p.on("progress", function(e)
          times = times + 1
          if times == 1 then p.notes.add("John 1:1", "meanwhile") end
          t.sync.now()
        end)
        p.sync.now() p.sync.now()
        note(#p.queue, counts())
        t.sync.now()
        note(t.notes.count{})
        """) == "0 21/1/2 21")
  }

  @Test func `a listener that ends the script ends the sync between two requests`() throws {
    for place in 1...8 {
      let desk = try ScriptDesk()
      #expect(
        try desk.failure(
          Self.full + """

            kept = {p = p, counts = counts}
            local times = 0
            p.on("progress", function(e)
              times = times + 1
              if times == \(place) then os.exit(3) end
            end)
            p.sync.now()
            """
        ).cause == .exit(code: 3))
      #expect(
        try desk.text(
          """
          kept.p.sync.now()
          return #kept.p.queue .. " " .. kept.counts()
          """) == "0 20/1/2", "stopped at \(place)")
    }
  }

  @Test func `a listener that never ends is stopped by the limits of the script`() throws {
    var options = LuaState.Options()
    options.instructions = 5_000_000
    let desk = try ScriptDesk(options: options)
    #expect(
      try desk.failure(
        Self.full + """

          kept = {p = p, counts = counts}
          handle = p.on("progress", function(e) while true do end end)
          p.sync.now()
          """
      ).cause == .outOfInstructions)
    #expect(
      try desk.text(
        """
        handle:off()
        kept.p.sync.now()
        return #kept.p.queue .. " " .. kept.counts()
        """) == "0 20/1/2")
  }

  @Test(arguments: ["crash", "restart"])
  func `a device that goes down in a listener syncs all of it afterwards, once`(how: String)
    throws
  {
    for place in 1...8 {
      let desk = try ScriptDesk()
      // What a disk had not written is gone with the power: then less is here, and there.
      let text = try desk.text(
        Self.full + """

          local times = 0
          p.on("progress", function(e)
            times = times + 1
            if times == \(place) then p:\(how){} end
          end)
          pcall(p.sync.now)
          p:restart()
          p.sync.now() p.sync.now()
          note(#p.queue, p.notes.count{}, #p.cloud.rows("user_notes"), times >= \(place))
          return table.concat(out, " ")
          """)
      let parts = (text ?? "").split(separator: " ")
      #expect(parts.count == 4 && parts[0] == "0" && parts[1] == parts[2], "\(place): \(parts)")
      #expect(parts.last == "true")
      if how == "restart" { #expect(parts[1] == "20") }
    }
  }
}
