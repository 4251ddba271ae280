import Vocabulary

/// One way in which a person is known: an address with a password, or an account elsewhere.
struct Identity {
  let id: String
  let provider: String
  /// The person's name at the provider; for addresses the account's own id.
  let providerID: String
  /// What the provider says of the person; sorted by key.
  var claims: JSONObject
  let createdAt: String
  var updatedAt: String
  var lastSignInAt: String

  var email: String { claims["email"]?.string ?? "" }

  func json(of user: RecordID) -> JSONValue {
    var identity = JSONObject([
      ("identity_id", .string(id)), ("id", .string(providerID)), ("user_id", .string(user.text)),
      ("identity_data", .object(claims)), ("provider", .string(provider)),
      ("last_sign_in_at", .string(lastSignInAt)), ("created_at", .string(createdAt)),
      ("updated_at", .string(updatedAt)),
    ])
    if !email.isEmpty { identity["email"] = .string(email) }
    return .object(identity)
  }
}
