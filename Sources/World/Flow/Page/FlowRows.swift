import Vocabulary

/// The rows of the page: an event each.
struct FlowRows {
  let lanes: Int

  /// The sorts of events, as the page names them.
  static let kinds: [(kind: String, words: String)] = [
    ("edits", "edits"), ("exchange", "requests"), ("fault", "requests that go wrong"),
    ("conflict", "conflicts"), ("device", "device"), ("cloud", "done to the cloud"),
  ]

  static func kind(of event: FlowEvent) -> String {
    switch event.kind {
    case .edits: "edits"
    case .exchange(let exchange):
      exchange.outcome == .answered && exchange.fault == nil ? "exchange" : "fault"
    case .conflict: "conflict"
    case .device: "device"
    case .cloud: "cloud"
    }
  }

  func row(of event: FlowEvent, time: String) -> String {
    let body =
      if case .exchange(let exchange) = event.kind { ways(event, exchange) } else { box(event) }
    return """
      <li class="event \(Self.kind(of: event))"><time datetime="\(event.at.text)">\(time)</time>\
      \(body)</li>
      """
  }

  private func box(_ event: FlowEvent) -> String {
    let column = (event.lane ?? lanes) + 2
    return """
      <div class="box" style="grid-column:\(column)">\
      \(Self.words(event.title, event.details))\(Self.pill(event.queue))</div>
      """
  }

  /// The way there and the way back.
  private func ways(_ event: FlowEvent, _ exchange: FlowExchange) -> String {
    let lane = event.lane ?? 0
    let place = "style=\"grid-column:\(lane + 2)/\(lanes + 3);--span:\(lanes - lane + 1)\""
    let out = exchange.outcome == .unsent ? "out broken" : "out"
    let took = (exchange.end - event.at).wholeMilliseconds
    let time = took > 0 ? " <i>\(took) ms</i>" : ""
    var html = """
      <div class="way \(out)" \(place)>\(Self.words(event.title, event.details))\
      \(Self.pill(event.queue))</div>
      """
    let reply =
      switch exchange.outcome {
      case .answered, .refused: exchange.reply
      case .lost: "no reply: " + exchange.reply
      case .unsent: "does not arrive: " + exchange.reply
      }
    let back = exchange.outcome == .answered ? "back" : "back \(exchange.outcome.rawValue)"
    // What did not arrive says why by itself.
    let isSaid = exchange.outcome == .lost || exchange.outcome == .unsent
    let fault = exchange.fault.map { isSaid ? "" : "<em>\(HTMLText.escaped($0))</em>" } ?? ""
    html += """
      <div class="way \(back)" \(place)>\(Self.words(reply, exchange.details))\(time)\(fault)</div>
      """
    return html
  }

  private static func words(_ title: String, _ details: [String]) -> String {
    let title = HTMLText.escaped(title)
    guard !details.isEmpty else { return "<span class=\"title\">\(title)</span>" }
    let lines = details.map { "<li>\(HTMLText.escaped($0))</li>" }.joined()
    return "<details><summary>\(title)</summary><ul>\(lines)</ul></details>"
  }

  private static func pill(_ queue: FlowQueue?) -> String {
    guard let queue else { return "" }
    let parts = [
      (queue.ready, "ready"), (queue.sending, "sending"), (queue.parked, "parked"),
    ].filter { $0.0 > 0 }
    let text = parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let alarm = queue.parked > 0 ? " alarm" : ""
    return "<b class=\"queue\(alarm)\">queue: \(text.isEmpty ? "empty" : text)</b>"
  }
}
