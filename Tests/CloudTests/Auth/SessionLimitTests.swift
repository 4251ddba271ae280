import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

/// What ends a session or a way in, where the recordings leave a case out.
@Suite struct SessionLimitTests {
  private let fixture: ProjectFixture

  init() throws { fixture = try ProjectFixture() }

  private func post(_ path: String, _ body: String) throws -> (status: Int, body: JSONValue) {
    let answer = fixture.ask(
      "POST", "/auth/v1/\(path)", headers: ["X-Supabase-Api-Version": "2024-01-01"], body)
    return (answer.status, try JSONValue(parsing: answer.body))
  }

  private func refresh(_ token: String) throws -> (status: Int, body: JSONValue) {
    try post("token?grant_type=refresh_token", #"{"refresh_token": "\#(token)"}"#)
  }

  @Test func `only refreshing keeps a session awake`() throws {
    let session = try fixture.signUp("ann@t.example")
    fixture.project.settings.auth.sessionIdle = .seconds(100)
    fixture.clock.advance(.seconds(90))
    let next = try refresh(session.refreshToken)
    #expect(next.status == 200)
    fixture.clock.advance(.seconds(90))
    let third = try refresh(next.body["refresh_token"]?.string ?? "")
    #expect(third.status == 200)
    fixture.clock.advance(.seconds(50))
    #expect(fixture.get("/auth/v1/user", token: session.accessToken).status == 200)
    fixture.clock.advance(.seconds(51))
    let late = try refresh(third.body["refresh_token"]?.string ?? "")
    #expect(late.status == 400)
    #expect(late.body["message"] == "Invalid Refresh Token: Session Expired (Inactivity)")
  }

  @Test func `a password that is too weak by now still signs in, and is told so`() throws {
    _ = try fixture.signUp("ann@t.example")
    fixture.project.settings.auth.passwordCharacters = 20
    let answer = try post(
      "token?grant_type=password", #"{"email": "ann@t.example", "password": "correct-horse-9"}"#)
    #expect(answer.status == 200)
    #expect(answer.body["weak_password"]?["reasons"] == ["length"])
  }

  @Test func `a banned person gets no new tokens`() throws {
    let session = try fixture.signUp("ann@t.example")
    let banned = fixture.ask(
      "PUT", "/auth/v1/admin/users/\(session.userID.text)", token: fixture.project.keys.service,
      #"{"ban_duration": "1h"}"#)
    #expect(banned.status == 200)
    #expect(try refresh(session.refreshToken).body["code"] == "user_banned")
    fixture.clock.advance(.seconds(3600))
    #expect(try refresh(session.refreshToken).status == 200)
  }

  @Test func `an address that was taken meanwhile is no new address`() throws {
    let ann = try fixture.signUp("ann@t.example")
    let asked = fixture.ask(
      "PUT", "/auth/v1/user", token: ann.accessToken, #"{"email": "new@t.example"}"#)
    #expect(asked.status == 200)
    let code = try #require(try fixture.project.inbox("new@t.example").first?.code)
    _ = try fixture.signUp("new@t.example")
    let late = try post(
      "verify", #"{"type": "email_change", "email": "new@t.example", "token": "\#(code)"}"#)
    #expect(late.status == 500)
    #expect(late.body["message"] == "Error confirm email")
    #expect(fixture.get("/auth/v1/user", token: ann.accessToken).text.contains("ann@t.example"))
  }

  @Test func `a code of a person who was invited confirms the address, without a password`() throws
  {
    fixture.project.settings.auth.confirmsEmail = true
    let invited = fixture.ask(
      "POST", "/auth/v1/invite", token: fixture.project.keys.service,
      #"{"email": "inv@t.example"}"#)
    #expect(invited.status == 200)
    let mail = try #require(try fixture.project.inbox("inv@t.example").first)
    #expect(mail.kind == "invite")
    let entry = try post(
      "verify", #"{"type": "invite", "email": "inv@t.example", "token": "\#(mail.code)"}"#)
    #expect(entry.body["user"]?["email_confirmed_at"] != nil)
    let signIn = try post(
      "token?grant_type=password", #"{"email": "inv@t.example", "password": "correct-horse-9"}"#)
    #expect(signIn.body["code"] == "invalid_credentials")
  }
}
