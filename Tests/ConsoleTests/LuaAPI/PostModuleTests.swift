import LuaRuntime
import Testing

@testable import LuaAPI

/// Mails and providers, as a script plays them.
@Suite struct PostModuleTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  @Test func `a mail has what a person finds in it`() throws {
    let told = try desk.run(
      """
      local w = world{confirm_email = true, accounts = {phone = false}}
      w.phone.auth.sign_up("Ann@t.example", "password-1", {name = "Ann"})
      local mail = w.cloud.inbox("ann@t.example")[1]
      return mail.to, mail.kind, #mail.code .. "", mail.link:match("type=(%a+)"), mail.sent_at,
        #w.cloud.inbox("nobody@t.example") .. "", #w.tablet.cloud.inbox("ann@t.example") .. ""
      """)
    #expect(
      told.map(\.text) == [
        "ann@t.example", "confirmation", "6", "signup", "2026-01-01T00:00:00.000Z", "0", "1",
      ])
  }

  @Test func `what a provider signs is taken, and only that`() throws {
    let told = try desk.run(
      """
      local apple = cloud.identity_provider("apple", {client_id = "app", algorithm = "ES256"})
      local raw, hashed = auth.nonce()
      local token = apple:token{sub = "1", email = "ann@t.example", nonce = hashed}
      local _, other = pcall(auth.sign_in_with, "apple", {id_token = token, nonce = "else"})
      local late = apple:token{sub = "1", email = "ann@t.example", nonce = hashed, exp = 1}
      local _, over = pcall(auth.sign_in_with, "apple", {id_token = late, nonce = raw})
      local user = auth.sign_in_with("apple", {id_token = token, nonce = raw, name = "Ann"})
      return apple.name, apple.issuer, apple.client_id, other.kind, over.kind, user.email, user.name
      """)
    #expect(
      told.map(\.text) == [
        "apple", "https://appleid.apple.com", "app", "refused", "refused", "ann@t.example", "Ann",
      ])
  }

  @Test func `a browser brings back a code, or why there is none`() throws {
    let told = try desk.run(
      """
      local google = cloud.identity_provider("google")
      local flow = auth.authorize_url("google")
      local no = google:visit(flow.url, {refuse = true})
      local yes = google:visit(flow.url, {email = "ann@t.example", name = "Ann"})
      local user = auth.exchange{code = yes.code, verifier = flow.verifier}
      local _, again = pcall(auth.exchange, {code = yes.code, verifier = flow.verifier})
      local _, apple = pcall(google.visit, google, auth.authorize_url("apple").url,
        {email = "ann@t.example"})
      return no.error, no.code, user.email, again.kind, apple.kind
      """)
    #expect(
      told.map(\.text) == ["access_denied", nil, "ann@t.example", "refused", "refused"])
  }

  @Test(arguments: [
    (#"cloud.identity_provider("")"#, "name is no provider's"),
    (#"cloud.identity_provider("a b")"#, "name is no provider's"),
    (#"cloud.identity_provider("apple", {algorithm = "none"})"#, "algorithm"),
    (
      #"cloud.identity_provider("apple"):visit("http://x/auth/v1/authorize?provider=apple")"#,
      "email"
    ),
    (#"cloud.identity_provider("apple").token{sub = "1"}"#, "identity_provider:token"),
    (#"cloud.inbox()"#, "email"),
  ])
  func `bad input is named`(script: String, words: String) throws {
    #expect("\(try desk.failure(script))".contains(words))
  }
}
