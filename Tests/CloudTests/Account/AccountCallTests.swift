import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

/// The table of what may be asked twice, call by call, against a cloud that counts.
@Suite struct AccountCallTests {
  private let fixture: ProjectFixture
  private let port: ScriptedPort
  private let account: Account

  init() throws {
    fixture = try ProjectFixture()
    port = ScriptedPort(InProcessPort(to: fixture.project))
    account = Account(
      project: RemoteProject(name: "embedded", port: port, key: "k"),
      surroundings: fixture.clock)
  }

  /// Every call of the table that a client makes; deletion has tests of its own.
  private func make(_ call: AccountCall) throws {
    let (email, code, password) = ("a@b.example", "123456", "correct-horse-9")
    switch call {
    case .signUp: _ = try account.signUp(email: email, password: password, name: nil)
    case .verify: _ = try account.verify(email: email, code: code, as: .signup)
    case .resend: try account.resend(email: email, as: .signup)
    case .signIn: _ = try account.signIn(email: email, password: password)
    case .sendCode: try account.sendCode(email: email)
    case .resetPassword: try account.resetPassword(email: email)
    case .changePassword: _ = try account.changePassword(to: password, token: "t")
    case .changeEmail: _ = try account.changeEmail(to: email, token: "t")
    case .rename: _ = try account.rename(to: "Ann", token: "t")
    case .reauthenticate: try account.reauthenticate(token: "t")
    case .identityToken: _ = try account.signIn(with: .google, token: token, nonce: nil)
    case .exchange: _ = try account.exchange(code: "c", verifier: "v")
    case .refresh: _ = try account.refresh("r")
    case .profile: _ = try account.profile(token: "t")
    case .settings: _ = try account.settings()
    case .signOutHere: try account.signOut(.local, token: "t")
    case .signOutOthers: try account.signOut(.others, token: "t")
    case .signOutEverywhere: try account.signOut(.global, token: "t")
    case .deleteAccount: throw CloudError.interrupted
    }
  }

  private let token = [
    Base64URL.encode(#"{"alg":"RS256"}"#.utf8), Base64URL.encode("{}".utf8), "c2ln",
  ].joined(separator: ".")

  private static let offline = CloudError.offline(curl: 7, text: "refused")
  private static let failures: [(CloudError, AccountCall.Repeating)] = [
    (offline, .whereNothingHappened),
    (.notReady(status: 503, code: "", retryAfter: nil), .whereNothingHappened),
    (.notReady(status: 500, code: "unexpected_failure", retryAfter: nil), .whereNothingHappened),
    (.lost(curl: 56, text: "reset"), .harmless),
    (.timedOut(after: .seconds(60)), .harmless),
    (.unreadable(status: 200, reason: "a page"), .harmless),
    (.notReady(status: 504, code: "", retryAfter: nil), .harmless),
    (.notReady(status: 429, code: "over_email_send_rate_limit", retryAfter: nil), .never),
    (.refused(status: 400, code: "validation_failed", message: "no"), .never),
    (.interrupted, .never),
  ]

  private static let calls = AccountCall.allCases.filter { $0 != .deleteAccount }

  @Test(arguments: calls)
  func `a call that fails is made as often as the table says`(call: AccountCall) throws {
    for (failure, needed) in Self.failures {
      let before = port.requests.count
      let began = fixture.clock.now()
      port.fates = [.fail(failure), .fail(failure), .fail(failure), .fail(failure)]
      #expect(throws: failure) { try make(call) }
      let isRepeated =
        switch (call.repeating, needed) {
        case (.never, _), (_, .never), (.whereNothingHappened, .harmless): false
        default: true
        }
      let count = port.requests.count - before
      #expect(count == (isRepeated ? 3 : 1), "\(call), \(failure)")
      let waited = fixture.clock.now() - began
      #expect(waited >= (isRepeated ? .milliseconds(600) : .zero), "\(call), \(failure)")
      #expect(Set(port.requests[before...].map(\.body)).count == 1)
    }
  }

  @Test func `what row 10 of the plan lists is what is repeated`() {
    let repeated = AccountCall.allCases.filter { $0.repeating != .never }
    #expect(
      Set(repeated) == [
        .resend, .sendCode, .resetPassword, .changeEmail, .signOutHere, .signOutOthers,
        .signOutEverywhere, .deleteAccount,
      ])
  }

  @Test func `a second try that works is the end of it`() throws {
    port.fates = [
      .fail(Self.offline),
      .answer(
        HTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"], body: Array("{}".utf8))),
    ]
    try account.resend(email: "a@b.example", as: .signup)
    #expect(port.requests.count == 2)
  }

  @Test func `bad words are refused before anything is sent`() {
    let short = "12345"
    let attempts: [() throws -> Void] = [
      { _ = try account.signUp(email: "nope", password: "correct-horse-9", name: nil) },
      { _ = try account.signUp(email: "a@b.example", password: "weak", name: nil) },
      { _ = try account.verify(email: "a@b.example", code: short, as: .signup) },
      { _ = try account.verify(email: "a@b.example", code: "12a456", as: .email) },
      { _ = try account.verify(email: "a@b.example", code: "１２３４５６", as: .email) },
      { _ = try account.verify(email: "nope", code: "123456", as: .email) },
      { try account.resend(email: "", as: .signup) },
      { try account.sendCode(email: "a b@c.example") },
      { try account.resetPassword(email: "nope") },
      { _ = try account.changePassword(to: "short1", token: "t") },
      { _ = try account.changePassword(to: "correct-horse-9", nonce: "12", token: "t") },
      { _ = try account.changeEmail(to: "nope", token: "t") },
      { _ = try account.signIn(with: .apple, token: "x.y.z", nonce: nil) },
      { _ = try account.signIn(with: .apple, token: token, nonce: "") },
      { _ = try account.exchange(code: "", verifier: "v") },
      { _ = try account.exchange(code: "c", verifier: " ") },
    ]
    for (number, attempt) in attempts.enumerated() {
      #expect(throws: CloudError.self, "\(number)") { try attempt() }
    }
    #expect(port.requests.isEmpty)
  }

  @Test func `a token without a signature, or with a shared secret, is none of a provider`() {
    let claims = Base64URL.encode("{}".utf8)
    func head(_ text: String) -> String { Base64URL.encode(text.utf8) }
    let none = #"{"alg":"none"}"#
    for bad in [
      "", "a", "a.b", "a.b.c.d", "\(head(none)).\(claims).", "\(head(none)).\(claims).c2ln",
      "\(head(#"{"alg":"HS256"}"#)).\(claims).c2ln", "\(head(#"{"alg":"RS256"}"#)).\(claims).",
      "\(head("[]")).\(claims).c2ln", String(token.dropLast(6)), String(token.dropFirst(3)),
    ] {
      #expect(Credentials.problem(inIdentityToken: bad) != nil, "\(bad)")
    }
    #expect(Credentials.problem(inIdentityToken: token) == nil)
  }

  @Test func `a limit says how long to wait, whoever says it`() throws {
    func failure(_ body: String, _ headers: HTTPHeaders) -> CloudError? {
      CloudError(HTTPResponse(status: 429, headers: headers, body: Array(body.utf8)))
    }
    let json: HTTPHeaders = ["Content-Type": "application/json"]
    let words = #"{"code":"over_email_send_rate_limit","message":"\#(Self.tooSoon)"}"#
    #expect(failure(words, json)?.retryAfter == .seconds(59))
    #expect(failure(words, json)?.hint == "try again in 59 s")
    #expect(failure(words, json)?.summary.contains("no more mail") == true)
    let told: HTTPHeaders = ["Content-Type": "application/json", "Retry-After": "7"]
    #expect(failure(words, told)?.retryAfter == .seconds(7))
    let hourly = #"{"code":"over_email_send_rate_limit","message":"email rate limit exceeded"}"#
    #expect(failure(hourly, json)?.retryAfter == nil)
    #expect(failure(hourly, json)?.hint == "try again in a while")
  }

  private static let tooSoon =
    "For security purposes, you can only request this after 58 seconds."
}
