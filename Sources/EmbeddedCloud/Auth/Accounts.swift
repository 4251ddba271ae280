import Cloud
import Store
import Vocabulary

/// Users, their identities, codes, sessions and refresh tokens in the project's database.
struct Accounts {
  let connection: Connection
  let surroundings: any Surroundings
  let now: Instant
  let settings: AuthSettings

  // MARK: - Users

  func user(email: String) throws(StoreError) -> AccountUser? {
    guard email.contains("@") else { return nil }
    return try user(where: "email = ?", email)
  }

  func user(id: String) throws(StoreError) -> AccountUser? { try user(where: "id = ?", id) }

  private func user(where condition: String, _ value: String) throws(StoreError) -> AccountUser? {
    let found = try connection.first(
      "\(Self.select) WHERE \(condition)", .text(value), read: Self.user)
    guard var user = found ?? nil else { return nil }
    user.identities = try identities(of: user.id.text)
    return user
  }

  /// A page of them, the newest first, without identities; and how many there are.
  func users(page: Int64, of size: Int64) throws(StoreError) -> (users: [AccountUser], total: Int) {
    let users = try connection.all(
      "\(Self.select) ORDER BY created_at DESC, id LIMIT ? OFFSET ?", .integer(size),
      .integer((page - 1) * size), read: Self.user)
    let total = try connection.first("SELECT count(*) FROM auth_users") { $0.integer(0) } ?? 0
    return (users.compactMap { $0 }, Int(total))
  }

  /// Adds a person, with the identities that stand there.
  func insert(_ user: AccountUser) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO auth_users
        (id, identity_id, email, password, metadata, created_at, updated_at, last_sign_in_at)
      VALUES (?1, ?1, ?1, '', '{}', ?2, ?2, '')
      """, .text(user.id.text), .text(user.createdAt))
    try update(user)
    for identity in user.identities { try insert(identity, of: user.id.text) }
  }

  /// A person without an address has the id in its place, as the column holds nothing twice.
  func update(_ user: AccountUser) throws(StoreError) {
    try connection.run(
      """
      UPDATE auth_users SET email = ?2, password = ?3, metadata = ?4, app_metadata = ?5,
        updated_at = ?6, last_sign_in_at = ?7, confirmed_at = ?8, invited_at = ?9,
        confirmation_sent_at = ?10, recovery_sent_at = ?11, change_sent_at = ?12,
        reauthentication_sent_at = ?13, new_email = ?14, is_half_changed = ?15,
        banned_until = ?16, deleted_at = ?17
      WHERE id = ?1
      """, .text(user.id.text), .text(user.email.isEmpty ? user.id.text : user.email),
      .text(user.password), .text(JSONValue.object(user.metadata).text),
      .text(JSONValue.object(user.appMetadata).text), .text(user.updatedAt),
      .text(user.lastSignInAt ?? ""), .of(user.confirmedAt), .of(user.invitedAt),
      .of(user.confirmationSentAt), .of(user.recoverySentAt), .of(user.changeSentAt),
      .of(user.reauthenticationSentAt), .of(user.newEmail), .integer(user.isHalfChanged ? 1 : 0),
      .of(user.bannedUntil), .of(user.deletedAt))
  }

  /// Until when the person may sync; nil for no end.
  func setEntitlement(_ end: String?, of user: RecordID) throws(StoreError) {
    try connection.run(
      "UPDATE auth_users SET entitled_until = ? WHERE id = ?", .of(end), .text(user.text))
  }

  private static let select = """
    SELECT id, email, password, metadata, app_metadata, created_at, updated_at, last_sign_in_at,
      confirmed_at, invited_at, confirmation_sent_at, recovery_sent_at, change_sent_at,
      reauthentication_sent_at, new_email, is_half_changed, banned_until, deleted_at,
      entitled_until
    FROM auth_users
    """

  private static func user(_ row: Statement) -> AccountUser? {
    guard let id = RecordID(row.text(0)) else { return nil }
    let email = row.text(1)
    var user = AccountUser(
      id: id, email: email.contains("@") ? email : "", createdAt: row.text(5),
      updatedAt: row.text(6))
    user.password = row.text(2)
    user.metadata = object(row.text(3))
    if let text = row.optionalText(4) { user.appMetadata = object(text) }
    user.lastSignInAt = row.text(7)
    user.confirmedAt = row.optionalText(8)
    user.invitedAt = row.optionalText(9)
    user.confirmationSentAt = row.optionalText(10)
    user.recoverySentAt = row.optionalText(11)
    user.changeSentAt = row.optionalText(12)
    user.reauthenticationSentAt = row.optionalText(13)
    user.newEmail = row.optionalText(14)
    user.isHalfChanged = row.integer(15) != 0
    user.bannedUntil = row.optionalText(16)
    user.deletedAt = row.optionalText(17)
    user.entitledUntil = row.optionalText(18)
    return user
  }

  static func object(_ text: String) -> JSONObject {
    do throws(JSONError) { return try JSONValue(parsing: text).object ?? JSONObject() } catch {
      return JSONObject()
    }
  }
}

extension SQLValue {
  /// A text, or NULL.
  static func of(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
}
