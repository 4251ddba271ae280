import Cloud
import EmbeddedCloud
import Glibc
import Synchronization
import Testing
import Vocabulary

@testable import EmbeddedCloud

/// A store where another keeper is always a little faster.
private final class SlowStore: SessionStore {
  let inner: any SessionStore
  var meanwhile: (() throws(CloudError) -> Void)?

  init(_ inner: any SessionStore) { self.inner = inner }

  func load() throws(CloudError) -> Session? { try inner.load() }
  func save(_ session: Session?) throws(CloudError) { try inner.save(session) }
  func replace(_ old: Session, with new: Session) throws(CloudError) -> Bool {
    try inner.replace(old, with: new)
  }
  var place: SessionPlace { inner.place }
  func whileRefreshing<T>(
    unless settled: () throws(CloudError) -> T?, _ body: () throws(CloudError) -> T
  ) throws(CloudError) -> T {
    try meanwhile?()
    return try inner.whileRefreshing(unless: settled, body)
  }
}

/// Counts the refreshes that reach a project.
private final class CountingAnswerer: RequestAnswering {
  let fixture: ProjectFixture
  let count: RefreshCount

  init(_ fixture: ProjectFixture, _ count: RefreshCount) {
    self.fixture = fixture
    self.count = count
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    if request.path.hasSuffix("grant_type=refresh_token") { count.add() }
    return fixture.project.answer(request)
  }
}

private final class RefreshCount: Sendable {
  private let count = Mutex(0)
  func add() { count.withLock { $0 += 1 } }
  var value: Int { count.withLock { $0 } }
}

/// A late clock, and waits of a thousandth of a second.
private final class LateSurroundings: Surroundings {
  private let inner = SeededSurroundings(seed: UInt64(bitPattern: Int64(getpid())))
  func now() -> Instant { inner.now() + .seconds(3600) }
  func random() -> UInt64 { inner.random() }
  func wait(_ duration: Duration) -> Bool { poll(nil, 0, 1) == 0 }
}

@Suite struct OneRefreshTests {
  @Test func `who waited for another's refresh uses its token`() throws {
    let fixture = try ProjectFixture()
    let port = ScriptedPort(InProcessPort(to: fixture.project))
    let account = Account(
      project: RemoteProject(name: "embedded", port: port, key: ""), surroundings: fixture.clock)
    let memory = MemorySessionStore()
    let faster = SessionKeeper(account: account, store: memory)
    _ = try faster.signUp(email: "ann@t.example", password: "correct-horse-9")
    fixture.clock.advance(.seconds(3600))
    let store = SlowStore(memory)
    var token: String?
    store.meanwhile = { () throws(CloudError) in token = try faster.token() }
    #expect(try SessionKeeper(account: account, store: store).token() == token)
    #expect(port.requests.count == 2)
  }

  @Test func `a hundred threads that need a token at once cause one refresh`() throws {
    let count = RefreshCount()
    let server = try LoopbackServer { () throws(EmbeddedCloudError) -> any RequestAnswering in
      do { return CountingAnswerer(try ProjectFixture(), count) } catch {
        throw .keysUnreadable
      }
    }
    var template = Array("/tmp/lectern-refresh-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let url = server.url
    let path = "\(folder)/session"
    @Sendable func keeper(_ surroundings: any Surroundings) throws -> SessionKeeper {
      let port = CurlTransport(to: try CloudAddress(url))
      return SessionKeeper(
        account: Account(
          project: RemoteProject(name: url, port: port, key: ""), surroundings: surroundings),
        store: FileSessionStore(path: path, surroundings: surroundings))
    }
    _ = try keeper(SeededSurroundings(seed: 1)).signUp(
      email: "ann@t.example", password: "correct-horse-9")
    let tokens = TokenList()
    let threads = try (0..<100).map { _ in
      try ServingThread {
        do { tokens.add(try keeper(LateSurroundings()).token()) } catch { tokens.add("\(error)") }
      }
    }
    for thread in threads { thread.join() }
    #expect(tokens.values.count == 100)
    #expect(Set(tokens.values).count == 1)
    #expect(count.value == 1)
    for name in ["session", "session.change-lock", "session.refresh-lock"] {
      unlink("\(folder)/\(name)")
    }
    rmdir(folder)
  }
}

private final class TokenList: Sendable {
  private let list = Mutex<[String]>([])
  func add(_ token: String) { list.withLock { $0.append(token) } }
  var values: [String] { list.withLock { $0 } }
}
