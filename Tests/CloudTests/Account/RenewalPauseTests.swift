import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

@Suite final class RenewalPauseTests {
  private let fixture: ProjectFixture
  private let port: ScriptedPort
  private let device = SeededSurroundings(seed: 3)
  private let keeper: SessionKeeper

  init() throws {
    fixture = try ProjectFixture()
    port = ScriptedPort(InProcessPort(to: fixture.project))
    keeper = SessionKeeper(
      account: Account(
        project: RemoteProject(name: "embedded", port: port, key: fixture.project.keys.anon),
        surroundings: device), store: MemorySessionStore())
    _ = try keeper.signUp(email: "ann@t.example", password: "correct-horse-9")
  }

  private var refreshes: Int { port.requests.count { $0.path.hasSuffix("=refresh_token") } }

  private func pass(_ duration: Duration) {
    fixture.clock.advance(duration)
    device.advance(duration)
  }

  /// What the cloud would say, with tokens that have ended as they come.
  private func endedToken() throws -> HTTPResponse {
    let session = try #require(try keeper.current())
    let answer = fixture.ask(
      "POST", "/auth/v1/token?grant_type=refresh_token",
      #"{"refresh_token":"\#(session.refreshToken)"}"#)
    let text = answer.text.replacing("\"expires_in\":3600", with: "\"expires_in\":0")
    return HTTPResponse(status: 200, headers: answer.headers, body: Array(text.utf8))
  }

  @Test func `a cloud whose tokens end as they come is asked a few times, then left alone`() throws
  {
    pass(.seconds(3600))
    for _ in 0..<RenewalPause.tries {
      port.fates = [.answer(try endedToken())]
      _ = try keeper.token()
    }
    port.fates = []
    let session = try keeper.current()
    for _ in 0..<30 {
      let error = #expect(throws: CloudError.tokensEndAtOnce(retryAfter: .seconds(60))) {
        try keeper.token()
      }
      #expect(error?.summary.contains("clock") == true)
      #expect(error?.hint?.contains("60 s") == true)
    }
    #expect(refreshes == RenewalPause.tries)
    #expect(try keeper.current() == session)
    pass(.seconds(60))
    _ = try keeper.token()
    #expect(refreshes == RenewalPause.tries + 1)
    _ = try keeper.token()
    #expect(refreshes == RenewalPause.tries + 1)
  }

  @Test func `a pause that did not help is followed by a longer one after a single try`() throws {
    pass(.seconds(3600))
    for _ in 0..<RenewalPause.tries {
      port.fates = [.answer(try endedToken())]
      _ = try keeper.token()
    }
    pass(.seconds(60))
    port.fates = [.answer(try endedToken())]
    _ = try keeper.token()
    #expect(throws: CloudError.tokensEndAtOnce(retryAfter: .seconds(120))) { try keeper.token() }
    #expect(refreshes == RenewalPause.tries + 1)
  }

  @Test func `a cloud that takes every new token for ended does not make each call a refresh`()
    throws
  {
    var errors: [CloudError] = []
    for _ in 0..<30 {
      do throws(CloudError) {
        try keeper.withToken { (_) throws(CloudError) in
          throw .refused(status: 401, code: "PGRST303", message: "JWT expired")
        }
      } catch { errors.append(error) }
    }
    #expect(refreshes == RenewalPause.tries)
    #expect(errors.last == .tokensEndAtOnce(retryAfter: .seconds(60)))
    #expect(try keeper.current()?.needsSignIn == false)
  }

  @Test func `a token that is taken ends the count`() throws {
    for _ in 0..<10 {
      var isFirst = true
      try keeper.withToken { (_) throws(CloudError) in
        defer { isFirst = false }
        if isFirst { throw .refused(status: 401, code: "PGRST303", message: "JWT expired") }
      }
    }
    #expect(refreshes == 10)
  }

  @Test func `a cloud that cannot be reached does not take a token that is still good`() throws {
    let token = try keeper.token()
    pass(.seconds(3550))
    let trouble = CloudError.offline(curl: 7, text: "refused")
    port.fates = [.fail(trouble)]
    #expect(try keeper.token() == token)
    #expect(try keeper.token() == token)
    #expect(refreshes == 1)
    pass(.seconds(11))
    #expect(try keeper.token() != token)
    #expect(refreshes == 2)
  }

  @Test func `an ended token is tried to be renewed at every call, until it works`() throws {
    pass(.seconds(3600))
    let trouble = CloudError.notReady(status: 503, code: "", retryAfter: nil)
    port.fates = [.fail(trouble), .fail(trouble)]
    for _ in 0..<2 { #expect(throws: trouble) { try keeper.token() } }
    _ = try keeper.token()
    #expect(refreshes == 3)
  }

  @Test(arguments: [nil, Duration.seconds(30)])
  func `a cloud that has had enough is left alone as long as it says`(wait: Duration?) throws {
    pass(.seconds(3600))
    let session = try keeper.current()
    port.fates = [
      .fail(.notReady(status: 429, code: "over_request_rate_limit", retryAfter: wait))
    ]
    #expect(throws: CloudError.self) { try keeper.token() }
    let pause = wait ?? .seconds(10)
    #expect(
      throws: CloudError.notReady(
        status: 429, code: "over_request_rate_limit", retryAfter: pause)
    ) { try keeper.token() }
    #expect(refreshes == 1)
    #expect(try keeper.current() == session)
    pass(pause)
    _ = try keeper.token()
    #expect(refreshes == 2)
  }

  @Test func `a clock that jumps back ends a pause`() throws {
    pass(.seconds(3600))
    port.fates = [.fail(.notReady(status: 429, code: "", retryAfter: .seconds(3000)))]
    #expect(throws: CloudError.self) { try keeper.token() }
    device.advance(.seconds(-20))
    _ = try keeper.token()
    #expect(refreshes == 2)
  }

  @Test func `signing in ends a pause`() throws {
    pass(.seconds(3600))
    port.fates = [.fail(.notReady(status: 429, code: "", retryAfter: .seconds(3000)))]
    #expect(throws: CloudError.self) { try keeper.token() }
    _ = try keeper.signIn(email: "ann@t.example", password: "correct-horse-9")
    pass(.seconds(3600))
    #expect(throws: Never.self) { try keeper.token() }
  }

  @Test(arguments: [
    "<html>Log in to the hotel's network</html>", #"{"access_token":"abc","refr"#, "[]", "{}",
    "null",
  ])
  func `an answer that is no session leaves the session as it was`(body: String) throws {
    pass(.seconds(3600))
    let session = try keeper.current()
    let type = body.hasPrefix("<") ? "text/html" : "application/json"
    port.fates = [
      .answer(
        HTTPResponse(status: 200, headers: ["Content-Type": type], body: Array(body.utf8)))
    ]
    #expect(throws: CloudError.self) { try keeper.token() }
    #expect(try keeper.current() == session)
    _ = try keeper.token()
  }
}
