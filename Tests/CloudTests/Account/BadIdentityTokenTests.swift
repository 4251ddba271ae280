import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

/// Identity tokens that are not what they seem, to the client and past it: nobody is signed in by
/// one, whoever was stays so, and no error repeats it.
@Suite struct BadIdentityTokenTests {
  private let fixture: ProjectFixture
  private let keeper: SessionKeeper
  private let session: Session
  private let apple: IdentityProvider
  private let nonce: SignInNonce

  init() throws {
    fixture = try ProjectFixture()
    keeper = SessionKeeper(account: fixture.account, store: MemorySessionStore())
    _ = try keeper.signUp(email: "bob@t.example", password: "correct-horse-9")
    session = try #require(try keeper.current())
    apple = try IdentityProvider(name: "apple", fixture.clock)
    try fixture.project.publish(apple.published)
    nonce = SignInNonce(fixture.clock)
  }

  private var now: Int64 { fixture.clock.now().milliseconds / 1000 }

  /// The claims of a token that is taken, but for those that are given; `.null` takes one away.
  private func claims(_ others: JSONValue = [:]) -> JSONObject {
    var claims = JSONObject([
      ("sub", "1"), ("email", "ann@t.example"), ("email_verified", true),
      ("nonce", .string(nonce.hashed)), ("iss", .string(apple.issuer)),
      ("aud", .string(apple.clientID)), ("iat", .integer(now)), ("exp", .integer(now + 3600)),
    ])
    for member in others.object ?? JSONObject() {
      claims[member.key] = member.value == .null ? nil : member.value
    }
    return claims
  }

  private func refusal(_ token: String, nonce: String?) throws -> CloudError {
    let error = #expect(throws: CloudError.self, "\(token)") {
      let session = try fixture.account.signIn(with: .apple, token: token, nonce: nonce)
      try keeper.keep(session, because: .signedIn)
    }
    #expect(try keeper.current() == session)
    let found = try #require(error)
    for secret in [token, self.nonce.raw, session.accessToken] where secret.count > 6 {
      #expect(!"\(found) \(found.summary) \(found.hint ?? "")".contains(secret))
    }
    #expect(found.hint?.isEmpty == false, "\(found)")
    return found
  }

  @Test func `the token that the others differ from is taken`() throws {
    let token = try apple.token(claims(), at: fixture.clock.now())
    let session = try fixture.account.signIn(with: .apple, token: token, nonce: nonce.raw)
    #expect(session.email == "ann@t.example" && session.provider == "apple")
  }

  @Test func `claims of another time, audience, issuer or person are refused`() throws {
    for (others, code, hint) in [
      (["aud": "another app"], "invalid request", "new token"),
      (["aud": ["another app", "a third"]], "invalid request", "new token"),
      (["aud": .null], "invalid request", "new token"),
      (["iss": "https://evil.example"], "invalid request", "new token"),
      (["iss": .null], "invalid request", "new token"),
      (["exp": .integer(now - 1)], "invalid request", "new token"),
      (["exp": .null], "invalid request", "new token"),
      (["exp": "never"], "invalid request", "new token"),
      (["nbf": .integer(now + 7_200)], "invalid request", "new token"),
      (["sub": .null], "invalid request", "new token"),
      (["sub": ""], "invalid request", "new token"),
      (["nonce": .string(nonce.raw)], "invalid nonce", "raw nonce"),
      (["nonce": "x"], "invalid nonce", "raw nonce"),
      (["nonce": .null], "invalid request", "new token"),
    ] as [(JSONValue, String, String)] {
      let header: JSONValue = ["alg": "RS256", "kid": .string(apple.keyID), "typ": "JWT"]
      let token = try apple.token(header: header, .object(claims(others)))
      let error = try refusal(token, nonce: nonce.raw)
      guard case .refused(400, code, _) = error else {
        Issue.record("\(others.text): \(error)")
        continue
      }
      #expect(error.hint?.contains(hint) == true, "\(error)")
    }
  }

  @Test func `a nonce that is another's, wrong or not given is refused`() throws {
    let token = try apple.token(claims(), at: fixture.clock.now())
    for wrong in ["x", nonce.hashed, nonce.raw.uppercased(), " \(nonce.raw)"] {
      guard case .refused(400, "invalid nonce", _) = try refusal(token, nonce: wrong) else {
        Issue.record("\(wrong) is taken otherwise")
        continue
      }
    }
    guard case .refused(400, "invalid request", _) = try refusal(token, nonce: nil) else {
      Issue.record("no nonce is taken otherwise")
      return
    }
    #expect(try refusal(token, nonce: "").code == "cloud.bad_value")
  }

  /// A token of the header, signed by whoever can.
  private func forged(_ header: JSONValue, _ sign: (String) throws -> [UInt8]) throws -> String {
    let body =
      "\(Base64URL.encode(header.bytes)).\(Base64URL.encode(JSONValue.object(claims()).bytes))"
    return "\(body).\(Base64URL.encode(try sign(body)))"
  }

  private func forgeries() throws -> [String] {
    let kid = JSONValue.string(apple.keyID)
    let whole = try apple.token(claims(), at: fixture.clock.now())
    let parts = whole.split(separator: ".").map(String.init)
    let stranger = try IdentityProvider(name: "apple", fixture.clock)
    let publicKey = Base64URL.decode(apple.published.key) ?? []
    let claimed = Base64URL.encode(JSONValue.object(claims(["sub": "2"])).bytes)
    return [
      // Unsigned.
      try forged(["alg": "none"]) { _ in [] },
      try forged(["alg": "none", "kid": kid]) { _ in [1] },
      "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1])",
      // The public key, which everybody has, as the secret of another algorithm.
      try forged(["alg": "HS256", "kid": kid]) {
        try Crypto.hmacSHA256(key: publicKey, text: $0.utf8)
      },
      // A key that nobody published, under its own name and under another's.
      try stranger.token(claims(), at: fixture.clock.now()),
      try stranger.token(header: ["alg": "RS256", "kid": kid], .object(claims())),
      try apple.token(header: ["alg": "ES256", "kid": kid], .object(claims())),
      try apple.token(header: ["alg": "RS256", "kid": "x"], .object(claims())),
      // Other claims under a true signature, and what was cut.
      "\(parts[0]).\(claimed).\(parts[2])", "\(parts[1]).\(parts[0]).\(parts[2])",
      String(whole.dropLast(4)), String(whole.dropFirst(4)), String(whole.prefix(40)),
      "\(parts[0])..\(parts[2])", whole + ".x", "x.y.z", "x", " ",
    ]
  }

  @Test func `a token that is unsigned, forged, of a strange key or cut is refused`() throws {
    for token in try forgeries() {
      let error = try refusal(token, nonce: nonce.raw)
      #expect(error.kind == .badValue || error.kind == .refused, "\(token): \(error)")
    }
  }

  /// Past the client's own look at it.
  @Test func `the cloud takes none of them from another client either`() throws {
    for token in try forgeries() {
      let form: JSONValue = [
        "provider": "apple", "id_token": .string(token), "nonce": .string(nonce.raw),
      ]
      let answer = fixture.ask(
        "POST", "/auth/v1/token?grant_type=id_token",
        headers: ["Content-Type": "application/json"], form.text)
      #expect(answer.status == 400, "\(token): \(answer.text)")
      #expect(!answer.text.contains("access_token") && !answer.text.contains(nonce.raw))
    }
  }
}
