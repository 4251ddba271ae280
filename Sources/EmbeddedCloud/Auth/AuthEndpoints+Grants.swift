import Cloud
import Vocabulary

/// Sign-up, sign-in and refresh: whatever ends with a session.
extension AuthEndpoints {
  /// Shortest password that Auth takes; the client asks for more. Unit: characters.
  private static let passwordCharacters = 6
  /// Longest password, as bcrypt reads no more. Unit: bytes.
  private static let passwordBytes = 72

  func signUp(_ form: JSONObject, _ request: HTTPRequest) throws -> HTTPResponse {
    let email = (form["email"]?.string ?? "").lowercased()
    if email.isEmpty, form["password"] == nil {
      throw AuthRefusal(
        status: 422, code: "anonymous_provider_disabled",
        message: "Anonymous sign-ins are disabled")
    }
    guard let password = form["password"]?.string, !password.isEmpty else {
      throw AuthRefusal.invalid("Signup requires a valid password")
    }
    try check(password)
    guard EmailShape.isValid(email) else {
      throw AuthRefusal.invalid("Unable to validate email address: invalid format")
    }
    guard try accounts.user(email: email) == nil else {
      throw AuthRefusal(
        status: 422, code: "user_already_exists", message: "User already registered")
    }
    let id = project.surroundings.randomUUID()
    let user = AccountUser(
      id: id, identityID: project.surroundings.randomUUID().text, email: email,
      password: try PasswordHash.make(
        of: password, cost: project.settings.passwordCost, project.surroundings),
      metadata: AccountUser.metadata(form["data"]?.object, email: email, id: id),
      createdAt: now.text, updatedAt: now.text, lastSignInAt: now.text)
    try accounts.insert(user)
    return try beginSession(of: user, request, isNew: true)
  }

  func grant(_ type: String?, _ form: JSONObject, _ request: HTTPRequest) throws -> HTTPResponse {
    switch type {
    case "password": return try signIn(form, request)
    case "refresh_token": return try refresh(form, request)
    default:
      throw AuthRefusal(
        status: 400, code: "invalid_credentials", message: "unsupported_grant_type")
    }
  }

  private func signIn(_ form: JSONObject, _ request: HTTPRequest) throws -> HTTPResponse {
    let email = (form["email"]?.string ?? "").lowercased()
    let password = form["password"]?.string ?? ""
    guard var user = try accounts.user(email: email) else {
      // As much work as for a known address, so that the time does not tell which are known.
      _ = try Crypto.scrypt(
        password: password, salt: [0], cost: project.settings.passwordCost)
      throw AuthRefusal.invalidCredentials
    }
    guard try PasswordHash.matches(user.password, password) else {
      throw AuthRefusal.invalidCredentials
    }
    user.lastSignInAt = now.text
    user.updatedAt = now.text
    try accounts.update(user)
    return try beginSession(of: user, request, isNew: false)
  }

  private func refresh(_ form: JSONObject, _ request: HTTPRequest) throws -> HTTPResponse {
    let token = form["refresh_token"]?.string ?? ""
    guard !token.isEmpty else {
      throw AuthRefusal(
        status: 400, code: "invalid_request", message: "refresh_token required", isOAuth: true)
    }
    let next = try accounts.rotate(token).get()
    guard var user = try accounts.user(id: next.user),
      let start = try accounts.sessionStart(next.session, of: next.user)
    else { throw AuthRefusal.refreshTokenNotFound }
    user.updatedAt = now.text
    try accounts.update(user)
    return try session(next.session, since: start, next.token, of: user, request, isNew: false)
  }

  /// Refuses a password that is too weak or too long to be stored.
  func check(_ password: String) throws(AuthRefusal) {
    if password.count < Self.passwordCharacters {
      throw AuthRefusal(
        status: 422, code: "weak_password",
        message: "Password should be at least \(Self.passwordCharacters) characters.",
        extra: JSONObject([("weak_password", ["reasons": ["length"]])]))
    }
    if password.utf8.count > Self.passwordBytes {
      throw .invalid("Password cannot be longer than \(Self.passwordBytes) characters")
    }
  }

  private func beginSession(
    of user: AccountUser, _ request: HTTPRequest, isNew: Bool
  ) throws -> HTTPResponse {
    let begun = try accounts.beginSession(of: user.id)
    return try session(begun.id, since: now, begun.refreshToken, of: user, request, isNew: isNew)
  }

  private func session(
    _ id: String, since start: Instant, _ refreshToken: String, of user: AccountUser,
    _ request: HTTPRequest, isNew: Bool
  ) throws -> HTTPResponse {
    let lifetime = project.settings.tokenLifetime.components.seconds
    let issued = now.milliseconds / 1000
    let claims: JSONValue = [
      "iss": .string("http://\(request.headers["Host"] ?? "localhost")/auth/v1"),
      "sub": .string(user.id.text), "aud": "authenticated", "exp": .integer(issued + lifetime),
      "iat": .integer(issued), "email": .string(user.email), "phone": "",
      "app_metadata": user.appMetadata, "user_metadata": .object(user.metadata),
      "role": "authenticated", "aal": "aal1",
      "amr": [["method": "password", "timestamp": .integer(start.milliseconds / 1000)]],
      "session_id": .string(id), "is_anonymous": false,
    ]
    return Self.json([
      "access_token": .string(try project.signer.sign(claims)), "token_type": "bearer",
      "expires_in": .integer(lifetime), "expires_at": .integer(issued + lifetime),
      "refresh_token": .string(refreshToken), "user": user.json(isNew: isNew),
    ])
  }
}
