import Cloud
@testable import EmbeddedCloud
import Testing
import Vocabulary

/// The page of a provider that the embedded cloud plays, in a browser.
@Suite struct ProviderPageTests {
  private let fixture: ProjectFixture

  init() throws {
    fixture = try ProjectFixture()
    fixture.project.settings.auth.providers["google"] = ProviderSettings(clientIDs: ["x"])
    fixture.project.settings.auth.linksManually = true
  }

  /// Where a request leads.
  private func next(_ path: String, token: String? = nil) throws -> String {
    let answer = fixture.get(path, token: token)
    let location = try #require(answer.headers["Location"], "\(answer.text)")
    return location.replacing("http://embedded.localhost", with: "")
  }

  @Test func `a browser goes to the page, chooses, and comes back with a session`() throws {
    let page = try next("/auth/v1/authorize?provider=google")
    #expect(page.hasPrefix("/provider/v1/google?client_id=x&"))
    let shown = fixture.get(page)
    #expect(shown.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(shown.text.contains("name=\"email\""))
    #expect(shown.headers["X-Frame-Options"] == "DENY")
    #expect(fixture.get("\(page)&email=nobody").text.contains("no e-mail address"))
    let callback = try next("\(page)&email=ann%40t.example&name=Ann")
    let end = try next(callback)
    #expect(end.hasPrefix("http://127.0.0.1:3000#access_token="))
    let token = try #require(end.split(separator: "#").last?.split(separator: "&").first)
    let user = fixture.get("/auth/v1/user", token: String(token.dropFirst("access_token=".count)))
    #expect(try JSONValue(parsing: user.body)["user_metadata"]?["full_name"] == "Ann")
  }

  @Test func `the page leads nowhere but back to Auth`() throws {
    let page = try next("/auth/v1/authorize?provider=google")
    let stolen = page.replacing(
      "redirect_uri=http%3A%2F%2Fembedded.localhost%2Fauth%2Fv1%2Fcallback",
      with: "redirect_uri=https%3A%2F%2Fevil.example")
    #expect(stolen != page)
    #expect(fixture.get("\(stolen)&email=ann%40t.example").status == 400)
    let text = fixture.get("/provider/v1/%3Cscript%3E?\(page.split(separator: "?")[1])").text
    #expect(!text.contains("<script>"))
  }

  @Test func `a code of the page is for its provider, and for five minutes`() throws {
    fixture.project.settings.auth.providers["apple"] = ProviderSettings(clientIDs: ["y"])
    let callback = try next(
      "\(try next("/auth/v1/authorize?provider=google"))&email=ann%40t.example")
    let query = QueryString(callback.split(separator: "?")[1])
    let code = try #require(query["code"])
    let apple = QueryString(try next("/auth/v1/authorize?provider=apple").split(separator: "?")[1])
    let crossed = try next(
      "/auth/v1/callback?code=\(code)&state=\(try #require(apple["state"]))")
    #expect(crossed.contains("error=server_error"))
    fixture.clock.advance(.seconds(301))
    #expect(try next(callback).contains("bad_oauth_state"))
    // A session's token is no trip that Auth began.
    let session = try fixture.signUp("bob@t.example")
    #expect(
      try next("/auth/v1/callback?code=\(code)&state=\(session.accessToken)")
        .contains("bad_oauth_state"))
  }

  @Test func `a person adds an identity, and takes it away again`() throws {
    let ann = try fixture.signUp("ann@t.example")
    let answer = fixture.get(
      "/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true",
      token: ann.accessToken)
    let url = try #require(try JSONValue(parsing: answer.body)["url"]?.string)
    let page = url.replacing("http://embedded.localhost", with: "")
    let back = try next(try next("\(page)&email=other%40t.example"))
    #expect(back.contains("access_token="))
    func identities() throws -> [JSONValue] {
      let user = fixture.get("/auth/v1/user", token: ann.accessToken)
      return try JSONValue(parsing: user.body)["identities"]?.array ?? []
    }
    #expect(try identities().map { $0["provider"]?.string } == ["email", "google"])
    let again = try next(try next("\(page)&email=other%40t.example"))
    #expect(again.contains("identity_already_exists"))
    func unlink(_ identity: JSONValue) -> Int {
      let id = identity["identity_id"]?.string ?? ""
      return fixture.ask("DELETE", "/auth/v1/user/identities/\(id)", token: ann.accessToken).status
    }
    #expect(unlink(try identities()[1]) == 200)
    #expect(unlink(try identities()[0]) == 422)
  }
}
