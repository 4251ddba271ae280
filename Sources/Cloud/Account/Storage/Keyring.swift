/// One secret that somebody else keeps for this program: the desktop's secret service.
///
/// Every implementation: no call hangs, and none asks the person anything; what is kept is whole or
/// not there; it is shown to nobody but the caller.
package protocol Keyring: AnyObject {
  /// Whether there may be one; it costs no call.
  var isThere: Bool { get }
  /// The secret; nil where none is kept.
  func secret() throws(KeyringSilence) -> [UInt8]?
  /// Keeps a secret in place of the one before.
  func keep(_ secret: [UInt8]) throws(KeyringSilence)
  /// Forgets it.
  func forget() throws(KeyringSilence)
}

/// Why the secret service did not do what was asked: it is not there, locked, or does not answer.
package struct KeyringSilence: Error, Equatable {
  /// In its own words, without the secret.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
