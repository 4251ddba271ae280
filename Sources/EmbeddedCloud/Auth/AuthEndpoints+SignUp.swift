import Cloud
import Vocabulary

/// How accounts are made.
extension AuthEndpoints {
  /// Longest password, as bcrypt reads no more. Unit: bytes.
  private static let passwordBytes = 72

  func signUp(_ form: JSONObject) throws -> HTTPResponse {
    guard settings.takesSignUps else { throw AuthRefusal.signUpsOff }
    if (form["email"]?.string ?? "").isEmpty, form["password"] == nil {
      throw AuthRefusal(
        status: 422, code: "anonymous_provider_disabled",
        message: "Anonymous sign-ins are disabled")
    }
    guard let password = form["password"]?.string, !password.isEmpty else {
      throw AuthRefusal.invalid("Signup requires a valid password")
    }
    try check(password)
    let challenge = try CodeChallenge.of(form)
    guard settings.takesEmail else { throw AuthRefusal.emailOff(400, "signups") }
    let email = try email(form)
    let data = form["data"]?.object
    if let known = try accounts.user(email: email), known.isConfirmed {
      guard settings.confirmsEmail else {
        throw AuthRefusal(
          status: 422, code: "user_already_exists", message: "User already registered")
      }
      return Self.json(nobody(email, data))
    }
    var user = try register(email, password, data, challenge)
    guard user.isConfirmed else { return Self.json(user.json(isNew: true)) }
    user.lastSignInAt = now.text
    try accounts.update(user)
    for place in user.identities.indices {
      user.identities[place].claims["email_verified"] = true
    }
    return try beginSession(of: user, AuthMethod.password, isNew: true)
  }

  /// Finds the unconfirmed account of an address, or makes it; then confirms it or asks to.
  ///
  /// Of an account that is there nothing is changed: nobody has proved to own it.
  /// - Parameter password: nil for none.
  func register(
    _ email: String, _ password: String?, _ data: JSONObject?, _ challenge: CodeChallenge?
  ) throws -> AccountUser {
    var user: AccountUser
    if let known = try accounts.user(email: email) {
      user = known
    } else {
      user = try newUser(email, password, data)
      try accounts.insert(user)
    }
    guard settings.confirmsEmail else {
      confirm(&user)
      try accounts.update(user)
      return user
    }
    if let challenge { _ = try accounts.beginFlow(AuthMethod.signUp, challenge, of: user.id) }
    try send(.confirmation, to: &user, isExchanged: challenge != nil)
    return user
  }

  func newUser(_ email: String, _ password: String?, _ data: JSONObject?) throws -> AccountUser {
    let id = project.surroundings.randomUUID()
    var user = AccountUser(id: id, email: email, at: now)
    if let password { user.password = try hash(password) }
    user.metadata = AccountUser.claims(data, email: email, id: id, isVerified: false)
    user.identities = [accounts.newIdentity("email", id.text, user.metadata)]
    return user
  }

  /// The address is the person's. What was said of it at sign-up stays in the identity.
  func confirm(_ user: inout AccountUser) {
    user.confirmedAt = now.text
    user.metadata = AccountUser.merged(user.metadata, with: JSONObject([("email_verified", true)]))
  }

  /// What is answered for an address that has an account: it tells nobody so.
  private func nobody(_ email: String, _ data: JSONObject?) -> JSONValue {
    var user = AccountUser(id: project.surroundings.randomUUID(), email: email, at: now)
    user.confirmationSentAt = now.text
    user.metadata = AccountUser.merged(data ?? JSONObject(), with: JSONObject())
    var shown = user.json(isNew: true).object ?? JSONObject()
    shown["role"] = ""
    return .object(shown)
  }

  func hash(_ password: String) throws -> String {
    try PasswordHash.make(
      of: password, cost: project.settings.passwordCost, project.surroundings)
  }

  /// Refuses a password that is too weak or too long to be stored.
  func check(_ password: String) throws(AuthRefusal) {
    if password.utf8.count > Self.passwordBytes {
      throw .invalid("Password cannot be longer than \(Self.passwordBytes) characters")
    }
    if let weakness = weakness(of: password) {
      throw AuthRefusal(
        status: 422, code: "weak_password", message: weakness.message,
        extra: JSONObject([("weak_password", ["reasons": .array(weakness.reasons)])]))
    }
  }

  /// What a password lacks; nil for nothing.
  func weakness(of password: String) -> (message: String, reasons: [JSONValue])? {
    var messages: [String] = []
    var reasons: [JSONValue] = []
    if password.count < settings.passwordCharacters {
      messages.append(
        "Password should be at least \(settings.passwordCharacters) characters.")
      reasons.append("length")
    }
    let sets = settings.requiredCharacters
    if !sets.allSatisfy({ password.contains(where: $0.contains) }) {
      messages.append(
        "Password should contain at least one character of each: "
          + "\(sets.joined(separator: ", ")).")
      reasons.append("characters")
    }
    return messages.isEmpty ? nil : (messages.joined(separator: " "), reasons)
  }
}
