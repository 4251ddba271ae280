package import Vocabulary

/// Supabase Auth as a client asks it: one request a call, nothing kept.
///
/// `SessionKeeper` keeps what it gives. No error holds a password or a token.
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

  private let project: RemoteProject
  private let surroundings: any Surroundings

  package init(project: RemoteProject, surroundings: any Surroundings) {
    self.project = project
    self.surroundings = surroundings
  }

  var cloud: String { project.name }
  func now() -> Instant { surroundings.now() }

  /// Makes an account. Errors: `badValue`; `refused` with `user_already_exists`, `weak_password`.
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

  /// Begins a session. Errors: `badValue`; `refused` with `invalid_credentials`.
  package func signIn(email: String, password: String) throws(CloudError) -> Session {
    try Credentials.check("email", Credentials.problem(inEmail: email))
    try Credentials.check("password", password.isEmpty ? "must not be empty" : nil)
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
    let answer = try project.send(
      "GET", "/auth/v1/user", body: nil, token: token, headers: Self.headers)
    guard let profile = AccountProfile(json: try Self.json(answer)) else { throw Self.notASession }
    return profile
  }

  /// Ends sessions of the token's user. A session that is no more there counts as ended.
  package func signOut(_ scope: SignOutScope, token: String) throws(CloudError) {
    do throws(CloudError) {
      _ = try project.send(
        "POST", "/auth/v1/logout?scope=\(scope.rawValue)", body: [], token: token,
        headers: Self.headers)
    } catch .refused(_, "session_not_found", _) {
    } catch .refused(_, "user_not_found", _) {}
  }

  private static let headers: HTTPHeaders = ["X-Supabase-Api-Version": "2024-01-01"]
  private static let notASession = CloudError.unreadable(
    status: 200, reason: "JSON without a session")

  private func post(_ path: String, _ form: JSONObject) throws(CloudError) -> JSONValue {
    try Self.json(
      try project.send(
        "POST", "/auth/v1/\(path)", body: JSONValue.object(form).bytes, token: nil,
        headers: Self.headers))
  }

  private func session(from answer: JSONValue) throws(CloudError) -> Session {
    guard let session = Session(granted: answer, by: project.name, at: now()) else {
      throw Self.notASession
    }
    return session
  }

  private static func json(_ answer: HTTPResponse) throws(CloudError) -> JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: answer.body) } catch {
      throw .unreadable(status: answer.status, reason: "JSON that ends early")
    }
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
