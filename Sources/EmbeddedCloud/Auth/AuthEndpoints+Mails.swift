import Store
import Vocabulary

/// What mails are sent, and when none is.
extension AuthEndpoints {
  /// Confirms the address of a new account.
  func sendConfirmation(
    _ user: inout AccountUser, isExchanged: Bool = false
  ) throws {
    try requireInterval(since: user.confirmationSentAt)
    try send(
      .confirmation, "signup", to: user.email, &user, isExchanged, "confirmation",
      "Confirm your signup", trouble: "confirmation")
    user.confirmationSentAt = now.text
    try accounts.update(user)
  }

  func sendRecovery(_ user: inout AccountUser, isExchanged: Bool) throws {
    try requireInterval(since: user.recoverySentAt)
    try send(
      .recovery, "recovery", to: user.email, &user, isExchanged, "recovery",
      "Reset your password", trouble: "recovery")
    user.recoverySentAt = now.text
    try accounts.update(user)
  }

  func sendSignInCode(_ user: inout AccountUser, isExchanged: Bool) throws {
    try requireInterval(since: user.recoverySentAt)
    try send(
      .recovery, "magiclink", to: user.email, &user, isExchanged, "magic_link",
      "Your sign-in code", trouble: "magic link")
    user.recoverySentAt = now.text
    try accounts.update(user)
  }

  func sendReauthentication(_ user: inout AccountUser) throws {
    try requireInterval(since: user.reauthenticationSentAt)
    try send(
      .reauthentication, nil, to: user.email, &user, false, "reauthentication",
      "Confirm it is you", trouble: "reauthentication")
    user.reauthenticationSentAt = now.text
    try accounts.update(user)
  }

  /// To the new address and, where both must confirm, to the old one: one to the hour's limit.
  func sendEmailChange(
    _ user: inout AccountUser, to email: String, isExchanged: Bool
  ) throws {
    try requireInterval(since: user.changeSentAt)
    user.newEmail = email
    user.isHalfChanged = false
    try accounts.void([.changeOld, .changeNew], of: user.id)
    try send(
      .changeNew, "email_change", to: email, &user, isExchanged, "email_change",
      "Confirm your new address", trouble: "email change")
    if settings.confirmsChangeTwice, !user.email.isEmpty {
      try send(
        .changeOld, "email_change", to: user.email, &user, isExchanged, "email_change",
        "Confirm the change of your address", trouble: "email change", isCounted: false)
    }
    user.changeSentAt = now.text
    try accounts.update(user)
  }

  func sendInvitation(_ user: inout AccountUser) throws {
    try send(
      .confirmation, "invite", to: user.email, &user, false, "invite", "You have been invited",
      trouble: "invite")
    user.invitedAt = now.text
    user.confirmationSentAt = now.text
    try accounts.update(user)
  }

  // MARK: - One mail

  /// - Parameters:
  ///   - type: what its link verifies; nil for a mail without a link.
  ///   - isExchanged: the link ends with a code to exchange.
  private func send(
    _ code: CodeKind, _ type: String?, to address: String, _ user: inout AccountUser,
    _ isExchanged: Bool, _ kind: String, _ subject: String, trouble: String,
    isCounted: Bool = true
  ) throws {
    try requirePost(for: address, trouble: trouble, isCounted: isCounted)
    let digits = accounts.drawCode()
    let hash =
      (isExchanged ? Accounts.exchangedPrefix : "") + Accounts.hash(address, digits)
    try accounts.store(hash, code, of: user.id)
    try project.mailbox.put(
      Mail(
        to: address, kind: kind, subject: subject, code: digits,
        link: type.map { link(hash, $0) } ?? "", sentAt: now.text),
      isCounted: isCounted)
  }

  /// What a person follows instead of typing the code.
  func link(_ hash: String, _ type: String) -> String {
    "\(ownURL)/verify?token=\(hash)&type=\(type)&redirect_to=\(returnURL)"
  }

  private func requirePost(for address: String, trouble: String, isCounted: Bool) throws {
    if let allowed = settings.mailedAddresses, !allowed.contains(address) {
      throw AuthRefusal(
        status: 400, code: "email_address_not_authorized",
        message: "Email address \"\(address)\" cannot be used as it is not authorized",
        isUndone: true)
    }
    if isCounted, let limit = settings.mailsPerHour {
      let sent = try project.mailbox.counted(since: now + .seconds(-3600))
      if sent.count >= limit {
        let free = sent.dropFirst(sent.count - limit).first.map { $0 + .seconds(3600) }
        throw tooSoon("email rate limit exceeded", until: free ?? now + .seconds(3600))
      }
    }
    if !settings.isMailServerUp { throw AuthRefusal.trouble("Error sending \(trouble) email") }
  }

  /// Whole seconds, rounded down, as Auth says them.
  private func requireInterval(since sentAt: String?) throws(AuthRefusal) {
    guard let sentAt = sentAt.flatMap({ Instant($0) }) else { return }
    let end = sentAt + settings.mailInterval
    guard end > now else { return }
    let seconds = (end - now).components.seconds
    throw tooSoon(
      "For security purposes, you can only request this after \(seconds) seconds.", until: end)
  }

  private func tooSoon(_ message: String, until end: Instant) -> AuthRefusal {
    AuthRefusal(
      status: 429, code: "over_email_send_rate_limit", message: message, isUndone: true,
      retryAfter: (end.milliseconds - now.milliseconds + 999) / 1000)
  }
}
