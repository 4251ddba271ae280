import Cloud
import Vocabulary

/// Links and invitations that whoever runs the project makes.
extension AuthEndpoints {
  /// A mail to somebody who has no account, or has not confirmed it.
  func invite(_ form: JSONObject) throws -> HTTPResponse {
    try requireService()
    var user = try invited(try email(form), form["data"]?.object)
    try sendInvitation(&user)
    return Self.json(user.json(isNew: true))
  }

  private func invited(_ email: String, _ data: JSONObject?) throws -> AccountUser {
    if let known = try accounts.user(email: email) {
      if known.isConfirmed { throw AuthRefusal.emailExists }
      return known
    }
    var user = try newUser(email, nil, nil)
    user.metadata = AccountUser.merged(data ?? JSONObject(), with: JSONObject())
    try accounts.insert(user)
    return user
  }

  /// Makes what a mail would hold, without a mail.
  func generateLink(_ form: JSONObject) throws -> HTTPResponse {
    let address = try email(form)
    let known = try accounts.user(email: address)
    var type = form["type"]?.string ?? ""
    if type == "magiclink", known == nil { type = "signup" }
    if known == nil, ["recovery", "email_change_current", "email_change_new"].contains(type) {
      throw AuthRefusal(
        status: 404, code: "user_not_found", message: "User with this email not found")
    }
    var user = try known ?? linked(type, address, form)
    let kind = try prepare(&user, type, form)
    let code = accounts.drawCode()
    let hash = Accounts.hash(kind == .changeNew ? user.newEmail ?? "" : address, code)
    try accounts.store(hash, kind, of: user.id)
    try accounts.update(user)
    let back = form["redirect_to"]?.string.flatMap { isAllowed($0) ? $0 : nil } ?? returnURL
    let shown = type.hasPrefix("email_change") ? "email_change" : type
    var body = user.json(isNew: false).object ?? JSONObject()
    body["action_link"] = .string(
      "\(ownURL)/verify?token=\(hash)&type=\(shown)&redirect_to=\(back)")
    body["email_otp"] = .string(code)
    body["hashed_token"] = .string(hash)
    body["verification_type"] = .string(type)
    body["redirect_to"] = .string(back)
    return Self.json(.object(body))
  }

  private func linked(
    _ type: String, _ email: String, _ form: JSONObject
  ) throws -> AccountUser {
    if type == "invite" { return try invited(email, form["data"]?.object) }
    guard type == "signup" else { throw Self.unknownLink(type) }
    let password = form["password"]?.string
    if let password {
      try check(password)
    } else if form["type"]?.string == "signup" {
      throw AuthRefusal.invalid("Signup requires a valid password")
    }
    let user = try newUser(email, password, form["data"]?.object)
    try accounts.insert(user)
    return user
  }

  private func prepare(
    _ user: inout AccountUser, _ type: String, _ form: JSONObject
  ) throws -> CodeKind {
    switch type {
    case "magiclink", "recovery":
      user.recoverySentAt = now.text
      return .recovery
    case "signup", "invite":
      if user.isConfirmed { throw AuthRefusal.emailExists }
      user.confirmationSentAt = now.text
      if type == "invite" {
        user.invitedAt = now.text
      } else if let data = form["data"]?.object {
        user.metadata = AccountUser.merged(user.metadata, with: data)
      }
      return .confirmation
    case "email_change_current", "email_change_new":
      return try prepareChange(&user, type, (form["new_email"]?.string ?? "").lowercased())
    default: throw Self.unknownLink(type)
    }
  }

  private func prepareChange(
    _ user: inout AccountUser, _ type: String, _ email: String
  ) throws -> CodeKind {
    if !settings.confirmsChangeTwice, type == "email_change_current" {
      throw AuthRefusal.invalid(
        "Enable secure email change to generate link for current email")
    }
    try check(email: email)
    if let owner = try accounts.user(email: email), owner.id != user.id {
      throw AuthRefusal.emailExists
    }
    user.newEmail = email
    user.changeSentAt = now.text
    user.isHalfChanged = false
    return type == "email_change_current" ? .changeOld : .changeNew
  }

  private static func unknownLink(_ type: String) -> AuthRefusal {
    .invalid("Invalid email action link type requested: \(type)")
  }
}
