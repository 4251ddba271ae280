package import Cloud
package import EmbeddedCloud
package import Vocabulary

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
  /// Is told of each exchange once it is over, with what went wrong on purpose.
  var onExchange: ((HTTPRequest, Instant, ExchangeResult, Fault) -> Void)?

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
    let start = clock.now()
    let fault = isOffline ? Fault() : takeFault(for: request)
    do throws(CloudError) {
      let response = try answer(to: request, meeting: fault)
      onExchange?(request, start, .answered(response), fault)
      return response
    } catch {
      onExchange?(request, start, .failed(error), fault)
      throw error
    }
  }

  private func answer(
    to request: HTTPRequest, meeting fault: Fault
  ) throws(CloudError) -> HTTPResponse {
    if isOffline { throw .offline(curl: 0, text: "this device is offline") }
    if fault.isDropped { throw .offline(curl: 0, text: "the request was dropped") }
    clock.advance(fault.latency)
    if let instead = fault.answer { return instead }
    if fault.isDoubled { _ = try cloud.exchange(request) }
    let response = try cloud.exchange(request)
    if fault.losesReply { throw .lost(curl: 0, text: "the reply was lost") }
    hasFailed = false
    return response
  }

  /// What meets this request.
  private func takeFault(for request: HTTPRequest) -> Fault {
    guard let first = faults.first else { return Fault() }
    guard first.befalls(request) else { return Fault() }
    return faults.removeFirst()
  }
}
