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

  static func invalid(_ message: String) -> AuthRefusal {
    AuthRefusal(status: 400, code: "validation_failed", message: message)
  }

  static func badToken(_ message: String) -> AuthRefusal {
    AuthRefusal(status: 403, code: "bad_jwt", message: message)
  }

  /// - Parameter version: the `X-Supabase-Api-Version` that the client asked for.
  func response(version: String?) -> HTTPResponse {
    let isNew = version.map { $0 >= "2024-01-01" } ?? false
    var headers: HTTPHeaders = ["Content-Type": "application/json", "Vary": "Origin"]
    if !isOAuth, extra.isEmpty { headers.add("X-Sb-Error-Code", code) }
    if let version, isNew { headers.add("X-Supabase-Api-Version", version) }
    var body: JSONObject
    if isOAuth {
      body = JSONObject([("error", .string(code)), ("error_description", .string(message))])
    } else if isNew {
      body = JSONObject([("code", .string(code)), ("message", .string(message))])
    } else {
      body = JSONObject([
        ("code", .integer(Int64(status))), ("error_code", .string(code)), ("msg", .string(message)),
      ])
    }
    for member in extra { body[member.key] = member.value }
    return HTTPResponse(status: status, headers: headers, body: JSONValue.object(body).bytes)
  }
}
