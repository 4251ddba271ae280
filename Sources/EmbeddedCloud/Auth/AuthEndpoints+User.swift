import Cloud
import Vocabulary

/// What a signed-in person asks about the own account.
extension AuthEndpoints {
  /// Who sent a request, and in which session.
  struct SignedIn {
    let user: AccountUser
    let session: String
  }

  /// Checks the token of a request as Auth does: no leeway, and the session must still be there.
  func signedIn(_ request: HTTPRequest) throws -> SignedIn {
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
    guard let subject = claims["sub"]?.string else {
      throw AuthRefusal.badToken("invalid claim: missing sub claim")
    }
    guard let user = try accounts.user(id: subject) else {
      throw AuthRefusal(
        status: 403, code: "user_not_found", message: "User from sub claim in JWT does not exist")
    }
    guard let session = claims["session_id"]?.string,
      try accounts.sessionStart(session, of: subject) != nil
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

  /// Changes metadata or password; a new password ends every other session.
  func update(_ asked: SignedIn, _ form: JSONObject) throws -> HTTPResponse {
    var user = asked.user
    if form["app_metadata"] != nil {
      throw AuthRefusal(
        status: 403, code: "not_admin",
        message: "Updating app_metadata requires admin privileges")
    }
    if let email = form["email"]?.string?.lowercased(), email != user.email {
      throw AuthRefusal(
        status: 400, code: "email_address_not_authorized",
        message: "This project sends no mail, so the address cannot be changed")
    }
    if let password = form["password"]?.string {
      try check(password)
      if try PasswordHash.matches(user.password, password) {
        throw AuthRefusal(
          status: 422, code: "same_password",
          message: "New password should be different from the old password.")
      }
      user.password = try PasswordHash.make(
        of: password, cost: project.settings.passwordCost, project.surroundings)
      try accounts.endSessions(of: user.id.text, but: asked.session)
    }
    if let change = form["data"]?.object {
      user.metadata = AccountUser.merged(user.metadata, with: change)
    }
    user.updatedAt = now.text
    try accounts.update(user)
    return Self.json(user.json(isNew: false))
  }

  /// Ends this session, the others, or all: all where nothing is said.
  func signOut(_ asked: SignedIn, _ scope: String?) throws -> HTTPResponse {
    let user = asked.user.id.text
    switch scope {
    case "local": try accounts.endSession(asked.session)
    case "others": try accounts.endSessions(of: user, but: asked.session)
    case "global", nil: try accounts.endSessions(of: user, but: nil)
    case let other?: throw AuthRefusal.invalid("Unsupported logout scope \"\(other)\"")
    }
    return HTTPResponse(status: 204, headers: ["Vary": "Origin"])
  }
}
