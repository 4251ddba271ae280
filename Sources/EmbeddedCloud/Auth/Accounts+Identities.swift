import Store
import Vocabulary

extension Accounts {
  /// The oldest first.
  func identities(of user: String) throws(StoreError) -> [Identity] {
    try connection.all(
      "\(Self.selectIdentity) WHERE user_id = ? ORDER BY number", .text(user), read: Self.identity)
  }

  /// Whose identity that is.
  func user(provider: String, providerID: String) throws(StoreError) -> AccountUser? {
    let id = try connection.first(
      "SELECT user_id FROM auth_identities WHERE provider = ? AND provider_id = ?",
      .text(provider), .text(providerID)
    ) { $0.text(0) }
    return try id.map { (id) throws(StoreError) in try user(id: id) } ?? nil
  }

  func newIdentity(_ provider: String, _ providerID: String, _ claims: JSONObject) -> Identity {
    Identity(
      id: surroundings.randomUUID().text, provider: provider, providerID: providerID,
      claims: claims, createdAt: now.text, updatedAt: now.text, lastSignInAt: now.text)
  }

  func insert(_ identity: Identity, of user: String) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO auth_identities
        (id, user_id, provider, provider_id, claims, created_at, updated_at, last_sign_in_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(identity.id), .text(user), .text(identity.provider), .text(identity.providerID),
      .text(JSONValue.object(identity.claims).text), .text(identity.createdAt),
      .text(identity.updatedAt), .text(identity.lastSignInAt))
  }

  func update(_ identity: Identity) throws(StoreError) {
    try connection.run(
      "UPDATE auth_identities SET claims = ?, updated_at = ?, last_sign_in_at = ? WHERE id = ?",
      .text(JSONValue.object(identity.claims).text), .text(identity.updatedAt),
      .text(identity.lastSignInAt), .text(identity.id))
  }

  func removeIdentity(_ id: String) throws(StoreError) {
    try connection.run("DELETE FROM auth_identities WHERE id = ?", .text(id))
  }

  /// Leaves nothing of who it was: the person can have another account of that provider.
  func veilIdentities(of user: AccountUser) throws(StoreError) {
    for identity in user.identities {
      let veil = SHA256.hexadecimal("\(identity.provider)\(identity.providerID)".utf8)
      try connection.run(
        "UPDATE auth_identities SET claims = '{}', provider_id = ? WHERE id = ?",
        .text("\(user.id.text):\(veil)"), .text(identity.id))
    }
  }

  private static let selectIdentity = """
    SELECT id, provider, provider_id, claims, created_at, updated_at, last_sign_in_at
    FROM auth_identities
    """

  private static func identity(_ row: Statement) -> Identity {
    Identity(
      id: row.text(0), provider: row.text(1), providerID: row.text(2),
      claims: object(row.text(3)), createdAt: row.text(4), updatedAt: row.text(5),
      lastSignInAt: row.text(6))
  }
}
