import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

@Suite struct SessionKeeperTests {
  private let fixture: ProjectFixture
  private let port: ScriptedPort
  private let device: SeededSurroundings
  private let store = MemorySessionStore()
  private let account: Account
  private let keeper: SessionKeeper

  init() throws {
    fixture = try ProjectFixture()
    port = ScriptedPort(InProcessPort(to: fixture.project))
    device = SeededSurroundings(seed: 3)
    account = Account(
      project: RemoteProject(name: "embedded", port: port, key: fixture.project.keys.anon),
      surroundings: device)
    keeper = SessionKeeper(account: account, store: store)
  }

  private func signUp() throws -> Session {
    _ = try keeper.signUp(email: "Ann@t.example", password: "correct-horse-9", name: "Ann")
    return try #require(try keeper.current())
  }

  private func pass(_ duration: Duration) {
    fixture.clock.advance(duration)
    device.advance(duration)
  }

  @Test func `a sign-up signs in, and who it is can be read`() throws {
    let session = try signUp()
    #expect(session.email == "ann@t.example")
    #expect(session.name == "Ann")
    #expect(session.provider == "email")
    #expect(session.expiresAt == device.now() + .seconds(3600))
    #expect(try keeper.profile().id == session.userID)
    #expect(try keeper.token() == session.accessToken)
  }

  @Test func `a sign-up whose cloud waits for a code keeps no session`() throws {
    let user = #"{"id":"11111111-1111-4111-8111-111111111111","email":"ann@t.example"}"#
    port.fates = [
      .answer(
        HTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"], body: Array(user.utf8)))
    ]
    let outcome = try keeper.signUp(email: "Ann@t.example", password: "correct-horse-9")
    #expect(outcome == .awaitsConfirmation(email: "ann@t.example"))
    #expect(try keeper.current() == nil)
  }

  @Test func `values that the cloud would refuse are not sent`() throws {
    #expect(throws: CloudError.self) { try keeper.signUp(email: "x", password: "abcdefg1") }
    #expect(throws: CloudError.self) { try keeper.signUp(email: "a@b.example", password: "short1") }
    #expect(throws: CloudError.self) { try keeper.signIn(email: "a@b.example", password: "") }
    #expect(port.requests.isEmpty)
  }

  @Test func `a wrong password leaves the session before it`() throws {
    let session = try signUp()
    #expect(
      throws: CloudError.refused(
        status: 400, code: "invalid_credentials", message: "Invalid login credentials")
    ) { try keeper.signIn(email: "ann@t.example", password: "wrong-horse-9") }
    #expect(try keeper.current() == session)
  }

  @Test func `a token is renewed a minute before its end, and once`() throws {
    let session = try signUp()
    pass(.seconds(3539))
    #expect(try keeper.token() == session.accessToken)
    pass(.seconds(2))
    let renewed = try keeper.token()
    #expect(renewed != session.accessToken)
    let requests = port.requests.count
    #expect(try keeper.token() == renewed)
    #expect(port.requests.count == requests)
  }

  @Test func `a clock that is wrong by years causes no refresh`() throws {
    device.offset = .seconds(-400_000_000)
    let session = try signUp()
    #expect(try keeper.token() == session.accessToken)
    #expect(port.requests.count == 1)
  }

  @Test func `a clock that jumps ahead causes one refresh, not one a call`() throws {
    _ = try signUp()
    device.advance(.seconds(400_000_000))
    _ = try keeper.token()
    _ = try keeper.token()
    #expect(port.requests.count == 2)
  }

  @Test func `a clock that jumped back is cured by the cloud's refusal`() throws {
    let session = try signUp()
    device.advance(.seconds(-5000))
    fixture.clock.advance(.seconds(4000))
    let rows = try keeper.withToken { (token) throws(CloudError) in
      try RemoteProject(name: "embedded", port: port, key: "").rows(of: "user_notes", token: token)
    }
    #expect(rows.body == Array("[]".utf8))
    #expect(try keeper.current()?.accessToken != session.accessToken)
  }

  @Test func `a cloud that refuses every token is asked twice, not for ever`() throws {
    _ = try signUp()
    var asked = 0
    #expect(throws: CloudError.self) {
      try keeper.withToken { (_) throws(CloudError) in
        asked += 1
        throw .refused(status: 401, code: "PGRST301", message: "No suitable key")
      }
    }
    #expect(asked == 2)
  }

  @Test(arguments: [
    CloudError.offline(curl: 7, text: "refused"), .timedOut(after: .seconds(60)), .interrupted,
    .unreadable(status: 200, reason: "a page"), .notReady(status: 503, code: "", retryAfter: nil),
  ])
  func `trouble on the way never signs out`(trouble: CloudError) throws {
    let session = try signUp()
    pass(.seconds(3600))
    port.fates = [.fail(trouble)]
    #expect(throws: trouble) { try keeper.token() }
    #expect(try keeper.current() == session)
    #expect(try keeper.token() != session.accessToken)
  }

  @Test func `while a token cannot be renewed nothing is sent without one`() throws {
    _ = try signUp()
    pass(.seconds(3600))
    port.fates = [.fail(.timedOut(after: .seconds(60))), .loseAnswer]
    let before = port.requests.count
    for _ in 0..<2 {
      #expect(throws: CloudError.self) {
        try keeper.withToken { (_) throws(CloudError) in
          Issue.record("a call without a token")
        }
      }
    }
    let sent = port.requests.dropFirst(before)
    #expect(sent.count == 2 && sent.allSatisfy { $0.path.contains("/token") })
    let token = try keeper.withToken { (token) throws(CloudError) in token }
    #expect(try token == keeper.token() && !token.isEmpty)
  }

  @Test func `a lost answer to a refresh is asked for again`() throws {
    _ = try signUp()
    pass(.seconds(3600))
    port.fates = [.loseAnswer]
    #expect(throws: CloudError.self) { try keeper.token() }
    pass(.seconds(3600))
    _ = try keeper.token()
    #expect(try keeper.profile().email == "ann@t.example")
  }

  @Test func `a session ended elsewhere asks the person to sign in, and keeps who it was`() throws {
    let session = try signUp()
    try account.signOut(.global, token: session.accessToken)
    pass(.seconds(3600))
    #expect(throws: CloudError.notSignedIn(.ended)) { try keeper.token() }
    let ended = try #require(try keeper.current())
    #expect(ended.needsSignIn)
    #expect(ended.userID == session.userID)
    let requests = port.requests.count
    #expect(throws: CloudError.notSignedIn(.ended)) { try keeper.token() }
    #expect(port.requests.count == requests)
    _ = try keeper.signIn(email: "ann@t.example", password: "correct-horse-9")
    _ = try keeper.token()
  }

  @Test func `a late refresh does not replace the session of another person`() throws {
    _ = try signUp()
    let bob = try fixture.signUp("bob@t.example")
    pass(.seconds(3600))
    port.fates = [.after { try self.store.save(bob) }]
    #expect(throws: CloudError.notSignedIn(.ended)) { try keeper.token() }
    #expect(try keeper.current() == bob)
  }

  @Test func `a late refusal does not end a session that began meanwhile`() throws {
    let session = try signUp()
    pass(.seconds(3600))
    try account.signOut(.global, token: try account.refresh(session.refreshToken).accessToken)
    port.fates = [
      .after { _ = try self.keeper.signIn(email: "ann@t.example", password: "correct-horse-9") }
    ]
    _ = try keeper.token()
    #expect(try keeper.current()?.needsSignIn == false)
  }

  @Test func `a late refresh does not bring back a session that was signed out`() throws {
    _ = try signUp()
    pass(.seconds(3600))
    port.fates = [.after { try self.store.save(nil) }]
    #expect(throws: CloudError.notSignedIn(.never)) { try keeper.token() }
    #expect(try keeper.current() == nil)
  }

  @Test func `signing out says where, and always happens here`() throws {
    let session = try signUp()
    #expect(try keeper.signOut() == nil)
    #expect(port.requests.last?.path == "/auth/v1/logout?scope=local")
    #expect(try keeper.current() == nil)
    #expect(throws: CloudError.self) { try account.refresh(session.refreshToken) }
    #expect(throws: CloudError.notSignedIn(.never)) { try keeper.signOut() }
  }

  @Test func `signing out offline forgets the tokens and tells what was not done`() throws {
    _ = try signUp()
    let trouble = CloudError.offline(curl: 7, text: "refused")
    port.fates = [.fail(trouble), .fail(trouble), .fail(trouble)]
    #expect(try keeper.signOut(.global) == trouble)
    #expect(try keeper.current() == nil)
  }

  @Test func `signing out the others keeps this one`() throws {
    let other = try signUp()
    _ = try keeper.signIn(email: "ann@t.example", password: "correct-horse-9")
    #expect(try keeper.signOut(.others) == nil)
    #expect(try keeper.profile().email == "ann@t.example")
    #expect(throws: CloudError.self) { try account.refresh(other.refreshToken) }
  }

  @Test func `a session of one cloud is not shown to another`() throws {
    _ = try signUp()
    let elsewhere = SessionKeeper(
      account: Account(
        project: RemoteProject(name: "https://x.example", port: port, key: "k"),
        surroundings: device), store: store)
    #expect(try elsewhere.current() == nil)
    #expect(throws: CloudError.notSignedIn(.never)) { try elsewhere.token() }
  }

  @Test func `no description shows a token or a password`() throws {
    let session = try signUp()
    var dumped = ""
    dump(session, to: &dumped)
    for text in ["\(session)", String(reflecting: session), dumped] {
      #expect(!text.contains(session.accessToken))
      #expect(!text.contains(session.refreshToken))
    }
    for request in port.requests { #expect(!"\(request)".contains("correct-horse")) }
  }
}
