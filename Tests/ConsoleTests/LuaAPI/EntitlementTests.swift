import LuaRuntime
import Testing
import Vocabulary

@testable import Cloud

/// Sync is a subscription: when it ends nothing is lost, and when it is back all goes up.
@Suite struct EntitlementTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  @Test func `what waits when a subscription ends goes up when it is back`() throws {
    let told = try desk.run(
      """
      local w = world{seed = 3, start = "2026-01-01T00:00:00Z"}
      local p, t = w.phone, w.tablet
      p.notes.add("jn 3.16", "before")
      w:settle()
      local email = p.auth.user().email
      w.cloud.entitle(email, "2026-01-01T01:00:00Z")
      w:advance("2h")
      p.notes.add("jn 3.17", "after")
      local r = p.sync.now()
      local pull, verify = t.sync.pull(), t.sync.verify()
      local e, status = p.account.entitlement(), p.sync.status()
      local waits = #p.queue
      w.cloud.entitle(email)
      local back = p.sync.now()
      w:settle()
      return r.reason .. " " .. pull.reason .. " " .. tostring(verify.reason),
        ("%d %s %d %d %d"):format(waits, tostring(status.error), back.pushed, #t.notes.find{}, #w:diff()),
        tostring(e.active) .. " " .. e["until"] .. " " .. e.source,
        tostring(p.account.entitlement()["until"])
      """
    ).map(\.text)
    #expect(
      told == [
        "not_entitled not_entitled not_entitled",
        "1 sync is not part of this account's subscription 1 2 0",
        "false 2026-01-01T01:00:00.000Z token", "nil",
      ])
  }

  @Test func `of an account nobody knows, or a time that is none, nothing is said`() throws {
    let told = try desk.run(
      """
      local w = world{seed = 3}
      local function say(...) local _, why = pcall(w.cloud.entitle, ...) return tostring(why) end
      return say("nobody@x.example"), say(w.phone.auth.user().email, "soon")
      """
    ).map(\.text)
    #expect(told[0]?.contains("nobody@x.example has no account here") == true)
    #expect(told[1]?.contains("is no time") == true)
  }

  private static let now = Instant(milliseconds: 1_767_225_600_000)

  private func session(age: Duration, until: Duration?) throws -> Session {
    Session(
      cloud: "c", userID: RecordID(high: 1, low: 1), email: "a@b.example", name: nil,
      provider: "email", accessToken: "a", refreshToken: "r",
      expiresAt: Self.now - age + .seconds(3600), lifetime: .seconds(3600), needsSignIn: false,
      entitledUntil: until.map { Self.now + $0 })
  }

  @Test func `the last answer is good for a week`() throws {
    for (age, until, isActive, source) in [
      (Duration.seconds(60), nil, true, Entitlement.Source.noClaim),
      (.seconds(60), .seconds(1), true, .token), (.seconds(60), .zero, false, .token),
      (.seconds(8 * 86_400), nil, true, .noClaim),
      (.seconds(7 * 86_400), .seconds(1), true, .token),
      (.seconds(7 * 86_400 + 1), .seconds(9_999_999), false, .old),
    ] as [(Duration, Duration?, Bool, Entitlement.Source)] {
      let found = Entitlement(try session(age: age, until: until), at: Self.now)
      #expect(found.isActive == isActive)
      #expect(found.source == source)
    }
    #expect(Entitlement(nil, at: Self.now).source == .signedOut)
  }
}
