import LuaRuntime
import Testing

/// What others reported of signing in, done to ours: in worlds whose cloud mails codes.
@Suite struct ReportedSignInTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  /// Runs the steps in a world of two guests; what `note` was given, piece by piece.
  private func run(_ steps: String) throws -> [String] {
    let told = try desk.text(
      """
      local w = world{seed = 5, confirm_email = true, devices = {"phone", "tablet"},
        accounts = {phone = false, tablet = false}}
      local p, t = w.phone, w.tablet
      local a, c = "a@b.example", "c@d.example"
      local out = {}
      local function note(...)
        for i = 1, select("#", ...) do out[#out + 1] = tostring((select(i, ...))) end
      end
      local function code(email) return w.cloud.inbox(email)[1].code end
      local function why(fn, ...)
        local ok, e = pcall(fn, ...)
        return ok and "done" or e.kind .. ": " .. e.message .. "; " .. tostring(e.hint)
      end
      local function join(device, email)
        device.auth.sign_up(email, "password-1")
        device.auth.verify(email, code(email))
        w:advance("2m")
      end
      \(steps)
      return table.concat(out, "|")
      """)
    return try #require(told).split(separator: "|", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// Case 34.
  @Test(arguments: ["a, c", "c, a"])
  func `a change of address is confirmed by both, in either order`(order: String) throws {
    let told = try run(
      """
      join(p, a)
      local first, second = \(order)
      note(p.auth.change_email(c).new_email)
      local codes = {[a] = code(a), [c] = code(c)}
      local user, message = p.auth.confirm_email(first, codes[first])
      note(user, message ~= nil, p.auth.user().email, p.auth.user().new_email)
      note(why(p.auth.confirm_email, first, codes[first]):match("^%a+"))
      note(p.auth.confirm_email(second, codes[second]).email)
      note(p.auth.user().email, p.auth.user().new_email)
      note(why(p.auth.confirm_email, second, codes[second]):match("^%a+"))
      p.auth.sign_out{}
      note(p.auth.sign_in(c, "password-1").email, why(p.auth.sign_in, a, "password-1"):match("^%a+"))
      """)
    #expect(
      told == [
        "c@d.example", "nil", "true", "a@b.example", "c@d.example", "refused", "c@d.example",
        "c@d.example", "nil", "refused", "c@d.example", "refused",
      ])
  }

  /// Case 35.
  @Test(arguments: ["a", "c"])
  func `while one half is missing the old address counts, and the change shows as under way`(
    half: String
  ) throws {
    let told = try run(
      """
      join(p, a)
      p.auth.change_email(c)
      p.auth.confirm_email(\(half), code(\(half)))
      p.auth.sign_out{}
      note(why(p.auth.sign_in, c, "password-1"))
      note(p.auth.sign_in(a, "password-1").email, p.auth.user().new_email)
      """)
    #expect(told[0].hasPrefix("refused: ") && told[0].contains("Invalid login credentials"))
    #expect(told.dropFirst() == ["a@b.example", "c@d.example"])
  }

  /// Case 36; what is no address and no code does not reach the cloud.
  @Test func `what is no code is refused here, whatever it is for`() throws {
    let told = try run(
      """
      join(p, a)
      p.auth.sign_out{}
      p:offline()
      for _, bad in ipairs{"12345", "1234567", "12a456", "", "12 456", "١٢٣٤٥٦", "123456\\n"} do
        note(why(p.auth.verify, a, bad):match("^[%a_]+"))
        note(why(p.auth.sign_in_with_code, a, bad):match("^[%a_]+"))
        note(why(p.auth.complete_reset, a, bad, "password-2"):match("^[%a_]+"))
        note(why(p.auth.confirm_email, a, bad):match("^[%a_]+"))
      end
      note(why(p.auth.verify, a, "123456"):match("^[%a_]+"))
      """)
    #expect(told.count == 29 && told.last == "offline")
    #expect(told.dropLast().allSatisfy { $0 == "bad_value" }, "\(told)")
  }

  /// Case 37.
  @Test func `what was not sent says when it can be, and is not taken for sent`() throws {
    let told = try run(
      """
      p.auth.sign_up(a, "password-1")
      local old = code(a)
      w:advance("10s")
      note(why(p.auth.resend, a), #w.cloud.inbox(a))
      w:advance("51s")
      note(why(p.auth.resend, a), #w.cloud.inbox(a))
      note(why(p.auth.verify, a, old):match("^%a+"), p.auth.verify(a, code(a)).email)
      p.auth.sign_out{}
      for _, name in ipairs{"send_code", "reset_password"} do
        w:advance("2m")
        local sent = #w.cloud.inbox(a)
        note(why(p.auth[name], a), why(p.auth[name], a):match("try again in %d+ s"))
        note(#w.cloud.inbox(a) - sent)
      end
      """)
    #expect(told[0].hasPrefix("busy: ") && told[0].contains("no more mail"), "\(told[0])")
    let seconds = told[0].split(separator: " ").dropLast().last.flatMap { Int($0) }
    #expect(seconds.map((49...51).contains) == true, "\(told[0])")
    #expect(told[1] == "1" && told[2] == "done" && told[3] == "2")
    #expect(told[4] == "refused" && told[5] == "a@b.example")
    for place in [6, 9] {
      #expect(told[place] == "done" && told[place + 1].hasPrefix("try again in"), "\(told)")
      #expect(told[place + 2] == "1")
    }
  }

  /// Case 32.
  @Test func `a token that ended offline is renewed by itself, and nobody is signed out`() throws {
    let told = try run(
      """
      join(p, a)
      p.sync.auto(true)
      w:advance("10s")
      p:offline()
      p.notes.add("John 3:16", "x")
      w:advance("3h")
      note(p.sync.status().signed_in, #p.queue)
      p:online()
      w:advance("1m")
      note(p.sync.status().signed_in, #p.queue, p.sync.status().error)
      """)
    #expect(told == ["true", "1", "true", "0", "nil"])
  }

  /// Case 40.
  @Test func `whoever was signed out elsewhere is told so once, and keeps what is here`() throws {
    let told = try run(
      """
      join(p, a)
      t.auth.sign_in(a, "password-1")
      t.notes.add("John 3:16", "x") t.sync.now()
      p.auth.sign_out{scope = "global"}
      w:advance("2h")
      t.notes.add("John 3:17", "y")
      local report = t.sync.now()
      note(report.reason, report.pending, t.notes.count{}, t.sync.status().signed_in)
      note(t.sync.now().reason, t.auth.sign_out{}, t.auth.user())
      note(t.notes.count{}, #t.queue, t.sync.now().reason)
      t.auth.sign_in(a, "password-1")
      note(t.sync.now().reason, #t.queue)
      """)
    #expect(
      told == [
        "not_signed_in", "1", "2", "false", "not_signed_in", "true", "nil", "2", "1",
        "not_signed_in", "nil", "0",
      ], "\(told)")
  }

  @Test func `a code that is used, too old, replaced or of another kind signs nobody in`() throws {
    let told = try run(
      """
      join(p, a)
      local function is(fn, ...) note(why(fn, ...):match("^%a+.-otp_expired") ~= nil) end
      t.auth.sign_up(c, "password-1")
      local replaced = code(c)
      w:advance("2m")
      t.auth.resend(c)
      is(t.auth.verify, c, replaced)
      w:advance("61m")
      is(t.auth.verify, c, code(c))
      t.auth.resend(c)
      local good = code(c)
      is(t.auth.verify, c, good, {type = "recovery"})
      is(t.auth.complete_reset, c, good, "password-2")
      is(t.auth.verify, a, good)
      is(p.auth.confirm_email, c, good)
      note(t.auth.user(), t.auth.verify(c, good).email)
      t.auth.sign_out{}
      is(t.auth.verify, c, good)
      for _, name in ipairs{"send_code", "reset_password"} do
        w:advance("2m")
        t.auth[name](c)
        w:advance("61m")
        is(t.auth.sign_in_with_code, c, code(c))
        is(t.auth.complete_reset, c, code(c), "password-2")
      end
      note(t.auth.user(), p.auth.user().email, p.sync.now().reason)
      """)
    let ends = ["nil", "c@d.example", "true", "true", "true", "true", "true"]
    #expect(
      told == Array(repeating: "true", count: 6) + ends + ["nil", "a@b.example", "nil"], "\(told)")
  }

  @Test func `a code makes no account, and an address that nobody has is not told`() throws {
    let told = try run(
      """
      note(why(p.auth.send_code, a):match("^%a+"), #w.cloud.inbox(a))
      note(why(p.auth.reset_password, a), #w.cloud.inbox(a))
      join(p, a)
      note(why(t.auth.sign_up, a, "password-9"), #w.cloud.inbox(a))
      note(why(t.auth.sign_in, a, "password-9"):match("^%a+"), p.auth.user().email)
      """)
    #expect(told == ["refused", "0", "done", "0", "done", "1", "refused", "a@b.example"])
  }
}
