import LuaRuntime
import Testing

@Suite struct SessionEventsTests {
  private let desk: ScriptDesk

  init() throws {
    desk = try ScriptDesk()
    try desk.run(
      """
      told = {}
      on("session", function(e)
        told[#told + 1] = e.event .. " " .. e.change .. " " .. tostring(e.signed_in) .. " "
          .. tostring(e.email)
      end)
      function all() return table.concat(told, "; ") end
      """)
  }

  @Test func `who begins to listen is told at once who is signed in`() throws {
    #expect(try desk.text("return all()") == "session initial_session false nil")
    try desk.run(#"auth.sign_up("a@b.example", "password-1")"#)
    let second = try desk.text(
      """
      local seen
      on("session", function(e) seen = e end):off()
      return seen.change .. " " .. seen.email .. " " .. tostring(seen.user_id == auth.user().id)
      """)
    #expect(second == "initial_session a@b.example true")
    #expect(try desk.integer("return #told") == 2)
  }

  @Test func `a person's way in and out is told step by step`() throws {
    try desk.run(
      """
      told = {}
      auth.sign_up("a@b.example", "password-1")
      auth.update{name = "Ann"}
      auth.sign_out{}
      auth.sign_in("a@b.example", "password-1")
      """)
    #expect(
      try desk.text("return all()")
        == [
          "session signed_in true a@b.example", "session user_updated true a@b.example",
          "session signed_out false nil", "session signed_in true a@b.example",
        ].joined(separator: "; "))
  }

  @Test func `a session that the cloud ended is told with the reason, and its profile stays`()
    throws
  {
    let told = try desk.text(
      """
      local w = world{seed = 3, devices = {"phone", "tablet"}, accounts = {phone = false,
        tablet = false}}
      w.phone.auth.sign_up("a@b.example", "password-1")
      w.tablet.auth.sign_in("a@b.example", "password-1")
      local seen
      w.phone.on("session", function(e) seen = e end)
      w.tablet.auth.sign_out{scope = "global"}
      w:advance("2h")
      local report = w.phone.sync.now()
      return table.concat({seen.change, tostring(seen.signed_in), seen.reason, report.reason,
        tostring(w.phone.auth.session().needs_sign_in),
        tostring(w.phone.auth.profile() ~= nil)}, "; ")
      """)
    #expect(
      told == "signed_out; false; the cloud ended this session; not_signed_in; true; true")
  }

  @Test func `a refresh within a sync is told after it`() throws {
    let told = try desk.text(
      """
      local w = world{seed = 3, devices = {"phone"}}
      local seen = {}
      w.phone.on("session", function(e)
        seen[#seen + 1] = e.change
        w.phone.notes.add("John 3:16", "made by a listener")
      end)
      w:advance("2h")
      w.phone.sync.now()
      return table.concat(seen, " ") .. " " .. w.phone.notes.count{}
      """)
    #expect(told == "initial_session token_refreshed 2")
  }

  @Test func `the profile follows what became of the session`() throws {
    #expect(
      try desk.text(
        """
        auth.sign_up("a@b.example", "password-1")
        auth.update{name = "Ann"}
        local name = auth.profile().name
        auth.sign_out{}
        return name .. " " .. tostring(auth.profile())
        """) == "Ann nil")
  }
}
