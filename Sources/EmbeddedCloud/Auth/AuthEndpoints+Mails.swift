import Store
import Vocabulary

/// What mails are sent, and when none is.
extension AuthEndpoints {
  /// Sends a mail to the person's address, unless the last of its kind went a moment ago.
  func send(
    _ letter: Letter, to user: inout AccountUser, isExchanged: Bool = false
  ) throws {
    try requireInterval(since: user[keyPath: letter.sentAt])
    try post(letter, letter.code, to: user.email, user, isExchanged)
    user[keyPath: letter.sentAt] = now.text
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
    try post(.emailChange, .changeNew, to: email, user, isExchanged)
    if settings.confirmsChangeTwice, !user.email.isEmpty {
      try post(.emailChange, .changeOld, to: user.email, user, isExchanged, isCounted: false)
    }
    user.changeSentAt = now.text
    try accounts.update(user)
  }

  func sendInvitation(_ user: inout AccountUser) throws {
    try post(.invitation, .confirmation, to: user.email, user, false)
    user.invitedAt = now.text
    user.confirmationSentAt = now.text
    try accounts.update(user)
  }

  // MARK: - One mail

  /// - Parameter isExchanged: the link ends with a code to exchange.
  private func post(
    _ letter: Letter, _ code: CodeKind, to address: String, _ user: AccountUser,
    _ isExchanged: Bool, isCounted: Bool = true
  ) throws {
    try requirePost(for: address, trouble: letter.trouble, isCounted: isCounted)
    let digits = accounts.drawCode()
    let hash =
      (isExchanged ? Accounts.exchangedPrefix : "") + Accounts.hash(address, digits)
    try accounts.store(hash, code, of: user.id)
    try project.mailbox.put(
      Mail(
        to: address, kind: letter.kind, subject: letter.subject, code: digits,
        link: letter.linkType.map { link(hash, $0) } ?? "", sentAt: now.text),
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
