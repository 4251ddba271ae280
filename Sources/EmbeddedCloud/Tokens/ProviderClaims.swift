import Vocabulary

/// What a provider says of a person, as Auth keeps it.
struct ProviderClaims {
  let subject: String
  /// In lower case; empty where there is none.
  let email: String
  let isVerified: Bool
  /// What becomes of the person's metadata; sorted by key.
  let members: JSONObject

  /// Reads a token's claims; nil where the provider's tokens must have more.
  ///
  /// Apple vouches for every address and never tells the name; Google says which it vouches for;
  /// of others the address must be there, and the audience one text.
  init?(_ token: IdentityToken, of provider: String) {
    let claims = token.claims
    var members = JSONObject()
    let email = claims["email"]?.string ?? ""
    let isVerified: Bool
    switch provider {
    case "apple":
      isVerified = true
      Self.copy(["iss", "sub"], of: claims, to: &members)
      members["provider_id"] = .string(token.subject)
      let custom = Self.custom(["auth_time", "is_private_email"], of: claims)
      if !custom.isEmpty { members["custom_claims"] = .object(custom) }
    case "google":
      isVerified = Self.isTrue(claims["email_verified"])
      Self.copy(["iss", "sub", "name", "picture"], of: claims, to: &members)
      members["provider_id"] = .string(token.subject)
      if let name = claims["name"] { members["full_name"] = name }
      if let picture = claims["picture"] { members["avatar_url"] = picture }
      let custom = Self.custom(["hd"], of: claims)
      if !custom.isEmpty { members["custom_claims"] = .object(custom) }
    default:
      guard !email.isEmpty, claims["aud"] == nil || claims["aud"]?.string != nil else {
        return nil
      }
      isVerified = claims["email_verified"]?.bool ?? false
      Self.copy(Self.known, of: claims, to: &members)
    }
    self.init(
      subject: token.subject, email: email, isVerified: isVerified, members: members)
  }

  init(subject: String, email: String, isVerified: Bool, members: JSONObject) {
    self.subject = subject
    self.email = email.lowercased()
    self.isVerified = isVerified
    var members = members
    if !email.isEmpty { members["email"] = .string(email) }
    members["email_verified"] = .bool(isVerified)
    members["phone_verified"] = false
    self.members = AccountUser.merged(members, with: JSONObject())
  }

  /// Of the standard's claims those that Auth keeps.
  private static let known = [
    "iss", "sub", "aud", "iat", "exp", "name", "family_name", "given_name", "middle_name",
    "nickname", "preferred_username", "profile", "picture", "website", "gender", "birthdate",
    "zoneinfo", "locale", "updated_at",
  ]

  private static func copy(_ names: [String], of claims: JSONValue, to members: inout JSONObject) {
    for name in names {
      if let value = claims[name], value != .null { members[name] = value }
    }
  }

  private static func custom(_ names: [String], of claims: JSONValue) -> JSONObject {
    var custom = JSONObject()
    copy(names, of: claims, to: &custom)
    return custom
  }

  private static func isTrue(_ value: JSONValue?) -> Bool {
    value?.bool ?? (value?.string == "true")
  }
}
