import Cloud
import Store
import Vocabulary

/// Users, sessions and refresh tokens in the project's database.
struct Accounts {
  let connection: Connection
  let surroundings: any Surroundings
  let now: Instant

  /// How long a used refresh token still works: a client may have lost the answer.
  private static let reuseInterval: Duration = .seconds(10)

  // MARK: - Users

  func user(email: String) throws(StoreError) -> AccountUser? {
    try connection.first("\(Self.select) WHERE email = ?", .text(email), read: Self.user) ?? nil
  }

  func user(id: String) throws(StoreError) -> AccountUser? {
    try connection.first("\(Self.select) WHERE id = ?", .text(id), read: Self.user) ?? nil
  }

  func insert(_ user: AccountUser) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO auth_users
        (id, identity_id, email, password, metadata, created_at, updated_at, last_sign_in_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(user.id.text), .text(user.identityID), .text(user.email), .text(user.password),
      .text(JSONValue.object(user.metadata).text), .text(user.createdAt), .text(user.updatedAt),
      .text(user.lastSignInAt))
  }

  func update(_ user: AccountUser) throws(StoreError) {
    try connection.run(
      """
      UPDATE auth_users SET password = ?, metadata = ?, updated_at = ?, last_sign_in_at = ?
      WHERE id = ?
      """, .text(user.password), .text(JSONValue.object(user.metadata).text),
      .text(user.updatedAt), .text(user.lastSignInAt), .text(user.id.text))
  }

  private static let select = """
    SELECT id, identity_id, email, password, metadata, created_at, updated_at, last_sign_in_at,
      entitled_until
    FROM auth_users
    """

  private static func user(_ row: Statement) -> AccountUser? {
    guard let id = RecordID(row.text(0)) else { return nil }
    return AccountUser(
      id: id, identityID: row.text(1), email: row.text(2), password: row.text(3),
      metadata: object(row.text(4)), createdAt: row.text(5), updatedAt: row.text(6),
      lastSignInAt: row.text(7), entitledUntil: row.optionalText(8))
  }

  private static func object(_ text: String) -> JSONObject {
    do throws(JSONError) { return try JSONValue(parsing: text).object ?? JSONObject() } catch {
      return JSONObject()
    }
  }

  // MARK: - Sessions

  /// Begins a session and draws its first refresh token.
  func beginSession(of user: RecordID) throws(StoreError) -> (id: String, refreshToken: String) {
    let id = surroundings.randomUUID().text
    try connection.run(
      "INSERT INTO auth_sessions (id, user_id, created_at) VALUES (?, ?, ?)", .text(id),
      .text(user.text), .text(now.text))
    return (id, try drawToken(session: id, parent: nil))
  }

  /// When a session began; nil where there is none.
  func sessionStart(_ id: String, of user: String) throws(StoreError) -> Instant? {
    let text = try connection.first(
      "SELECT created_at FROM auth_sessions WHERE id = ? AND user_id = ?", .text(id), .text(user)
    ) { $0.text(0) }
    return text.flatMap { Instant($0) }
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
  ) throws(StoreError) -> Result<(session: String, user: String, token: String), AuthRefusal> {
    guard let stored = try find(token) else { return .failure(.refreshTokenNotFound) }
    guard stored.isRevoked else {
      return .success((stored.session, stored.user, try swap(token, stored.session)))
    }
    let active = try connection.first(
      """
      SELECT token, parent FROM auth_refresh_tokens
      WHERE session_id = ? AND is_revoked = 0 ORDER BY number DESC LIMIT 1
      """, .text(stored.session)
    ) { ($0.text(0), $0.optionalText(1)) }
    if let active, active.1 == token { return .success((stored.session, stored.user, active.0)) }
    if now > stored.updatedAt + Self.reuseInterval {
      try connection.run(
        """
        UPDATE auth_refresh_tokens SET is_revoked = 1, updated_at = ?
        WHERE session_id = ? AND is_revoked = 0
        """, .text(now.text), .text(stored.session))
      return .failure(.refreshTokenUsed)
    }
    return .success((stored.session, stored.user, try swap(token, stored.session)))
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
