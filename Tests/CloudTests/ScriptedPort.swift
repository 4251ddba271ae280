import Cloud

/// A port that does what a test says for each request, or passes it on.
final class ScriptedPort: CloudPort {
  /// What happens to one request.
  enum Fate {
    case pass
    case answer(HTTPResponse)
    case fail(CloudError)
    /// The cloud does it, and the answer is lost.
    case loseAnswer
    /// Something else happens first, then it passes.
    case after(() throws -> Void)
  }

  private let inner: any CloudPort
  /// What is in store; afterwards everything passes.
  var fates: [Fate] = []
  private(set) var requests: [HTTPRequest] = []

  init(_ inner: any CloudPort) { self.inner = inner }

  func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse {
    requests.append(request)
    switch fates.isEmpty ? .pass : fates.removeFirst() {
    case .pass: return try inner.exchange(request)
    case .answer(let answer): return answer
    case .fail(let error): throw error
    case .loseAnswer:
      _ = try inner.exchange(request)
      throw .lost(curl: 56, text: "reset")
    case .after(let body):
      do { try body() } catch { throw .lost(curl: 0, text: "\(error)") }
      return try inner.exchange(request)
    }
  }
}
