import Cloud
import Vocabulary

/// Who asks for a mail.
extension AuthEndpoints {
  static let nothing = json([:])

  /// Sends a code to sign in with; to whoever has no account only if one is to be made.
  func sendCode(_ form: JSONObject) throws -> HTTPResponse {
    let challenge = try CodeChallenge.of(form)
    let address = (form["email"]?.string ?? "").lowercased()
    if address.isEmpty {
      throw AuthRefusal.invalid("One of email or phone must be set")
    }
    if form["create_user"]?.bool == false, try accounts.user(email: address) == nil {
      throw AuthRefusal(
        status: 422, code: "otp_disabled", message: "Signups not allowed for otp")
    }
    guard settings.takesEmail else { throw AuthRefusal.emailOff(422) }
    let email = try email(form)
    if let user = try accounts.user(email: email), user.isConfirmed {
      return try sendCode(to: user, challenge)
    }
    guard settings.takesSignUps else { throw AuthRefusal.signUpsOff }
    let user = try register(email, nil, form["data"]?.object, challenge)
    return user.isConfirmed ? try sendCode(to: user, challenge) : Self.nothing
  }

  private func sendCode(
    to user: AccountUser, _ challenge: CodeChallenge?
  ) throws -> HTTPResponse {
    var user = user
    if let challenge { _ = try accounts.beginFlow(AuthMethod.magicLink, challenge, of: user.id) }
    try send(.signInCode, to: &user, isExchanged: challenge != nil)
    return Self.nothing
  }

  /// Says the same whether or not the address has an account.
  func recover(_ form: JSONObject) throws -> HTTPResponse {
    if (form["email"]?.string ?? "").isEmpty {
      throw AuthRefusal.invalid("Password recovery requires an email")
    }
    guard settings.takesEmail else { throw AuthRefusal.emailOff(400) }
    let email = try email(form)
    let challenge = try CodeChallenge.of(form)
    guard var user = try accounts.user(email: email) else { return Self.nothing }
    if let challenge { _ = try accounts.beginFlow(AuthMethod.recovery, challenge, of: user.id) }
    try send(.recovery, to: &user, isExchanged: challenge != nil)
    return Self.nothing
  }

  func resend(_ form: JSONObject) throws -> HTTPResponse {
    let type = form["type"]?.string ?? ""
    guard ["signup", "email_change", "sms", "phone_change"].contains(type) else {
      throw AuthRefusal.invalid(
        "Missing one of these types: signup, email_change, sms, phone_change")
    }
    if (form["email"]?.string ?? "").isEmpty {
      throw AuthRefusal.invalid(
        type == "signup"
          ? "Type provided requires an email address" : "Missing email address or phone number")
    }
    guard settings.takesEmail else { throw AuthRefusal.emailOff(400) }
    guard var user = try accounts.user(email: try email(form)) else { return Self.nothing }
    switch type {
    case "signup" where !user.isConfirmed: try send(.confirmation, to: &user)
    case "email_change":
      if let email = user.newEmail {
        try sendEmailChange(&user, to: email, isExchanged: false)
      }
    default: break
    }
    return Self.nothing
  }

  /// Mails a code that a change of password asks for.
  func reauthenticate(_ asked: SignedIn) throws -> HTTPResponse {
    var user = asked.user
    if user.email.isEmpty {
      throw AuthRefusal.invalid(
        "Reauthentication requires the user to have an email or a phone number")
    }
    guard user.isConfirmed else {
      throw AuthRefusal(
        status: 422, code: "email_not_confirmed", message: "Please verify your email first.")
    }
    try send(.reauthentication, to: &user)
    return Self.nothing
  }
}
