import Cloud
@testable import EmbeddedCloud
import Store
import Testing
import Vocabulary

/// What the service role may do, beyond what was recorded.
@Suite struct AdminTests {
  private let fixture: ProjectFixture
  private let service: String

  init() throws {
    fixture = try ProjectFixture()
    service = fixture.project.keys.service
  }

  private func ask(
    _ method: String, _ path: String, _ body: String = ""
  ) throws -> (status: Int, body: JSONValue) {
    let answer = fixture.ask(
      method, "/auth/v1/admin/\(path)", token: service,
      headers: ["X-Supabase-Api-Version": "2024-01-01"], body)
    return (answer.status, try JSONValue(parsing: answer.body))
  }

  private func create(_ email: String) throws -> String {
    let made = try ask(
      "POST", "users",
      #"{"email": "\#(email)", "password": "correct-horse-9", "email_confirm": true}"#)
    #expect(made.status == 200)
    return try #require(made.body["id"]?.string)
  }

  @Test func `users are made, listed in pages, changed`() throws {
    for number in 1...3 { _ = try create("p\(number)@t.example") }
    #expect(try ask("POST", "users", #"{"email": "p1@t.example"}"#).body["code"] == "email_exists")
    #expect(try ask("POST", "users", "{}").status == 400)
    let page = fixture.get("/auth/v1/admin/users?page=1&per_page=2", token: service)
    #expect(page.headers["X-Total-Count"] == "3")
    #expect(
      page.headers["Link"]
        == "</admin/users?page=2&per_page=2>; rel=\"next\", "
        + "</admin/users?page=2&per_page=2>; rel=\"last\"")
    #expect(try JSONValue(parsing: page.body)["users"]?.array?.count == 2)
    #expect(fixture.get("/auth/v1/admin/users?page=0", token: service).status == 400)
    let id = try create("q@t.example")
    let changed = try ask(
      "PUT", "users/\(id)",
      #"{"email": "r@t.example", "app_metadata": {"entitled_until": "2030-01-01T00:00:00Z"}}"#)
    #expect(changed.body["email"] == "r@t.example")
    #expect(changed.body["app_metadata"]?["entitled_until"] == "2030-01-01T00:00:00Z")
    #expect(try ask("GET", "users/\(id)").body["identities"]?.array?[0]["email"] == "r@t.example")
  }

  @Test func `nobody else may`() throws {
    let session = try fixture.signUp("ann@t.example")
    for token in [session.accessToken, fixture.project.keys.anon] {
      #expect(fixture.get("/auth/v1/admin/users", token: token).status == 403)
      let invited = fixture.ask(
        "POST", "/auth/v1/invite", token: token, #"{"email": "x@t.example"}"#)
      #expect(invited.status == 403)
    }
    #expect(fixture.ask("PATCH", "/auth/v1/admin/users", token: service).status == 404)
  }

  @Test(arguments: [
    ("24h", 86_400), ("1h30m", 5_400), ("90s", 90), ("1.5m", 90), ("none", 0), ("500ms", 0),
  ])
  func `a ban lasts as long as it says`(text: String, seconds: Int64) {
    #expect(BanDuration.read(text)?.components.seconds == seconds)
  }

  @Test(arguments: ["", "h", "5", "-1h", "1d", "1h ", "for ever"])
  func `what is no time bans nobody`(text: String) throws {
    #expect(BanDuration.read(text) == nil)
  }

  @Test func `a deleted account takes its rows along, and nobody else's`() throws {
    let ann = try fixture.signUp("ann@t.example")
    let bob = try fixture.signUp("bob@t.example")
    try fixture.addNote(ann.userID, 1, "gen.1.1", "a")
    try fixture.addNote(bob.userID, 2, "gen.1.1", "b")
    #expect(try ask("DELETE", "users/\(ann.userID.text)").status == 200)
    let owners = try fixture.project.connection.all("SELECT user_id FROM user_notes") { $0.text(0) }
    #expect(owners == [bob.userID.text])
    for table in ["auth_users", "auth_sessions", "auth_refresh_tokens", "auth_identities"] {
      let count = try fixture.project.connection.first("SELECT count(*) FROM \(table)") {
        $0.integer(0)
      }
      #expect(count == 1, "\(table)")
    }
    #expect(try ask("DELETE", "users/\(ann.userID.text)").status == 404)
  }

  @Test func `a softly deleted account leaves its address free and tells nobody whose it was`()
    throws
  {
    let ann = try fixture.signUp("ann@t.example")
    let deleted = try ask("DELETE", "users/\(ann.userID.text)", #"{"should_soft_delete": true}"#)
    #expect(deleted.status == 200)
    let left = try ask("GET", "users/\(ann.userID.text)").body
    #expect(!left.text.contains("ann@t.example"))
    #expect(left["deleted_at"] != nil)
    #expect(try fixture.signUp("ann@t.example").userID != ann.userID)
  }

  @Test func `links are made of each kind`() throws {
    _ = try create("ann@t.example")
    for (type, body) in [
      ("recovery", ""), ("magiclink", ""), ("email_change_new", #", "new_email": "b@t.example""#),
      ("email_change_current", #", "new_email": "b@t.example""#),
    ] {
      let made = try ask(
        "POST", "generate_link", #"{"type": "\#(type)", "email": "ann@t.example"\#(body)}"#)
      #expect(made.status == 200, "\(type)")
      #expect(made.body["verification_type"]?.string == type)
      #expect(made.body["action_link"]?.string?.contains("/verify?token=") == true)
    }
    let invited = try ask("POST", "generate_link", #"{"type": "invite", "email": "new@t.example"}"#)
    #expect(invited.body["invited_at"] != nil)
    #expect(
      try ask("POST", "generate_link", #"{"type": "invite", "email": "ann@t.example"}"#)
        .body["code"] == "email_exists")
    #expect(
      try ask("POST", "generate_link", #"{"type": "x", "email": "ann@t.example"}"#).status == 400)
    #expect(
      try ask("POST", "generate_link", #"{"type": "signup", "email": "s@t.example"}"#).status == 400
    )
    #expect(try fixture.project.inbox().isEmpty)
  }
}
