package import Cloud

/// What goes wrong with one request.
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
  /// A network that wants a sign-in of its own answers with its page.
  package var isPortal = false
  /// Time that passes before the answer.
  package var latency: Duration = .zero

  package init() {}

  /// Whether it can befall the request: a token expires where it is used, not where it is asked
  /// for.
  package func befalls(_ request: HTTPRequest) -> Bool {
    !expiresToken || !request.path.hasPrefix("/auth/")
  }

  /// What is answered in the cloud's place; nil where the cloud answers.
  package var answer: HTTPResponse? {
    if let status { return Self.refusal(status) }
    if expiresToken { return Self.expired }
    return isPortal ? Self.page : nil
  }

  private static func refusal(_ status: Int) -> HTTPResponse {
    let body = #"{"code":"","details":null,"hint":null,"message":"a fault of the world"}"#
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/json; charset=utf-8"],
      body: Array(body.utf8))
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

  private static var page: HTTPResponse {
    HTTPResponse(
      status: 200, headers: ["Content-Type": "text/html; charset=utf-8"],
      body: Array("<!DOCTYPE html><title>Welcome</title><p>Sign in to use this network.\n".utf8))
  }
}
