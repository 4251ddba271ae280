import Cloud
@testable import EmbeddedCloud
import Testing
import Vocabulary

/// Tokens of Apple and Google, whose issuers could not be recorded, and tokens that lie.
@Suite struct IdentityTokenTests {
  private let fixture: ProjectFixture

  init() throws { fixture = try ProjectFixture() }

  private func provider(
    _ name: String, _ algorithm: SignatureAlgorithm = .es256, clientID: String = "lectern"
  ) throws -> IdentityProvider {
    let provider = try IdentityProvider(
      name: name, clientID: clientID, algorithm: algorithm, fixture.clock)
    try fixture.project.publish(provider.published)
    return provider
  }

  private func signIn(
    _ provider: String, _ token: String, nonce: String? = nil
  ) throws -> (status: Int, body: JSONValue) {
    var form = JSONObject([("provider", .string(provider)), ("id_token", .string(token))])
    if let nonce { form["nonce"] = .string(nonce) }
    let answer = fixture.ask(
      "POST", "/auth/v1/token?grant_type=id_token",
      headers: ["X-Supabase-Api-Version": "2024-01-01"], JSONValue.object(form).text)
    return (answer.status, try JSONValue(parsing: answer.body))
  }

  private func expectBad(_ token: String) throws {
    let answer = try signIn("google", token)
    #expect(answer.status == 400)
    #expect(answer.body == ["error": "invalid request", "error_description": "Bad ID token"])
  }

  @Test func `Apple vouches for every address, and its name is not taken`() throws {
    let apple = try provider("apple", .rs256)
    let claims = JSONObject([
      ("sub", "a1"), ("email", "Ann@t.example"), ("name", "Ann"), ("is_private_email", "true"),
      ("nonce", .string(SHA256.hexadecimal("raw".utf8))),
    ])
    let token = try apple.token(claims, at: fixture.clock.now())
    let user = try signIn("apple", token, nonce: "raw").body["user"]
    #expect(user?["email"] == "ann@t.example")
    #expect(user?["email_confirmed_at"] != nil)
    #expect(user?["user_metadata"]?["name"] == nil)
    #expect(user?["user_metadata"]?["custom_claims"] == ["is_private_email": "true"])
    #expect(user?["app_metadata"] == ["provider": "apple", "providers": ["apple"]])
  }

  @Test func `Google names itself with and without the scheme`() throws {
    let google = try provider("google")
    for issuer in ["accounts.google.com", "https://accounts.google.com"] {
      let token = try google.token(
        JSONObject([
          ("sub", "g1"), ("email", "gus@t.example"), ("email_verified", true), ("name", "Gus"),
          ("picture", "https://p"), ("hd", "t.example"), ("iss", .string(issuer)),
        ]), at: fixture.clock.now())
      let user = try signIn("google", token).body["user"]
      #expect(user?["user_metadata"]?["full_name"] == "Gus")
      #expect(user?["user_metadata"]?["avatar_url"] == "https://p")
      #expect(user?["user_metadata"]?["custom_claims"] == ["hd": "t.example"])
    }
    let foreign = try google.token(
      JSONObject([("sub", "g1"), ("iss", "https://accounts.google.example")]),
      at: fixture.clock.now())
    try expectBad(foreign)
  }

  @Test func `whoever signs with the public key as a secret is refused`() throws {
    let google = try provider("google", .rs256)
    let key = try #require(Base64URL.decode(google.published.key))
    let claims: JSONValue = [
      "iss": "https://accounts.google.com", "aud": "lectern", "sub": "x",
      "exp": .integer(fixture.clock.now().milliseconds / 1000 + 60),
    ]
    let header: JSONValue = ["alg": "HS256", "kid": .string(google.keyID)]
    let body = "\(Base64URL.encode(header.bytes)).\(Base64URL.encode(claims.bytes))"
    let signature = Base64URL.encode(try Crypto.hmacSHA256(key: key, text: body.utf8))
    try expectBad("\(body).\(signature)")
    let own = try fixture.project.signer.sign(claims)
    try expectBad(own)
    // The right key under the name of the other algorithm.
    try expectBad(
      try google.token(header: ["alg": "ES256", "kid": .string(google.keyID)], claims))
  }

  @Test func `a token that was cut anywhere is refused`() throws {
    let google = try provider("google")
    let token = try google.token(
      JSONObject([("sub", "g1"), ("email", "gus@t.example")]), at: fixture.clock.now())
    for count in stride(from: 1, to: token.utf8.count, by: 7) {
      try expectBad(String(token.dropLast(count)))
    }
    #expect(try signIn("google", token).status == 200)
  }

  @Test func `a token ends with its time, and begins five minutes early`() throws {
    let google = try provider("google")
    let token = try google.token(
      JSONObject([("sub", "g1"), ("email", "gus@t.example")]), at: fixture.clock.now())
    fixture.clock.advance(.seconds(3599))
    #expect(try signIn("google", token).status == 200)
    fixture.clock.advance(.seconds(1))
    try expectBad(token)
    let early = fixture.clock.now() + .seconds(301)
    let late = try google.token(
      JSONObject([("sub", "g1"), ("nbf", .integer(early.milliseconds / 1000))]), at: early)
    try expectBad(late)
  }

  @Test func `a second key does not void the first, and clients add up`() throws {
    let first = try provider("google")
    let second = try provider("google", clientID: "other-app")
    for provider in [first, second] {
      let token = try provider.token(
        JSONObject([("sub", "g1"), ("email", "gus@t.example")]), at: fixture.clock.now())
      #expect(try signIn("google", token).status == 200)
    }
  }

  @Test func `an address that nobody vouches for takes over no account`() throws {
    fixture.project.settings.auth.confirmsEmail = true
    let google = try provider("google")
    _ = fixture.ask(
      "POST", "/auth/v1/signup", #"{"email": "ann@t.example", "password": "correct-horse-9"}"#)
    let code = try #require(try fixture.project.inbox("ann@t.example").first?.code)
    let verified = fixture.ask(
      "POST", "/auth/v1/verify",
      #"{"type": "signup", "email": "ann@t.example", "token": "\#(code)"}"#)
    #expect(verified.status == 200)
    let token = try google.token(
      JSONObject([("sub", "x"), ("email", "ann@t.example"), ("email_verified", false)]),
      at: fixture.clock.now())
    let answer = try signIn("google", token)
    #expect(answer.status == 422)
    #expect(answer.body["code"] == "provider_email_needs_verification")
  }

  @Test func `providers that nobody switched on say so, unknown ones are named`() throws {
    let facebook = try signIn("facebook", "x.y.z")
    #expect(facebook.body["code"] == "provider_disabled")
    #expect(
      facebook.body["message"] == "Provider (issuer \"https://www.facebook.com\") is not enabled")
    let unknown = try signIn("myspace", "x.y.z")
    #expect(unknown.body["message"] == "Custom OIDC provider \"myspace\" not allowed")
    for (name, words) in [
      ("facebook", "provider is not enabled"), ("myspace", "Provider myspace could not be found"),
    ] {
      let answer = fixture.get("/auth/v1/authorize?provider=\(name)")
      #expect(answer.status == 400)
      #expect(answer.text.contains("Unsupported provider: \(words)"))
    }
  }
}
