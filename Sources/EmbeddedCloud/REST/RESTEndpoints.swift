import Cloud
import Schema
import Store
import Vocabulary

/// `/rest/v1`: rows and functions, as PostgREST answers.
struct RESTEndpoints {
  let project: EmbeddedProject
  let now: Instant

  /// Answers a request for `path`, which stands behind `/rest/v1/`.
  func answer(_ request: HTTPRequest, _ path: String, _ query: QueryString) -> HTTPResponse {
    let caller: RESTCaller
    do { caller = try RESTCaller.of(request, project.signer, at: now) } catch {
      return RESTRefusal(thrown: error).response(isAnonymous: false)
    }
    do {
      if let name = path.removingPrefix("rpc/") {
        return try FunctionCall(self, name, caller).answer(request, query)
      }
      return try table(path, request, query, caller)
    } catch {
      return RESTRefusal(thrown: error).response(isAnonymous: caller.role == .anonymous)
    }
  }

  private func table(
    _ path: String, _ request: HTTPRequest, _ query: QueryString, _ caller: RESTCaller
  ) throws -> HTTPResponse {
    if path.isEmpty, request.method != "GET", request.method != "HEAD" {
      throw RESTRefusal("PGRST117", "Unsupported HTTP method: \(request.method)")
    }
    guard !path.isEmpty, !path.utf8.contains(UInt8(ascii: "/")) else {
      throw RESTRefusal("PGRST125", "Invalid path specified in request URL")
    }
    guard ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(request.method) else {
      throw RESTRefusal("PGRST117", "Unsupported HTTP method: \(request.method)")
    }
    let isRead = request.method == "GET" || request.method == "HEAD"
    try requirePublic(request.headers[isRead ? "Accept-Profile" : "Content-Profile"])
    let name = QueryString.decode(path)
    guard let synced = project.catalog[name] else {
      throw RESTRefusal(
        "PGRST205", "Could not find the table 'public.\(name)' in the schema cache")
    }
    let table = ReadableTable(synced)
    if isRead {
      return try TableRead(table, query, request.headers, project.catalog)
        .answer(project.connection, caller)
    }
    return try TableWrite(self, table, request, query, caller).answer()
  }

  private func requirePublic(_ schema: String?) throws(RESTRefusal) {
    guard let schema, schema != "public" else { return }
    throw RESTRefusal(
      "PGRST106", "Invalid schema: \(schema)",
      hint: "Only the following schemas are exposed: public")
  }

  static let jsonType = "application/json; charset=utf-8"
}
