import Store
import Vocabulary

/// A sign-in on its way through a browser or a mail: whoever began it proves it by the verifier.
struct AuthFlow {
  let id: String
  var user: String?
  /// What is exchanged for a session.
  let code: String
  /// How the person comes in, as `amr` names it.
  let method: String
  let challenge: String
  let challengeMethod: String
  let createdAt: Instant
  var issuedAt: Instant?
}

extension Accounts {
  /// Begins a flow; `user` is nil where the provider has yet to say.
  func beginFlow(
    _ method: String, _ challenge: CodeChallenge, of user: RecordID?
  ) throws(StoreError) -> AuthFlow {
    let flow = AuthFlow(
      id: surroundings.randomUUID().text, user: user?.text,
      code: surroundings.randomUUID().text, method: method, challenge: challenge.text,
      challengeMethod: challenge.method, createdAt: now)
    try connection.run(
      """
      INSERT INTO auth_flows (id, user_id, code, method, challenge, challenge_method, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .text(flow.id), .of(flow.user), .text(flow.code), .text(flow.method),
      .text(flow.challenge), .text(flow.challengeMethod), .text(now.text))
    return flow
  }

  func flow(code: String) throws(StoreError) -> AuthFlow? {
    try connection.first("\(Self.selectFlow) WHERE code = ?", .text(code), read: Self.flow)
  }

  func flow(id: String) throws(StoreError) -> AuthFlow? {
    try connection.first("\(Self.selectFlow) WHERE id = ?", .text(id), read: Self.flow)
  }

  /// The newest of a person that was begun that way.
  func flow(of user: RecordID, _ method: String) throws(StoreError) -> AuthFlow? {
    try connection.first(
      "\(Self.selectFlow) WHERE user_id = ? AND method = ? ORDER BY number DESC LIMIT 1",
      .text(user.text), .text(method), read: Self.flow)
  }

  /// Notes that the code was given out, and to whom.
  func issue(_ flow: AuthFlow, to user: RecordID) throws(StoreError) {
    try connection.run(
      "UPDATE auth_flows SET user_id = ?, issued_at = ? WHERE id = ?", .text(user.text),
      .text(now.text), .text(flow.id))
  }

  func end(_ flow: AuthFlow) throws(StoreError) {
    try connection.run("DELETE FROM auth_flows WHERE id = ?", .text(flow.id))
  }

  /// Whether it is too late: a sign-in code counts from following the link, the others from asking.
  func isExpired(_ flow: AuthFlow) -> Bool {
    let start =
      flow.method == AuthMethod.magicLink ? flow.issuedAt ?? flow.createdAt : flow.createdAt
    return now > start + settings.flowLifetime
  }

  private static let selectFlow = """
    SELECT id, user_id, code, method, challenge, challenge_method, created_at, issued_at
    FROM auth_flows
    """

  private static func flow(_ row: Statement) -> AuthFlow {
    AuthFlow(
      id: row.text(0), user: row.optionalText(1), code: row.text(2), method: row.text(3),
      challenge: row.text(4), challengeMethod: row.text(5),
      createdAt: Instant(row.text(6)) ?? Instant(milliseconds: 0),
      issuedAt: row.optionalText(7).flatMap { Instant($0) })
  }
}

/// How a person came in, as `amr` names it.
enum AuthMethod {
  static let password = "password"
  static let code = "otp"
  static let signUp = "email/signup"
  static let magicLink = "magiclink"
  static let recovery = "recovery"
  static let invitation = "invite"
  static let emailChange = "email_change"
  static let provider = "oauth"
}
