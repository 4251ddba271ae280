import Cloud
import Vocabulary

/// Sign-in with a token that Apple, Google or another provider signed.
extension AuthEndpoints {
  /// Order: provider, then the token itself, then whom it names, for whom it is, and its nonce.
  func signInWithToken(_ form: JSONObject) throws -> HTTPResponse {
    let text = form["id_token"]?.string ?? ""
    if text.isEmpty { throw AuthRefusal.oauth("invalid request", "id_token required") }
    let name = form["provider"]?.string ?? ""
    let issuer = form["issuer"]?.string ?? ""
    let client = form["client_id"]?.string ?? ""
    if name.isEmpty, issuer.isEmpty || client.isEmpty {
      throw AuthRefusal.oauth("invalid request", "provider or client_id and issuer required")
    }
    let provider = try provider(name, issuer, client)
    guard try accounts.isReachable(provider.issuer) else { throw AuthRefusal.unexpected }
    let bad = AuthRefusal.oauth("invalid request", "Bad ID token")
    guard
      let token = try IdentityToken(
        text, issuer: provider.issuer, at: now,
        key: { try accounts.key($0, $1, of: provider.issuer) }),
      let claims = ProviderClaims(token, of: provider.name)
    else { throw bad }
    let access = form["access_token"]?.string ?? ""
    if !access.isEmpty, !token.matches(accessToken: access) { throw bad }
    if token.subject.isEmpty {
      throw AuthRefusal.oauth("invalid request", "Missing sub claim in id_token")
    }
    guard token.audience.contains(where: provider.clientIDs.contains) else {
      throw AuthRefusal.oauth(
        "invalid request",
        "Unacceptable audience in id_token: [\(token.audience.joined(separator: " "))]")
    }
    if !provider.skipsNonce { try check(token.nonce, form["nonce"]?.string ?? "") }
    let found = try account(for: claims, of: provider.name)
    return try beginSession(of: found.user, AuthMethod.provider, isNew: found.isNew)
  }

  /// The token carries the hash of what the request brings; both carry one, or neither.
  private func check(_ hashed: String, _ raw: String) throws(AuthRefusal) {
    guard hashed.isEmpty == raw.isEmpty else {
      throw .oauth(
        "invalid request",
        "Passed nonce and nonce in id_token should either both exist or not.")
    }
    guard !raw.isEmpty else { return }
    guard Crypto.areEqual(Array(SHA256.hexadecimal(raw.utf8).utf8), Array(hashed.utf8))
    else { throw .oauth("invalid nonce", "Nonces mismatch") }
  }

  private func provider(
    _ name: String, _ issuer: String, _ client: String
  ) throws -> EnabledProvider {
    var known = KnownIssuer.all.first { $0.0 == name || $0.1 == issuer }?.0
    for other in try accounts.providerNames().sorted() where known == nil {
      if other == name { known = other }
      if !issuer.isEmpty, try accounts.provider(other)?.issuer == issuer { known = other }
    }
    if known == nil, ["azure", "keycloak"].contains(name) { known = name }
    if let known {
      if let enabled = try accounts.provider(known) { return enabled }
      throw AuthRefusal(
        status: 400, code: "provider_disabled",
        message:
          "Provider (issuer \"\(KnownIssuer.address(of: known) ?? "")\") is not enabled")
    }
    guard settings.allowedIssuers.contains(issuer) else {
      throw AuthRefusal.invalid("Custom OIDC provider \"\(name)\" not allowed")
    }
    return EnabledProvider(name: issuer, issuer: issuer, clientIDs: [client])
  }
}
