import Cloud
import Vocabulary

/// What Auth answers instead of a session or a user.
struct AuthRefusal: Error, Equatable {
  let status: Int
  let code: String
  let message: String
  /// A member beside code and message; such answers carry no `X-Sb-Error-Code`.
  var extra: JSONObject = JSONObject()
  /// OAuth's own form, for what its standard words.
  var isOAuth = false
  /// Whether its code stands in the body only.
  var isBare = false
  /// Whether what the request has done until then is undone.
  var isUndone = false
  /// When asking again makes sense. Unit: seconds.
  var retryAfter: Int64?

  static let invalidCredentials = AuthRefusal(
    status: 400, code: "invalid_credentials", message: "Invalid login credentials")
  static let sessionNotFound = AuthRefusal(
    status: 403, code: "session_not_found",
    message: "Session from session_id claim in JWT does not exist")
  static let refreshTokenUsed = AuthRefusal(
    status: 400, code: "refresh_token_already_used",
    message: "Invalid Refresh Token: Already Used")
  static let refreshTokenNotFound = AuthRefusal(
    status: 400, code: "refresh_token_not_found",
    message: "Invalid Refresh Token: Refresh Token Not Found")

  static let codeExpired = AuthRefusal(
    status: 403, code: "otp_expired", message: "Token has expired or is invalid")
  static let linkExpired = AuthRefusal(
    status: 403, code: "otp_expired", message: "Email link is invalid or has expired")
  static let emailExists = AuthRefusal(
    status: 422, code: "email_exists",
    message: "A user with this email address has already been registered")
  static let linkingOff = AuthRefusal(
    status: 404, code: "manual_linking_disabled", message: "Manual linking is disabled")
  static let signUpsOff = AuthRefusal(
    status: 422, code: "signup_disabled", message: "Signups not allowed for this instance")
  /// What Auth says where it did not foresee something; without a code in the head.
  static let unexpected = AuthRefusal(
    status: 500, code: "unexpected_failure",
    message: "Unexpected failure, please check server logs for more information",
    isBare: true, isUndone: true)

  static func sessionExpired(_ why: String) -> AuthRefusal {
    AuthRefusal(
      status: 400, code: "session_expired",
      message: "Invalid Refresh Token: Session Expired\(why)")
  }

  static func banned(_ status: Int) -> AuthRefusal {
    AuthRefusal(status: status, code: "user_banned", message: "User is banned")
  }

  static func emailOff(_ status: Int, _ what: String = "logins") -> AuthRefusal {
    AuthRefusal(
      status: status, code: "email_provider_disabled", message: "Email \(what) are disabled")
  }

  static func trouble(_ message: String) -> AuthRefusal {
    AuthRefusal(status: 500, code: "unexpected_failure", message: message, isUndone: true)
  }

  static func oauth(_ error: String, _ description: String) -> AuthRefusal {
    AuthRefusal(status: 400, code: error, message: description, isOAuth: true)
  }

  static func invalid(_ message: String) -> AuthRefusal {
    AuthRefusal(status: 400, code: "validation_failed", message: message)
  }

  static func badToken(_ message: String) -> AuthRefusal {
    AuthRefusal(status: 403, code: "bad_jwt", message: message)
  }

  /// - Parameter version: the `X-Supabase-Api-Version` that the client asked for.
  func response(version: String?, errorID: String? = nil) -> HTTPResponse {
    let isNew = version.map { $0 >= "2024-01-01" } ?? false
    var headers: HTTPHeaders = ["Content-Type": "application/json", "Vary": "Origin"]
    if !isOAuth, !isBare, extra.isEmpty || !isNew { headers.add("X-Sb-Error-Code", code) }
    if let version, isNew { headers.add("X-Supabase-Api-Version", version) }
    if let retryAfter { headers.add("Retry-After", String(retryAfter)) }
    var body: JSONObject
    if isOAuth {
      body = JSONObject([("error", .string(code)), ("error_description", .string(message))])
    } else if isNew {
      body = JSONObject([("code", .string(code)), ("message", .string(message))])
    } else {
      body = JSONObject([
        ("code", .integer(Int64(status))), ("error_code", .string(code)), ("msg", .string(message)),
      ])
      if let errorID, !isBare { body["error_id"] = .string(errorID) }
    }
    for member in extra { body[member.key] = member.value }
    return HTTPResponse(status: status, headers: headers, body: JSONValue.object(body).bytes)
  }
}
