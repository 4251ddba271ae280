package import Cloud

/// Whatever answers requests: the stand-in, or a script in a test.
///
/// Every implementation answers every request, never throws, and is used by one thread.
package protocol RequestAnswering: AnyObject {
  /// The answer to one request.
  func answer(_ request: HTTPRequest) -> HTTPResponse
  /// The same; nil where the connection ends without one.
  func answerUnlessLost(_ request: HTTPRequest) -> HTTPResponse?
}

extension RequestAnswering {
  /// What is answered is never lost.
  package func answerUnlessLost(_ request: HTTPRequest) -> HTTPResponse? { answer(request) }
}

/// The way to an answerer in the same process: no socket, no copy.
package final class InProcessPort: CloudPort {
  private let answerer: any RequestAnswering

  package init(to answerer: any RequestAnswering) { self.answerer = answerer }

  package func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse {
    var answer = answerer.answer(request)
    if request.method == "HEAD" { answer.body = [] }
    return answer
  }
}
