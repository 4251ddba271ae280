import Cloud
import Store
import Vocabulary

/// `/auth/v1`: accounts by e-mail address and password, as Supabase Auth answers.
struct AuthEndpoints {
  let project: EmbeddedProject
  let now: Instant
  let accounts: Accounts

  /// A body of Auth is a form that a person filled in. Unit: bytes.
  private static let bodyBytes = 64 << 10

  init(project: EmbeddedProject, now: Instant) {
    self.project = project
    self.now = now
    accounts = Accounts(
      connection: project.connection, surroundings: project.surroundings, now: now)
  }

  /// Answers a request for `path`, which stands behind `/auth/v1/`.
  ///
  /// A refusal may leave something behind: using an old refresh token revokes its family.
  func answer(_ request: HTTPRequest, _ path: String, _ query: QueryString) -> HTTPResponse {
    do {
      let outcome = try project.connection.transaction { () -> Result<HTTPResponse, AuthRefusal> in
        do { return .success(try route(request, path, query)) } catch let refusal as AuthRefusal {
          return .failure(refusal)
        }
      }
      return try outcome.get()
    } catch {
      let refusal = error as? AuthRefusal ?? Self.trouble(error)
      return refusal.response(version: request.headers["X-Supabase-Api-Version"])
    }
  }

  private func route(
    _ request: HTTPRequest, _ path: String, _ query: QueryString
  ) throws -> HTTPResponse {
    switch (request.method, path) {
    case ("POST", "signup"): return try signUp(try form(request), request)
    case ("POST", "token"): return try grant(query["grant_type"], try form(request), request)
    case ("GET", "user"): return Self.json(try signedIn(request).user.json(isNew: false))
    case ("PUT", "user"): return try update(try signedIn(request), try form(request))
    case ("POST", "logout"): return try signOut(try signedIn(request), query["scope"])
    case ("GET", "health"): return Self.json(Self.health)
    default: throw AuthRefusal(status: 404, code: "not_found", message: "404 page not found")
    }
  }

  private static let health: JSONValue = [
    "version": "lectern", "name": "GoTrue",
    "description": "accounts of the embedded cloud, as Supabase Auth answers",
  ]

  private func form(_ request: HTTPRequest) throws -> JSONObject {
    guard request.body.count <= Self.bodyBytes else { throw AuthRefusal.invalid("Body too large") }
    do throws(JSONError) {
      if let form = try JSONValue(parsing: request.body).object { return form }
    } catch {
      throw AuthRefusal(
        status: 400, code: "bad_json",
        message: "Could not parse request body as JSON: \(error.reason) at byte \(error.offset + 1)"
      )
    }
    throw AuthRefusal(
      status: 400, code: "bad_json", message: "Could not parse request body as JSON: no object")
  }

  static func json(_ value: JSONValue) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json", "Vary": "Origin"],
      body: value.bytes)
  }

  /// What is our trouble, not the client's; the words stay in the project.
  private static func trouble(_ error: any Error) -> AuthRefusal {
    if case StoreError.busy = error {
      return AuthRefusal(
        status: 504, code: "request_timeout",
        message: "Processing this request timed out, please retry after a moment.")
    }
    let code = (error as? any Explained)?.code ?? "unknown"
    return AuthRefusal(
      status: 500, code: "unexpected_failure", message: "Internal error (\(code))")
  }
}
