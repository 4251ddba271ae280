import Cloud
import Vocabulary

/// Codes that were typed, and hashes that were posted.
extension AuthEndpoints {
  /// What was proved, and by whom.
  struct Proof {
    var user: AccountUser
    /// Which of the person's codes it was.
    let code: CodeKind
  }

  /// What follows from a proof: a session, or that the other address must confirm too.
  enum Verified {
    case user(AccountUser)
    case half
  }

  static let halfConfirmed =
    "Confirmation link accepted. Please proceed to confirm link sent to the other email"

  func verify(_ form: JSONObject) throws -> HTTPResponse {
    let type = form["type"]?.string ?? ""
    let token = form["token"]?.string ?? ""
    let hash = form["token_hash"]?.string ?? ""
    let address = form["email"]?.string ?? ""
    if type.isEmpty { throw AuthRefusal.invalid("Verify requires a verification type") }
    let proof: Proof
    switch (token.isEmpty, hash.isEmpty) {
    case (true, true), (false, false):
      throw AuthRefusal.invalid("Verify requires either a token or a token hash")
    case (false, true):
      guard !address.isEmpty, form["phone"]?.string ?? "" == "" else {
        throw AuthRefusal.invalid(
          "Only an email address or phone number should be provided on verify")
      }
      proof = try self.proof(code: token, try email(form), type)
    case (true, false):
      guard address.isEmpty else {
        throw AuthRefusal.invalid("Only the token_hash and type should be provided")
      }
      proof = try self.proof(hash: hash, type)
    }
    switch try accept(proof) {
    case .half: return Self.json(["code": "200", "msg": .string(Self.halfConfirmed)])
    case .user(let user): return try beginSession(of: user, AuthMethod.code)
    }
  }

  /// The codes that a type stands for; nil for none that there is.
  static func kinds(_ type: String) -> [CodeKind]? {
    switch type {
    case "email": [.confirmation, .recovery]
    case "signup", "invite": [.confirmation]
    case "recovery", "magiclink": [.recovery]
    case "email_change": [.changeOld, .changeNew]
    default: nil
    }
  }

  /// Wrong, used, replaced, expired, another's: all have one answer.
  private func proof(code: String, _ email: String, _ type: String) throws -> Proof {
    let hash = Accounts.hash(email, code)
    let kinds = Self.kinds(type) ?? []
    let user =
      type == "email_change"
      ? try accounts.owner(of: hash, among: kinds)?.user
        ?? accounts.owner(of: Accounts.exchangedPrefix + hash, among: kinds)?.user
      : try accounts.user(email: email)
    guard let user else { throw AuthRefusal.codeExpired }
    if user.isBanned(at: now) { throw AuthRefusal.banned(403) }
    guard let kind = try accounts.kind(of: hash, among: kinds, of: user.id),
      !isExpired(kind, of: user)
    else { throw AuthRefusal.codeExpired }
    return Proof(user: user, code: kind)
  }

  func proof(hash: String, _ type: String) throws -> Proof {
    guard let kinds = Self.kinds(type) else {
      throw AuthRefusal.invalid("Invalid email verification type")
    }
    guard let found = try accounts.owner(of: hash, among: kinds) else {
      throw AuthRefusal.linkExpired
    }
    if found.user.isBanned(at: now) { throw AuthRefusal.banned(403) }
    if isExpired(found.kind, of: found.user) { throw AuthRefusal.linkExpired }
    return Proof(user: found.user, code: found.kind)
  }

  func isExpired(_ kind: CodeKind, of user: AccountUser) -> Bool {
    let sentAt =
      switch kind {
      case .confirmation: user.confirmationSentAt
      case .recovery: user.recoverySentAt
      case .changeOld, .changeNew: user.changeSentAt
      case .reauthentication: user.reauthenticationSentAt
      }
    guard let sentAt = sentAt.flatMap({ Instant($0) }) else { return true }
    return now > sentAt + settings.codeLifetime
  }

  /// Uses the code up, and does what it was for.
  func accept(_ proof: Proof) throws -> Verified {
    var user = proof.user
    switch proof.code {
    case .confirmation:
      confirm(&user)
      for place in user.identities.indices where user.identities[place].email == user.email {
        user.identities[place].claims["email_verified"] = true
        user.identities[place].updatedAt = now.text
        try accounts.update(user.identities[place])
      }
    case .recovery where !user.isConfirmed: confirm(&user)
    case .changeOld, .changeNew:
      guard try finishChange(&user, proof.code) else { return .half }
    case .recovery, .reauthentication: break
    }
    try accounts.void([proof.code], of: user.id)
    user.appMetadata = try providers(of: user)
    user.updatedAt = now.text
    try accounts.update(user)
    return .user(user)
  }

  /// Takes the new address once enough has been proved; false after the first of two halves.
  private func finishChange(_ user: inout AccountUser, _ code: CodeKind) throws -> Bool {
    if settings.confirmsEmail, settings.confirmsChangeTwice, !user.isHalfChanged,
      !user.email.isEmpty
    {
      user.isHalfChanged = true
      try accounts.void([code], of: user.id)
      try accounts.update(user)
      return false
    }
    let email = user.newEmail ?? ""
    if let other = try accounts.user(email: email), other.id != user.id {
      throw AuthRefusal.trouble("Error confirm email")
    }
    try setAddress(&user, email, isVerified: true)
    user.newEmail = nil
    user.isHalfChanged = false
    if !user.isConfirmed { confirm(&user) }
    try accounts.void(CodeKind.allCases, of: user.id)
    return true
  }
}
