import Cloud
import Vocabulary

/// Sign-in and refresh: whatever ends with a session.
extension AuthEndpoints {
  func grant(_ type: String?, _ form: JSONObject) throws -> HTTPResponse {
    switch type {
    case "password":
      try requireCaptcha()
      return try signIn(form)
    case "refresh_token": return try refresh(form)
    case "id_token": return try signInWithToken(form)
    case "pkce": return try exchange(form)
    default:
      throw AuthRefusal(
        status: 400, code: "invalid_credentials", message: "unsupported_grant_type")
    }
  }

  private func signIn(_ form: JSONObject) throws -> HTTPResponse {
    let email = (form["email"]?.string ?? "").lowercased()
    let password = form["password"]?.string ?? ""
    if email.isEmpty { throw AuthRefusal.invalid("missing email or phone") }
    guard settings.takesEmail else { throw AuthRefusal.emailOff(422) }
    guard let user = try accounts.user(email: email), !user.password.isEmpty else {
      // As much work as for a known address, so that the time does not tell which are known.
      _ = try Crypto.scrypt(
        password: password, salt: [0], cost: project.settings.passwordCost)
      throw AuthRefusal.invalidCredentials
    }
    if user.isBanned(at: now) { throw AuthRefusal.banned(400) }
    guard try PasswordHash.matches(user.password, password) else {
      throw AuthRefusal.invalidCredentials
    }
    guard user.isConfirmed else {
      throw AuthRefusal(
        status: 400, code: "email_not_confirmed", message: "Email not confirmed")
    }
    var extra = JSONObject()
    if let weakness = weakness(of: password) {
      extra["weak_password"] = [
        "message": .string(weakness.message), "reasons": .array(weakness.reasons),
      ]
    }
    return try beginSession(of: user, AuthMethod.password, extra: extra)
  }

  private func refresh(_ form: JSONObject) throws -> HTTPResponse {
    let token = form["refresh_token"]?.string ?? ""
    guard !token.isEmpty else {
      throw AuthRefusal.oauth("invalid_request", "refresh_token required")
    }
    if let user = try accounts.owner(ofToken: token), user.isBanned(at: now) {
      throw AuthRefusal(
        status: 400, code: "user_banned", message: "Invalid Refresh Token: User Banned")
    }
    let next = try accounts.rotate(token).get()
    guard var user = try accounts.user(id: next.session.user) else {
      throw AuthRefusal.refreshTokenNotFound
    }
    user.updatedAt = now.text
    try accounts.update(user)
    return try answer(next.session, next.token, of: user, isNew: false, extra: JSONObject())
  }

  /// Exchanges the code that a link or a provider's page ended with.
  private func exchange(_ form: JSONObject) throws -> HTTPResponse {
    let code = form["auth_code"]?.string ?? ""
    let verifier = form["code_verifier"]?.string ?? ""
    guard !code.isEmpty, !verifier.isEmpty else {
      throw AuthRefusal.invalid(
        "invalid request: both auth code and code verifier should be non-empty")
    }
    guard let flow = try accounts.flow(code: code), let id = flow.user else {
      throw AuthRefusal(
        status: 404, code: "flow_state_not_found",
        message: "invalid flow state, no valid flow state found")
    }
    if accounts.isExpired(flow) {
      throw AuthRefusal(
        status: 422, code: "flow_state_expired",
        message: "invalid flow state, flow state has expired")
    }
    guard let user = try accounts.user(id: id) else { throw AuthRefusal.unexpected }
    guard CodeChallenge.matches(flow, verifier) else {
      throw AuthRefusal(
        status: 400, code: "bad_code_verifier",
        message: "code challenge does not match previously saved code verifier")
    }
    try accounts.end(flow)
    return try beginSession(of: user, flow.method)
  }

  // MARK: - Sessions

  /// Signs the person in.
  ///
  /// - Parameters:
  ///   - isNew: the account was made or confirmed just now.
  ///   - extra: what the answer says beside the session.
  func beginSession(
    of user: AccountUser, _ method: String, isNew: Bool = false, extra: JSONObject = JSONObject()
  ) throws -> HTTPResponse {
    let begun = try newSession(of: user, method)
    return try answer(
      begun.session, begun.refreshToken, of: begun.user, isNew: isNew, extra: extra)
  }

  func newSession(
    of user: AccountUser, _ method: String
  ) throws -> (session: AuthSession, refreshToken: String, user: AccountUser) {
    var user = user
    user.lastSignInAt = now.text
    user.updatedAt = now.text
    try accounts.update(user)
    let begun = try accounts.beginSession(of: user.id, method)
    return (begun.session, begun.refreshToken, user)
  }

  private func answer(
    _ session: AuthSession, _ refreshToken: String, of user: AccountUser, isNew: Bool,
    extra: JSONObject
  ) throws -> HTTPResponse {
    let token = try accessToken(session, of: user)
    var body = JSONObject([
      ("access_token", .string(token.text)), ("token_type", "bearer"),
      ("expires_in", .integer(token.lifetime)), ("expires_at", .integer(token.end)),
      ("refresh_token", .string(refreshToken)), ("user", user.json(isNew: isNew)),
    ])
    for member in extra { body[member.key] = member.value }
    return Self.json(.object(body))
  }

  /// Unit: seconds.
  func accessToken(
    _ session: AuthSession, of user: AccountUser
  ) throws -> (text: String, lifetime: Int64, end: Int64) {
    let lifetime = project.settings.tokenLifetime.components.seconds
    let issued = now.milliseconds / 1000
    let claims: JSONValue = [
      "iss": .string(ownURL), "sub": .string(user.id.text), "aud": "authenticated",
      "exp": .integer(issued + lifetime), "iat": .integer(issued), "email": .string(user.email),
      "phone": "", "app_metadata": user.shownAppMetadata,
      "user_metadata": .object(user.metadata), "role": "authenticated", "aal": "aal1",
      "amr": [
        [
          "method": .string(session.method),
          "timestamp": .integer(session.createdAt.milliseconds / 1000),
        ]
      ],
      "session_id": .string(session.id), "is_anonymous": false,
    ]
    return (try project.signer.sign(claims), lifetime, issued + lifetime)
  }
}
