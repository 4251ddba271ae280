/// What a kind of mail says, and what its code is for.
struct Letter {
  /// What the code may be used for.
  let code: CodeKind
  /// What its link verifies; nil for a mail without a link.
  let linkType: String?
  /// As the mailbox names it.
  let kind: String
  let subject: String
  /// What could not be sent, in the words of Auth.
  let trouble: String
  /// When the last one went to a person.
  let sentAt: WritableKeyPath<AccountUser, String?>
}

extension Letter {
  /// Confirms the address of a new account.
  static var confirmation: Letter {
    Letter(
      code: .confirmation, linkType: "signup", kind: "confirmation",
      subject: "Confirm your signup", trouble: "confirmation", sentAt: \.confirmationSentAt)
  }

  static var invitation: Letter {
    Letter(
      code: .confirmation, linkType: "invite", kind: "invite", subject: "You have been invited",
      trouble: "invite", sentAt: \.confirmationSentAt)
  }

  static var recovery: Letter {
    Letter(
      code: .recovery, linkType: "recovery", kind: "recovery", subject: "Reset your password",
      trouble: "recovery", sentAt: \.recoverySentAt)
  }

  /// Shares code and time with a recovery, as Auth keeps both in one field.
  static var signInCode: Letter {
    Letter(
      code: .recovery, linkType: "magiclink", kind: "magic_link", subject: "Your sign-in code",
      trouble: "magic link", sentAt: \.recoverySentAt)
  }

  static var reauthentication: Letter {
    Letter(
      code: .reauthentication, linkType: nil, kind: "reauthentication",
      subject: "Confirm it is you", trouble: "reauthentication",
      sentAt: \.reauthenticationSentAt)
  }

  /// Goes to the new address, and to the old one where both must confirm.
  static var emailChange: Letter {
    Letter(
      code: .changeNew, linkType: "email_change", kind: "email_change",
      subject: "Confirm the change of your address", trouble: "email change",
      sentAt: \.changeSentAt)
  }
}
