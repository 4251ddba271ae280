import Glibc
import Support
import Testing
import Vocabulary

@testable import Cloud

/// The log of syncs: one line a request, readable whatever happened to the file.
@Suite struct SyncLogTests {
  private let folder: TemporaryFolder
  private let log: SyncLog
  private var path: String { folder.path + "/sync.log" }

  init() throws {
    folder = try TemporaryFolder()
    log = SyncLog(path: folder.path + "/sync.log", profile: "mine")
  }

  private func line(_ request: String) -> LogLine {
    LogLine(
      at: Instant(milliseconds: 1_000), profile: "", request: request, reply: "200", isDone: true)
  }

  @Test func `the latest lines of the profile come back as they were`() {
    for number in 1...30 { log.add(line("request \(number)")) }
    SyncLog(path: path, profile: "other").add(line("another's"))
    let latest = log.latest(3)
    #expect(latest.map(\.request) == ["request 28", "request 29", "request 30"])
    var expected = line("request 30")
    expected.profile = "mine"
    #expect(latest.last == expected)
  }

  @Test func `a line that was cut, and one that is none, are left out`() throws {
    log.add(line("whole"))
    let file = open(path, O_WRONLY | O_APPEND)
    let rest = Array("none\n\n[1]\n{\"at\":\"2026-01-01T00:00:00.000Z\",\"profile\":\"mine\"".utf8)
    #expect(write(file, rest, rest.count) == rest.count)
    close(file)
    #expect(log.latest(10).map(\.request) == ["whole"])
  }

  @Test func `where no line can be written the exchange goes on`() throws {
    let nowhere = SyncLog(path: "/no/such/folder/sync.log", profile: "mine")
    let answer = HTTPResponse(status: 204)
    let port = LoggedPort(Answering(.success(answer)), log: nowhere, SeededSurroundings.fixed)
    #expect(try port.exchange(HTTPRequest(method: "GET", path: "/")) == answer)
    #expect(nowhere.latest(1).isEmpty)
  }

  @Test func `what failed is noted with its reason, and fails`() {
    let port = LoggedPort(
      Answering(.failure(.offline(curl: 7, text: "nobody there"))), log: log,
      SeededSurroundings.fixed)
    let request = HTTPRequest(
      method: "POST", path: "/auth/v1/token?grant_type=password", body: Array("secret".utf8))
    #expect(throws: CloudError.self) { try port.exchange(request) }
    let noted = log.latest(1).first
    #expect(noted?.request == "sign in")
    #expect(noted?.isDone == false)
    #expect(noted?.reply.contains("nobody there") == true)
    #expect(noted?.bytesOut == 6)
  }

  @Test func `a long body is not read for words about it`() {
    let changes = String(repeating: "{},", count: 5_000) + "{}"
    let request = HTTPRequest(
      method: "POST", path: "/rest/v1/rpc/sync_push",
      body: Array("{\"changes\":[\(changes)]}".utf8))
    #expect(ExchangeText(request, readBytes: 4_096).title == "push")
    #expect(ExchangeText(request, readBytes: 1 << 20).title == "push 5001 changes")
  }
}

/// A port that always says the same.
private final class Answering: CloudPort {
  private let result: Result<HTTPResponse, CloudError>

  init(_ result: Result<HTTPResponse, CloudError>) { self.result = result }

  func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse { try result.get() }
}

extension SeededSurroundings {
  fileprivate static var fixed: SeededSurroundings {
    SeededSurroundings(seed: 1, start: Instant(milliseconds: 0))
  }
}
