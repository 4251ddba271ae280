import Vocabulary

/// Says in words what a request asks and what came back.
///
/// Bodies of Auth are never looked at but for the code of an error: passwords, codes and tokens
/// travel there.
package struct ExchangeText {
  /// What is asked, in a few words: `push 3 changes`.
  package let title: String
  /// The call and what it carries, a line each.
  package let details: [String]
  private let function: String?
  private let readBytes: Int

  /// The words for a request. Bodies that are longer than `readBytes` are not read: a sync of many
  /// rows must not wait for words about them.
  package init(_ request: HTTPRequest, readBytes: Int) {
    self.readBytes = readBytes
    let path = request.path.prefix { $0 != "?" }
    let call = "\(request.method) \(path)"
    let function = Self.tail(of: path, after: "/rest/v1/rpc/")
    self.function = function
    switch function {
    case let name? where request.body.count > readBytes:
      title = Self.rpcTitles[name] ?? name
      details = [call, "\(request.body.count) bytes"]
    case "sync_push"?:
      let changes = Self.list("changes", in: request.body)
      title = "push \(Self.counted(changes.count, "change"))"
      details = [call] + changes.map(\.text)
    case "sync_pull"?:
      title = "pull"
      details = [call, String(decoding: request.body, as: UTF8.self)]
    case let name?:
      title = Self.rpcTitles[name] ?? name
      details = [call, String(decoding: request.body, as: UTF8.self)]
    case nil:
      title = Self.authTitle(of: request) ?? Self.tableTitle(of: request, path) ?? call
      details = [call]
    }
  }

  /// What came back, in a few words, and what it carries, a line each.
  package func words(of response: HTTPResponse) -> (reply: String, details: [String]) {
    let status = "\(response.status)"
    if response.isPage { return (status + ", a page", []) }
    guard response.body.count <= readBytes else {
      return (status, ["\(response.body.count) bytes"])
    }
    guard let json = Self.json(response.body) else { return (status, []) }
    guard (200...299).contains(response.status) else {
      let code = json["error_code"]?.string ?? json["code"]?.string ?? ""
      return ([status, code].filter { !$0.isEmpty }.joined(separator: " "), [])
    }
    switch function {
    case "sync_push"?: return Self.pushed(json, status)
    case "sync_pull"?:
      let rows = json["rows"]?.array ?? []
      let more = json["more"]?.bool == true ? ", more to come" : ""
      return ("\(status), \(Self.counted(rows.count, "row"))\(more)", rows.map(\.text))
    case .some: return (status, [json.text])
    case nil: return (status, [])
    }
  }

  private static func pushed(
    _ json: JSONValue, _ status: String
  ) -> (reply: String, details: [String]) {
    let results = json["results"]?.array ?? []
    var counts: [(name: String, count: Int)] = []
    for result in results {
      let name = result["result"]?.string ?? "?"
      if let place = counts.firstIndex(where: { $0.name == name }) {
        counts[place].count += 1
      } else {
        counts.append((name, 1))
      }
    }
    let words = counts.map { "\($0.count) \($0.name)" }
    let whole = json["status"]?.string ?? ""
    let said = words.isEmpty ? [whole] : words
    return (([status] + said).joined(separator: ", "), results.map(\.text))
  }

  private static func list(_ name: String, in body: [UInt8]) -> [JSONValue] {
    json(body)?[name]?.array ?? []
  }

  private static func json(_ body: [UInt8]) -> JSONValue? {
    do { return try JSONValue(parsing: body) } catch { return nil }
  }

  private static func tail(of path: Substring, after start: String) -> String? {
    path.hasPrefix(start) ? String(path.dropFirst(start.count)) : nil
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
  }

  private static func tableTitle(of request: HTTPRequest, _ path: Substring) -> String? {
    guard let table = tail(of: path, after: "/rest/v1/") else { return nil }
    return request.method == "GET" ? "read \(table)" : "\(request.method) \(table)"
  }

  private static func authTitle(of request: HTTPRequest) -> String? {
    authTitles.first { title in
      request.path.hasPrefix(title.path) && title.method ?? request.method == request.method
    }?.title
  }

  private static let rpcTitles = [
    "sync_push": "push", "sync_pull": "pull", "sync_missing": "ask which rows are gone",
    "sync_digest": "compare digests",
    "sync_describe": "ask what the cloud is",
  ]

  /// The longer path first where one begins another.
  private static let authTitles: [(path: String, method: String?, title: String)] = [
    ("/auth/v1/health", nil, "ask whether it is there"),
    ("/auth/v1/token?grant_type=password", nil, "sign in"),
    ("/auth/v1/token?grant_type=refresh_token", nil, "renew the session"),
    ("/auth/v1/token?grant_type=id_token", nil, "sign in by a provider"),
    ("/auth/v1/token?grant_type=pkce", nil, "exchange a code"),
    ("/auth/v1/signup", nil, "sign up"), ("/auth/v1/verify", nil, "confirm a code"),
    ("/auth/v1/otp", nil, "ask for a code"), ("/auth/v1/recover", nil, "forgot the password"),
    ("/auth/v1/resend", nil, "ask for the mail again"), ("/auth/v1/logout", nil, "sign out"),
    ("/auth/v1/user", "GET", "ask who is signed in"), ("/auth/v1/user", nil, "change the account"),
    ("/auth/v1/reauthenticate", nil, "ask for a code to change the password"),
    ("/functions/v1/delete-user-data", nil, "delete the account"),
  ]
}

extension HTTPResponse {
  /// Whether it is the answer of an API that did what was asked.
  package var isSuccess: Bool { (200...299).contains(status) && !isPage }

  /// Whether something else than an API answered.
  fileprivate var isPage: Bool {
    headers["Content-Type"]?.hasPrefix("text/html") ?? false
  }
}
