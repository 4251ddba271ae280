import Vocabulary

/// One person with an account.
struct AccountUser {
  let id: RecordID
  /// Empty where the address belongs to somebody else, or to nobody.
  var email: String
  /// Empty where there is none: signed in another way.
  var password = ""
  /// What the person, or the app, says about the person; sorted by key.
  var metadata = JSONObject()
  /// What only the cloud says: how the person signs in, and what a shop wrote; sorted by key.
  var appMetadata = JSONObject([("provider", "email"), ("providers", ["email"])])
  let createdAt: String
  var updatedAt: String
  var lastSignInAt: String?
  var confirmedAt: String?
  var invitedAt: String?
  var confirmationSentAt: String?
  /// Of a recovery or of a code to sign in with.
  var recoverySentAt: String?
  var changeSentAt: String?
  var reauthenticationSentAt: String?
  /// The address that waits for its confirmation.
  var newEmail: String?
  /// Whether one of the two addresses has confirmed the change.
  var isHalfChanged = false
  var bannedUntil: String?
  var deletedAt: String?
  /// Until when the person may sync; nil for no end.
  var entitledUntil: String?
  var identities: [Identity] = []

  init(id: RecordID, email: String, at now: Instant) {
    self.id = id
    self.email = email
    createdAt = now.text
    updatedAt = now.text
  }

  init(id: RecordID, email: String, createdAt: String, updatedAt: String) {
    self.id = id
    self.email = email
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  var isConfirmed: Bool { confirmedAt != nil }

  func isBanned(at now: Instant) -> Bool {
    bannedUntil.flatMap { Instant($0) }.map { now < $0 } ?? false
  }

  /// As Auth writes a user. Whoever was confirmed by this very request has no `confirmed_at` yet.
  func json(isNew: Bool, identities shown: JSONValue? = nil) -> JSONValue {
    var user = JSONObject([
      ("id", .string(id.text)), ("aud", "authenticated"),
      ("role", "authenticated"), ("email", .string(email)),
    ])
    user.add("email_confirmed_at", confirmedAt)
    user.add("invited_at", invitedAt)
    user["phone"] = ""
    user.add("confirmation_sent_at", confirmationSentAt)
    if !isNew { user.add("confirmed_at", confirmedAt) }
    user.add("recovery_sent_at", recoverySentAt)
    user.add("new_email", newEmail)
    user.add("email_change_sent_at", changeSentAt)
    user.add("reauthentication_sent_at", reauthenticationSentAt)
    user.add("last_sign_in_at", lastSignInAt)
    user["app_metadata"] = shownAppMetadata
    user["user_metadata"] = .object(metadata)
    user["identities"] = shown ?? .array(identities.map { $0.json(of: id) })
    user["created_at"] = .string(createdAt)
    user["updated_at"] = .string(updatedAt)
    user.add("banned_until", bannedUntil)
    user.add("deleted_at", deletedAt)
    user["is_anonymous"] = false
    return .object(user)
  }

  /// What only the cloud says about the person; tokens carry it.
  var shownAppMetadata: JSONValue {
    var metadata = appMetadata
    if let entitledUntil { metadata[Entitlement.claim] = .string(entitledUntil) }
    return .object(metadata)
  }

  /// What a sign-up keeps of a person: the app's own members and what Auth adds to them.
  static func claims(
    _ given: JSONObject?, email: String, id: RecordID, isVerified: Bool
  ) -> JSONObject {
    let fixed = JSONObject([
      ("email", .string(email)), ("email_verified", .bool(isVerified)),
      ("phone_verified", false), ("sub", .string(id.text)),
    ])
    return merged(given ?? JSONObject(), with: fixed)
  }

  /// Key by key; null takes a key away. Sorted, as Auth writes them.
  static func merged(_ metadata: JSONObject, with change: JSONObject) -> JSONObject {
    var all: [String: JSONValue] = [:]
    for member in metadata { all[member.key] = member.value }
    for member in change { all[member.key] = member.value == .null ? nil : member.value }
    return JSONObject(all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}

extension JSONObject {
  /// Adds a text unless there is none.
  fileprivate mutating func add(_ key: String, _ text: String?) {
    if let text, !text.isEmpty { self[key] = .string(text) }
  }
}
