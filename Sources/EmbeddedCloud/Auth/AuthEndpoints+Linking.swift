import Cloud
import Vocabulary

/// Whose account it is that a provider's person comes to.
extension AuthEndpoints {
  /// Finds or makes the account.
  ///
  /// | known there | address | account |
  /// |---|---|---|
  /// | yes | any | the one that knows the person |
  /// | no | vouched for, of an account | that one, linked |
  /// | no | vouched for, of nobody | a new one |
  /// | no | not vouched for | a new one, without the address if it is somebody's |
  ///
  /// Whoever is unconfirmed then is confirmed by what the provider vouches for, or by a mail.
  func account(
    for claims: ProviderClaims, of provider: String
  ) throws -> (user: AccountUser, isNew: Bool) {
    let isVouched = claims.isVerified || !settings.confirmsEmail
    var user: AccountUser
    let identity: Identity
    if let known = try accounts.user(provider: provider, providerID: claims.subject),
      var stored = known.identities.first(where: {
        $0.provider == provider && $0.providerID == claims.subject
      })
    {
      user = known
      stored.claims = claims.members
      stored.lastSignInAt = now.text
      try accounts.update(stored)
      identity = stored
      try note(claims, on: &user)
    } else {
      identity = accounts.newIdentity(provider, claims.subject, claims.members)
      let owner = try accounts.user(email: claims.email)
      if isVouched, let owner {
        user = owner
        try accounts.insert(identity, of: user.id.text)
        try note(claims, on: &user)
      } else {
        guard settings.takesSignUps else { throw AuthRefusal.signUpsOff }
        user = try newAccount(claims, identity, email: owner == nil ? claims.email : "")
      }
    }
    if user.isBanned(at: now) {
      throw AuthRefusal(
        status: 403, code: "user_banned", message: "User is banned", isUndone: true)
    }
    guard !user.isConfirmed else { return (user, false) }
    try keepOnly(identity, of: &user)
    guard isVouched else { throw try unverified(&user, provider) }
    confirm(&user)
    try accounts.update(user)
    return (user, true)
  }

  private func newAccount(
    _ claims: ProviderClaims, _ identity: Identity, email: String
  ) throws -> AccountUser {
    var user = AccountUser(id: project.surroundings.randomUUID(), email: email, at: now)
    user.metadata = claims.members
    user.identities = [identity]
    try accounts.insert(user)
    user.appMetadata = try providers(of: user)
    try accounts.update(user)
    return user
  }

  /// What the provider says now replaces what it said.
  private func note(_ claims: ProviderClaims, on user: inout AccountUser) throws {
    user.metadata = AccountUser.merged(user.metadata, with: claims.members)
    user.appMetadata = try providers(of: user)
    try accounts.update(user)
  }

  /// An account that nobody confirmed may be somebody else's attempt: what it had goes.
  private func keepOnly(_ identity: Identity, of user: inout AccountUser) throws {
    user.password = ""
    user.metadata = identity.claims
    for other in user.identities where other.id != identity.id {
      try accounts.removeIdentity(other.id)
    }
    user.appMetadata = try providers(of: user)
    try accounts.update(user)
  }

  /// What was stored stays, and a mail is sent, where there is somewhere to send it.
  private func unverified(
    _ user: inout AccountUser, _ provider: String
  ) throws -> AuthRefusal {
    let isMailed = !user.email.isEmpty
    if isMailed { try send(.confirmation, to: &user) }
    return AuthRefusal(
      status: 422, code: "provider_email_needs_verification",
      message: "Unverified email with \(provider). "
        + (isMailed
          ? "A confirmation email has been sent to your \(provider) email"
          : "Verify the email with \(provider) in order to sign in"))
  }

  /// The providers that the person's identities name, and whatever else stands there.
  func providers(of user: AccountUser) throws -> JSONObject {
    var names: [String] = []
    for identity in try accounts.identities(of: user.id.text)
    where !names.contains(identity.provider) {
      names.append(identity.provider)
    }
    var change = JSONObject([("providers", .array(names.map { .string($0) }))])
    if let first = names.first { change["provider"] = .string(first) }
    return AccountUser.merged(user.appMetadata, with: change)
  }
}
