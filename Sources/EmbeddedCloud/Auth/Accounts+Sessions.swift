import Cloud
import Store
import Vocabulary

/// Where a person is signed in.
struct AuthSession {
  let id: String
  let user: String
  /// How the person came in, as `amr` names it.
  let method: String
  let createdAt: Instant
  var refreshedAt: Instant?
}

extension Accounts {
  // MARK: - Sessions

  /// Begins a session and draws its first refresh token.
  func beginSession(
    of user: RecordID, _ method: String
  ) throws(StoreError) -> (session: AuthSession, refreshToken: String) {
    let session = AuthSession(
      id: surroundings.randomUUID().text, user: user.text, method: method, createdAt: now)
    try connection.run(
      "INSERT INTO auth_sessions (id, user_id, created_at, method) VALUES (?, ?, ?, ?)",
      .text(session.id), .text(session.user), .text(now.text), .text(method))
    return (session, try drawToken(session: session.id, parent: nil))
  }

  func session(_ id: String, of user: String) throws(StoreError) -> AuthSession? {
    try sessions(of: user).first { $0.id == id }
  }

  private func sessions(of user: String) throws(StoreError) -> [AuthSession] {
    try connection.all(
      "SELECT id, method, created_at, refreshed_at FROM auth_sessions WHERE user_id = ?",
      .text(user)
    ) {
      AuthSession(
        id: $0.text(0), user: user, method: $0.text(1),
        createdAt: Instant($0.text(2)) ?? Instant(milliseconds: 0),
        refreshedAt: $0.optionalText(3).flatMap { Instant($0) })
    }
  }

  func endSession(_ id: String) throws(StoreError) {
    try connection.run("DELETE FROM auth_sessions WHERE id = ?", .text(id))
  }

  func endSessions(of user: String, but kept: String?) throws(StoreError) {
    try connection.run(
      "DELETE FROM auth_sessions WHERE user_id = ? AND id IS NOT ?", .text(user),
      kept.map { .text($0) } ?? .null)
  }

  // MARK: - Refresh tokens

  /// Uses up a refresh token: the next one of its session, or why there is none.
  ///
  /// | token | within 10 s of its last use | later |
  /// |---|---|---|
  /// | unused | a new token | a new token |
  /// | used, parent of the unused one | that one again | that one again |
  /// | used, any other | a new branch | refused, the session's tokens revoked |
  func rotate(
    _ token: String
  ) throws(StoreError) -> Result<(session: AuthSession, token: String), AuthRefusal> {
    guard let stored = try find(token),
      let session = try session(stored.session, of: stored.user)
    else { return .failure(.refreshTokenNotFound) }
    if let refusal = try staleness(of: session, usedAt: stored.updatedAt) {
      return .failure(refusal)
    }
    let next: String
    if !stored.isRevoked {
      next = try swap(token, stored.session)
    } else if let active = try activeToken(stored.session), active.parent == token {
      next = active.token
    } else if now > stored.updatedAt + settings.reuseInterval {
      if settings.rotatesTokens { try revokeTokens(of: stored.session) }
      return .failure(.refreshTokenUsed)
    } else {
      next = try swap(token, stored.session)
    }
    try connection.run(
      "UPDATE auth_sessions SET refreshed_at = ? WHERE id = ?", .text(now.text),
      .text(session.id))
    return .success((session, next))
  }

  /// Why a session is not refreshed any more; nil where it is.
  private func staleness(
    of session: AuthSession, usedAt: Instant
  ) throws(StoreError) -> AuthRefusal? {
    if isOver(session) { return .sessionExpired("") }
    let lastUsed = max(session.refreshedAt ?? usedAt, usedAt)
    if isIdle(since: lastUsed) { return .sessionExpired(" (Inactivity)") }
    guard settings.hasOneSession else { return nil }
    for other in try sessions(of: session.user) where other.id != session.id && !isOver(other) {
      let used = other.refreshedAt ?? other.createdAt
      if !isIdle(since: used), used > lastUsed {
        return .sessionExpired(" (Revoked by Newer Login)")
      }
    }
    return nil
  }

  private func isOver(_ session: AuthSession) -> Bool {
    settings.sessionLifetime.map { now > session.createdAt + $0 } ?? false
  }

  private func isIdle(since time: Instant) -> Bool {
    settings.sessionIdle.map { now > time + $0 } ?? false
  }

  private func activeToken(
    _ session: String
  ) throws(StoreError) -> (token: String, parent: String?)? {
    try connection.first(
      """
      SELECT token, parent FROM auth_refresh_tokens
      WHERE session_id = ? AND is_revoked = 0 ORDER BY number DESC LIMIT 1
      """, .text(session)
    ) { ($0.text(0), $0.optionalText(1)) }
  }

  private func revokeTokens(of session: String) throws(StoreError) {
    try connection.run(
      """
      UPDATE auth_refresh_tokens SET is_revoked = 1, updated_at = ?
      WHERE session_id = ? AND is_revoked = 0
      """, .text(now.text), .text(session))
  }

  /// Whose refresh token that is.
  func owner(ofToken token: String) throws(StoreError) -> AccountUser? {
    guard let stored = try find(token) else { return nil }
    return try user(id: stored.user)
  }

  private struct StoredToken {
    let session: String
    let user: String
    let isRevoked: Bool
    let updatedAt: Instant
  }

  private func find(_ token: String) throws(StoreError) -> StoredToken? {
    try connection.first(
      """
      SELECT t.session_id, s.user_id, t.is_revoked, t.updated_at
      FROM auth_refresh_tokens t JOIN auth_sessions s ON s.id = t.session_id WHERE t.token = ?
      """, .text(token)
    ) {
      StoredToken(
        session: $0.text(0), user: $0.text(1), isRevoked: $0.integer(2) != 0,
        updatedAt: Instant($0.text(3)) ?? Instant(milliseconds: 0))
    }
  }

  private func swap(_ token: String, _ session: String) throws(StoreError) -> String {
    try connection.run(
      "UPDATE auth_refresh_tokens SET is_revoked = 1, updated_at = ? WHERE token = ?",
      .text(now.text), .text(token))
    return try drawToken(session: session, parent: token)
  }

  private func drawToken(session: String, parent: String?) throws(StoreError) -> String {
    let token = Base64URL.encode(surroundings.randomBytes(16))
    try connection.run(
      """
      INSERT INTO auth_refresh_tokens (token, session_id, parent, updated_at) VALUES (?, ?, ?, ?)
      """, .text(token), .text(session), parent.map { .text($0) } ?? .null, .text(now.text))
    return token
  }
}
