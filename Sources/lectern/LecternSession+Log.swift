import Cloud
import Console
import LuaAPI
import World

/// What is known of the library's syncs.
extension LecternSession {
  func requests(latest count: Int) -> [RequestEntry]? {
    log?.latest(count).map {
      RequestEntry(at: $0.at, request: $0.request, reply: $0.reply, took: $0.took)
    }
  }

  func draw(to path: String) throws -> Int {
    let flow = try Flow(of: device, log: log?.latest(Self.drawn) ?? [])
    try NewFile.replace(
      path, beginning: FlowPage.beginning, with: Array(FlowPage(flow).html.utf8))
    return flow.events.count
  }

  /// Unit: requests.
  private static let drawn = 1_000
}
