import LuaAPI
import LuaRuntime
import Testing
import Vocabulary

/// Entries that a person takes in hand: shown, edited, tried again, given up, written out.
@Suite struct QueueSurgeryTests {
  /// A world of two devices, and `park`: a note that the cloud refuses five times.
  private static let setUp = """
    w = world{devices = {"phone", "tablet"}, start = "2026-03-01T08:00:00Z"}
    p = w.phone
    function out(list) return table.concat(list, ", ") end
    function bad_note(ref)
      p.sql("INSERT INTO user_notes(verse_ref, note_text, tags_json, created_at) "
        .. "VALUES(?, 'bad', '[\\"a\\"]', 'never')", ref)
      return p.notes.find{text = "bad"}[1]
    end
    function bad_collection()
      p.sql("INSERT INTO study_collections(name, created_at) VALUES('Grace', 'never')")
      return p.collections.find{}[1]
    end
    function park()
      for _ = 1, 5 do p.sync.now() w:advance("1h") end
      return p.queue.find{state = "parked"}[1]
    end
    """

  private func text(_ script: String) throws -> String? {
    let desk = try ScriptDesk()
    try desk.run(Self.setUp)
    return try desk.text(script)
  }

  @Test func `a parked entry is shown with its error and what hangs on it`() throws {
    #expect(
      try text(
        """
        local c = bad_collection()
        local n = p.notes.add("John 3:16", "x", {collection = c})
        n:link(p.notes.add("John 3:17", "y"))
        local e = p.queue.show(park())
        local o = {e.state, e.attempts, e.error_code, #e.dependants}
        for _, d in ipairs(e.dependants) do o[#o + 1] = d.table .. " " .. d.row end
        local d = p.queue.show(e.dependants[1])
        o[#o + 1] = d.state .. " " .. d.attempts .. " waits for " .. d.waits_for[1].id
        o[#o + 1] = tostring(d.waits_for[1].id == e.id)
        return out(o)
        """)
        == "parked, 5, 22007, 2, user_notes 1, note_links 1, ready 0 waits for 1, true")
  }

  @Test func `an edit changes row and entry alike, and it goes`() throws {
    #expect(
      try text(
        """
        local n = bad_note("john 3:16")
        local e = park()
        local c = p.collections.add("Grace")
        e = p.queue.edit(e, {
          created_at = "2026-02-01T08:00:00+01:00", tags_json = {"b", "a"}, collection_id = c,
          verse_ref = "jn 3.17"})
        n = p.notes.get(n.id)
        local o = {e.state, e.attempts, #p.queue, n.ref, table.concat(n.tags, "+"), n.created_at}
        w:settle()
        o[#o + 1] = #w:diff() + #p.queue
        o[#o + 1] = w.tablet.collections.get(w.tablet.notes.find{}[1].collection).name
        return out(o)
        """)
        == "ready, 0, 2, john 3:17, a+b, 2026-02-01T07:00:00.000Z, 0, Grace")
  }

  @Test func `a wrong edit changes nothing`() throws {
    let desk = try ScriptDesk()
    try desk.run(#"notes.add("John 3:16", "x") highlights.set("John 3:16", "gold")"#)
    func failure(_ edit: String) throws -> LuaFailure { try desk.failure("queue.edit(\(edit))") }
    #expect(try failure("1, {}").code == "api.missing_argument")
    #expect(try failure("9, {note_text = 'y'}").kind == .notFound)
    #expect(try failure("1, {note_txt = 'y'}").hint == "did you mean 'note_text'?")
    #expect(try failure("1, {note_text = null}").summary == "note_text cannot be null")
    #expect(try failure("1, {note_text = 7}").kind == .badValue)
    #expect(try failure("1, {note_text = ''}").kind != .internal)
    #expect(try failure("1, {note_text = 'y', created_at = 'never'}").kind == .badValue)
    #expect(try failure("1, {collection_id = 7}").kind == .notFound)
    #expect(try failure("1, {verse_ref = 'Nothing 3'}").kind == .badValue)
    #expect(try failure("2, {verse_ref = 'John 3:17'}").kind == .badValue)
    #expect(try failure("1, {seq = 7}").kind == .badValue)
    #expect(try desk.text("return notes.find{}[1].text .. #queue") == "x2")
  }

  @Test func `retry tries now, whatever the time`() throws {
    #expect(
      try text(
        """
        local n = bad_note("john 3:16")
        p.sync.now()
        local e = p.queue.find{}[1]
        local o = {tostring(e.next_try_at ~= nil), p.queue.retry(e).attempts}
        e = park()
        o[#o + 1] = p.queue.retry(e).state .. p.queue.show(e).attempts
        p:offline()
        local r = p.queue.retry(e)
        o[#o + 1] = r.state .. " " .. r.reason .. r.attempts
        p:online()
        p.sql("UPDATE user_notes SET created_at = '2026-01-01T00:00:00.000Z'")
        o[#o + 1] = p.queue.retry(e).state .. #p.queue
        return out(o)
        """) == "true, 2, ready1, ready offline1, sent0")
  }

  @Test func `discarding what the cloud has takes its row and keeps what was dropped`() throws {
    #expect(
      try text(
        """
        local n = p.notes.add("John 3:16", "first", {tags = "a"})
        w:settle()
        w.tablet.notes.find{}[1]:update{text = "tablet", tags = {"b"}}
        w.tablet.sync.now()
        w:advance("1m")
        n:update{text = "phone"}
        local e = p.queue.find{}[1]
        local dry = p.queue.discard(e, {dry_run = true})
        local o = {dry.fate .. dry.conflicts .. #p.queue .. p.notes.get(n.id).text}
        local d = p.queue.discard(e)
        n = p.notes.get(n.id)
        o[#o + 1] = d.fate .. d.conflicts .. n.text .. table.concat(n.tags, "+")
        local c = p.sync.conflicts()[1]
        o[#o + 1] = c.column .. ": " .. c.mine .. " < " .. c.theirs
        w:settle()
        o[#o + 1] = #w:diff() + #p.queue .. w.tablet.sync.conflicts()[1].mine
        c:keep_mine()
        w:settle()
        o[#o + 1] = w.tablet.notes.find{}[1].text .. #w:diff()
        return out(o)
        """)
        == "as_in_cloud11phone, as_in_cloud1tabletb, note_text: phone < tablet, 0phone, phone0")
  }

  @Test func `discarding what the cloud lacks trashes it, and frees what can be without it`() throws
  {
    #expect(
      try text(
        """
        local c = bad_collection()
        local a = p.notes.add("John 3:16", "a", {collection = c})
        local b = p.notes.add("John 3:17", "b")
        a:link(b)
        local d = p.queue.discard(park())
        local o = {d.fate, #d.dependants, d.dependants[1].table, d.dependants[1].fate}
        w:settle()
        o[#o + 1] = w.tablet.notes.count{} .. #w.tablet.notes.find{}[2]:links() .. #w:diff()
        o[#o + 1] = p.collections.find{deleted = true}[1].name .. #p.collections.find{}
        p.sql("UPDATE study_collections SET created_at = '2026-01-01T00:00:00.000Z'")
        p.collections.find{deleted = true}[1]:restore()
        w:settle()
        o[#o + 1] = w.tablet.collections.find{}[1].name .. #w:diff()
        return out(o)
        """) == "in_trash, 1, user_notes, freed, 200, Grace0, Grace0")
    #expect(
      try text(
        """
        local a = bad_note("john 3:16")
        local b = p.notes.add("John 3:17", "b")
        a:link(b)
        local d = p.queue.discard(park())
        local o = {d.fate, #d.dependants, d.dependants[1].table, d.dependants[1].fate}
        w:settle()
        o[#o + 1] = #p.queue .. w.tablet.notes.count{} .. #b:links() .. #b:backlinks()
        o[#o + 1] = p.notes.find{deleted = true}[1].text
        return out(o)
        """) == "in_trash, 1, note_links, in_trash, 0100, bad")
  }

  @Test func `a note in the trash is freed of it too, and stays there`() throws {
    #expect(
      try text(
        """
        local c = bad_collection()
        local n = p.notes.add("John 3:16", "x", {collection = c})
        park()
        n = p.notes.find{}[1]
        n:delete()
        p.sync.now()
        local given = p.queue.discard(p.queue.find{table = "study_collections"}[1])
        local dead = p.notes.count{deleted = true}
        w:settle()
        p.notes.find{deleted = true}[1]:restore()
        w:settle()
        return out{given.dependants[1].fate, dead, #p.queue,
          tostring(p.notes.find{}[1].collection_id), w.tablet.notes.find{}[1].text, #w:diff()}
        """) == "freed, 1, 0, nil, x, 0")
  }

  @Test func `what waits of a note in the trash goes without what was given up`() throws {
    #expect(
      try text(
        """
        local n = p.notes.add("John 3:16", "x")
        w:settle()
        n:update{collection = bad_collection()}
        park()
        n = p.notes.find{}[1]
        n:delete()
        p.sync.now()
        local waits = #p.queue
        p.queue.discard(p.queue.find{table = "study_collections"}[1])
        w:settle()
        local there = w.tablet.notes.find{deleted = true}[1]
        return out{waits, #p.queue, there.text, tostring(there.collection_id), #w:diff()}
        """) == "2, 0, x, nil, 0")
  }

  @Test func `a guest discards without a cloud, and offline nothing changes`() throws {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        notes.add("John 3:16", "x")
        local d = queue.discard(queue.find{}[1])
        return d.fate .. #queue .. notes.count{} .. notes.find{deleted = true}[1].text
        """) == "in_trash00x")
    try desk.run(Self.setUp)
    #expect(
      try desk.text(
        """
        local n = p.notes.add("John 3:16", "x")
        w:settle()
        n:update{text = "y"}
        p:offline()
        local ok, e = pcall(p.queue.discard, p.queue.find{}[1])
        return tostring(ok) .. e.kind .. #p.queue .. p.notes.get(n.id).text
        """) == "falseoffline1y")
    #expect(try desk.failure("queue.discard(99)").kind == .notFound)
    #expect(
      try desk.failure("transaction(function() queue.discard(1) end)").code
        == "api.inside_transaction")
  }

  @Test func `the queue is written to a new file, and never over one`() throws {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        notes.add("John 3:16", "x", {tags = "a"})
        local path = os.tmpname()
        os.remove(path)
        local written = queue.export(path)
        local file = io.open(path)
        local read = json.decode(file:read("a"))
        file:close()
        local again, e = pcall(queue.export, path)
        os.remove(path)
        local entry = read.entries[1]
        local text = ""
        for _, c in ipairs(entry.changes) do
          if c.column == "note_text" then text = c.value end
        end
        return written.entries .. written.foreign .. entry.operation .. text .. " "
          .. tostring(again) .. e.kind .. #queue
        """) == "10INSERTx falsebad_value1")
    var options = LuaState.Options()
    options.isSandboxed = true
    let sandbox = try ScriptDesk(options: options)
    #expect(try sandbox.failure("queue.export('x')").code == "api.in_sandbox")
  }

  @Test func `a plan says what would go and come, and changes nothing`() throws {
    #expect(
      try text(
        """
        w:settle()
        local t = w.tablet.notes.add("John 1:1", "t")
        w.tablet.notes.add("John 1:2", "gone later")
        w:settle()
        t:update{text = "tablet"}
        w.tablet.notes.find{ref = "John 1:2"}[1]:delete()
        w.tablet.bookmarks.add("John 2:1")
        w.tablet.sync.now()
        p.notes.find{ref = "John 1:1"}[1]:update{text = "phone"}
        local c = bad_collection()
        local n = p.notes.add("John 3:16", "x", {collection = c})
        n:update{text = "y"}
        n:link(p.notes.add("John 3:17", "z"))
        local function told()
          local plan, o = p.sync.plan(), {}
          for _, e in ipairs(plan.push) do o[#o + 1] = e.table .. " " .. e.action end
          for _, r in ipairs(plan.pull) do
            o[#o + 1] = r.table .. " " .. r.action .. tostring(r.queued)
          end
          o[#o + 1] = tostring(plan.more) .. tostring(plan.full) .. tostring(plan.reason)
          return out(o)
        end
        local before = #p.queue
        local first, second = told(), told()
        assert(first == second and before == #p.queue and p.notes.count{} == 4)
        p.sync.push()
        p:offline()
        return first .. "\\n" .. told()
        """) == """
          study_collections send, user_notes send, user_notes send, user_notes send, \
          note_links send, user_notes changetrue, user_notes deletefalse, bookmarks addfalse, \
          falsefalsenil
          study_collections send, user_notes send, note_links send, falsefalseoffline
          """)
  }

  @Test func `a plan of one who is signed out names the reason`() throws {
    let desk = try ScriptDesk()
    try desk.run(#"notes.add("John 3:16", "x") progress.visit("John 3")"#)
    #expect(
      try desk.text(
        """
        local plan, o = sync.plan(), {}
        for _, e in ipairs(plan.push) do o[#o + 1] = e.table .. " " .. e.action end
        return table.concat(o, ", ") .. #plan.pull .. plan.reason .. #queue
        """)?.hasPrefix("user_notes send, reading_progress wait") == true)
    #expect(try desk.failure("transaction(function() sync.plan() end)").kind == .refused)
  }

  @Test func `verify tells what it compared, mended, and why it could not`() throws {
    #expect(
      try text(
        """
        p.notes.add("John 3:16", "x")
        local n = w.tablet.notes.add("John 3:17", "y")
        w.tablet.sync.now()
        local o = {}
        local function told(v)
          o[#o + 1] = v.rows .. v.repaired_here .. v.repaired_there .. v.pending
            .. tostring(v.reason)
        end
        told(p.sync.verify())
        p:offline()
        told(p.sync.verify())
        o[#o + 1] = #p.notes.find{}
        return out(o)
        """) == "2000nil, 0000offline, 2")
  }
}
