import Cloud
import Vocabulary

/// Keeps what happens in a world that a script plays, for its picture.
///
/// Memory is bounded: of very long flows the latest events stay, and edits that follow each other
/// are one event.
package final class FlowRecorder {
  /// What happened so far.
  package private(set) var flow: Flow
  private let clock: any Surroundings
  private var queues: [FlowQueue]

  init(title: String, notes: [String], lanes: [String], clock: any Surroundings) {
    flow = Flow(title: title, lanes: lanes)
    flow.notes = notes
    self.clock = clock
    queues = Array(repeating: FlowQueue(), count: lanes.count)
  }

  /// Notes what was done to the cloud by others than devices.
  package func noteCloud(_ title: String, details: [String] = []) {
    add(FlowEvent(at: clock.now(), lane: nil, .cloud, title, details: Self.cut(details)))
  }

  /// Notes something about a device: its network, clock, power.
  func noteDevice(_ lane: Int, _ title: String, queue: FlowQueue? = nil) {
    if let queue { queues[lane] = queue }
    add(FlowEvent(at: clock.now(), lane: lane, .device, title, queue: queue))
  }

  func noteConflict(_ lane: Int, _ title: String, details: [String]) {
    add(FlowEvent(at: clock.now(), lane: lane, .conflict, title, details: Self.cut(details)))
  }

  /// Notes an edit. Those of a loop become one event.
  func noteEdit(_ lane: Int, _ title: String, details: [String], queue: FlowQueue) {
    queues[lane] = queue
    let now = clock.now()
    add(
      FlowEvent(
        at: now, lane: lane, .edits(1), title, details: Self.cut(details), queue: queue))
    joinEdits(of: lane, at: now, queue)
  }

  func noteExchange(
    _ lane: Int, of request: HTTPRequest, since start: Instant, _ result: ExchangeResult,
    fault: String?, queue: FlowQueue
  ) {
    let isNew = queues[lane] != queue
    queues[lane] = queue
    let words = ExchangeText(request, readBytes: Self.readBytes)
    let exchange = Self.exchange(words, result, at: clock.now(), fault: fault)
    add(
      FlowEvent(
        at: start, lane: lane, .exchange(exchange), words.title,
        details: Self.cut(words.details), queue: isNew ? queue : nil))
  }

  private static func exchange(
    _ words: ExchangeText, _ result: ExchangeResult, at end: Instant, fault: String?
  ) -> FlowExchange {
    switch result {
    case .answered(let response):
      let (reply, details) = words.words(of: response)
      return FlowExchange(
        response.isSuccess ? .answered : .refused, at: end, reply, details: cut(details),
        fault: fault)
    case .failed(.lost(_, let text)):
      return FlowExchange(.lost, at: end, text, fault: fault)
    case .failed(let error):
      return FlowExchange(.unsent, at: end, error.summary, fault: fault)
    }
  }

  /// The queue of a device as it was last seen.
  func queue(of lane: Int) -> FlowQueue { queues[lane] }

  private func add(_ event: FlowEvent) {
    if flow.events.count >= Self.eventLimit {
      flow.leftOut += Self.eventLimit / 4
      flow.events.removeFirst(Self.eventLimit / 4)
    }
    flow.events.append(event)
  }

  /// Puts the last edits of a device together, once there are many in a row.
  private func joinEdits(of lane: Int, at now: Instant, _ queue: FlowQueue) {
    let row = flow.events.suffix(Self.editsInRow + 1)
      .reversed().prefix { $0.lane == lane && $0.at == now && $0.editCount > 0 }
    let count = row.reduce(0) { $0 + $1.editCount }
    guard row.count > 1, count > Self.editsInRow else { return }
    let joined = row.reversed()
    // Each names itself, then its columns; an event of many lists them all by name.
    var lines = joined.flatMap { event in
      event.editCount > 1 ? event.details : [event.title] + event.details.map { "  " + $0 }
    }
    if lines.count > Self.detailLines {
      lines = lines.filter { $0 != Self.andMore }.prefix(Self.detailLines) + [Self.andMore]
    }
    flow.events.removeLast(row.count)
    flow.events.append(
      FlowEvent(
        at: now, lane: lane, .edits(count), "\(count) edits", details: Array(lines), queue: queue)
    )
  }

  static func cut(_ lines: [String]) -> [String] {
    let short = lines.prefix(detailLines).map { line in
      line.count > detailCharacters ? line.prefix(detailCharacters) + "…" : line
    }
    return short + (lines.count > detailLines ? [andMore] : [])
  }

  /// What is read of a body for its details. Unit: bytes.
  private static let readBytes = 1 << 18
  private static let andMore = "… and more"
  /// Events that are kept. Why a bound: a script may run for days.
  private static let eventLimit = 10_000
  /// Edits of one device at one moment that are events of their own.
  private static let editsInRow = 5
  /// Lines of an event that are kept.
  private static let detailLines = 60
  /// What is kept of a line. Unit: characters.
  private static let detailCharacters = 300
}

extension FlowEvent {
  /// How many edits it stands for; 0 for another kind.
  var editCount: Int { if case .edits(let count) = kind { count } else { 0 } }
}

/// What an exchange ended with.
enum ExchangeResult {
  case answered(HTTPResponse)
  case failed(CloudError)
}
