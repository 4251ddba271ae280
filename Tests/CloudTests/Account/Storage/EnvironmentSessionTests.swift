import Cloud
import EmbeddedCloud
import Glibc
import Testing
import Vocabulary

@Suite final class EnvironmentSessionTests {
  private let scratch: SessionFolder
  private let path: String
  private let fixture: ProjectFixture
  private let port: ScriptedPort
  private let session: Session

  init() throws {
    scratch = try SessionFolder()
    path = "\(scratch.path)/default.environment.json"
    fixture = try ProjectFixture()
    port = ScriptedPort(InProcessPort(to: fixture.project))
    session = try fixture.signUp("ann@t.example")
  }

  private func store(
    _ access: String? = nil, _ refresh: String? = nil
  ) throws -> EnvironmentSessionStore {
    try EnvironmentSessionStore(
      accessToken: access ?? session.accessToken, refreshToken: refresh, cloud: "embedded",
      path: path, surroundings: fixture.clock)
  }

  private func keeper(_ store: EnvironmentSessionStore) -> SessionKeeper {
    SessionKeeper(
      account: Account(
        project: RemoteProject(name: "embedded", port: port, key: fixture.project.keys.anon),
        surroundings: fixture.clock), store: store)
  }

  @Test func `an access token alone says who it is, and writes nothing`() throws {
    let keeper = keeper(try store())
    let current = try #require(try keeper.current())
    #expect(current.userID == session.userID && current.email == "ann@t.example")
    #expect(current.name == "Ann" && !current.renews)
    #expect(try keeper.token() == session.accessToken)
    #expect(try keeper.profile().id == session.userID)
    #expect(keeper.place == .environment)
    #expect(SessionFolder.files(in: scratch.path).isEmpty)
  }

  @Test func `an access token alone is not renewed, and says what to do`() throws {
    let keeper = keeper(try store())
    fixture.clock.advance(.seconds(4000))
    let error = #expect(throws: CloudError.notSignedIn(.notRenewable)) { try keeper.token() }
    #expect(error?.hint?.contains("LECTERN_REFRESH_TOKEN") == true)
    #expect(port.requests.isEmpty)
    #expect(SessionFolder.text(of: path).isEmpty)
  }

  @Test func `with a refresh token it goes on, in this process and the next`() throws {
    let refresh = session.refreshToken
    fixture.clock.advance(.seconds(4000))
    let token = try keeper(try store(nil, refresh)).token()
    #expect(token != session.accessToken)
    #expect(SessionFolder.mode(path) == 0o600)
    #expect(!SessionFolder.text(of: path).contains(refresh))
    #expect(try keeper(try store(nil, refresh)).token() == token)
    fixture.clock.advance(.seconds(4000))
    #expect(try keeper(try store(nil, refresh)).token() != token)
    #expect(port.requests.count == 2)
  }

  @Test func `other tokens in the environment are not mixed up with what followed`() throws {
    fixture.clock.advance(.seconds(4000))
    _ = try keeper(try store(nil, session.refreshToken)).token()
    let bob = try fixture.signUp("bob@t.example")
    let keeper = keeper(try store(bob.accessToken, bob.refreshToken))
    #expect(try keeper.current()?.email == "bob@t.example")
  }

  @Test func `signing out forgets what followed`() throws {
    let keeper = keeper(try store(nil, session.refreshToken))
    fixture.clock.advance(.seconds(4000))
    _ = try keeper.token()
    #expect(try keeper.signOut() == nil)
    #expect(try keeper.current() == nil)
    #expect(access(path, F_OK) != 0)
  }

  @Test(arguments: ["", "abc", "a.b.c", "eyJhbGciOiJIUzI1NiJ9.e30.x", "..", "a.bm90IGpzb24.c"])
  func `what is no token is refused without being shown`(text: String) throws {
    let error = #expect(throws: CloudError.self) { try store(text, "secret-refresh") }
    let words = "\(error?.summary ?? "") \(error?.hint ?? "")"
    #expect(words.contains("LECTERN_ACCESS_TOKEN"))
    #expect(!words.contains("secret-refresh") && (text.count < 3 || !words.contains(text)))
  }
}
