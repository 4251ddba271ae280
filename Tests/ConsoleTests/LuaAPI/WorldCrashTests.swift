import LuaRuntime
import Testing
import Vocabulary

/// Crashes, expired tokens and other clients, as scripts play them.
@Suite struct WorldCrashTests {
  private let desk: ScriptDesk

  init() throws {
    desk = try ScriptDesk()
    try desk.run("w = world{}  phone = w.phone  tablet = w.tablet")
  }

  @Test func `a device that is down says so, whatever is asked of it`() throws {
    try desk.run("n = phone.notes.add('John 3:16', 'x')  phone:crash()")
    for script in [
      "phone.notes.count{}", "phone.sync.now()", "phone.auth.user()", "phone.sql('SELECT 1')",
      "n:delete()", "phone.sync.status()", "phone.cloud.rows('user_notes')",
    ] {
      let failure = try desk.failure(script)
      #expect(failure.summary == "phone is down", "\(script)")
      #expect(failure.hint == "start it again first: device:restart()", "\(script)")
      #expect(failure.kind == .refused, "\(script)")
    }
    #expect(try desk.failure("return #phone.queue").hint == "restart the device first")
    #expect(try desk.integer("return tablet.notes.count{} + #w.cloud.rows('user_notes')") == 0)
  }

  @Test func `after a restart the same table works, and who is signed in stays so`() throws {
    let values = try desk.run(
      """
      phone.notes.add("John 3:16", "kept")
      w:settle()
      local id = phone.sql("SELECT value FROM sync_state WHERE key = 'device_id'")[1].value
      local back = phone:crash{keep = 0}:restart()
      local now = phone.sql("SELECT value FROM sync_state WHERE key = 'device_id'")[1].value
      w:settle()
      return back == phone, phone.auth.user().email, now == id, phone.notes.find{}[1].text, #w:diff()
      """)
    #expect(values[0].boolean == true)
    #expect(values[1].text == "reader@world.example")
    #expect(values[2].boolean == true)
    #expect(values[3].text == "kept")
    #expect(values[4].integer == 0)
  }

  @Test func `what was taken from a device before its restart must be got again`() throws {
    try desk.run(
      """
      n = phone.notes.add("John 3:16", "x")  m = phone.notes
      w:settle()
      phone:crash():restart()
      collectgarbage()
      """)
    for script in ["n:delete()", "m.count{}"] {
      let failure = try desk.failure(script)
      #expect(failure.summary == "phone was started again since this was taken from it")
      #expect(failure.hint == "get it again")
    }
    #expect(try desk.failure("phone.notes.add('John 3:17', 'y'):link(n)").kind == .refused)
    try desk.run("w:settle()  phone.notes.find{}[1]:delete()")
  }

  @Test func `a restart alone loses nothing, and a crash at worst what was not synced`() throws {
    let kept = """
      phone.notes.add("John 3:16", "x")
      phone:%
      return phone.notes.count{}
      """
    #expect(try desk.integer(kept.replacing("%", with: "restart()")) == 1)
    #expect(try desk.integer(kept.replacing("%", with: "crash{keep = 100}:restart()")) == 2)
    #expect(try desk.integer(kept.replacing("%", with: "crash{keep = 0}:restart()")) == 2)
    #expect(try desk.failure("phone:crash{keep = 101}").hint == "give 0 to 100")
  }

  @Test func `the same seed crashes alike`() throws {
    let script = """
      local w = world{seed = 7}
      for verse = 1, 9 do w.phone.notes.add("John 3:" .. verse, "x") end
      w.phone:crash():restart()
      return w.phone.notes.count{} .. " " .. w.phone.sql("SELECT random() AS r")[1].r
      """
    #expect(try desk.text(script) == desk.text(script))
  }

  @Test func `a crash inside a transaction leaves none of it`() throws {
    let failure = try desk.failure(
      """
      phone.transaction(function()
        phone.notes.add("John 3:16", "x")
        phone:crash{keep = 100}
      end)
      """)
    #expect(failure.summary.contains("down"))
    #expect(try desk.integer("phone:restart() return phone.notes.count{}") == 0)
  }

  @Test func `an expired token is renewed and the sync goes on`() throws {
    let values = try desk.run(
      """
      phone.notes.add("John 3:16", "x")
      w:fail{device = "phone", expire_token = true}
      local report = phone.sync.now()
      return report.pushed, report.reason, phone.sync.status().signed_in
      """)
    #expect(values[0].integer == 1)
    #expect(values[1].isNil)
    #expect(values[2].boolean == true)
  }

  @Test func `a plain client's rows reach every device, and its deletion too`() throws {
    let values = try desk.run(
      """
      local id = w.cloud:write("user_notes", {verse_ref = "john 3:16", note_text = "by hand",
        tags_json = {"b", "a"}})
      w:settle()
      local note = phone.notes.find{}[1]
      local text, tags = note.text, table.concat(note.tags, ",")
      note:update{text = "by phone"}
      w:settle()
      local gone = w.cloud:delete("user_notes", id)
      w:settle()
      return text, tags, gone, tablet.notes.count{}, #w:diff(), w.cloud:delete("user_notes", id)
      """)
    #expect(values[0].text == "by hand")
    #expect(values[1].text == "a,b")
    #expect(values[2].boolean == true)
    #expect(values[3].integer == 0)
    #expect(values[4].integer == 0)
    #expect(values[5].boolean == false)
  }

  @Test(
    arguments: [
      ("w.cloud:write('user_nots', {a = 1})", "42P01"),
      ("w.cloud:write('user_notes', {nothing = 1})", "42703"),
      ("w.cloud:write('user_notes', {note_text = 'x'})", "23502"),
    ])
  func `what a cloud refuses such a client comes with its code`(script: String, code: String)
    throws
  {
    #expect(try desk.failure(script).summary.contains(code))
  }

  @Test func `a row needs columns, and a guest has no rows`() throws {
    #expect(try desk.failure("w.cloud:write('user_notes', {})").hint == "give {column = value}")
    let guest = """
      local g = world{devices = {"one"}, accounts = {one = false}}
      g.cloud:write("user_notes", {verse_ref = "john 3:16", note_text = "x"})
      """
    #expect(try desk.failure(guest).kind == .notSignedIn)
    #expect(
      try desk.failure("w.cloud:write('user_notes', {a = 1}, {device = 'x'})").summary
        == "device cannot be 'x'")
  }
}
