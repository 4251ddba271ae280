import LuaAPI
import LuaRuntime
import Testing
import Vocabulary

/// The modules of the four nouns, as a script sees them.
@Suite struct LibraryModulesTests {
  let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  @Test(arguments: [
    "notes.add('John -3:1', 'x')", "notes.add('John 3:16', '\\u{200B}\\u{FEFF}\\u{A0}')",
    "notes.add('John 3:16', 'x', {tags = '\\u{2060}'})", "notes.add('John - 3', 'x')",
  ])
  func `what nobody means or sees is refused`(_ call: String) throws {
    #expect(try desk.failure(call).kind == .badValue)
  }

  @Test func `tags are kept without the blanks around them`() throws {
    let text = try desk.text(
      """
      local n = notes.add("John 3:16", "x", {tags = {" a ", "a"}}):tag("b\\u{A0}")
      n = n:update{tags = {" c", n.tags[1], n.tags[2]}}
      return table.concat(n.tags, "|") .. #n:untag("c ").tags
      """)
    #expect(text == "a|b|c2")
  }

  @Test func `notes of one verse and one moment come the latest first`() throws {
    let text = try desk.text(
      """
      for i = 1, 3 do notes.add("John 3:16", "x") end
      sql("UPDATE user_notes SET updated_at = '2026-01-01T00:00:00.000Z'")
      local n = notes.find{}
      return n[1].id .. n[2].id .. n[3].id
      """)
    #expect(text == "321")
  }

  @Test func `a table without an id left says so`() throws {
    try desk.run(
      "sql(\"INSERT INTO user_notes(id, verse_ref, note_text) VALUES(\(Int64.max), 'a', 'x')\")"
    )
    let failure = try desk.failure("notes.add('John 3:16', 'y')")
    #expect(failure.code == "store.ids_exhausted")
    try desk.run(
      """
      sql("UPDATE user_notes SET id = 7 WHERE id = 9223372036854775807")
      sql("UPDATE sqlite_sequence SET seq = 7 WHERE name = 'user_notes'")
      """)
    #expect(try desk.integer("return notes.add('John 3:16', 'y').id") == 8)
  }

  @Test func `a clock that is right needs no unit`() throws {
    try desk.run("local w = world{} w.phone:skew(0) w.phone:skew('0s') w:advance(0)")
    #expect(try desk.failure("world{}.phone:skew(5)").kind == .badValue)
  }

  @Test func `what a listener raises is no error of the write`() throws {
    let desk = try ScriptDesk()
    var stray: [LuaFailure] = []
    desk.lua.onStrayError = { stray.append($0) }
    let text = try desk.text(
      """
      on("change", function() error("boom") end)
      local heard = 0
      on("change", function() heard = heard + 1 end)
      local n = notes.add("John 3:16", "x")
      transaction(function() n:tag("a") end)
      return n.text .. heard
      """)
    #expect(text == "x2")
    let line = "a function for on(\"change\") failed: test:1: boom"
    #expect(stray.map(\.summary) == [line, line])
  }

  @Test func `a note has its fields and its methods`() throws {
    let values = try desk.run(
      """
      local c = collections.add("Grace")
      local n = notes.add("jn 3.16", "So loved", {tags = {"b", "a"}, collection = c})
      return n.id, n.ref, n.text, table.concat(n.tags, " "), n.collection == c.id,
        n.created_at, n.cloud_id, tostring(n), n.deleted_at
      """)
    #expect(values[0].integer == 1)
    #expect(values[1].text == "john 3:16")
    #expect(values[2].text == "So loved")
    #expect(values[3].text == "a b")
    #expect(values[4].boolean == true)
    #expect(values[5].text == "2026-01-01T00:00:00.000Z")
    #expect(values[6].text?.count == 36)
    #expect(values[7].text == "note 1: john 3:16")
    #expect(values[8].isNil)
  }

  @Test func `null takes a note out of its collection, nil leaves it there`() throws {
    let values = try desk.run(
      """
      local n = notes.add("John 3:16", "x", {collection = collections.add("Grace")})
      local kept = n:update{text = "y", collection = nil}
      return kept.collection, n:update{collection = null}.collection
      """)
    #expect(values[0].integer == 1)
    #expect(values[1].isNil)
  }

  @Test func `lists take options, records and ids`() throws {
    #expect(
      try desk.text(
        """
        local c = collections.add("Grace")
        local a = notes.add("Rom 5:8", "a", {collection = c.id, tags = "x"})
        local b = notes.add("John 3:16", "b", {collection = c})
        notes.add("1 John 3:1", "c")
        a:link(b) b:link(a.id)
        local out = {}
        for _, n in ipairs(notes.find{collection = c}) do out[#out + 1] = n.text end
        for n in notes.each{order = "updated", limit = 1} do out[#out + 1] = n.text end
        out[#out + 1] = notes.count{tag = "x", chapter = "Romans 5"}
        out[#out + 1] = #notes.find{ref = "John 3:1"}
        out[#out + 1] = a:links()[1].text .. a:backlinks()[1].text
        out[#out + 1] = tostring(a:unlink(b)) .. tostring(a:unlink(b))
        out[#out + 1] = collections.get("Grace").notes
        return table.concat(out, " ")
        """) == "b a c 1 0 bb truefalse 2")
  }

  @Test func `a loop may delete what it goes through, and break`() throws {
    #expect(
      try desk.integer(
        """
        for i = 1, 20 do notes.add("Psalm 119:" .. i, "n" .. i) end
        for n in notes.each{} do
          n:delete()
          if n.ref == "psalms 119:10" then break end
        end
        return notes.count{} * 100 + notes.count{deleted = true}
        """) == 1_010)
  }

  @Test func `highlights and their collections`() throws {
    #expect(
      try desk.text(
        """
        local g = highlights.collections.add("Promises", "gold", {sort_order = 2})
        local h = highlights.set("John 3:16", "gold", {collection = g, note = "n"})
        local out = {h.ref, h.color, h.note, tostring(h.collection == g.id)}
        out[#out + 1] = highlights.collections.find{}[1].highlights
        h = highlights.set("John 3:16", "teal")
        out[#out + 1] = tostring(h.note) .. tostring(h.collection)
        out[#out + 1] = tostring(highlights.remove("John 3:16"))
        out[#out + 1] = tostring(highlights.get("John 3:16"))
        out[#out + 1] = #highlights.find{deleted = true}
        return table.concat(out, " ")
        """) == "john 3:16 gold n true 1 nilnil true nil 1")
  }

  @Test func `references are parsed, found and written out`() throws {
    #expect(
      try desk.text(
        """
        local list = refs.parse("Jn 3.16-4:2; Jude")
        local r = list[1]
        local out = {#list, r.book, r.chapter, r.verse, r.last_chapter, r.last_verse, tostring(r)}
        out[#out + 1] = refs.format(list, {style = "osis"})
        out[#out + 1] = refs.format(r, {style = "short"})
        out[#out + 1] = refs.format("ps 23")
        local text = "λ: see John 3:16, 18."
        for _, f in ipairs(refs.find(text)) do out[#out + 1] = text:sub(f.start, f.stop) end
        return table.concat(out, "|")
        """)
        == "2|john|3|16|4|2|john 3:16-4:2|John.3.16-John.4.2,Jude.1|John 3:16-4:2|Psalm 23"
        + "|John 3:16|18")
    #expect(try desk.failure("refs.format({1})").summary.hasPrefix("refs of refs.format must be"))
    #expect(try desk.failure("refs.parse('Joel 4:1')").code == "library.other_numbering")
  }

  @Test func `search gives snippets and takes any text`() throws {
    #expect(
      try desk.text(
        """
        notes.add("John 1:17", "grace and truth came")
        for _, q in ipairs{"God's", '"', "*", "NEAR(", "3:16", ""} do notes.search(q) end
        return notes.search("TRUTH", {limit = 1})[1].snippet
        """) == "grace and [truth] came")
    #expect(try desk.text("return notes.search('grace in:john')[1].ref") == "john 1:17")
    let failure = try desk.failure("notes.search('grace in:jonn')")
    #expect(failure.kind == .badValue && failure.code == "library.bad_search")
    #expect(failure.summary.hasPrefix("words: in:jonn: no book"))
    #expect(failure.hint?.hasPrefix("did you mean in:John?") == true)
  }

  @Test func `texts with a zero byte or no UTF-8 are refused and named`() throws {
    let zero = try desk.failure(#"notes.add("John 3:16", "a\0b")"#)
    #expect(zero.summary == "text holds U+0000 at byte 2")
    let broken = try desk.failure(#"notes.add("John 3:16", "x", {tags = {"a", "\xff"}})"#)
    #expect(broken.summary == "tags is not UTF-8 at byte 1")
    let long = try desk.failure(#"notes.add("John 3:16", ("x"):rep(2^21))"#)
    #expect(long.kind == .limit)
    #expect(try desk.integer("return #queue") == 0)
  }

  @Test func `deleted and unknown rows are told apart`() throws {
    let gone = try desk.failure(
      "local n = notes.add('John 3:16', 'x') n:delete() n:update{text = 'y'}")
    #expect(gone.kind == .deleted)
    #expect(gone.summary == "note 1 is deleted")
    #expect(try desk.failure("notes.get(99)").kind == .notFound)
    #expect(try desk.failure("collections.get('Grce')").kind == .notFound)
  }

  @Test func `json there and back`() throws {
    #expect(
      try desk.text(
        #"return json.encode{b = {1, 2.0, 2.5}, a = "x\n", e = {}, n = null, t = true}"#)
        == #"{"a":"x\n","b":[1,2,2.5],"e":[],"n":null,"t":true}"#)
    #expect(try desk.boolean(#"return json.decode('{"a":[null]}').a[1] == null"#) == true)
    #expect(
      try desk.failure("local t = {} t.t = t json.encode(t)").summary
        == "value holds a table that is inside itself")
    #expect(
      try desk.failure("json.encode{1, a = 2}").summary == "value mixes a list with other keys")
    #expect(try desk.failure("json.encode{0/0}").summary.contains("not finite"))
    #expect(try desk.failure("json.decode('[1')").summary.hasPrefix("text is not JSON at byte 3"))
  }

  @Test func `JSON of several megabytes is read`() throws {
    #expect(
      try desk.integer(
        """
        local text = ("x"):rep(3 * 2^20)
        return #json.decode(json.encode{text})[1]
        """) == 3 << 20)
    let long = try desk.failure("json.decode((' '):rep(65 * 2^20))")
    #expect(long.kind == .limit)
    #expect(long.summary == "text has 68157440 bytes; at most 67108864 are taken")
  }

  @Test func `events tell of changes once they stand`() throws {
    #expect(
      try desk.text(
        """
        local out = {}
        local h = on("change", function(e) out[#out + 1] = e.source .. ":" .. e.by end)
        notes.add("John 3:16", "x")
        transaction(function()
          notes.add("John 3:17", "x")
          notes.add("John 3:18", "x")
          out[#out + 1] = "inside"
        end)
        h:off()
        notes.add("John 3:19", "x")
        return table.concat(out, " ") .. " " .. tostring(h:off())
        """) == "here:notes.add inside here:transaction false")
  }

  @Test func `a change made by a listener does not call it again`() throws {
    #expect(
      try desk.integer(
        """
        on("change", function() notes.add("John 3:17", "by the listener") end)
        notes.add("John 3:16", "x")
        return notes.count{}
        """) == 2)
  }

  @Test(arguments: [
    ("help(notes.add('jn 3:16', 'x').update)", "note:update{text=, tags=, collection=}"),
    ("help(notes.add('jn 3:16', 'x'))", "note:update{text="), ("help(notes)", "notes.add(ref, "),
    ("help(world{}.advance)", "world:advance(by)"),
    ("help(world{})", "world{seed=, start=, devices=, accounts=, confirm_email=}"),
    ("help(world{}.phone.notes.find)", "notes.find{ref="), ("help(nil)", "that is nil: nothing"),
    ("help(notes.ad)", "that is nil: nothing"), ("help(5)", "a number; help() lists"),
    ("help(true)", "a boolean; help()"), ("help(function() end)", "a function, of Lua or of"),
    ("help(null)", "null: stands for NULL"), ("help({1, 2})", "a list of 2;"),
    ("help({})", "a table;"),
    ("help(sql('select 1 a, 2 b')[1])", "a row of a query with the columns a, b"),
    ("help()", "help(\"notes.add\") explains"), ("help('note:tag')", "note:tag(tags)"),
  ])
  func `help says something useful of every value`(call: String, start: String) throws {
    let text = try desk.text("local out print = function(s) out = s end \(call) return out")
    #expect(text?.hasPrefix(start) == true, "\(text ?? "nothing")")
    if call == "help(world{})" { #expect(text?.contains("\nworld:settle()\n") == true) }
  }

  @Test(arguments: [
    "collections.add(%)", "collections.add('a'):update{name = %}",
    "highlights.collections.add(%, 'gold')",
  ])
  func `a name is one line that fits a list`(call: String) throws {
    for name in [#"'a\nb'"#, #"'a\tb'"#, #"'a\u{2028}b'"#, "('x'):rep(201)"] {
      let failure = try desk.failure(call.replacing("%", with: name))
      #expect(failure.code == "library.unfit_name")
      #expect(failure.summary.hasPrefix("name has "))
    }
    try desk.run(call.replacing("%", with: "('é'):rep(200)"))
  }

  @Test func `time does not go back`() throws {
    let failure = try desk.failure("world{}:advance('-1h')")
    #expect(failure.summary == "by goes back in time, which nobody can")
    #expect(failure.hint?.contains("skew") == true)
    try desk.run("world{}:advance('0s') world{}.phone:skew('-1h')")
  }

  @Test func `a new note was edited when it was made`() throws {
    #expect(
      try desk.boolean(
        """
        local w = world{}
        w.phone:skew("-1h")
        w.phone.sync.now()
        local n = w.phone.notes.add("John 3:16", "x")
        return n.created_at == n.updated_at and n.created_at == w.phone.notes.get(n.id).created_at
        """) == true)
  }
}
