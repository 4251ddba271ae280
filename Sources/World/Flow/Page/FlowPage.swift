import Vocabulary

/// A flow as a page: one file of HTML that needs nothing else, with a lane for each device, one for
/// the cloud, and time downwards. The same flow gives the same bytes.
package struct FlowPage {
  /// How such a page begins: what does not begin so is no page of ours, and not to be replaced.
  package static let beginning = "<!DOCTYPE html>\n<!-- Lectern: a picture of a flow -->\n"

  private let flow: Flow
  private let rows: FlowRows

  /// The page of a flow.
  package init(_ flow: Flow) {
    self.flow = flow
    rows = FlowRows(lanes: flow.lanes.count)
  }

  /// UTF-8 text.
  package var html: String {
    let title = HTMLText.escaped(flow.title)
    return Self.beginning + """
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <style>
      \(FlowStyle.sheet)
      \(laneLines)
      </style>
      </head>
      <body>
      <header>
      <h1>\(title)</h1>
      \(notes)
      \(legend)
      </header>
      <main>
      \(heads)
      \(events)
      </main>
      <script>
      \(FlowStyle.script)
      </script>
      </body>
      </html>

      """
  }

  private var notes: String {
    var lines = flow.notes
    if let first = flow.events.first, let last = flow.events.last {
      lines.append("\(first.at.text) to \(max(first.at, last.end).text)")
    }
    if flow.leftOut > 0 { lines.append("The first \(flow.leftOut) events are left out.") }
    return lines.map { "<p>\(HTMLText.escaped($0))</p>" }.joined(separator: "\n")
  }

  /// What the signs mean, how many there are of each, and a switch for each.
  private var legend: String {
    let counts = FlowRows.kinds.map { kind, words in
      (
        kind: kind, words: words,
        count: flow.events.reduce(0) {
          $0 + (FlowRows.kind(of: $1) == kind ? max(1, $1.editCount) : 0)
        }
      )
    }
    let items = counts.filter { $0.count > 0 }.map { kind, words, count in
      """
      <label class="\(kind)"><input type="checkbox" checked id="show-\(kind)">\
      \(words) <b>\(count)</b></label>
      """
    }
    return """
      <form>
      \(items.joined(separator: "\n"))
      <button type="button" id="all">Open all details</button>
      </form>
      """
  }

  private var heads: String {
    let names = flow.lanes.map { "<span>\(HTMLText.escaped($0))</span>" }.joined()
    return """
      <div class="heads"><span>time</span>\(names)<span>cloud</span></div>
      """
  }

  private var events: String {
    guard !flow.events.isEmpty else { return "<p class=\"empty\">Nothing has happened yet.</p>" }
    var items: [String] = []
    var before: Instant?
    for event in flow.events {
      if let before, let gap = FlowTime.gap(event.at - before) {
        items.append("<li class=\"gap\"><span>\(gap)</span></li>")
      }
      let isNew = before.map { $0 != event.at } ?? true
      items.append(rows.row(of: event, time: isNew ? FlowTime.ofDay(event.at) : ""))
      before = max(before ?? event.at, event.end)
    }
    return "<ol>\n" + items.joined(separator: "\n") + "\n</ol>"
  }

  /// A line down the middle of each lane.
  private var laneLines: String {
    let count = flow.lanes.count + 1
    let images = Array(
      repeating: "linear-gradient(var(--line),var(--line))", count: count
    ).joined(separator: ",")
    let places = (0..<count).map { lane in
      "calc(var(--times) + (100% - var(--times)) * \(2 * lane + 1) / \(2 * count)) 0"
    }
    return """
      main{--lanes:\(count)}
      ol{background-image:\(images);background-position:\(places.joined(separator: ","))}
      """
  }
}

extension FlowEvent {
  /// When it was over.
  var end: Instant { if case .exchange(let exchange) = kind { exchange.end } else { at } }
}

/// Times as the page shows them.
enum FlowTime {
  static func ofDay(_ instant: Instant) -> String {
    String(instant.text.dropFirst(11).dropLast())
  }

  /// How much time passed, where it is worth a line.
  static func gap(_ duration: Duration) -> String? {
    let seconds = duration.wholeMilliseconds / 1000
    guard seconds != 0 else { return nil }
    let size = seconds.magnitude
    let units: [(UInt64, String)] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
    var left = size
    var words: [String] = []
    for (length, unit) in units where left >= length && words.count < 2 {
      words.append("\(left / length) \(unit)")
      left %= length
    }
    return words.joined(separator: " ") + (seconds < 0 ? " earlier" : " later")
  }
}
