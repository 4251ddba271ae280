import Cloud
import Vocabulary

/// Identities that a person adds to the account, or takes away.
extension AuthEndpoints {
  func link(
    _ claims: ProviderClaims, of provider: String, to target: String
  ) throws -> AccountUser {
    guard var user = try accounts.user(id: target) else {
      throw AuthRefusal(
        status: 404, code: "user_not_found", message: "Linking target user not found")
    }
    if let owner = try accounts.user(provider: provider, providerID: claims.subject) {
      throw AuthRefusal(
        status: 422, code: "identity_already_exists",
        message: owner.id == user.id
          ? "Identity is already linked" : "Identity is already linked to another user")
    }
    let identity = accounts.newIdentity(provider, claims.subject, claims.members)
    try accounts.insert(identity, of: user.id.text)
    user.identities.append(identity)
    user.appMetadata = try providers(of: user)
    user.updatedAt = now.text
    try accounts.update(user)
    return user
  }

  /// The last one stays. An address that only the lost identity knew is replaced by another's.
  func unlink(_ asked: SignedIn, _ id: String) throws -> HTTPResponse {
    guard settings.linksManually else { throw AuthRefusal.linkingOff }
    guard RecordID(id) != nil else {
      throw AuthRefusal(
        status: 404, code: "validation_failed", message: "identity_id must be an UUID")
    }
    var user = asked.user
    guard user.identities.count > 1 else {
      throw AuthRefusal(
        status: 422, code: "single_identity_not_deletable",
        message: "User must have at least 1 identity after unlinking")
    }
    guard let place = user.identities.firstIndex(where: { $0.id == id }) else {
      throw AuthRefusal(
        status: 422, code: "identity_not_found", message: "Identity doesn't exist")
    }
    user.identities.remove(at: place)
    try accounts.removeIdentity(id)
    try moveAddress(of: &user)
    user.appMetadata = try providers(of: user)
    user.updatedAt = now.text
    try accounts.update(user)
    return Self.nothing
  }

  private func moveAddress(of user: inout AccountUser) throws {
    let left = user.identities.map { $0.email.lowercased() }.filter { !$0.isEmpty }
    guard !left.contains(user.email), let email = left.first else { return }
    if let owner = try accounts.user(email: email), owner.id != user.id {
      throw AuthRefusal(
        status: 422, code: "email_conflict_identity_not_deletable",
        message: "Unable to unlink identity due to email conflict", isUndone: true)
    }
    user.email = email
  }

  /// The account's address is this one, and its identity says so.
  func setAddress(
    _ user: inout AccountUser, _ email: String, isVerified: Bool
  ) throws {
    if let place = user.identities.firstIndex(where: { $0.provider == "email" }) {
      user.identities[place].claims = AccountUser.merged(
        user.identities[place].claims,
        with: JSONObject([("email", .string(email)), ("email_verified", .bool(isVerified))]))
      user.identities[place].updatedAt = now.text
      try accounts.update(user.identities[place])
    } else {
      let claims = AccountUser.claims(nil, email: email, id: user.id, isVerified: isVerified)
      let identity = accounts.newIdentity("email", user.id.text, claims)
      try accounts.insert(identity, of: user.id.text)
      user.identities.append(identity)
    }
    user.email = email
  }
}
