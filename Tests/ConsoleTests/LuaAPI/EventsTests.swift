import LuaRuntime
import Testing

/// `on(event, fn)`: what is told of edits and syncs, and when.
@Suite struct EventsTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  /// A phone and a tablet, and all that the phone is told of in `told`.
  private static let listening = """
    local w = world{seed = 5, devices = {"phone", "tablet"}}
    local p, t = w.phone, w.tablet
    local told = {}
    for _, event in ipairs{"change", "pushed", "pulled", "conflict", "parked", "offline",
      "online"} do
      p.on(event, function(e)
        local fields = {}
        for key, value in pairs(e) do
          if key ~= "event" and key ~= "cloud_id" and value ~= 0 then
            fields[#fields + 1] = key .. "=" .. tostring(value)
          end
        end
        table.sort(fields)
        told[#told + 1] = e.event .. "(" .. table.concat(fields, " ") .. ")"
      end)
    end
    local function take()
      local text = table.concat(told, " ")
      told = {}
      return text
    end
    """

  private func told(_ steps: String) throws -> String? {
    try desk.text(Self.listening + "\n" + steps + "\nreturn take()")
  }

  @Test func `an edit, what goes up and what comes down are told`() throws {
    #expect(
      try told(#"p.notes.add("John 3:16", "x")"#) == "change(by=notes.add source=here)")
    #expect(
      try told(#"p.notes.add("John 3:16", "x") take() p.sync.now()"#) == "pushed(pushed=1)")
    #expect(
      try told(#"t.notes.add("John 3:16", "x") t.sync.now() p.sync.now()"#)
        == "change(source=cloud table=user_notes) pulled(pulled=1)")
  }

  @Test func `a lost text is told as a conflict`() throws {
    let told = try told(
      """
      local n = p.notes.add("John 3:16", "first")
      w:settle()
      n:update{text = "phone"}
      w:advance("1m")
      t.notes.find{}[1]:update{text = "tablet"}
      t.sync.now() take()
      p.sync.now()
      """)
    #expect(told?.contains("conflict(conflicts=1)") == true, "\(told ?? "")")
  }

  @Test func `what the cloud refuses is told as parked`() throws {
    let told = try told(
      """
      p.sql("INSERT INTO user_notes(verse_ref, note_text, created_at) "
        .. "VALUES('John 3:16', 'bad', 'never')")
      for _ = 1, 6 do p.sync.now() w:advance("1h") end
      """)
    #expect(told == "change(by=sql source=here) parked(parked=1)")
  }

  @Test func `offline and online are told once each`() throws {
    let told = try told(
      """
      p:offline() p.sync.now() p.sync.now()
      p:online() p.sync.now() p.sync.now()
      """)
    #expect(told == "offline() online()")
  }

  @Test func `a change within a transaction is told once, after it, and of one undone nothing`()
    throws
  {
    #expect(
      try told(
        """
        p.transaction(function()
          p.notes.add("John 3:16", "x") p.notes.add("John 3:17", "y")
          assert(take() == "")
        end)
        pcall(p.transaction, function() p.notes.add("John 3:18", "z") error("no") end)
        """) == "change(by=transaction source=here)")
  }
}

/// `transaction(fn)` and coroutines: nothing is left half done.
@Suite struct TransactionTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  @Test func `a transaction runs whole inside a coroutine`() throws {
    let count = try desk.integer(
      """
      local thread = coroutine.wrap(function()
        transaction(function() notes.add("John 3:16", "x") notes.add("John 3:17", "y") end)
        coroutine.yield()
      end)
      thread()
      return #notes.find{}
      """)
    #expect(count == 2)
  }

  @Test func `a transaction that yields is an error, and changes nothing`() throws {
    let left = try desk.text(
      """
      local thread = coroutine.create(function()
        transaction(function() notes.add("John 3:16", "x") coroutine.yield() end)
      end)
      local done, why = coroutine.resume(thread)
      local after = pcall(transaction, function() notes.add("John 3:18", "z") end)
      return tostring(done) .. " " .. #notes.find{} .. " " .. tostring(after)
      """)
    #expect(left == "false 1 true")
  }

  @Test func `an error in one leaves neither rows nor entries of the queue`() throws {
    let left = try desk.text(
      """
      local fine, why = pcall(transaction, function()
        notes.add("John 3:16", "x") bookmarks.add("John 3:16")
        prefs.set("theme", "light") error{message = "stop", kind = "refused"}
      end)
      return tostring(fine) .. " " .. why.message .. " " .. #notes.find{} .. #bookmarks.find{}
        .. #queue.find{} .. tostring(prefs.get("theme") == "light")
      """)
    #expect(left == "false stop 000false")
  }
}
