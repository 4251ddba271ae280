import LuaRuntime
import Testing
import Vocabulary

/// The end of an account, as its own device, its other devices and the next account see it.
@Suite struct AccountDeletionTests {
  private static let two = """
    local w = world{seed = 3, accounts = {phone = "ann", tablet = "ann"}}
    local a, b = w.phone, w.tablet
    a.notes.add("John 3:16", "kept")
    w:settle()
    """

  @Test func `a deleted account leaves the library to the next one`() throws {
    let told = try ScriptDesk().text(
      """
      \(Self.two)
      a.notes.add("John 3:17", "unsent")
      assert(a.auth.delete_account{confirm = "DELETE"} == true)
      assert(a.auth.user() == nil and a.auth.profile() == nil)
      assert(#a.notes.find{} == 2)
      a.auth.sign_up("next@world.example", "password-1")
      a.sync.now()
      local fresh = w.cloud
      a.auth.sign_out{}
      b.auth.sign_in("next@world.example", "password-1", {on_other_owner = "replace"})
      b.sync.now()
      local texts = {}
      for _, note in ipairs(b.notes.find{}) do texts[#texts + 1] = note.text end
      table.sort(texts)
      return table.concat(texts, " ")
      """)
    #expect(told == "kept unsent")
  }

  @Test func `whoever is signed out deletes nothing`() throws {
    let failure = try ScriptDesk().failure(#"auth.delete_account{confirm = "DELETE"}"#)
    #expect(failure.kind == .notSignedIn)
  }

  @Test(arguments: ["", "{}", #"{confirm = "delete"}"#, #"{confirm = "yes"}"#])
  func `without the word nothing is deleted`(options: String) throws {
    let desk = try ScriptDesk(isSignedIn: true)
    let failure = try desk.failure("auth.delete_account(\(options))")
    #expect(failure.kind == .badValue)
    #expect(failure.hint?.contains(#"confirm="DELETE""#) == true)
    #expect(try desk.boolean("return auth.user() ~= nil and sync.now().error == nil") == true)
  }

  @Test func `a failure at any request leaves what the next call goes on from`() throws {
    for fault in ["drop = true", "lose_reply = true", "status = 503", "portal = true"] {
      let told = try ScriptDesk().text(
        """
        \(Self.two)
        local calls = 0
        w:fail{device = "phone", next = 4, \(fault)}
        repeat
          local ok, e = pcall(a.auth.delete_account, {confirm = "DELETE"})
          calls = calls + 1
          assert(ok or a.auth.session() ~= nil, "the session went before the account")
          assert(ok or e.kind == "offline" or e.kind == "busy", tostring(e))
          assert(#a.notes.find{} == 1)
        until ok
        assert(calls > 1 and a.auth.session() == nil)
        a.auth.sign_up("ann@world.example", "password-1")
        return tostring(a.sync.now().pushed)
        """)
      #expect(told == "1", "\(fault)")
    }
  }

  @Test func `an account that is gone already counts as deleted`() throws {
    let desk = try ScriptDesk()
    let told = try desk.boolean(
      """
      \(Self.two)
      b.auth.delete_account{confirm = "DELETE"}
      assert(a.auth.delete_account{confirm = "DELETE"})
      return a.auth.user() == nil and #a.notes.find{} == 1
      """)
    #expect(told == true)
  }

  @Test func `a device whose account was deleted elsewhere ends signed out and keeps all`()
    throws
  {
    let told = try ScriptDesk().text(
      """
      \(Self.two)
      b.notes.add("John 3:18", "later")
      a.auth.delete_account{confirm = "DELETE"}
      local report = b.sync.now()
      assert(#b.notes.find{} == 2, "rows")
      assert(b.queue.find{}[1].attempts == 0, "attempts")
      local session = b.auth.session()
      assert(session == nil or session.needs_sign_in, "session")
      b.sync.now()
      return report.reason
      """)
    #expect(told == "not_signed_in")
  }
}
