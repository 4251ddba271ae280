import Cloud
import Testing
import Vocabulary

@testable import EmbeddedCloud

/// What a client of a served cloud meets, and what the cloud has heard of it.
@Suite struct FaultyAnswersTests {
  private final class Counting: RequestAnswering {
    var heard = 0

    func answer(_ request: HTTPRequest) -> HTTPResponse {
      heard += 1
      return HTTPResponse(status: 204)
    }
  }

  private func outcome(
    _ fault: String, path: String = "/rest/v1/rpc/sync_pull"
  ) throws -> (answer: HTTPResponse?, heard: Int, waited: Duration) {
    var odds = FaultOdds()
    try odds.add(fault)
    let surroundings = SeededSurroundings(seed: 1)
    let start = surroundings.now()
    let cloud = Counting()
    let answer = FaultyAnswers(cloud, odds, surroundings).answerUnlessLost(
      HTTPRequest(method: "POST", path: path, headers: [:], body: []))
    return (answer, cloud.heard, surroundings.now() - start)
  }

  @Test(
    arguments: [
      ("drop=1", nil, 0), ("lose_reply=1", nil, 1), ("duplicate=1", 204, 2), ("503=1", 503, 0),
      ("404=1", 404, 0), ("portal=1", 200, 0), ("expire_token=1", 401, 0), ("drop=0", 204, 1),
    ] as [(String, Int?, Int)])
  func `each fault is what its name says`(fault: String, status: Int?, heard: Int) throws {
    let found = try outcome(fault)
    #expect(found.answer?.status == status)
    #expect(found.heard == heard)
  }

  @Test func `a token does not expire where it is asked for`() throws {
    #expect(try outcome("expire_token=1", path: "/auth/v1/token").answer?.status == 204)
  }

  @Test func `a network's own page is no JSON, and latency is waited for`() throws {
    #expect(try outcome("portal=1").answer?.headers["Content-Type"]?.hasPrefix("text/html") == true)
    #expect(try outcome("latency=200ms").waited >= .milliseconds(200))
  }

  @Test func `a chance is that of a request`() throws {
    var odds = FaultOdds()
    try odds.add("drop=25%")
    try odds.add("503=25%")
    let surroundings = SeededSurroundings(seed: 7)
    let drawn = (0..<4000).map { _ in odds.draw(surroundings) }
    #expect((900...1100).contains(drawn.count { $0.isDropped }))
    #expect((900...1100).contains(drawn.count { $0.status == 503 }))
  }
}
