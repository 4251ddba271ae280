import Cloud
import Vocabulary

/// `/provider/v1/NAME`: the page of a provider that this cloud plays. Whoever sits at the browser
/// says who they are there, or goes back without.
struct ProviderPage {
  let project: EmbeddedProject
  let now: Instant

  static let root = "/provider/v1/"
  /// How long a code that the page gave can be exchanged. Unit: seconds.
  private static let lifetime: Int64 = 300

  func answer(_ request: HTTPRequest, _ name: String, _ query: QueryString) -> HTTPResponse {
    let back = query["redirect_uri"] ?? ""
    let own = "http://\(request.headers["Host"] ?? AuthEndpoints.embeddedHost)/auth/v1/callback"
    guard request.method == "GET", back == own, let state = query["state"] else {
      return Self.page(400, "<p>This page is opened by a sign-in.</p>")
    }
    let email = query["email"] ?? ""
    if query["refuse"] != nil {
      return go(
        back, [("error", "access_denied"), ("error_description", "The user denied")], state)
    }
    guard EmailShape.isValid(email.lowercased()) else {
      return Self.page(200, Self.form(name, back, state, isWrong: !email.isEmpty))
    }
    do {
      return go(back, [("code", try code(for: email, query["name"] ?? "", at: name))], state)
    } catch { return Self.page(500, "<p>No code could be made.</p>") }
  }

  private func go(_ back: String, _ words: [(String, String)], _ state: String) -> HTTPResponse {
    let page = Redirection(back, status: 302)
    return page.answer(page.adding(words + [("state", state)]))
  }

  /// What the page gives for a person: signed, so that nothing needs to be remembered.
  private func code(for email: String, _ name: String, at provider: String) throws -> String {
    try project.signer.sign([
      "exp": .integer(now.milliseconds / 1000 + Self.lifetime), "page": .string(provider),
      "email": .string(email.lowercased()), "name": .string(name),
    ])
  }

  /// Who stands behind a code; nil for a code that the provider's page did not give.
  func person(_ code: String, at provider: String) throws -> ProviderClaims? {
    guard case .success(let claims) = try project.signer.verify(code),
      claims["page"]?.string == provider, let email = claims["email"]?.string,
      let end = claims["exp"]?.integer, now.milliseconds / 1000 < end
    else { return nil }
    let subject = String(SHA256.hexadecimal("\(provider) \(email)".utf8).prefix(20))
    var members = JSONObject([
      ("iss", .string(KnownIssuer.address(of: provider) ?? provider)),
      ("provider_id", .string(subject)), ("sub", .string(subject)),
    ])
    if let name = claims["name"]?.string, !name.isEmpty, provider != "apple" {
      members["name"] = .string(name)
      members["full_name"] = .string(name)
    }
    return ProviderClaims(subject: subject, email: email, isVerified: true, members: members)
  }

  // MARK: - HTML

  private static func form(
    _ name: String, _ back: String, _ state: String, isWrong: Bool
  ) -> String {
    """
    <form>
    <p>Sign in with \(escape(name)), as the embedded cloud plays it.</p>
    \(isWrong ? "<p>That is no e-mail address.</p>" : "")
    <input type="hidden" name="redirect_uri" value="\(escape(back))">
    <input type="hidden" name="state" value="\(escape(state))">
    <p><label>E-mail <input name="email" type="email" autofocus></label></p>
    <p><label>Name <input name="name"></label></p>
    <p><button>Continue</button> <button name="refuse" value="1">Go back without</button></p>
    </form>
    """
  }

  private static func page(_ status: Int, _ body: String) -> HTTPResponse {
    let text = "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Sign in</title>\n\(body)\n"
    return HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
        "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
      ], body: Array(text.utf8))
  }

  private static func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&#34;")
  }
}
