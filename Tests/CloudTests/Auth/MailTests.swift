import Cloud
@testable import EmbeddedCloud
import Schema
import Store
import Support
import Synchronization
import Testing
import Vocabulary

/// Codes and mails beyond what was recorded: the mailbox, the limits' words, and older files.
@Suite struct MailTests {
  private let fixture: ProjectFixture

  init() throws {
    fixture = try ProjectFixture()
    fixture.project.settings.auth.confirmsEmail = true
  }

  private func post(_ path: String, _ body: String) -> HTTPResponse {
    fixture.ask(
      "POST", "/auth/v1/\(path)", headers: ["X-Supabase-Api-Version": "2024-01-01"], body)
  }

  private func signUp(_ email: String) -> HTTPResponse {
    post("signup", #"{"email": "\#(email)", "password": "correct-horse-9"}"#)
  }

  @Test func `the mailbox has the newest first, and each address its own`() throws {
    _ = signUp("ann@t.example")
    _ = signUp("bob@t.example")
    fixture.clock.advance(.seconds(60))
    _ = post("resend", #"{"type": "signup", "email": "ann@t.example"}"#)
    let all = try fixture.project.inbox()
    #expect(all.map(\.to) == ["ann@t.example", "bob@t.example", "ann@t.example"])
    let mails = try fixture.project.inbox("Ann@T.example")
    #expect(mails.count == 2)
    #expect(mails[0].sentAt > mails[1].sentAt)
    #expect(mails[0].code != mails[1].code)
    #expect(mails[0].code.utf8.count == 6)
    #expect(mails[0].code.utf8.allSatisfy { (48...57).contains($0) })
    #expect(mails[0].kind == "confirmation")
    #expect(mails[0].line.hasPrefix("mail to ann@t.example: confirmation \(mails[0].code) http"))
  }

  @Test func `codes are stored as hashes alone`() throws {
    _ = signUp("ann@t.example")
    let mail = try #require(try fixture.project.inbox("ann@t.example").first)
    let hashes = try fixture.project.connection.all("SELECT hash FROM auth_codes") { $0.text(0) }
    #expect(hashes == [Accounts.hash("ann@t.example", mail.code)])
    #expect(mail.link.contains("token=\(hashes[0])&"))
  }

  @Test func `a mail that was refused leaves nothing, and is told to nobody`() throws {
    let box = MailCounter()
    fixture.project.settings.auth.delivered = { mail in box.add(mail) }
    fixture.project.settings.auth.mailsPerHour = 1
    _ = signUp("ann@t.example")
    let refused = signUp("bob@t.example")
    #expect(refused.status == 429)
    #expect(refused.headers["Retry-After"] == "3600")
    #expect(box.count == 1)
    let users = try fixture.project.connection.first("SELECT count(*) FROM auth_users") {
      $0.integer(0)
    }
    #expect(users == 1)
    fixture.clock.advance(.seconds(3600))
    #expect(signUp("bob@t.example").status == 200)
  }

  @Test func `a 429 says when to come again, where the project says so`() throws {
    _ = signUp("ann@t.example")
    fixture.clock.advance(.milliseconds(1500))
    let resend = #"{"type": "signup", "email": "ann@t.example"}"#
    let refused = post("resend", resend)
    #expect(refused.status == 429)
    #expect(refused.headers["Retry-After"] == "59")
    #expect(refused.text.contains("only request this after 58 seconds"))
    fixture.project.settings.auth.saysRetryAfter = false
    #expect(post("resend", resend).headers["Retry-After"] == nil)
    fixture.clock.advance(.seconds(59))
    #expect(post("resend", resend).status == 200)
  }

  @Test func `requests come back over five minutes`() {
    let buckets = RequestBuckets()
    let start = Instant(milliseconds: 0)
    for _ in 0..<30 { #expect(buckets.take("a", of: 30, refill: 30, at: start) == nil) }
    #expect(buckets.take("a", of: 30, refill: 30, at: start) == start + .seconds(10))
    #expect(buckets.take("b", of: 30, refill: 30, at: start) == nil)
    #expect(buckets.take("a", of: 30, refill: 30, at: start + .seconds(10)) == nil)
    #expect(buckets.take("a", of: 30, refill: 30, at: start + .seconds(11)) != nil)
    // A clock that went back gives nothing away.
    #expect(buckets.take("a", of: 30, refill: 30, at: start) != nil)
  }

  @Test func `the mailbox opens to the project's key, and to no page of elsewhere`() throws {
    _ = signUp("ann@t.example")
    let path = "/mailbox/v1?email=ann%40t.example"
    let refused: [HTTPHeaders] = [
      ["Origin": "http://127.0.0.1:3000"], ["Host": "evil.example:54321"],
      ["Host": "127.0.0.1.evil.example"], ["Host": "localhost:x.evil.example"],
    ]
    for headers in refused { #expect(fixture.get(path, headers: headers).status == 401) }
    #expect(fixture.get(path, headers: ["Host": "127.0.0.1:54321"]).status == 200)
    #expect(fixture.get(path, headers: ["apikey": "x"]).status == 401)
    let answer = fixture.get(path, headers: ["apikey": fixture.project.keys.anon])
    let mails = try JSONValue(parsing: answer.body)["mails"]?.array ?? []
    #expect(mails.compactMap { Mail($0) } == (try fixture.project.inbox("ann@t.example")))
    let key: HTTPHeaders = ["apikey": fixture.project.keys.anon]
    #expect(fixture.ask("POST", "/mailbox/v1/providers", headers: key, "{}").status == 400)
    #expect(fixture.ask("POST", "/mailbox/v1/providers", headers: key, "{").status == 400)
    #expect(fixture.ask("DELETE", "/mailbox/v1", headers: key).status == 404)
  }

  @Test func `redirects go to the site, or where a pattern allows`() {
    fixture.project.settings.auth.redirects = ["https://*.t.example/**", "app://done"]
    let auth = AuthEndpoints(
      project: fixture.project, now: fixture.clock.now(), HTTPRequest(method: "GET", path: "/"),
      "", QueryString(""))
    for allowed in [
      "http://127.0.0.1:9/any", "https://a.t.example/b/c?d", "app://done", "app://done#x",
    ] { #expect(auth.isAllowed(allowed), "\(allowed)") }
    for refused in [
      "", "x", "http://127.0.0.2/", "http://127.0.0.1.evil.example/", "https://t.example/",
      "https://a.b.t.example/", "app://done/more", "http://evil.example/?127.0.0.1",
      "http://127.0.0.1:3000@evil.example/",
    ] { #expect(!auth.isAllowed(refused), "\(refused)") }
  }
}

private final class MailCounter: Sendable {
  private let mails = Mutex<[Mail]>([])
  var count: Int { mails.withLock { $0.count } }
  func add(_ mail: Mail) { mails.withLock { $0.append(mail) } }
}
