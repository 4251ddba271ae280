import Cloud
import Vocabulary

/// What a signed-in person asks about the own account.
extension AuthEndpoints {
  /// Who sent a request, and in which session.
  struct SignedIn {
    let user: AccountUser
    let session: AuthSession
  }

  /// The claims of a request's token, checked as Auth does: no leeway.
  func bearerClaims() throws -> JSONValue {
    guard let field = request.headers["Authorization"],
      field.utf8.count > 7, field.prefix(7).lowercased() == "bearer "
    else {
      throw AuthRefusal(
        status: 401, code: "no_authorization", message: "This endpoint requires a Bearer token")
    }
    let claims: JSONValue
    switch try project.signer.verify(String(field.dropFirst(7))) {
    case .success(let verified): claims = verified
    case .failure(let fault): throw Self.refusal(fault)
    }
    if let end = claims["exp"]?.integer, now.milliseconds / 1000 >= end {
      throw AuthRefusal.badToken("\(Self.unverified)token has invalid claims: token is expired")
    }
    return claims
  }

  /// Who sent the request; the session must still be there.
  func signedIn() throws -> SignedIn {
    let claims = try bearerClaims()
    guard let subject = claims["sub"]?.string else {
      throw AuthRefusal.badToken("invalid claim: missing sub claim")
    }
    guard let user = try accounts.user(id: subject) else {
      throw AuthRefusal(
        status: 403, code: "user_not_found", message: "User from sub claim in JWT does not exist")
    }
    guard let id = claims["session_id"]?.string,
      let session = try accounts.session(id, of: subject)
    else { throw AuthRefusal.sessionNotFound }
    return SignedIn(user: user, session: session)
  }

  private static let unverified = "invalid JWT: unable to parse or verify signature, "

  private static func refusal(_ fault: TokenSigner.Fault) -> AuthRefusal {
    switch fault {
    case .parts:
      .badToken(
        "\(unverified)token is malformed: token contains an invalid number of segments")
    case .malformed, .claimsUnreadable:
      .badToken("\(unverified)token is malformed: could not be decoded")
    case .unsecured, .wrongSignature:
      .badToken("\(unverified)token signature is invalid: signature is invalid")
    }
  }

  /// Changes metadata, password or address; a new password ends every other session, a new address
  /// waits for its confirmation.
  func update(_ asked: SignedIn, _ form: JSONObject) throws -> HTTPResponse {
    var user = asked.user
    let email = (form["email"]?.string ?? "").lowercased()
    if !email.isEmpty { try check(email: email) }
    let password = form["password"]?.string
    if let password { try check(password) }
    let challenge = try CodeChallenge.of(form)
    if form["app_metadata"] != nil {
      throw AuthRefusal(
        status: 403, code: "not_admin",
        message: "Updating app_metadata requires admin privileges")
    }
    let isMoving = !email.isEmpty && email != user.email
    if isMoving, try accounts.user(email: email) != nil { throw AuthRefusal.emailExists }
    if let password {
      try requireReauthentication(&user, asked.session, form["nonce"]?.string ?? "")
      try change(&user, to: password, in: asked.session)
    }
    if let change = form["data"]?.object {
      user.metadata = AccountUser.merged(user.metadata, with: change)
    }
    user.updatedAt = now.text
    try accounts.update(user)
    if isMoving {
      if let challenge {
        _ = try accounts.beginFlow(AuthMethod.emailChange, challenge, of: user.id)
      }
      try sendEmailChange(&user, to: email, isExchanged: challenge != nil)
    }
    return Self.json(user.json(isNew: false))
  }

  private func change(
    _ user: inout AccountUser, to password: String, in session: AuthSession
  ) throws {
    if try PasswordHash.matches(user.password, password) {
      throw AuthRefusal(
        status: 422, code: "same_password",
        message: "New password should be different from the old password.")
    }
    try replacePassword(&user, by: password, keeping: session.id)
  }

  /// A new password voids what was asked for before: whoever asked may know the old one.
  ///
  /// - Parameter kept: the session that goes on.
  func replacePassword(
    _ user: inout AccountUser, by password: String, keeping kept: String?
  ) throws {
    user.password = try hash(password)
    user.confirmationSentAt = nil
    user.recoverySentAt = nil
    user.changeSentAt = nil
    user.reauthenticationSentAt = nil
    try accounts.void(CodeKind.allCases, of: user.id)
    try accounts.endSessions(of: user.id.text, but: kept)
  }

  /// A session of more than a day proves itself once more, where the project asks for it.
  private func requireReauthentication(
    _ user: inout AccountUser, _ session: AuthSession, _ nonce: String
  ) throws {
    guard settings.asksReauthentication, now > session.createdAt + .seconds(86_400) else {
      return
    }
    if nonce.isEmpty {
      throw AuthRefusal(
        status: 400, code: "reauthentication_needed",
        message: "Password update requires reauthentication")
    }
    let hash = Accounts.hash(user.email, nonce)
    guard try accounts.kind(of: hash, among: [.reauthentication], of: user.id) != nil,
      !isExpired(.reauthentication, of: user)
    else {
      throw AuthRefusal(
        status: 422, code: "reauthentication_not_valid",
        message: "Nonce has expired or is invalid")
    }
    try accounts.void([.reauthentication], of: user.id)
  }

  /// Ends this session, the others, or all: all where nothing is said.
  func signOut(_ asked: SignedIn, _ scope: String?) throws -> HTTPResponse {
    let user = asked.user.id.text
    switch scope {
    case "local": try accounts.endSession(asked.session.id)
    case "others": try accounts.endSessions(of: user, but: asked.session.id)
    case "global", nil: try accounts.endSessions(of: user, but: nil)
    case let other?: throw AuthRefusal.invalid("Unsupported logout scope \"\(other)\"")
    }
    return HTTPResponse(status: 204, headers: ["Vary": "Origin"])
  }
}
