package import Store
package import Vocabulary

/// Until when a person may sync, as the token's claims say: `app_metadata.entitled_until`. Whoever
/// sells the subscription writes it there; no such claim means no end.
enum Entitlement {
  static let claim = "entitled_until"

  /// Nil for no end; what is no time is none.
  static func end(in claims: JSONValue) -> Instant? {
    claims["app_metadata"]?[claim]?.string.flatMap { Instant($0) }
  }
}

extension UserChanges {
  /// What every function answers once that time is over; nil before.
  func lapse() throws -> JSONValue? {
    guard let end = entitledUntil, end <= now else { return nil }
    return [
      "status": "not_entitled", "now": .string(now.text), "cloud": .string(try cloudID()),
      "until": .string(end.text),
    ]
  }
}

extension EmbeddedProject {
  /// Says until when a person may sync; nil for no end. Tokens that were given before say nothing
  /// of it. False where nobody has that address.
  package func entitle(_ email: String, until end: Instant?) throws(StoreError) -> Bool {
    try connection.run(
      "UPDATE auth_users SET entitled_until = ?2 WHERE email = ?1", .text(email.lowercased()),
      end.map { .text($0.text) } ?? .null)
    return connection.changes > 0
  }
}
