import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

@Suite final class SessionNewsTests {
  private let fixture: ProjectFixture
  private let port: ScriptedPort
  private let device = SeededSurroundings(seed: 3)
  private let store = MemorySessionStore()
  private let keeper: SessionKeeper
  private var told: [String] = []

  init() throws {
    fixture = try ProjectFixture()
    port = ScriptedPort(InProcessPort(to: fixture.project))
    keeper = SessionKeeper(
      account: Account(
        project: RemoteProject(name: "embedded", port: port, key: fixture.project.keys.anon),
        surroundings: device), store: store)
    keeper.onChange = { [unowned self] change, session in
      let standing = session.map { $0.needsSignIn ? "ended" : "good" } ?? "none"
      told.append("\(change.rawValue) \(standing)")
    }
  }

  /// A keeper of another process.
  private func other() -> SessionKeeper { SessionKeeper(account: keeper.account, store: store) }

  private func signUp() throws -> Session {
    _ = try keeper.signUp(email: "ann@t.example", password: "correct-horse-9", name: "Ann")
    return try #require(try keeper.current())
  }

  private func pass(_ duration: Duration) {
    fixture.clock.advance(duration)
    device.advance(duration)
  }

  @Test func `each change made here is told once`() throws {
    var session = try signUp()
    _ = try keeper.token()
    pass(.seconds(3600))
    _ = try keeper.token()
    _ = try keeper.token()
    session = try #require(try keeper.current())
    let profile = try keeper.account.rename(to: "Anna", token: session.accessToken)
    try keeper.keep(profile)
    try keeper.keep(profile)
    _ = try keeper.signOut()
    _ = try keeper.current()
    #expect(
      told == [
        "signed_in good", "token_refreshed good", "user_updated good", "signed_out none",
      ])
  }

  @Test func `what another process did is told at the next look, and once`() throws {
    let session = try signUp()
    told = []
    pass(.seconds(3600))
    _ = try other().token()
    #expect(told.isEmpty)
    _ = try keeper.current()
    _ = try keeper.current()
    #expect(told == ["token_refreshed good"])
    _ = try other().signOut()
    _ = try keeper.current()
    _ = try keeper.current()
    try other().keep(session, because: .signedIn)
    _ = try keeper.current()
    #expect(told == ["token_refreshed good", "signed_out none", "signed_in good"])
  }

  @Test func `the first look tells nothing`() throws {
    try store.save(try fixture.signUp("bob@t.example"))
    _ = try keeper.current()
    #expect(told.isEmpty)
  }

  @Test func `a listener may ask anything of the keeper`() throws {
    _ = try signUp()
    pass(.seconds(3600))
    var tokens: [String] = []
    keeper.onChange = { [keeper] _, _ in
      do { tokens.append(try keeper.token()) } catch { Issue.record(error) }
    }
    let token = try keeper.token()
    #expect(tokens == [token])
  }

  @Test func `a refresh that ends after sign-out and another sign-in is not told`() throws {
    _ = try signUp()
    let bob = try fixture.signUp("bob@t.example")
    pass(.seconds(3600))
    port.fates = [
      .after { [keeper] in
        try keeper.forget()
        try keeper.keep(bob, because: .signedIn)
      }
    ]
    told = []
    #expect(throws: CloudError.notSignedIn(.ended)) { try keeper.token() }
    #expect(try keeper.current() == bob)
    #expect(told == ["signed_out none", "signed_in good"])
  }

  @Test func `a refused refresh is told as signed out, and the session stays for who it was`()
    throws
  {
    let session = try signUp()
    try keeper.account.signOut(.global, token: session.accessToken)
    pass(.seconds(3600))
    told = []
    for _ in 0..<2 {
      #expect(throws: CloudError.notSignedIn(.ended)) { try keeper.token() }
    }
    #expect(told == ["signed_out ended"])
    #expect(try keeper.signOut() == nil)
    #expect(told == ["signed_out ended", "signed_out none"])
  }

  @Test func `an account deleted elsewhere ends the session at the first check, with the reason`()
    throws
  {
    let session = try signUp()
    port.fates = [.answer(Self.refusal(403, "user_not_found", "User from sub claim"))]
    told = []
    #expect(throws: CloudError.notSignedIn(.accountGone)) { try keeper.profile() }
    let ended = try #require(try keeper.current())
    #expect(ended.needsSignIn && ended.isAccountGone && ended.userID == session.userID)
    #expect(told == ["signed_out ended"])
    let asked = port.requests.count
    #expect(throws: CloudError.notSignedIn(.accountGone)) { try keeper.token() }
    #expect(try keeper.signOut() == nil)
    #expect(port.requests.count == asked)
    #expect(try keeper.current() == nil)
  }

  @Test func `offline, a deleted account's session still tells who it was`() throws {
    let session = try signUp()
    let trouble = CloudError.offline(curl: 7, text: "refused")
    port.fates = [.fail(trouble)]
    #expect(throws: trouble) { try keeper.profile() }
    #expect(try keeper.current() == session)
  }

  @Test func `a session ended elsewhere is found by the next question`() throws {
    let session = try signUp()
    try keeper.account.signOut(.global, token: session.accessToken)
    #expect(throws: CloudError.notSignedIn(.ended)) { try keeper.profile() }
    #expect(try keeper.current()?.needsSignIn == true)
  }

  @Test func `an answer about an older token does not end a newer session`() throws {
    _ = try signUp()
    let bob = try fixture.signUp("bob@t.example")
    #expect(
      throws: CloudError.refused(status: 403, code: "user_not_found", message: "User from sub")
    ) {
      try keeper.withToken { (_) throws(CloudError) in
        try store.save(bob)
        throw .refused(status: 403, code: "user_not_found", message: "User from sub")
      }
    }
    #expect(try keeper.current() == bob)
  }

  @Test(arguments: [401, 403, 404])
  func `a sign-out that the cloud answers with a refusal is one`(status: Int) throws {
    _ = try signUp()
    port.fates = [.answer(Self.refusal(status, "user_not_found", "User not found"))]
    #expect(try keeper.signOut() == nil)
    #expect(try keeper.current() == nil)
  }

  @Test func `a sign-out whose token the cloud takes for ended is told with the next one`() throws {
    let session = try signUp()
    fixture.clock.advance(.seconds(4000))
    #expect(try keeper.signOut() == nil)
    #expect(
      port.requests.map(\.path).suffix(3) == [
        "/auth/v1/logout?scope=local", "/auth/v1/token?grant_type=refresh_token",
        "/auth/v1/logout?scope=local",
      ])
    #expect(throws: CloudError.self) { try keeper.account.refresh(session.refreshToken) }
  }

  @Test func `a refresh that answers with somebody else's session changes nothing`() throws {
    let session = try signUp()
    let bob = try fixture.signUp("bob@t.example")
    pass(.seconds(3600))
    port.fates = [
      .answer(
        fixture.ask(
          "POST", "/auth/v1/token?grant_type=refresh_token",
          #"{"refresh_token":"\#(bob.refreshToken)"}"#))
    ]
    #expect(throws: CloudError.self) { try keeper.token() }
    #expect(try keeper.current() == session)
  }

  static func refusal(_ status: Int, _ code: String, _ message: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"],
      body: Array(#"{"code":"\#(code)","message":"\#(message)"}"#.utf8))
  }
}
