/// How Auth is set up: what a project's owner chooses on the hosted service's dashboard.
package struct AuthSettings: Sendable {
  // MARK: - Mails

  /// Whether an address must be confirmed by a mail; else every sign-up is a sign-in.
  package var confirmsEmail = false
  /// Whether a change of address is confirmed by both addresses.
  package var confirmsChangeTwice = true
  /// Unit: decimal digits.
  package var codeDigits = 6
  /// How long a code, and the link beside it, can be used.
  package var codeLifetime: Duration = .seconds(3600)
  /// The least time between two mails of a kind to one person.
  package var mailInterval: Duration = .seconds(60)
  /// Mails of the whole project in an hour; nil for no end.
  package var mailsPerHour: Int?
  /// Whether the mail server can be reached.
  package var isMailServerUp = true
  /// The only addresses that get mails, in lower case; nil for any.
  package var mailedAddresses: [String]?
  /// Whether addresses of domains that nobody can have are refused.
  package var refusesReservedDomains = false
  /// Is told of each mail that was sent; the mailbox keeps them all the same.
  package var delivered: (@Sendable (Mail) -> Void)?

  // MARK: - Requests

  /// Requests from one address to one route at once; nil for any number.
  ///
  /// The address is what `X-Forwarded-For` says; a request without one is not counted, unless
  /// `countsUnnamed` says so.
  package var requestsAtOnce: Int?
  /// Whether requests that name no address are counted as those of one.
  package var countsUnnamed = false
  /// Whether a 429 says when to come again. The hosted Auth does not.
  package var saysRetryAfter = true
  /// Whether a captcha is asked for; nobody can solve it here.
  package var asksCaptcha = false

  // MARK: - Passwords

  /// Shortest password that is taken; the client asks for more. Unit: characters.
  package var passwordCharacters = 6
  /// Sets of characters of which a password has at least one each.
  package var requiredCharacters: [String] = []
  /// Whether a new password needs a mailed code once the session is a day old.
  package var asksReauthentication = false

  // MARK: - Sessions

  /// How long a session can be refreshed; nil for no end.
  package var sessionLifetime: Duration?
  /// How long a session may rest between two refreshes; nil for no end.
  package var sessionIdle: Duration?
  /// Whether a sign-in ends what the person's other sessions can refresh.
  package var hasOneSession = false
  /// Whether a used refresh token that comes again revokes its session's tokens.
  package var rotatesTokens = true
  /// How long a used refresh token still works: a client may have lost the answer.
  package var reuseInterval: Duration = .seconds(10)
  /// How long a code of a redirect can be exchanged.
  package var flowLifetime: Duration = .seconds(300)

  // MARK: - Ways in

  /// Whether new accounts are made.
  package var takesSignUps = true
  /// Whether an address and a password, or a code, are a way in.
  package var takesEmail = true
  /// Whether a person may link and unlink identities.
  package var linksManually = false
  /// Where people are sent who are not sent elsewhere.
  package var siteURL = "http://127.0.0.1:3000"
  /// Where else they may be sent; `*` stands for letters but `.` and `/`, `**` for any.
  package var redirects: [String] = []
  /// Those that may be signed in with, by name.
  package var providers: [String: ProviderSettings] = [:]
  /// Issuers whose tokens are taken with the client that the request names.
  package var allowedIssuers: [String] = []

  package init() {}

  /// As a project is set up that sends codes: nobody tries them all, from wherever.
  package mutating func sendCodes() {
    confirmsEmail = true
    requestsAtOnce = 30
    countsUnnamed = true
  }
}

/// A provider of identities that is switched on.
package struct ProviderSettings: Sendable {
  /// For whom its tokens are.
  package var clientIDs: [String]
  /// Whose tokens they are; nil for the provider's own address.
  package var issuer: String?
  /// Whether the nonce of a token is passed over.
  package var skipsNonce = false

  package init(clientIDs: [String], issuer: String? = nil) {
    self.clientIDs = clientIDs
    self.issuer = issuer
  }
}
