import Cloud
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
      if let name = path.removingPrefix("rpc/") { return try call(name, request, caller) }
      return try table(path, request, query, caller)
    } catch {
      return RESTRefusal(thrown: error).response(isAnonymous: caller.role == .anonymous)
    }
  }

  private func call(
    _ name: String, _ request: HTTPRequest, _ caller: RESTCaller
  ) throws -> HTTPResponse {
    guard let function = project.functions[name] else {
      throw RESTRefusal(
        "PGRST202", "Could not find the function public.\(name) in the schema cache",
        details: "Searched for the function public.\(name), but no matches were found in the "
          + "schema cache.")
    }
    guard request.method == "POST" else {
      throw RESTRefusal(
        "PGRST101", "Only POST is allowed for functions that write", details: nil)
    }
    guard caller.role == .authenticated, let userID = caller.userID else {
      throw RESTRefusal("42501", "permission denied for function \(name)")
    }
    let body = try project.connection.transaction {
      try function(
        RPCCall(
          name: name, connection: project.connection, userID: userID, claims: caller.claims,
          body: request.body, now: now, surroundings: project.surroundings))
    }
    return HTTPResponse(
      status: 200, headers: ["Content-Range": "0-0/*", "Content-Type": Self.jsonType], body: body)
  }

  private func table(
    _ path: String, _ request: HTTPRequest, _ query: QueryString, _ caller: RESTCaller
  ) throws -> HTTPResponse {
    guard !path.isEmpty, !path.utf8.contains(UInt8(ascii: "/")) else {
      throw RESTRefusal("PGRST125", "Invalid path specified in request URL")
    }
    switch request.method {
    case "GET", "HEAD": break
    case "POST", "PUT", "PATCH", "DELETE":
      throw RESTRefusal("42501", "permission denied for table \(path)")
    default: throw RESTRefusal("PGRST117", "Unsupported HTTP method: \(request.method)")
    }
    guard let table = try project.readableTable(QueryString.decode(path)) else {
      throw RESTRefusal(
        "PGRST205", "Could not find the table 'public.\(path)' in the schema cache")
    }
    let read = try TableRead(table, query, request.headers)
    return try read.answer(project.connection, caller)
  }

  static let jsonType = "application/json; charset=utf-8"
}
