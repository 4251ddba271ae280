import Vocabulary

/// A Supabase project as a client sees it, hosted or embedded: one port, one public key.
///
/// It knows what an answer of the cloud looks like, and turns everything else into a `CloudError`.
/// It keeps no token and tries nothing twice.
package struct RemoteProject {
  /// What the project is called where sessions are kept: its address, or `embedded`.
  package let name: String
  /// What a browser would open it at; one in this process has no address that a browser reaches.
  package var address: String {
    guard name.contains("://") else { return "http://embedded.localhost" }
    return String(name.reversed().drop { $0 == "/" }.reversed())
  }
  let port: any CloudPort
  private let key: String

  /// - Parameter key: the public key (`anon`); empty where the cloud asks for none.
  package init(name: String, port: any CloudPort, key: String) {
    self.name = name
    self.port = port
    self.key = key
  }

  /// Calls a function of the database as the user of `token`: `/rest/v1/rpc/NAME`.
  ///
  /// Shape: `body` is one JSON object of arguments, the answer one JSON value.
  /// Errors: `refused` with the SQLSTATE or PostgREST's code; `isTokenRefused` where one refresh
  /// may help; `unreadable` where something else than our cloud answered.
  package func rpc(
    _ name: String, body: [UInt8], token: String
  ) throws(CloudError) -> [UInt8] {
    try send("POST", "/rest/v1/rpc/\(Self.encode(name))", body: body, token: token).body
  }

  /// The rows of a table that the user of `token` may see: as many as the cloud gives at once.
  ///
  /// - Parameter query: PostgREST's parameters: `("verse_ref", "eq.john.3.16")`, `("limit", "10")`.
  package func rows(
    of table: String, _ query: [(name: String, value: String)] = [], token: String
  ) throws(CloudError) -> RowPage {
    var path = "/rest/v1/\(Self.encode(table))"
    for (place, pair) in query.enumerated() {
      path += "\(place == 0 ? "?" : "&")\(Self.encode(pair.name))=\(Self.encode(pair.value))"
    }
    let answer = try send(
      "GET", path, body: nil, token: token, headers: ["Prefer": "count=exact"])
    return RowPage(answer)
  }

  /// Asks the least that a project answers to everybody with its key.
  package func requireAnswer() throws(CloudError) {
    _ = try send("GET", "/auth/v1/health", body: nil, token: nil)
  }

  /// One exchange that must succeed: the answer is 2xx and JSON, or empty.
  ///
  /// - Parameters:
  ///   - token: nil for what the anonymous role may ask; then the key is the token.
  ///   - secrets: what no error may show of the body; the token is hidden too.
  func send(
    _ method: String, _ path: String, body: [UInt8]?, token: String?,
    headers extra: HTTPHeaders = HTTPHeaders(), hiding secrets: [String] = []
  ) throws(CloudError) -> HTTPResponse {
    var headers = extra
    if !key.isEmpty { headers.add("apikey", key) }
    if let bearer = token ?? (key.isEmpty ? nil : key) {
      headers.add("Authorization", "Bearer \(bearer)")
    }
    if body != nil { headers.add("Content-Type", "application/json") }
    let answer = try port.exchange(
      HTTPRequest(method: method, path: path, headers: headers, body: body ?? []))
    if let error = CloudError(answer, hiding: secrets + [token].compactMap(\.self)) { throw error }
    return answer
  }

  /// Percent-encodes everything but letters, digits and `-._~`.
  package static func encode(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      if byte.isLetterOrDigit || "-._~".utf8.contains(byte) {
        output.append(byte)
      } else {
        output.append(UInt8(ascii: "%"))
        output.append(upperHex(byte >> 4))
        output.append(upperHex(byte & 15))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func upperHex(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }
}
