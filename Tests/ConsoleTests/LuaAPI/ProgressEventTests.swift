import LuaRuntime
import Testing

/// How far a sync is, told to who listens.
@Suite struct ProgressEventTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  private func run(_ steps: String) throws -> String? {
    try desk.text(
      """
      local w = world{seed = 3}
      local p, t = w.phone, w.tablet
      local out = {}
      local function note(e)
        out[#out + 1] = e.phase .. " " .. tostring(e.table) .. " " .. e.done .. "/" .. e.total
      end
      \(steps)
      return table.concat(out, "; ")
      """)
  }

  @Test func `a first upload and what comes down are told step by step`() throws {
    #expect(
      try run(
        """
        p.transaction(function()
          for i = 1, 1200 do p.notes.add("John 3:16", "note " .. i) end
          p.bookmarks.add("John 3:16")
        end)
        p.on("progress", function(e) if e.phase == "push" then note(e) end end)
        p.sync.now()
        local last, goesOn, pulls = {done = 0}, true, 0
        local handle = t.on("progress", function(e)
          goesOn = goesOn and e.phase == "pull" and e.done > last.done and e.total == 1201
          last, pulls = e, pulls + 1
        end)
        t.sync.now()
        note(last)
        out[#out + 1] = tostring(goesOn) .. tostring(pulls > 1)
        handle:off()
        p.notes.add("John 3:17", "x") p.sync.now()
        t.sync.now()
        """)
        == "push user_notes 1000/1201; push bookmarks 1201/1201; pull nil 1201/1201; truetrue; "
        + "push user_notes 1/1")
  }

  @Test func `a listener may write, and begin no other sync`() throws {
    #expect(
      try run(
        """
        p.notes.add("John 3:16", "first")
        local handle
        handle = p.on("progress", function()
          handle:off()
          p.notes.add("John 3:17", "written meanwhile")
          for _, fn in ipairs{p.sync.now, p.sync.push, p.sync.pull, p.sync.verify} do
            local _, e = pcall(fn)
            out[#out + 1] = e.code
          end
          local _, e = pcall(p.auth.sign_out, {})
          out[#out + 1] = e.code
        end)
        p.sync.now()
        w:settle()
        out[#out + 1] = #w:diff() .. t.notes.count{}
        """)
        == Array(repeating: "api.inside_sync", count: 5).joined(separator: "; ") + "; 02")
  }

  @Test func `what a listener raises stops no sync`() throws {
    #expect(
      try run(
        """
        p.notes.add("John 3:16", "x")
        p.on("progress", function() error("mine") end)
        out[1] = p.sync.now().pushed .. #p.queue
        """) == "10")
  }
}
