import Vocabulary

/// Signing in by what another provider says.
extension Account {
  /// Who may be asked.
  package enum Provider: String, Sendable, CaseIterable {
    case apple
    case google
  }

  /// Trades a provider's identity token for a session.
  ///
  /// - Parameters:
  ///   - nonce: the raw one, whose SHA-256 the provider got; nil where the token has none.
  /// Errors: `badValue` for what is no such token; `refused` with `invalid request`,
  /// `invalid nonce`, `provider_disabled`, `provider_email_needs_verification`.
  package func signIn(
    with provider: Provider, token: String, nonce: String?
  ) throws(CloudError) -> Session {
    try Credentials.check("id_token", Credentials.problem(inIdentityToken: token))
    if let nonce { try Credentials.check("nonce", Credentials.problem(inRequired: nonce)) }
    var form = JSONObject([("provider", .string(provider.rawValue)), ("id_token", .string(token))])
    if let nonce { form["nonce"] = .string(nonce) }
    return try session(from: try post("token?grant_type=id_token", form))
  }

  /// Where a browser begins a sign-in, and what the code that it ends with is exchanged by.
  ///
  /// - Parameter redirect: where the browser goes afterwards; it must be in the project's list.
  package func authorization(
    by provider: Provider, redirect: String
  ) throws(CloudError) -> Authorization {
    let verifier = CodeVerifier(surroundings)
    let query = [
      ("provider", provider.rawValue), ("redirect_to", redirect),
      ("code_challenge", verifier.challenge), ("code_challenge_method", "s256"),
    ].map { "\($0)=\(RemoteProject.encode($1))" }.joined(separator: "&")
    return Authorization(
      url: "\(project.address)/auth/v1/authorize?\(query)", verifier: verifier.text,
      redirect: redirect)
  }

  /// Trades the code of a redirect for a session; it works once, for five minutes.
  package func exchange(code: String, verifier: String) throws(CloudError) -> Session {
    try Credentials.check("code", Credentials.problem(inRequired: code))
    try Credentials.check("verifier", Credentials.problem(inRequired: verifier))
    return try session(
      from: try post(
        "token?grant_type=pkce",
        JSONObject([("auth_code", .string(code)), ("code_verifier", .string(verifier))])))
  }

  /// What the project lets people do, as it tells everybody.
  package func settings() throws(CloudError) -> PublicSettings {
    let answer = try get("settings", token: nil)
    let external = answer["external"]?.object ?? JSONObject()
    return PublicSettings(
      providers: Set(external.filter { $0.value == true }.map(\.key)),
      refusesSignUps: answer["disable_signup"] == true,
      confirmsByItself: answer["mailer_autoconfirm"] == true)
  }
}

/// A sign-in in a browser, as it is begun.
package struct Authorization: Sendable, Equatable {
  /// What the browser opens.
  package let url: String
  /// What proves that whoever brings the code also began. A secret.
  package let verifier: String
  /// Where the browser ends, with the code.
  package let redirect: String
}

/// What a project lets people do.
package struct PublicSettings: Sendable, Equatable {
  /// The ways to sign in that are set up: `email`, `apple`, `google`.
  package let providers: Set<String>
  /// Nobody gets an account.
  package let refusesSignUps: Bool
  /// Addresses count as confirmed without a code.
  package let confirmsByItself: Bool
}
