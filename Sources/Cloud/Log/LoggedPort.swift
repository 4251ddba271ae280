package import Vocabulary

/// A way to the cloud that notes every exchange in the log of syncs.
package final class LoggedPort: CloudPort {
  private let port: any CloudPort
  private let log: SyncLog
  private let surroundings: any Surroundings

  package init(_ port: any CloudPort, log: SyncLog, _ surroundings: any Surroundings) {
    self.port = port
    self.log = log
    self.surroundings = surroundings
  }

  package func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse {
    let start = surroundings.now()
    do throws(CloudError) {
      let response = try port.exchange(request)
      note(request, since: start) { line, words in
        line.reply = words.words(of: response).reply
        line.isDone = response.isSuccess
        line.bytesIn = response.body.count
      }
      return response
    } catch {
      note(request, since: start) { line, _ in line.reply = error.summary }
      throw error
    }
  }

  private func note(
    _ request: HTTPRequest, since start: Instant, _ fill: (inout LogLine, ExchangeText) -> Void
  ) {
    let words = ExchangeText(request, readBytes: Self.readBytes)
    var line = LogLine(at: start, profile: "", request: words.title, reply: "", isDone: false)
    line.bytesOut = request.body.count
    line.took = surroundings.now() - start
    fill(&line, words)
    log.add(line)
  }

  /// Unit: bytes.
  private static let readBytes = 1 << 12
}
