import LuaAPI
import LuaRuntime
import Testing
import Vocabulary

/// The queue, sync, accounts and worlds, as a script sees them.
@Suite struct SyncModulesTests {
  @Test func `the queue can be listed, shown and compacted`() throws {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        local n = notes.add("John 3:16", "one", {tags = "a"})
        for i = 1, 9 do n = n:update{text = "edit " .. i} end
        local out = {#queue, queue.find{}[1].operation, queue.find{}[2].operation}
        out[#out + 1] = table.concat(queue.find{limit = 2}[2].columns, "+")
        local shown = queue.show(queue.find{}[2])
        out[#out + 1] = shown.changes[2].column .. "=" .. shown.changes[2].value
        out[#out + 1] = shown.changes[2].old
        out[#out + 1] = queue.compact{dry_run = true}.after .. "/" .. #queue
        local report = queue.compact{}
        out[#out + 1] = report.before .. ">" .. report.after .. " " .. report.merged
        out[#out + 1] = #queue.find{table = "user_notes", state = "ready"}
        out[#out + 1] = #queue.find{state = "parked"} + #queue.find{state = "sent"}
        return table.concat(out, ", ")
        """)
        == "10, INSERT, UPDATE, deleted_at+note_text, note_text=edit 1, one, 1/10, 10>1 9, 1, 0")
    #expect(try desk.failure("queue.show(999)").kind == .notFound)
    #expect(
      try desk.failure("queue.find{table = 'user_note'}").hint == "did you mean 'user_notes'?")
  }

  @Test func `signed out, offline and without a cloud nothing is thrown, and the reason is named`()
    throws
  {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        notes.add("John 3:16", "x")
        local r = sync.now()
        local s = sync.status()
        return r.reason .. " " .. r.pending .. " " .. tostring(s.signed_in) .. " " .. s.hint
        """) == "not_signed_in 1 false sign in to sync: auth.sign_in(email, password)")
    #expect(try desk.text("return sync.status().cloud") == "this computer only")
  }

  @Test func `an account is made, left and entered again, and rows arrive`() throws {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        local out = {auth.sign_up("a@b.example", "password-1", {name = "Anna"}).name}
        notes.add("John 3:16", "x", {tags = "t"})
        local r = sync.now()
        out[#out + 1] = r.pushed .. " " .. r.pending .. " " .. tostring(r.reason)
        out[#out + 1] = cloud.rows("user_notes", {verse_ref = "john 3:16"})[1].note_text
        out[#out + 1] = #cloud.rows("user_notes", {verse_ref = "john 3:1"})
        out[#out + 1] = tostring(auth.sign_out{}) .. tostring(auth.user())
        out[#out + 1] = auth.sign_in("a@b.example", "password-1").email
        out[#out + 1] = #queue.find{state = "sent"}
        return table.concat(out, ", ")
        """) == "Anna, 1 0 nil, x, 0, truenil, a@b.example, 1")
    #expect(try desk.text("return auth.session().access_token") == nil)
    #expect(try desk.failure("auth.sign_in('a@b.example', 'wrong-pass-1')").kind == .refused)
    let fresh = try ScriptDesk()
    #expect(try fresh.failure("auth.sign_up('nobody', 'password-1')").kind == .badValue)
    #expect(try desk.boolean("return auth.validate.email('a@b.example')") == true)
    #expect(try desk.boolean("return auth.validate.password('short')") == false)
  }

  @Test func `a library of one account refuses another, and stays signed in`() throws {
    let desk = try ScriptDesk()
    try desk.run(
      """
      auth.sign_up("b@b.example", "password-1") auth.sign_out{}
      auth.sign_up("a@b.example", "password-1") notes.add("John 3:16", "x") sync.now()
      """)
    let failure = try desk.failure("auth.sign_in('b@b.example', 'password-1')")
    #expect(failure.code == "api.other_owner")
    #expect(try desk.text("return auth.user().email") == "a@b.example")
    #expect(try desk.failure("auth.sign_up('c@b.example', 'password-1')").kind == .conflict)
    #expect(try desk.text("return sync.now().reason") == nil)
  }

  @Test func `a world has devices, clocks and faults, and comes to rest`() throws {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        local w = world{seed = 7, devices = {"phone", "tablet"}, start = "2026-03-01T08:00:00Z"}
        local n = w.phone.notes.add("John 3:16", "first")
        local out = {n.created_at, #w.phone.queue, notes.count{}}
        w:settle()
        out[#out + 1] = #w:diff()
        w.phone:offline()
        w:advance("5m")
        w.tablet:skew("+1m")
        n:update{text = "phone"}
        w.tablet.notes.find{}[1]:update{text = "tablet"}
        out[#out + 1] = w.phone.sync.now().reason
        w.tablet.sync.now()
        w.phone:online()
        w:fail{device = "phone", next = 1, lose_reply = true}
        out[#out + 1] = w.phone.sync.push{}.reason
        w:settle()
        out[#out + 1] = w.phone.notes.find{}[1].text .. w.tablet.notes.find{}[1].text
        local c = w.phone.sync.conflicts()[1]
        out[#out + 1] = c.column .. ": " .. c.mine .. " < " .. c.theirs
        c:keep_mine()
        w:settle()
        out[#out + 1] = w.tablet.notes.find{}[1].text .. #w.tablet.sync.conflicts() .. #w:diff()
        return table.concat(out, ", ")
        """)
        == "2026-03-01T08:00:00.000Z, 1, 0, 0, offline, offline, tablettablet, "
        + "note_text: phone < tablet, phone00")
  }

  @Test func `a conflict about a note that was deleted since is none, until the note is back`()
    throws
  {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        \(ScriptDesk.lostText)
        local out, c = {}, w.phone.sync.conflicts()[1]
        local function count()
          out[#out + 1] = #w.phone.sync.conflicts() .. #w.tablet.sync.conflicts()
        end
        count()
        w:advance("1m")
        w.tablet.notes.find{}[1]:delete()
        w:settle()
        count()
        n:restore()
        w:settle()
        count()
        c:keep_theirs()
        w:settle()
        count()
        local ok, e = pcall(c.keep_theirs, c)
        out[#out + 1] = e.kind .. " " .. e.message
        return table.concat(out, ", ")
        """) == "11, 00, 11, 00, not_found there is no conflict 1")
  }

  @Test func `an edit that lost to a deletion is a conflict as long as the row is dead`() throws {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        local w = world{seed = 7, devices = {"phone", "tablet"}}
        local n = w.phone.notes.add("John 3:16", "first")
        w:settle()
        n:update{text = "phone"}
        w:advance("1m")
        w.tablet.notes.find{}[1]:delete()
        w:settle()
        local out = {}
        for _, c in ipairs(w.tablet.sync.conflicts()) do
          out[#out + 1] = c.column
          c:keep_mine()
        end
        w:settle()
        return table.concat(out, " ") .. ", " .. w.phone.notes.find{}[1].text
          .. #w.phone.sync.conflicts()
        """) == "deleted_at note_text, phone0")
  }

  @Test func `guests, accounts and wrong worlds`() throws {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        local w = world{devices = {"a", "b", "c"}, accounts = {b = "other", c = false}}
        w.a.notes.add("John 3:16", "mine")
        w.c.notes.add("John 3:16", "guest")
        w:settle()
        local out = {w.b.notes.count{}, w.c.sync.now().reason, w.a.auth.user().email}
        w.cloud:backup()
        w.a.notes.add("John 3:17", "later")
        w:settle()
        w.cloud:restore()
        w:settle()
        out[#out + 1] = #w.cloud.rows("user_notes", {})
        return table.concat(out, " ")
        """) == "0 not_signed_in reader@world.example 2")
    #expect(try desk.failure("world{devices = {}}").summary == "devices are 0")
    #expect(try desk.failure("world{devices = {'cloud'}}").kind == .badValue)
    #expect(try desk.failure("world{start = 'soon'}").summary == "start is no time")
    #expect(try desk.failure("world{accounts = {phon = 'a'}}").hint == "did you mean 'phone'?")
    #expect(try desk.failure("world{}:advance('soon')").summary == "by is no span of time")
    #expect(try desk.failure("world{}:fail{next = 2}").summary == "the options name no fault")
    #expect(try desk.failure("world{}:fail{device = 'x', drop = true}").kind == .badValue)
  }

  @Test func `the same world gives the same rows`() throws {
    let script = """
      local w = world{seed = 3}
      w.phone.notes.add("John 3:16", "x")
      w:settle()
      return w.tablet.notes.find{}[1].cloud_id .. w.tablet.notes.find{}[1].updated_at
      """
    #expect(try ScriptDesk().text(script) == ScriptDesk().text(script))
  }

  @Test func `a world goes when the script drops it, and its records say so`() throws {
    let desk = try ScriptDesk()
    let failure = try desk.failure(
      """
      local n = world{}.phone.notes.add("John 3:16", "x")
      collectgarbage() collectgarbage()
      n:update{text = "y"}
      """)
    #expect(failure.code == "api.world_gone")
    try desk.run(
      """
      local add = world{}.phone.notes.add
      collectgarbage() collectgarbage()
      add("John 3:16", "x"):tag("kept by its function")
      """)
  }

  @Test func `a row explains each of its values`() throws {
    let desk = try ScriptDesk(isSignedIn: true)
    #expect(
      try desk.text(
        """
        local n = notes.add("John 3:16", "x", {tags = "a"})
        sync.now()
        n = n:update{text = "y"}
        local out = {}
        for _, c in ipairs(n:explain()) do
          out[#out + 1] = c.column .. (c.pending and "*" or "") .. (c.device and "" or "-")
        end
        return table.concat(out, " ")
        """)
        == "collection_id created_at- deleted_at* note_text* tags_json.a verse_ref")
    #expect(
      try desk.failure(
        "pcall(transaction, function() n = notes.add('John 3:16', 'x') error() end) n:explain()"
      ).kind == .notFound)
  }

  @Test func `what others changed is told after a pull`() throws {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        local w = world{}
        local out = {}
        for _, event in ipairs{"change", "pushed", "pulled", "offline", "online"} do
          w.tablet.on(event, function(e) out[#out + 1] = e.event .. (e.table or "") end)
        end
        w.phone.notes.add("John 3:16", "x")
        w.phone.sync.now()
        w.tablet.sync.now()
        w.tablet:offline()
        w.tablet.sync.now()
        w.tablet:online()
        w.tablet.sync.now()
        return table.concat(out, " ")
        """) == "changeuser_notes pulled offline online")
  }

  @Test func `rows of the cloud come in full, however many it gives at once`() throws {
    let desk = try ScriptDesk(isSignedIn: true)
    let values = try desk.run(
      """
      transaction(function()
        for i = 1, 2100 do notes.add("John 3:16", "note " .. i % 3) end
      end)
      sync.now()
      local all = cloud.rows("user_notes")
      local seen, distinct = {}, 0
      for _, row in ipairs(cloud.rows("user_notes", {order = "note_text.desc"})) do
        if not seen[row.id] then seen[row.id], distinct = true, distinct + 1 end
      end
      return #all, distinct, #cloud.rows("user_notes", {limit = 1500}),
        #cloud.rows("user_notes", {limit = 10}), #cloud.rows("user_notes", {limit = 0}),
        #cloud.rows("user_notes", {note_text = "note 1", limit = 3000})
      """)
    #expect(values.map(\.integer) == [2100, 2100, 1500, 10, 0, 700])
    #expect(try desk.failure("cloud.rows('user_notes', {limit = -1})").summary == "limit is -1")
  }
}
