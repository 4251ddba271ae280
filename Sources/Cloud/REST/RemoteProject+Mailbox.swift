package import Vocabulary

/// What a project that `lectern serve` plays has beside a hosted one.
extension RemoteProject {
  /// The mails to an address, as JSON, the newest first. A hosted project answers `refused`.
  package func mails(to email: String) throws(CloudError) -> [JSONValue] {
    let answer = try send("GET", "/mailbox/v1?email=\(Self.encode(email))", body: nil, token: nil)
    do throws(JSONError) {
      if let mails = try JSONValue(parsing: answer.body)["mails"]?.array { return mails }
    } catch { throw .unreadable(status: answer.status, reason: error.reason) }
    throw .unreadable(status: answer.status, reason: "no list of mails came")
  }

  /// Publishes the key of a provider that a script plays.
  package func publish(_ key: JSONValue) throws(CloudError) {
    _ = try send("POST", "/mailbox/v1/providers", body: key.bytes, token: nil)
  }

  /// What a browser gets that opens a path there, whatever it is.
  package func browse(_ path: String) throws(CloudError) -> HTTPResponse {
    try port.exchange(HTTPRequest(method: "GET", path: path, headers: ["Host": host]))
  }

  private var host: String {
    let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    return String(rest.prefix { $0 != "/" })
  }
}
