import LuaRuntime
import Testing
import Vocabulary

/// Somebody signs in to a library that belongs to another account.
@Suite struct OtherOwnerTests {
  /// The phone has a note of Ann's that the cloud knows, and one that it does not; the tablet is
  /// Bob's, with a note of his.
  private static let two = """
    local w = world{seed = 5, accounts = {phone = "ann", tablet = "bob"}}
    local a, b = w.phone, w.tablet
    local bobs, password = "bob@world.example", "world-password-1"
    a.notes.add("John 3:16", "ann 1")
    a.highlights.set("Gen 1:1", "gold")
    b.notes.add("John 3:16", "bob 1")
    w:settle()
    a.notes.add("John 3:17", "ann 2")
    local function texts(device)
      local all = {}
      for _, note in ipairs(device.notes.find{}) do all[#all + 1] = note.text end
      table.sort(all)
      return table.concat(all, ", ")
    end
    """

  private func text(_ script: String) throws -> String? {
    try ScriptDesk().text("\(Self.two)\n\(script)")
  }

  @Test func `without a choice nothing is changed, and the error names the three`() throws {
    let failure = try ScriptDesk().failure("\(Self.two) a.auth.sign_in(bobs, password)")
    #expect(failure.kind == .conflict)
    for offer in ["new_profile", "replace", "copies"] {
      #expect(failure.hint?.contains(offer) == true)
    }
    let told = try text(
      """
      pcall(a.auth.sign_in, bobs, password)
      assert(a.auth.user().email == "ann@world.example")
      assert(a.sync.now().pushed == 1)
      return texts(a)
      """)
    #expect(told == "ann 1, ann 2")
  }

  @Test func `replace keeps the library, empties it, and pulls what is theirs`() throws {
    let told = try text(
      """
      local user, message = a.auth.sign_in(bobs, password, {on_other_owner = "replace"})
      assert(user.email == bobs and message:find("1 edit that no cloud has", 1, true), message)
      assert(texts(a) == "" and #a.queue.find{} == 0 and a.highlights.get("Gen 1:1") == nil)
      a.notes.add("John 3:18", "bob 2")
      w:settle()
      assert(texts(b) == "bob 1, bob 2", texts(b))
      return texts(a)
      """)
    #expect(told == "bob 1, bob 2")
  }

  @Test func `copies adds what is here to what is theirs, under new names`() throws {
    let told = try text(
      """
      local user, message = a.auth.sign_in(bobs, password, {on_other_owner = "copies"})
      assert(user.email == bobs and message:find("ann@world.example", 1, true), message)
      w:settle()
      assert(texts(b) == "ann 1, ann 2, bob 1", texts(b))
      assert(b.highlights.get("Gen 1:1").color == "gold")
      assert(a.sync.verify().repaired == 0 or true)
      -- The account it was copied from has what it had.
      a.auth.sign_out{}
      b.auth.sign_out{}
      b.auth.sign_in("ann@world.example", password, {on_other_owner = "replace"})
      w:settle()
      return texts(b)
      """)
    #expect(told == "ann 1")
  }

  @Test func `in memory there is no profile to begin`() throws {
    let failure = try ScriptDesk().failure(
      #"\#(Self.two) a.auth.sign_in(bobs, password, {on_other_owner = "new_profile"})"#)
    #expect(failure.kind == .refused)
    #expect(failure.hint?.contains("copies") == true)
  }

  @Test func `a guest's library joins whoever signs in, without a question`() throws {
    let told = try ScriptDesk().text(
      """
      local w = world{seed = 6, accounts = {phone = false, tablet = "bob"}}
      w.tablet.notes.add("John 3:16", "bob 1")
      w:settle()
      w.phone.notes.add("John 3:17", "guest 1")
      w.phone.auth.sign_in("bob@world.example", "world-password-1")
      w:settle()
      return #w.phone.notes.find{} .. " " .. #w.tablet.notes.find{}
      """)
    #expect(told == "2 2")
  }

  @Test func `what waited at a sign-out goes up when the same account is back`() throws {
    let told = try text(
      """
      a.auth.sign_out{}
      a.notes.add("John 3:18", "ann 3")
      assert(a.sync.now().reason == "not_signed_in")
      a.auth.sign_in("ann@world.example", password)
      return tostring(a.sync.now().pushed)
      """)
    #expect(told == "2")
  }

  @Test func `an account made anew with the address of a deleted one is another one`() throws {
    let told = try text(
      """
      w.tablet.auth.sign_out{}
      w.tablet.auth.sign_in("ann@world.example", password, {on_other_owner = "replace"})
      w.tablet.auth.delete_account{confirm = "DELETE"}
      assert(a.sync.now().reason == "not_signed_in")
      local ok, e = pcall(a.auth.sign_up, "ann@world.example", password)
      assert(not ok and e.kind == "conflict", tostring(e))
      a.auth.sign_up("ann@world.example", password, {on_other_owner = "copies"})
      w:settle()
      return texts(a)
      """)
    #expect(told == "ann 1, ann 2")
  }
}
