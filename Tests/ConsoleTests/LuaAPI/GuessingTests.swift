import LuaRuntime
import Testing

@testable import LuaAPI

/// Trying codes one after the other.
@Suite struct GuessingTests {
  @Test func `guessing ends with a wait, and the right code is good after it`() throws {
    let desk = try ScriptDesk()
    let found = try desk.run(
      """
      local w = world{seed = 8, devices = {"phone"}, accounts = {phone = false}, confirm_email = true}
      local auth, a = w.phone.auth, "ann@example.org"
      auth.sign_up(a, "correct-horse-9")
      local right, why = w.cloud.inbox(a)[1].code
      for guess = 1, 40 do
        local code = string.format("%06d", guess)
        if code ~= right then _, why = pcall(auth.verify, a, code) end
      end
      local isIn = pcall(auth.verify, a, right)
      w:advance("1m")
      return why.kind, why.hint, isIn, auth.verify(a, right).email
      """)
    #expect(found[0].text == "busy" && found[1].text?.hasPrefix("try again in ") == true)
    #expect(found[2].boolean == false && found[3].text == "ann@example.org")
  }
}
