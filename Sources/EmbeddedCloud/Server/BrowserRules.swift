import Cloud

/// What browsers must be told before they let a page of elsewhere use the cloud: it may.
///
/// Source: https://fetch.spec.whatwg.org/#http-cors-protocol
enum BrowserRules {
  /// Browsers ask before they send a token.
  static func preflight(_ request: HTTPRequest) -> HTTPResponse {
    let asked = (request.headers["Access-Control-Request-Headers"] ?? "").split(separator: ",")
      .map { String($0).trimming { $0 == " " } }
    let allowed = ["Authorization"] + asked + ["Accept", "Accept-Language", "Content-Language"]
    return HTTPResponse(
      status: 200,
      headers: [
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": "GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD",
        "Access-Control-Allow-Headers": allowed.joined(separator: ", "),
        "Access-Control-Max-Age": "86400",
      ])
  }

  /// The answer, with the fields that a page may read.
  static func opened(_ answer: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
    guard request.headers["Origin"] != nil else { return answer }
    let isAuth = request.path.hasPrefix("/auth/")
    var answer = answer
    answer.headers.add("Access-Control-Allow-Origin", "*")
    answer.headers.add(
      "Access-Control-Expose-Headers",
      "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, "
        + "Transfer-Encoding, Range-Unit\(isAuth ? ", X-Sb-Error-Code" : "")")
    return answer
  }
}
