package import Vocabulary

/// Supabase Auth as a client asks it. Nothing is kept: `SessionKeeper` keeps what it gives.
///
/// No error holds a password, a code or a token. What a person typed is checked before anything is
/// sent. `AccountCall` says what may be sent twice.
package struct Account {
  /// What became of a sign-up.
  package enum SignUp: Sendable, Equatable {
    case signedIn(Session)
    /// The cloud sent a mail with a code to that address and waits for it.
    case awaitsConfirmation(email: String)
  }

  /// Which sessions a sign-out ends. The server's own default is all of them, so it is always said.
  package enum SignOutScope: String, Sendable, CaseIterable {
    /// This one.
    case local
    /// Every one but this.
    case others
    /// Every one.
    case global
  }

  let project: RemoteProject
  let surroundings: any Surroundings

  package init(project: RemoteProject, surroundings: any Surroundings) {
    self.project = project
    self.surroundings = surroundings
  }

  var cloud: String { project.name }
  func now() -> Instant { surroundings.now() }

  /// Makes an account. Errors: `badValue`; `refused` with `user_already_exists`, `weak_password`.
  ///
  /// A cloud that sends codes answers the same for an address that is taken and confirmed, and
  /// sends no mail: it does not tell strangers who has an account.
  package func signUp(
    email: String, password: String, name: String?
  ) throws(CloudError) -> SignUp {
    try Credentials.check("email", Credentials.problem(inEmail: email))
    try Credentials.check("password", Credentials.problem(inPassword: password))
    var form = JSONObject([("email", .string(email)), ("password", .string(password))])
    if let name { form["data"] = ["name": .string(name)] }
    let answer = try post("signup", form)
    if let session = Session(granted: answer, by: project.name, at: now()) {
      return .signedIn(session)
    }
    guard AccountProfile(json: answer) != nil else { throw Self.notASession }
    return .awaitsConfirmation(email: email.lowercased())
  }

  /// Begins a session. Errors: `badValue`; `refused` with `invalid_credentials`,
  /// `email_not_confirmed` where only the code of the mail is missing.
  package func signIn(email: String, password: String) throws(CloudError) -> Session {
    try Credentials.check("email", Credentials.problem(inEmail: email))
    try Credentials.check("password", Credentials.problem(inRequired: password))
    return try session(
      from: try post(
        "token?grant_type=password",
        JSONObject([("email", .string(email)), ("password", .string(password))])))
  }

  /// Trades a refresh token for the next session. Each works once, or again right afterwards.
  package func refresh(_ refreshToken: String) throws(CloudError) -> Session {
    try session(
      from: try post(
        "token?grant_type=refresh_token",
        JSONObject([("refresh_token", .string(refreshToken))])))
  }

  /// What the cloud knows about the user of a token.
  package func profile(token: String) throws(CloudError) -> AccountProfile {
    try profile(from: try get("user", token: token))
  }

  /// Ends sessions of the token's user. A session that is no more there counts as ended.
  package func signOut(_ scope: SignOutScope, token: String) throws(CloudError) {
    let call: AccountCall =
      switch scope {
      case .local: .signOutHere
      case .others: .signOutOthers
      case .global: .signOutEverywhere
      }
    do throws(CloudError) {
      try asking(call) { () throws(CloudError) in
        _ = try project.send(
          "POST", "/auth/v1/logout?scope=\(scope.rawValue)", body: [], token: token,
          headers: Self.headers)
      }
    } catch .refused(_, "session_not_found", _) {
    } catch .refused(_, "user_not_found", _) {}
  }

  // MARK: - Requests

  private static let headers: HTTPHeaders = ["X-Supabase-Api-Version": "2024-01-01"]
  private static let notASession = CloudError.unreadable(
    status: 200, reason: "JSON without a session")

  /// What no error may show, should the cloud say it back.
  private static let secretMembers = [
    "password", "token", "nonce", "id_token", "auth_code", "code_verifier", "refresh_token",
  ]

  /// - Parameter token: nil for what everybody may ask.
  func post(
    _ path: String, _ form: JSONObject, token: String? = nil
  ) throws(CloudError) -> JSONValue {
    try send("POST", path, form, token)
  }

  func put(_ path: String, _ form: JSONObject, token: String) throws(CloudError) -> JSONValue {
    try send("PUT", path, form, token)
  }

  func get(_ path: String, token: String?) throws(CloudError) -> JSONValue {
    try send("GET", path, nil, token)
  }

  private func send(
    _ method: String, _ path: String, _ form: JSONObject?, _ token: String?
  ) throws(CloudError) -> JSONValue {
    let answer = try project.send(
      method, "/auth/v1/\(path)", body: form.map { JSONValue.object($0).bytes }, token: token,
      headers: Self.headers, hiding: Self.secretMembers.compactMap { form?[$0]?.string })
    do throws(JSONError) { return try JSONValue(parsing: answer.body) } catch {
      throw .unreadable(status: answer.status, reason: "JSON that ends early")
    }
  }

  func session(from answer: JSONValue) throws(CloudError) -> Session {
    guard let session = Session(granted: answer, by: project.name, at: now()) else {
      throw Self.notASession
    }
    return session
  }

  func profile(from answer: JSONValue) throws(CloudError) -> AccountProfile {
    guard let profile = AccountProfile(json: answer) else { throw Self.notASession }
    return profile
  }
}

extension CloudError {
  /// Whether a refresh token was refused for good: the person must sign in again.
  ///
  /// Auth says 400 with one of these codes, or, in older versions, `invalid_grant`.
  package var isRefreshRefused: Bool {
    guard case .refused(400...403, let code, _) = self else { return false }
    return [
      "refresh_token_already_used", "refresh_token_not_found", "session_expired",
      "session_not_found", "user_not_found", "user_banned", "invalid_grant",
    ].contains(code)
  }
}
