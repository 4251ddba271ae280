import Cloud
import EmbeddedCloud
import Glibc
import Store
import Testing
import Vocabulary

@Suite struct ServedProjectTests {
  private func keeper(_ served: ServedProject) throws -> SessionKeeper {
    let url = served.server.url
    let project = RemoteProject(
      name: url, port: CurlTransport(to: try CloudAddress(url)), key: served.keys.anon)
    return SessionKeeper(
      account: Account(project: project, surroundings: SeededSurroundings(seed: 2)),
      store: MemorySessionStore())
  }

  private func served(path: String) throws -> ServedProject {
    try ServedProject { () throws(EmbeddedCloudError) -> EmbeddedProject in
      do { return try ProjectFixture(path: path).project } catch let error as EmbeddedCloudError {
        throw error
      } catch { throw .keysUnreadable }
    }
  }

  @Test func `an account made by one client is signed in by another, after a restart too`() throws {
    var template = Array("/tmp/lectern-served-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = "\(folder)/cloud.db"
    defer {
      for end in ["", "-wal", "-shm"] { unlink("\(path)\(end)") }
      rmdir(folder)
    }
    let first = try served(path: path)
    guard
      case .signedIn(let session) = try keeper(first).signUp(
        email: "ann@t.example", password: "correct-horse-9")
    else {
      Issue.record("no session")
      return
    }
    #expect(
      try keeper(first).signIn(email: "Ann@t.example", password: "correct-horse-9").userID
        == session.userID)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    first.server.stop()
    let second = try served(path: path)
    #expect(second.keys.anon == first.keys.anon)
    #expect(
      try keeper(second).signIn(email: "ann@t.example", password: "correct-horse-9").userID
        == session.userID)
    second.server.stop()
  }

  @Test func `another program's database is refused and stays`() throws {
    let path = "/tmp/lectern-foreign-\(getpid())"
    defer { unlink(path) }
    let connection = try Connection(path: path)
    try connection.execute("CREATE TABLE theirs (x)")
    let error = #expect(throws: EmbeddedCloudError.self) { try served(path: path) }
    #expect(error?.summary.contains("another program's database") == true)
    #expect(try connection.all("SELECT name FROM sqlite_schema") { $0.text(0) } == ["theirs"])
  }

  @Test func `a file that is no database is refused and stays`() throws {
    let path = "/tmp/lectern-served-\(getpid())"
    let file = open(path, O_CREAT | O_WRONLY, 0o600)
    let text = String(repeating: "no database ", count: 100)
    _ = Glibc.write(file, text, text.utf8.count)
    close(file)
    defer { unlink(path) }
    let error = #expect(throws: EmbeddedCloudError.self) { try served(path: path) }
    #expect(error?.code == "embedded_cloud.store_failed")
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_size == text.utf8.count)
  }
}
