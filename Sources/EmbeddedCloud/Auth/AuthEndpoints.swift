import Cloud
import Store
import Vocabulary

/// `/auth/v1`: accounts by e-mail address and password, by code, by link and by other providers, as
/// Supabase Auth answers.
struct AuthEndpoints {
  let project: EmbeddedProject
  let now: Instant
  let request: HTTPRequest
  /// What stands behind `/auth/v1/`.
  let path: String
  let query: QueryString
  let accounts: Accounts

  /// A body of Auth is a form that a person filled in. Unit: bytes.
  private static let bodyBytes = 64 << 10

  init(
    project: EmbeddedProject, now: Instant, _ request: HTTPRequest, _ path: String,
    _ query: QueryString
  ) {
    self.project = project
    self.now = now
    self.request = request
    self.path = path
    self.query = query
    accounts = Accounts(
      connection: project.connection, surroundings: project.surroundings, now: now,
      settings: project.settings.auth)
  }

  var settings: AuthSettings { project.settings.auth }

  /// A refusal may leave something behind: using an old refresh token revokes its family.
  func answer() -> HTTPResponse {
    do {
      let outcome = try project.connection.transaction { () -> Result<HTTPResponse, AuthRefusal> in
        do { return .success(try route()) } catch let refusal as AuthRefusal
          where !refusal.isUndone
        {
          return .failure(refusal)
        }
      }
      for mail in project.mailbox.takeSent() { settings.delivered?(mail) }
      return try outcome.get()
    } catch {
      _ = project.mailbox.takeSent()
      var refusal = error as? AuthRefusal ?? Self.trouble(error)
      if !settings.saysRetryAfter { refusal.retryAfter = nil }
      return refusal.response(
        version: request.headers["X-Supabase-Api-Version"],
        errorID: refusal.status == 500 ? project.surroundings.randomUUID().text : nil)
    }
  }

  private func route() throws -> HTTPResponse {
    try requireBucket()
    switch (request.method, path) {
    case ("POST", "signup"):
      try requireCaptcha()
      return try signUp(try form())
    case ("POST", "token"):
      return try grant(query["grant_type"], try form())
    case ("GET", "verify"): return try followLink()
    case ("POST", "verify"): return try verify(try form())
    case ("POST", "otp"), ("POST", "magiclink"):
      try requireCaptcha()
      return try sendCode(try form())
    case ("POST", "recover"):
      try requireCaptcha()
      return try recover(try form())
    case ("POST", "resend"):
      try requireCaptcha()
      return try resend(try form())
    case ("POST", "invite"): return try invite(try form())
    case ("GET", "user"): return Self.json(try signedIn().user.json(isNew: false))
    case ("PUT", "user"): return try update(try signedIn(), try form())
    case ("GET", "reauthenticate"): return try reauthenticate(try signedIn())
    case ("POST", "logout"): return try signOut(try signedIn(), query["scope"])
    case ("GET", "authorize"): return try authorize()
    case ("GET", "callback"): return try finishAuthorization()
    case ("GET", "user/identities/authorize"): return try authorizeLink(try signedIn())
    case ("GET", "settings"): return try offers()
    case ("GET", "health"): return Self.json(Self.health)
    default: return try routeRest()
    }
  }

  /// Paths that name something, and those that are none.
  private func routeRest() throws -> HTTPResponse {
    if let rest = path.removingPrefix("admin/") { return try administer(rest) }
    if request.method == "DELETE", let id = path.removingPrefix("user/identities/") {
      return try unlink(try signedIn(), id)
    }
    guard let methods = Self.methods[path] else { return Self.notFound }
    return Self.notAllowed(methods)
  }

  static func notAllowed(_ methods: [String]) -> HTTPResponse {
    var headers: HTTPHeaders = [:]
    for method in methods { headers.add("Allow", method) }
    headers.add("Vary", "Origin")
    return HTTPResponse(status: 405, headers: headers)
  }

  /// What each path may be asked with.
  private static let methods: [String: [String]] = [
    "signup": ["POST"], "token": ["POST"], "verify": ["GET", "POST"], "otp": ["POST"],
    "magiclink": ["POST"], "recover": ["POST"], "resend": ["POST"], "user": ["GET", "PUT"],
    "reauthenticate": ["GET"], "logout": ["POST"], "authorize": ["GET"], "callback": ["GET"],
    "settings": ["GET"], "invite": ["POST"], "health": ["GET"],
    "user/identities/authorize": ["GET"],
  ]

  private static let health: JSONValue = [
    "version": "lectern", "name": "GoTrue",
    "description": "GoTrue is a user registration and authentication API",
  ]

  static let notFound = HTTPResponse(
    status: 404,
    headers: [
      "Content-Type": "text/plain; charset=utf-8", "Vary": "Origin",
      "X-Content-Type-Options": "nosniff",
    ], body: Array("404 page not found\n".utf8))

  func form() throws -> JSONObject {
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
