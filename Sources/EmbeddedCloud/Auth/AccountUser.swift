import Vocabulary

/// One person with an account.
struct AccountUser {
  let id: RecordID
  let identityID: String
  let email: String
  var password: String
  /// What the person, or the app, says about the person; sorted by key.
  var metadata: JSONObject
  let createdAt: String
  var updatedAt: String
  var lastSignInAt: String
  /// Until when the person may sync; nil for no end.
  var entitledUntil: String?

  /// As Auth writes a user. The answer to a sign-up leaves `confirmed_at` out.
  func json(isNew: Bool) -> JSONValue {
    var user = JSONObject([
      ("id", .string(id.text)), ("aud", "authenticated"), ("role", "authenticated"),
      ("email", .string(email)), ("email_confirmed_at", .string(createdAt)), ("phone", ""),
    ])
    if !isNew { user["confirmed_at"] = .string(createdAt) }
    user["last_sign_in_at"] = .string(lastSignInAt)
    user["app_metadata"] = appMetadata
    user["user_metadata"] = .object(metadata)
    user["identities"] = [identity]
    user["created_at"] = .string(createdAt)
    user["updated_at"] = .string(updatedAt)
    user["is_anonymous"] = false
    return .object(user)
  }

  private var identity: JSONValue {
    [
      "identity_id": .string(identityID), "id": .string(id.text), "user_id": .string(id.text),
      "identity_data": .object(metadata), "provider": "email",
      "last_sign_in_at": .string(createdAt), "created_at": .string(createdAt),
      "updated_at": .string(createdAt), "email": .string(email),
    ]
  }

  /// What only the cloud says about the person; tokens carry it.
  var appMetadata: JSONValue {
    var metadata = JSONObject([("provider", "email"), ("providers", ["email"])])
    if let entitledUntil { metadata[Entitlement.claim] = .string(entitledUntil) }
    return .object(metadata)
  }

  /// What a sign-up keeps: the app's own members and what Auth adds to them.
  static func metadata(_ given: JSONObject?, email: String, id: RecordID) -> JSONObject {
    var metadata = given ?? JSONObject()
    metadata["email"] = .string(email)
    metadata["email_verified"] = true
    metadata["phone_verified"] = false
    metadata["sub"] = .string(id.text)
    return merged(metadata, with: JSONObject())
  }

  /// Key by key; null takes a key away. Sorted, as Auth writes them.
  static func merged(_ metadata: JSONObject, with change: JSONObject) -> JSONObject {
    var all: [String: JSONValue] = [:]
    for member in metadata { all[member.key] = member.value }
    for member in change { all[member.key] = member.value == .null ? nil : member.value }
    return JSONObject(all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}
