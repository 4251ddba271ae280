import Cloud
import Vocabulary

/// Sign-in through a provider's page in a browser.
extension AuthEndpoints {
  /// Those that Auth knows by name, switched on or not.
  static let knownProviders = [
    "apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab",
    "google", "keycloak", "kakao", "linkedin", "linkedin_oidc", "notion", "spotify", "slack",
    "slack_oidc", "workos", "twitch", "twitter", "zoom",
  ]
  /// How long a person may stay at the provider's.
  private static let stay: Int64 = 300

  /// Sends the browser to the provider's page, which this cloud plays too.
  func authorize() throws -> HTTPResponse {
    let page = try providerPage(linkingTo: nil)
    return Redirection(page, status: 302).answer(page)
  }

  /// The same for an identity that a signed-in person adds.
  func authorizeLink(_ asked: SignedIn) throws -> HTTPResponse {
    guard settings.linksManually else { throw AuthRefusal.linkingOff }
    let page = try providerPage(linkingTo: asked.user)
    if query["skip_http_redirect"] == "true" { return Self.json(["url": .string(page)]) }
    return Redirection(page, status: 302).answer(page)
  }

  private func providerPage(linkingTo user: AccountUser?) throws -> String {
    let name = query["provider"] ?? ""
    guard let provider = try accounts.provider(name) else {
      throw AuthRefusal.invalid(
        "Unsupported provider: "
          + (Self.knownProviders.contains(name)
            ? "provider is not enabled" : "Provider \(name) could not be found"))
    }
    let challenge = try CodeChallenge.of(
      query["code_challenge"] ?? "", query["code_challenge_method"] ?? "")
    var claims = JSONObject([
      ("exp", .integer(now.milliseconds / 1000 + Self.stay)),
      ("site_url", .string(settings.siteURL)), ("provider", .string(name)),
      ("referrer", .string(returnURL)),
    ])
    if let challenge {
      let flow = try accounts.beginFlow(AuthMethod.provider, challenge, of: nil)
      claims["flow_state_id"] = .string(flow.id)
    }
    if let user { claims["linking_target_id"] = .string(user.id.text) }
    var words = [
      ("client_id", provider.clientIDs.first ?? ""), ("redirect_uri", "\(ownURL)/callback"),
      ("response_type", "code"),
      ("scope", "profile email\(query["scopes"].map { " \($0)" } ?? "")"),
      ("state", try project.signer.sign(.object(claims))),
    ]
    if let back = query["redirect_to"] { words.append(("redirect_to", back)) }
    return Redirection("\(ownOrigin)\(ProviderPage.root)\(name)").adding(words)
  }

  /// Where this cloud is, as the client sees it.
  var ownOrigin: String { String(ownURL.dropLast("/auth/v1".count)) }

  // MARK: - Back from there

  /// What the browser brings back from the provider: on to the app, with a code or a session.
  func finishAuthorization() throws -> HTTPResponse {
    guard let state = try trip() else {
      let refusal = AuthRefusal(
        status: 400, code: "bad_oauth_state", message: "OAuth callback with invalid state")
      var page = Redirection(settings.siteURL).withQuery(refusal)
      page.body += refusal.response(version: nil).body
      return page
    }
    let back = Redirection(state["referrer"]?.string ?? settings.siteURL, status: 302)
    if let error = query["error"], !error.isEmpty {
      return back.with(error: [
        ("error", error), ("error_description", query["error_description"] ?? ""),
      ])
    }
    do {
      return try goOn(state, back)
    } catch let refusal as AuthRefusal {
      return back.with(refusal, inQuery: true)
    }
  }

  /// What was signed when the browser set out; nil if it was not, or long ago.
  private func trip() throws -> JSONValue? {
    guard case .success(let state) = try project.signer.verify(query["state"] ?? ""),
      state["provider"]?.string != nil, let end = state["exp"]?.integer,
      now.milliseconds / 1000 < end
    else { return nil }
    return state
  }

  private func goOn(_ state: JSONValue, _ back: Redirection) throws -> HTTPResponse {
    let name = state["provider"]?.string ?? ""
    let code = query["code"] ?? ""
    guard let claims = try ProviderPage(project: project, now: now).person(code, at: name) else {
      throw AuthRefusal(
        status: 500, code: "unexpected_failure",
        message: "Unable to exchange external code: \(code)")
    }
    var flow: AuthFlow?
    if let id = state["flow_state_id"]?.string {
      flow = try accounts.flow(id: id)
      if flow == nil {
        throw AuthRefusal(
          status: 422, code: "flow_state_not_found", message: "Flow state not found")
      }
    }
    let user: AccountUser
    if let target = state["linking_target_id"]?.string {
      user = try link(claims, of: name, to: target)
    } else {
      user = try account(for: claims, of: name).user
    }
    if let flow {
      try accounts.issue(flow, to: user.id)
      return back.with(code: flow.code)
    }
    let begun = try newSession(of: user, AuthMethod.provider)
    let token = try accessToken(begun.session, of: begun.user)
    return back.with([
      ("access_token", token.text), ("expires_at", String(token.end)),
      ("expires_in", String(token.lifetime)), ("provider_token", code),
      ("refresh_token", begun.refreshToken), ("token_type", "bearer"),
    ])
  }

  // MARK: - What is offered

  func offers() throws -> HTTPResponse {
    let enabled = try accounts.providerNames()
    var external = JSONObject([("anonymous_users", false)])
    for name in Self.knownProviders where name != "zoom" {
      external[name] = .bool(enabled.contains(name))
    }
    external["email"] = .bool(settings.takesEmail)
    external["phone"] = false
    external["zoom"] = .bool(enabled.contains("zoom"))
    return Self.json([
      "external": .object(external), "disable_signup": .bool(!settings.takesSignUps),
      "mailer_autoconfirm": .bool(!settings.confirmsEmail), "phone_autoconfirm": false,
      "sms_provider": "", "saml_enabled": false,
    ])
  }
}
