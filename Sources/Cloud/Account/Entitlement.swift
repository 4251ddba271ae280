package import Vocabulary

/// Whether the person may sync, as far as this device knows. The cloud decides at each call.
package struct Entitlement: Sendable, Equatable {
  /// Where the answer comes from.
  package enum Source: String, Sendable {
    /// The token names a time.
    case token
    /// The token names none: there is no end.
    case noClaim = "no claim"
    /// The cloud has not been heard for too long.
    case old = "old answer"
    /// Nobody is signed in.
    case signedOut = "signed out"
  }

  /// Whether sync is paid for now.
  package let isActive: Bool
  /// When that ends or ended; nil for no end.
  package let until: Instant?
  /// Where the answer comes from.
  package let source: Source

  /// How long the last answer of the cloud is good without another one.
  private static let trust: Duration = .seconds(7 * 86_400)

  /// What a session says; nil for nobody signed in.
  package init(_ session: Session?, at now: Instant) {
    until = session?.entitledUntil
    guard let session else {
      (isActive, source) = (false, .signedOut)
      return
    }
    let answered = session.expiresAt - session.lifetime
    guard let until = session.entitledUntil else {
      (isActive, source) = (true, .noClaim)
      return
    }
    let isOld = now - answered > Self.trust
    (isActive, source) = isOld ? (false, .old) : (until > now, .token)
  }
}
