import LuaRuntime
import Testing

@testable import LuaAPI

/// From the sign-in on a library is the account's, synced or not.
@Suite struct OwnerAtSignInTests {
  @Test func `what was written while one was signed in never goes up as another's`() throws {
    let desk = try ScriptDesk()
    let found = try desk.run(
      """
      local w = world{seed = 5, devices = {"phone"}, accounts = {phone = false}}
      local auth, notes = w.phone.auth, w.phone.notes
      notes.add("John 1:1", "a guest's")
      auth.sign_up("ann@example.org", "correct-horse-9")
      notes.add("John 1:2", "Ann's, never sent")
      auth.sign_out{}
      local isIn, why = pcall(auth.sign_up, "bob@example.org", "correct-horse-9")
      local user = auth.sign_in("ann@example.org", "correct-horse-9")
      return isIn, why.kind, user.email, w.phone.sync.now().pushed
      """)
    #expect(found[0].boolean == false && found[1].text == "conflict")
    #expect(found[2].text == "ann@example.org" && found[3].integer == 2)
  }

  @Test func `a library with nothing in it is the next account's too`() throws {
    let desk = try ScriptDesk()
    let found = try desk.run(
      """
      auth.sign_up("wrong@example.org", "correct-horse-9")
      sync.now()
      auth.sign_out{}
      auth.sign_up("right@example.org", "correct-horse-9")
      notes.add("John 1:1", "x")
      return sync.now().pushed, auth.user().email, #cloud.rows("user_notes", {})
      """)
    #expect(found[0].integer == 1 && found[2].integer == 1)
    #expect(found[1].text == "right@example.org")
  }

  @Test func `a code that was used is good until it is said what becomes of the library`() throws {
    let desk = try ScriptDesk()
    let found = try desk.run(
      """
      local w = world{seed = 6, devices = {"phone"}, accounts = {phone = false}}
      local auth = w.phone.auth
      auth.sign_up("bob@example.org", "correct-horse-9")
      auth.sign_out{}
      auth.sign_up("ann@example.org", "correct-horse-9")
      w.phone.notes.add("John 1:1", "Ann's")
      auth.send_code("bob@example.org")
      local code = w.cloud.inbox("bob@example.org")[1].code
      local _, why = pcall(auth.sign_in_with_code, "bob@example.org", code)
      local before = auth.user().email
      local user = auth.sign_in_with_code("bob@example.org", code, {on_other_owner = "replace"})
      local _, used = pcall(auth.sign_in_with_code, "bob@example.org", code)
      return why.code, before, user.email, w.phone.notes.count{}, used.message
      """)
    #expect(found[0].text == "api.other_owner" && found[1].text == "ann@example.org")
    #expect(found[2].text == "bob@example.org" && found[3].integer == 0)
    #expect(found[4].text?.contains("expired") == true)
  }
}
