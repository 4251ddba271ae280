package import Cloud
import EmbeddedCloud
package import Vocabulary

/// What goes wrong with one request of a device.
package struct Fault: Sendable, Hashable {
  /// Answer with this status instead of asking the cloud.
  package var status: Int?
  /// The request does not arrive.
  package var isDropped = false
  /// The cloud does what was asked, and its answer is lost.
  package var losesReply = false
  /// The request arrives twice.
  package var isDoubled = false
  /// The token counts as expired: the cloud says so, and stores nothing.
  package var expiresToken = false
  /// Time that passes before the answer.
  package var latency: Duration = .zero

  package init() {}
}

/// A device's way to the cloud of its world, with what goes wrong on it.
package final class FaultyPort: CloudPort {
  private let cloud: any CloudPort
  private let clock: SeededSurroundings
  /// Nothing arrives while it is set.
  package var isOffline = false
  /// What goes wrong with the next requests, in order.
  package private(set) var faults: [Fault] = []
  /// Requests that were made.
  package private(set) var requests = 0

  package init(to cloud: any CloudPort, clock: SeededSurroundings) {
    self.cloud = cloud
    self.clock = clock
  }

  /// Lets the next requests meet this fault.
  package func add(_ fault: Fault, times: Int) {
    faults += Array(repeating: fault, count: times)
  }

  /// Nothing goes wrong any more.
  func endFaults() { faults = [] }

  /// Whether the last request went wrong.
  private(set) var hasFailed = false

  package func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse {
    requests += 1
    hasFailed = true
    if isOffline { throw .offline(curl: 0, text: "this device is offline") }
    let fault = takeFault(for: request)
    if fault.isDropped { throw .offline(curl: 0, text: "the request was dropped") }
    clock.advance(fault.latency)
    if let status = fault.status { return answer(status) }
    if fault.expiresToken { return Self.expired }
    if fault.isDoubled { _ = try cloud.exchange(request) }
    let response = try cloud.exchange(request)
    if fault.losesReply { throw .lost(curl: 0, text: "the reply was lost") }
    hasFailed = false
    return response
  }

  /// What meets this request. A token expires where it is used: not where it is asked for.
  private func takeFault(for request: HTTPRequest) -> Fault {
    guard let first = faults.first else { return Fault() }
    if first.expiresToken, request.path.hasPrefix("/auth/") { return Fault() }
    return faults.removeFirst()
  }

  /// As PostgREST says it.
  private static var expired: HTTPResponse {
    let message = "JWT expired"
    return HTTPResponse(
      status: 401,
      headers: [
        "Content-Type": "application/json; charset=utf-8",
        "Proxy-Status": "PostgREST; error=PGRST303",
        "WWW-Authenticate": "Bearer error=\"invalid_token\", error_description=\"\(message)\"",
      ],
      body: Array(
        #"{"code":"PGRST303","details":null,"hint":null,"message":"\#(message)"}"#.utf8))
  }

  private func answer(_ status: Int) -> HTTPResponse {
    let body = #"{"code":"","details":null,"hint":null,"message":"a fault of the world"}"#
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/json; charset=utf-8"],
      body: Array(body.utf8))
  }
}
