package import Vocabulary

/// A session whose tokens were given to the process, for automation.
///
/// It is written nowhere until it is renewed: from then on the token in the environment is used up,
/// and what followed is kept in a file beside the profile's own session, under a fingerprint of the
/// token it came from. It goes on as long as the environment holds that token.
package final class EnvironmentSessionStore: SessionStore {
  private let given: Session
  private let file: SessionFile
  private let fingerprint: String
  private var isSignedOut = false

  /// Errors: `badValue` where the access token is none.
  package init(
    accessToken: String, refreshToken: String?, cloud: String, path: String,
    surroundings: any Surroundings
  ) throws(CloudError) {
    guard
      let given = Session(
        accessToken: accessToken, refreshToken: refreshToken ?? "", cloud: cloud)
    else {
      throw .badValue(
        argument: "LECTERN_ACCESS_TOKEN", problem: "holds no access token of Supabase Auth")
    }
    self.given = given
    file = SessionFile(path: path, surroundings: surroundings)
    let digest = SHA256.digest(Array("lectern session 1|\(refreshToken ?? accessToken)".utf8))
    fingerprint = Base64URL.encode(digest)
  }

  package var place: SessionPlace { .environment }

  package func whileRefreshing<T>(
    unless settled: () throws(CloudError) -> T?, _ body: () throws(CloudError) -> T
  ) throws(CloudError) -> T { try file.locked("refresh", unless: settled, body) }

  package func replace(_ old: Session, with new: Session) throws(CloudError) -> Bool {
    try file.changing(from: old, load) { () throws(CloudError) in try write(new) }
  }

  package func save(_ session: Session?) throws(CloudError) {
    try file.locked("change") { () throws(CloudError) in try write(session) }
  }

  package func load() throws(CloudError) -> Session? {
    if isSignedOut { return nil }
    return try follower() ?? given
  }

  /// What followed the token in the environment; nil where nothing did, or it was another token.
  private func follower() throws(CloudError) -> Session? {
    guard let bytes = try file.read() else { return nil }
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: bytes) } catch { return nil }
    guard json["follows"]?.string == fingerprint else { return nil }
    return json["session"].flatMap { Session(kept: $0) }
  }

  private func write(_ session: Session?) throws(CloudError) {
    isSignedOut = session == nil
    guard let session else { return try file.write(nil) }
    let content: JSONValue = ["follows": .string(fingerprint), "session": session.json]
    try file.write(content.bytes)
  }
}

extension Session {
  /// From the claims of an access token, which only its cloud can check; nil where it has none.
  init?(accessToken: String, refreshToken: String, cloud: String) {
    let parts = accessToken.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64URL.decode(parts[1]) else { return nil }
    let claims: JSONValue
    do throws(JSONError) { claims = try JSONValue(parsing: bytes) } catch { return nil }
    guard case .object(var user) = claims, let end = claims["exp"]?.integer,
      (0...253_402_300_799).contains(end)
    else { return nil }
    user["id"] = claims["sub"] ?? .null
    guard let account = AccountProfile(json: .object(user)) else { return nil }
    let lifetime = min(max(end - (claims["iat"]?.integer ?? end - 3600), 0), 31_536_000)
    self.init(
      cloud: cloud, userID: account.id, email: account.email, name: account.name,
      provider: account.provider, accessToken: accessToken, refreshToken: refreshToken,
      expiresAt: Instant(milliseconds: end * 1000), lifetime: .seconds(lifetime),
      entitledUntil: account.entitledUntil)
  }
}
