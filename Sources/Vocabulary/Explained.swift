/// What went wrong, in the words that the console, Lua and `-o json` show.
///
/// Every module has one error enum that conforms to it.
package protocol Explained: Error, Sendable, CustomStringConvertible {
  /// What sort of failure it is; Lua's `kind`.
  var kind: ErrorKind { get }
  /// A stable name, `module.case`.
  var code: String { get }
  /// One sentence: what, where. It holds no secrets.
  var summary: String { get }
  /// What to do next, or nil.
  var hint: String? { get }
}

extension Explained {
  package var description: String { hint.map { "\(summary) (\($0))" } ?? summary }
}

/// The kinds of failure that a script may tell apart.
package enum ErrorKind: String, Sendable, CaseIterable {
  case badValue = "bad_value"
  case notFound = "not_found"
  case deleted
  case busy
  case readOnly = "read_only"
  case refused
  case offline
  case notSignedIn = "not_signed_in"
  case notConfigured = "not_configured"
  case notEntitled = "not_entitled"
  case conflict
  case limit
  case corrupt
  case crypto
  case `internal`
}
