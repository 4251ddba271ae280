import Vocabulary

extension Session {
  /// The form in which a session is kept.
  var json: JSONValue {
    [
      "lectern_session": 1, "cloud": .string(cloud), "user_id": .string(userID.text),
      "email": .string(email), "name": name.map { .string($0) } ?? .null,
      "provider": .string(provider), "access_token": .string(accessToken),
      "refresh_token": .string(refreshToken), "expires_at": .string(expiresAt.text),
      "lifetime_ms": .integer(lifetime.wholeMilliseconds), "needs_sign_in": .bool(needsSignIn),
      "account_gone": .bool(isAccountGone),
      "new_email": newEmail.map { .string($0) } ?? .null,
      "entitled_until": entitledUntil.map { .string($0.text) } ?? .null,
    ]
  }

  /// nil where a member is missing or of another kind.
  init?(kept json: JSONValue) {
    guard json["lectern_session"]?.integer == 1, let cloud = json["cloud"]?.string,
      let userID = json["user_id"]?.string.flatMap({ RecordID($0) }),
      let email = json["email"]?.string, let provider = json["provider"]?.string,
      let accessToken = json["access_token"]?.string,
      let refreshToken = json["refresh_token"]?.string,
      let expiresAt = json["expires_at"]?.string.flatMap({ Instant($0) }),
      let lifetime = json["lifetime_ms"]?.integer, let needsSignIn = json["needs_sign_in"]?.bool
    else { return nil }
    self.init(
      cloud: cloud, userID: userID, email: email, name: json["name"]?.string, provider: provider,
      accessToken: accessToken, refreshToken: refreshToken, expiresAt: expiresAt,
      lifetime: .milliseconds(lifetime), needsSignIn: needsSignIn,
      isAccountGone: json["account_gone"]?.bool ?? false,
      newEmail: json["new_email"]?.string,
      entitledUntil: json["entitled_until"]?.string.flatMap { Instant($0) })
  }

  /// A session from Auth's answer; nil where it holds none.
  ///
  /// Why `expires_in` and not `expires_at`: a wrong clock here would make every token look expired,
  /// and each sync would begin with a refresh.
  init?(granted json: JSONValue, by cloud: String, at now: Instant) {
    guard let accessToken = json["access_token"]?.string, !accessToken.isEmpty,
      let refreshToken = json["refresh_token"]?.string, !refreshToken.isEmpty,
      let user = json["user"], let account = AccountProfile(json: user)
    else { return nil }
    let seconds = min(max(json["expires_in"]?.integer ?? 3600, 0), 31_536_000)
    self.init(
      cloud: cloud, userID: account.id, email: account.email, name: account.name,
      provider: account.provider, accessToken: accessToken, refreshToken: refreshToken,
      expiresAt: now + .seconds(seconds), lifetime: .seconds(seconds),
      newEmail: account.newEmail, entitledUntil: account.entitledUntil)
  }
}
