import Cloud
import Store
import Vocabulary

/// A call of a function: POST takes arguments from the body, GET from the query and writes nothing.
struct FunctionCall {
  let project: EmbeddedProject
  let now: Instant
  let name: String
  let caller: RESTCaller

  init(_ endpoints: RESTEndpoints, _ name: String, _ caller: RESTCaller) {
    project = endpoints.project
    now = endpoints.now
    self.name = name
    self.caller = caller
  }

  func answer(_ request: HTTPRequest, _ query: QueryString) throws -> HTTPResponse {
    let isRead = request.method == "GET" || request.method == "HEAD"
    guard isRead || request.method == "POST" else {
      throw RESTRefusal("PGRST101", "Cannot use the \(request.method) method on RPC")
    }
    guard let function = project.functions[name] else {
      let given = isRead ? query.pairs.map(\.name) : try Self.names(in: request.body)
      throw RESTRefusal.noFunction(name, given: Set(given))
    }
    guard caller.role == .authenticated, let userID = caller.userID else {
      throw RESTRefusal("42501", "permission denied for function \(name)")
    }
    if let table = Self.written[name] { try project.requireAccount(userID, of: table) }
    let arguments = isRead ? try Self.arguments(query) : request.body
    let call = RPCCall(
      name: name, connection: project.connection, userID: userID, claims: caller.claims,
      body: arguments, now: now, surroundings: project.surroundings)
    let body =
      isRead
      ? try reading(call, function) : try project.connection.transaction { try function(call) }
    return HTTPResponse(
      status: 200,
      headers: ["Content-Range": "0-0/*", "Content-Type": RESTEndpoints.jsonType], body: body)
  }

  /// The first table that a function writes: its rows are of those who have an account.
  private static let written = ["sync_push": "sync_heads", "sync_pull": "sync_devices"]

  /// In a transaction in which a write is refused. The identity of the cloud is there before.
  private func reading(_ call: RPCCall, _ function: RPCFunction) throws -> [UInt8] {
    _ = try project.connection.transaction { try UserChanges(call, project.catalog).cloudID() }
    try project.connection.execute("PRAGMA query_only = 1")
    do {
      let body = try project.connection.transaction(.deferred) { try function(call) }
      try project.connection.execute("PRAGMA query_only = 0")
      return body
    } catch {
      try project.connection.execute("PRAGMA query_only = 0")
      throw error
    }
  }

  private static func arguments(_ query: QueryString) throws(RESTRefusal) -> [UInt8] {
    var arguments = JSONObject()
    for (name, text) in query.pairs {
      arguments[name] = try Arguments.kind(of: name).value(text)
    }
    return JSONValue.object(arguments).bytes
  }

  private static func names(in body: [UInt8]) throws(JSONError) -> [String] {
    if body.isEmpty { return [] }
    let value = try JSONValue(parsing: body)
    return (value.object ?? value.array?.first?.object)?.members.map(\.key) ?? []
  }
}
