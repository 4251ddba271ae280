import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

/// The cases recorded from the hosted service: statuses, codes and bodies.
@Suite struct AuthEndpointsTests {
  private let fixture: ProjectFixture
  private let version: HTTPHeaders = ["X-Supabase-Api-Version": "2024-01-01"]

  init() throws { fixture = try ProjectFixture() }

  private func post(_ path: String, _ body: String) -> HTTPResponse {
    fixture.ask("POST", "/auth/v1/\(path)", headers: version, body)
  }

  private func expect(_ answer: HTTPResponse, _ status: Int, _ body: String) {
    #expect(answer.status == status)
    #expect(answer.text == body)
  }

  private func signUp() throws -> JSONValue {
    let answer = post(
      "signup",
      #"{"email": "A@t.example", "password": "Correct-Horse-9", "data": {"name": "Ann"}}"#)
    #expect(answer.status == 200)
    return try JSONValue(parsing: answer.body)
  }

  private func refresh(_ token: String) throws -> (status: Int, token: String, text: String) {
    let answer = post("token?grant_type=refresh_token", #"{"refresh_token": "\#(token)"}"#)
    let body = try JSONValue(parsing: answer.body)
    return (answer.status, body["refresh_token"]?.string ?? "", answer.text)
  }

  @Test func `a sign-up answers a session and the user, the address in lower case`() throws {
    let session = try signUp()
    #expect(session["token_type"] == "bearer")
    #expect(session["expires_in"] == 3600)
    #expect(session["refresh_token"]?.string?.utf8.count == 22)
    let user = try #require(session["user"])
    #expect(user["email"] == "a@t.example")
    #expect(user["user_metadata"]?["name"] == "Ann")
    #expect(user["app_metadata"] == ["provider": "email", "providers": ["email"]])
    let keys = user.object?.members.map(\.key) ?? []
    #expect(
      keys == [
        "id", "aud", "role", "email", "email_confirmed_at", "phone", "last_sign_in_at",
        "app_metadata", "user_metadata", "identities", "created_at", "updated_at", "is_anonymous",
      ])
  }

  @Test func `what a sign-up refuses is worded as recorded`() throws {
    _ = try signUp()
    expect(
      post("signup", #"{"email": "a@t.example", "password": "Correct-Horse-9"}"#), 422,
      #"{"code":"user_already_exists","message":"User already registered"}"#)
    expect(
      post("signup", #"{"email": "b@t.example", "password": "123"}"#), 422,
      #"{"code":"weak_password","message":"Password should be at least 6 characters.","#
        + #""weak_password":{"reasons":["length"]}}"#)
    expect(
      post("signup", #"{"email": "b@t.example"}"#), 400,
      #"{"code":"validation_failed","message":"Signup requires a valid password"}"#)
    expect(
      post("signup", #"{"email": "nope", "password": "Correct-Horse-9"}"#), 400,
      #"{"code":"validation_failed","message":"Unable to validate email address: invalid format"}"#
    )
    expect(
      post("signup", #"{"data": {"name": "x"}}"#), 422,
      #"{"code":"anonymous_provider_disabled","message":"Anonymous sign-ins are disabled"}"#)
    #expect(post("signup", "{").status == 400)
  }

  @Test func `sign-in wants the right password, in both error forms`() throws {
    _ = try signUp()
    let right = post(
      "token?grant_type=password", #"{"email": "A@T.example", "password": "Correct-Horse-9"}"#)
    #expect(right.status == 200)
    let wrong = #"{"email": "a@t.example", "password": "nope-nope"}"#
    let refused = post("token?grant_type=password", wrong)
    expect(
      refused, 400, #"{"code":"invalid_credentials","message":"Invalid login credentials"}"#)
    #expect(refused.headers["x-sb-error-code"] == "invalid_credentials")
    #expect(refused.headers["x-supabase-api-version"] == "2024-01-01")
    expect(
      fixture.ask("POST", "/auth/v1/token?grant_type=password", wrong), 400,
      #"{"code":400,"error_code":"invalid_credentials","msg":"Invalid login credentials"}"#)
    expect(
      post("token?grant_type=password", #"{"email": "x@t.example", "password": "nope-nope"}"#),
      400, #"{"code":"invalid_credentials","message":"Invalid login credentials"}"#)
    expect(
      post("token?grant_type=zzz", "{}"), 400,
      #"{"code":"invalid_credentials","message":"unsupported_grant_type"}"#)
  }

  @Test func `a used refresh token works again for ten seconds, its parent longer`() throws {
    let first = try #require(try signUp()["refresh_token"]?.string)
    let second = try refresh(first)
    #expect(second.status == 200)
    #expect(second.token != first)
    #expect(try refresh(first).token == second.token)
    let third = try refresh(second.token)
    fixture.clock.advance(.seconds(11))
    #expect(try refresh(second.token).token == third.token)
    let used = try refresh(first)
    #expect(used.status == 400)
    #expect(
      used.text
        == #"{"code":"refresh_token_already_used","message":"Invalid Refresh Token: Already Used"}"#
    )
    // The family is revoked, but its newest token was revoked just now.
    #expect(try refresh(third.token).status == 200)
  }

  @Test func `a revoked family ends after its last interval`() throws {
    let first = try #require(try signUp()["refresh_token"]?.string)
    let second = try refresh(first)
    let third = try refresh(second.token)
    fixture.clock.advance(.seconds(11))
    #expect(try refresh(first).status == 400)
    fixture.clock.advance(.seconds(11))
    #expect(try refresh(third.token).status == 400)
  }

  @Test func `an unknown and an empty refresh token have their own words`() throws {
    expect(
      post("token?grant_type=refresh_token", #"{"refresh_token": "nope"}"#), 400,
      #"{"code":"refresh_token_not_found","#
        + #""message":"Invalid Refresh Token: Refresh Token Not Found"}"#)
    expect(
      post("token?grant_type=refresh_token", #"{"refresh_token": ""}"#), 400,
      #"{"error":"invalid_request","error_description":"refresh_token required"}"#)
  }

  @Test func `the user is read with a session's token and with nothing else`() throws {
    let token = try #require(try signUp()["access_token"]?.string)
    let user = try JSONValue(
      parsing: fixture.get("/auth/v1/user", token: token, headers: version).body)
    #expect(user["email"] == "a@t.example")
    #expect(user["confirmed_at"] != nil)
    expect(
      fixture.get("/auth/v1/user", headers: version), 401,
      #"{"code":"no_authorization","message":"This endpoint requires a Bearer token"}"#)
    expect(
      fixture.get("/auth/v1/user", token: "garbage", headers: version), 403,
      #"{"code":"bad_jwt","message":"invalid JWT: unable to parse or verify signature, token is "#
        + #"malformed: token contains an invalid number of segments"}"#)
    expect(
      fixture.get("/auth/v1/user", token: fixture.project.keys.anon, headers: version), 403,
      #"{"code":"bad_jwt","message":"invalid claim: missing sub claim"}"#)
    fixture.clock.advance(.seconds(3600))
    #expect(fixture.get("/auth/v1/user", token: token, headers: version).status == 403)
  }

  @Test func `metadata is merged key by key, and null takes a key away`() throws {
    let token = try #require(try signUp()["access_token"]?.string)
    let first = fixture.ask(
      "PUT", "/auth/v1/user", token: token, #"{"data": {"name": "Ann B", "theme": "dark"}}"#)
    let metadata = try JSONValue(parsing: first.body)["user_metadata"]
    #expect(metadata?["name"] == "Ann B")
    #expect(metadata?["theme"] == "dark")
    let second = fixture.ask(
      "PUT", "/auth/v1/user", token: token, #"{"data": {"theme": null}}"#)
    #expect(try JSONValue(parsing: second.body)["user_metadata"]?["theme"] == nil)
    #expect(
      fixture.ask("PUT", "/auth/v1/user", token: token, #"{"app_metadata": {}}"#).status == 403)
  }

  @Test func `a new password ends the other sessions and the old password`() throws {
    let other = try signUp()
    let mine = try JSONValue(
      parsing: post(
        "token?grant_type=password", #"{"email":"a@t.example","password":"Correct-Horse-9"}"#
      ).body)
    let token = try #require(mine["access_token"]?.string)
    let same = fixture.ask(
      "PUT", "/auth/v1/user", token: token, headers: version, #"{"password": "Correct-Horse-9"}"#)
    expect(
      same, 422,
      #"{"code":"same_password","#
        + #""message":"New password should be different from the old password."}"#
    )
    let changed = fixture.ask(
      "PUT", "/auth/v1/user", token: token, #"{"password": "Newer-Horse-8"}"#)
    #expect(changed.status == 200)
    #expect(fixture.get("/auth/v1/user", token: token).status == 200)
    #expect(fixture.get("/auth/v1/user", token: other["access_token"]?.string).status == 403)
    #expect(try refresh(other["refresh_token"]?.string ?? "").status == 400)
    #expect(
      post("token?grant_type=password", #"{"email":"a@t.example","password":"Correct-Horse-9"}"#)
        .status == 400)
  }

  @Test func `sign-out ends this session, the others, or all`() throws {
    _ = try signUp()
    func session() throws -> String {
      let answer = post(
        "token?grant_type=password", #"{"email":"a@t.example","password":"Correct-Horse-9"}"#)
      return try #require(try JSONValue(parsing: answer.body)["access_token"]?.string)
    }
    let (one, two, three) = (try session(), try session(), try session())
    func status(_ token: String) -> Int { fixture.get("/auth/v1/user", token: token).status }
    let local = fixture.ask("POST", "/auth/v1/logout?scope=local", token: one)
    #expect(local.status == 204)
    #expect(local.body.isEmpty)
    #expect([status(one), status(two), status(three)] == [403, 200, 200])
    #expect(fixture.ask("POST", "/auth/v1/logout?scope=others", token: two).status == 204)
    #expect([status(two), status(three)] == [200, 403])
    #expect(fixture.ask("POST", "/auth/v1/logout", token: two).status == 204)
    expect(
      fixture.ask("POST", "/auth/v1/logout", token: two, headers: version), 403,
      #"{"code":"session_not_found","#
        + #""message":"Session from session_id claim in JWT does not exist"}"#)
  }

  @Test func `another project's tokens are worth nothing`() throws {
    let other = try ProjectFixture(seed: 2)
    let session = try other.signUp("a@t.example")
    #expect(fixture.get("/auth/v1/user", token: session.accessToken).status == 403)
    #expect(fixture.get("/rest/v1/user_notes", token: session.accessToken).status == 401)
  }

  @Test func `a seeded project gives the same tokens each time`() throws {
    let one = try ProjectFixture(seed: 7).signUp("a@t.example")
    let other = try ProjectFixture(seed: 7).signUp("a@t.example")
    #expect(one == other)
  }

  @Test func `health and unknown paths`() {
    #expect(fixture.get("/auth/v1/health").status == 200)
    #expect(fixture.get("/auth/v1/nope").status == 404)
    #expect(fixture.get("/nope").status == 404)
    #expect(
      fixture.ask("OPTIONS", "/rest/v1/user_notes").headers["access-control-allow-origin"] == "*")
  }
}
