import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

/// What comes in wrong, from a person or from whatever answers: an error in words, the session as
/// it was, and nothing secret said.
@Suite struct AccountBadInputTests {
  private let fixture: ProjectFixture
  private let port: ScriptedPort
  private let store = MemorySessionStore()
  private let account: Account
  private let keeper: SessionKeeper
  private let session: Session

  init() throws {
    fixture = try ProjectFixture()
    port = ScriptedPort(InProcessPort(to: fixture.project))
    account = Account(
      project: RemoteProject(name: "embedded", port: port, key: fixture.project.keys.anon),
      surroundings: fixture.clock)
    keeper = SessionKeeper(account: account, store: store)
    _ = try keeper.signUp(email: "ann@t.example", password: "correct-horse-9", name: "Ann")
    session = try #require(try keeper.current())
  }

  // MARK: - Every call

  private static let password = "battery-staple-7"
  private static let code = "314159"
  private static let nonce = "raw-nonce-8e1f"
  private static let authCode = "auth-code-77aa"
  private static let verifier = "verifier-55bb-66cc-77dd"
  private static let identityToken = [
    Base64URL.encode(#"{"alg":"RS256"}"#.utf8), Base64URL.encode(#"{"sub":"1"}"#.utf8), "c2lnbmVk",
  ].joined(separator: ".")

  /// What no error may say.
  private var secrets: [String] {
    [
      Self.password, Self.code, Self.nonce, Self.authCode, Self.verifier, Self.identityToken,
      session.accessToken, session.refreshToken, "correct-horse-9",
    ]
  }

  private static let calls = AccountCall.allCases

  /// Makes a call as the console does: with the session's token where it needs one.
  private func make(_ call: AccountCall) throws {
    let email = "ann@t.example"
    switch call {
    case .signUp: _ = try keeper.signUp(email: "bob@t.example", password: Self.password)
    case .verify: _ = try account.verify(email: email, code: Self.code, as: .signup)
    case .resend: try account.resend(email: email, as: .signup)
    case .signIn: _ = try keeper.signIn(email: email, password: Self.password)
    case .sendCode: try account.sendCode(email: email)
    case .resetPassword: try account.resetPassword(email: email)
    case .changePassword:
      _ = try signedIn { (token) throws(CloudError) in
        try account.changePassword(to: Self.password, nonce: Self.code, token: token)
      }
    case .changeEmail:
      _ = try signedIn { (token) throws(CloudError) in
        try account.changeEmail(to: "new@t.example", token: token)
      }
    case .rename:
      _ = try signedIn { (token) throws(CloudError) in try account.rename(to: "A", token: token) }
    case .reauthenticate:
      try signedIn { (token) throws(CloudError) in try account.reauthenticate(token: token) }
    case .identityToken:
      _ = try account.signIn(with: .apple, token: Self.identityToken, nonce: Self.nonce)
    case .exchange: _ = try account.exchange(code: Self.authCode, verifier: Self.verifier)
    case .refresh: _ = try keeper.token(insteadOf: session.accessToken)
    case .profile: _ = try keeper.profile()
    case .settings: _ = try account.settings()
    case .signOutOthers: _ = try keeper.signOut(.others)
    // These two end the session here, whatever is answered: what is told comes back as a value.
    case .signOutHere: try keeper.signOut(.local).map { throw $0 }
    case .signOutEverywhere: try keeper.signOut(.global).map { throw $0 }
    case .deleteAccount:
      try signedIn { (token) throws(CloudError) in try account.delete(token: token) }
    }
  }

  private func signedIn<T>(_ body: (String) throws(CloudError) -> T) throws(CloudError) -> T {
    try keeper.withToken(body)
  }

  /// Answers every request of a call alike; what the call throws, and the session after it.
  private func outcome(_ call: AccountCall, _ answer: HTTPResponse) throws -> CloudError {
    port.fates = Array(repeating: .answer(answer), count: 6)
    defer { port.fates = [] }
    let error = #expect(throws: CloudError.self, "\(call): \(answer.status)") { try make(call) }
    let endsHere = call == .signOutHere || call == .signOutEverywhere
    #expect(try keeper.current() == (endsHere ? nil : session), "\(call): \(answer.status)")
    let found = try #require(error)
    for text in [found.summary, found.hint ?? "", "\(found)", String(reflecting: found)] {
      for secret in secrets { #expect(!text.contains(secret), "\(call): \(text)") }
    }
    #expect(found.summary.count > 10 && !found.summary.contains("\n"))
    #expect(found.hint?.isEmpty != true)
    return found
  }

  private static func json(_ status: Int, _ body: String, _ more: HTTPHeaders = [:]) -> HTTPResponse
  {
    var headers: HTTPHeaders = ["Content-Type": "application/json"]
    for field in more.fields { headers.add(field.name, field.value) }
    return HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
  }

  private static func page(_ status: Int, _ headers: HTTPHeaders = [:]) -> HTTPResponse {
    var headers = headers
    headers.add("Content-Type", "text/html; charset=utf-8")
    let body = "<html><form>Log in to this network. You sent \(password), \(code)</form></html>"
    return HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
  }

  // MARK: - What answers

  @Test(arguments: calls)
  func `a network that wants a login is told, and is no answer of the cloud's`(
    call: AccountCall
  ) throws {
    for answer in [
      Self.page(200), Self.page(403), Self.page(302, ["Location": "http://portal.example/login"]),
      HTTPResponse(status: 307, headers: ["Location": "http://portal.example/"], body: []),
    ] {
      try store.save(session)
      let error = try outcome(call, answer)
      #expect(error.kind == .offline, "\(call): \(error)")
      #expect(error.hint?.contains("log in with a browser") == true, "\(call): \(error)")
    }
    try store.save(session)
    #expect(try outcome(call, Self.page(511)).kind == .busy)
  }

  @Test(arguments: calls.filter { $0 != .signOutHere && $0 != .signOutEverywhere })
  func `an answer that is cut short is told`(call: AccountCall) throws {
    let whole = #"{"access_token":"a.b.c","token_type":"bearer","expires_in":3600,"user":{"id":"#
    for body in [whole, "{", "{\"", "nul", "[1,"]
    where call != .signOutOthers && call != .deleteAccount {
      let error = try outcome(call, Self.json(200, body))
      #expect(error.code == "cloud.unreadable", "\(call): \(error)")
    }
    for body in ["", "{\"code\":\"otp_exp", "x"] {
      let error = try outcome(call, Self.json(500, body))
      #expect(error.kind == .busy, "\(call): \(error)")
    }
  }

  @Test(arguments: [AccountCall.signUp, .verify, .signIn, .identityToken, .exchange, .refresh])
  func `a session that lacks something is none`(call: AccountCall) throws {
    let user = #""user":{"id":"11111111-1111-4111-8111-111111111111","email":"x@y.example"}"#
    for body in [
      "{}", "null", "[]", "7", #""text""#, #"{"access_token":"a.b.c","refresh_token":"r"}"#,
      #"{"access_token":"","refresh_token":"r",\#(user)}"#,
      #"{"access_token":"a.b.c","refresh_token":"",\#(user)}"#,
      #"{"access_token":"a.b.c","refresh_token":7,\#(user)}"#,
      #"{"access_token":["a.b.c"],"refresh_token":"r",\#(user)}"#,
      #"{"access_token":"a.b.c","refresh_token":"r","user":{"id":"no id"}}"#,
      #"{"access_token":"a.b.c","refresh_token":"r","user":"11111111-1111-4111-8111-111111111111"}"#,
    ] {
      let error = try outcome(call, Self.json(200, body))
      #expect(error.code == "cloud.unreadable", "\(body)")
    }
  }

  @Test(arguments: calls)
  func `a limit says when to come back, where the cloud does`(call: AccountCall) throws {
    let words = #"{"code":"over_request_rate_limit","message":"Request rate limit reached"}"#
    for (answer, hint) in [
      (Self.json(429, words), "try again in a while"),
      (Self.json(429, words, ["Retry-After": "17"]), "try again in 17 s"),
      (Self.json(429, words, ["Retry-After": "soon"]), "try again in a while"),
      (Self.json(429, "", ["Retry-After": "17"]), "try again in 17 s"),
      (Self.page(429, ["Retry-After": "17"]), "try again in 17 s"),
      (Self.page(429), "try again in a while"),
    ] {
      try store.save(session)
      let before = port.requests.count
      let error = try outcome(call, answer)
      #expect(error.kind == .busy && error.hint == hint, "\(call): \(error)")
      #expect(port.requests.count == before + 1, "\(call) was not asked twice")
      fixture.clock.advance(.seconds(400))
    }
  }

  @Test(arguments: calls)
  func `what is said back of what was sent is not shown`(call: AccountCall) throws {
    let sent = try sentSecrets(call)
    let all = sent.joined(separator: " ")
    for answer in [
      Self.json(400, #"{"code":"validation_failed","message":"cannot use \#(all)"}"#),
      Self.json(422, #"{"code":400,"error_code":"weak_password","msg":"\#(all) is weak"}"#),
      Self.json(400, #"{"error":"invalid request","error_description":"Bad \#(all)"}"#),
      Self.json(400, #"{"code":"\#(sent.last ?? "x")","message":"\#(sent.first ?? "no")"}"#),
      Self.json(500, #"{"code":"\#(sent.first ?? "x")","message":"\#(all)"}"#),
      // Where a message is cut, no half of a secret is left.
      Self.json(400, #"{"code":"x","message":"\#(String(repeating: ".", count: 495))\#(all)"}"#),
    ] {
      try store.save(session)
      let error = try outcome(call, answer)
      for secret in sent {
        #expect(!"\(error)".contains(secret.prefix(5)), "\(call): \(error.summary.suffix(60))")
      }
    }
  }

  /// What of the secrets goes out with a call.
  private func sentSecrets(_ call: AccountCall) throws -> [String] {
    try store.save(session)
    port.fates = Array(repeating: .fail(.interrupted), count: 6)
    defer { port.fates = [] }
    #expect(throws: CloudError.self) { try make(call) }
    let request = try #require(port.requests.last)
    let text =
      String(decoding: request.body, as: UTF8.self)
      + request.headers.fields.map(\.value).joined(separator: "\n")
    return secrets.filter { text.contains($0) }
  }

  // MARK: - What Auth refuses

  private static let refusals: [(AccountCall, Int, String, String, String)] = [
    (.signUp, 422, "user_already_exists", "User already registered", "auth.sign_in"),
    (.signUp, 422, "weak_password", "Password should be at least 8 characters.", "longer"),
    (.signUp, 422, "signup_disabled", "Signups not allowed for this instance", "owner"),
    (.signUp, 400, "email_address_not_authorized", "Email address cannot be used", "owner"),
    (.signIn, 400, "invalid_credentials", "Invalid login credentials", "check email"),
    (.signIn, 400, "email_not_confirmed", "Email not confirmed", "auth.verify"),
    (.signIn, 400, "user_banned", "User is banned", "owner"),
    (.verify, 403, "otp_expired", "Token has expired or is invalid", "ask for another"),
    (.sendCode, 422, "otp_disabled", "Signups not allowed for otp", "auth.sign_up"),
    (.changePassword, 422, "same_password", "New password should be different", "another"),
    (.changePassword, 401, "reauthentication_needed", "requires reauthentication", "code="),
    (.changePassword, 422, "reauthentication_not_valid", "Nonce has expired", "another code"),
    (.changeEmail, 422, "email_exists", "already been registered", "auth.sign_in"),
    (.identityToken, 400, "invalid request", "Bad ID token", "new token"),
    (.identityToken, 400, "invalid nonce", "Nonces mismatch", "raw nonce"),
    (.identityToken, 400, "invalid request", "Unacceptable audience in id_token", "new token"),
    (.identityToken, 400, "provider_disabled", "Provider is not enabled", "auth.providers()"),
    (.identityToken, 403, "provider_email_needs_verification", "Unverified email", "verify"),
    (.exchange, 400, "bad_code_verifier", "does not match", "auth.authorize_url"),
    (.exchange, 403, "flow_state_expired", "flow state has expired", "five minutes"),
    (.deleteAccount, 404, "NOT_FOUND", "Requested function was not found", "lectern supabase"),
    (.exchange, 404, "flow_state_not_found", "no valid flow state found", "begin again"),
  ]

  /// Sources: the recorded exchanges; https://supabase.com/docs/guides/auth/debugging/error-codes
  @Test func `what Auth refuses is told in its words, with the cure`() throws {
    for (call, status, code, message, cure) in Self.refusals {
      let body = #"{"code":"\#(code)","message":"\#(message)"}"#
      let older = #"{"code":\#(status),"error_code":"\#(code)","msg":"\#(message)"}"#
      for text in [body, older] {
        let before = port.requests.count
        let error = try outcome(call, Self.json(status, text))
        #expect(error.kind == .refused, "\(code)")
        let shown = message.hasSuffix(".") ? String(message.dropLast()) : message
        #expect(error.summary.contains(shown) && error.summary.contains(code), "\(error)")
        #expect(error.hint?.contains(cure) == true, "\(code): \(error.hint ?? "no hint")")
        #expect(port.requests.count == before + 1, "\(code): nothing is sent twice")
      }
    }
  }
}
