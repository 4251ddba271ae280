/// The one table that says what a failure asks for, whoever reports it. Pure.
///
/// Only `refused` ever costs a change an attempt; so whatever is not known to be a refusal of data
/// waits: a code of another program, an empty one, a body that is not JSON.
package enum RetryTable {
  /// Codes by their longest known beginning: SQLSTATEs and their classes, PostgREST's codes.
  ///
  /// Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
  /// Source: https://docs.postgrest.org/en/v14/references/errors.html
  package static let codes: [(beginning: String, class: FailureClass)] = [
    // Data that no repeating makes right.
    ("21", .refused), ("22", .refused), ("23", .refused), ("44", .refused),
    ("P0001", .refused), ("PGRST102", .refused),
    // Arguments of another shape than the functions take, and SQL that cannot be run.
    ("22023", .ours), ("42", .ours), ("20", .ours), ("26", .ours), ("2F", .ours), ("34", .ours),
    ("P0", .ours), ("PGRST1", .ours), ("PGRST2", .ours),
    // Connections, restarts, deadlocks, locks, room, time limits, read-only projects.
    ("08", .wait), ("25", .wait), ("40", .wait), ("53", .wait), ("54", .wait), ("55", .wait),
    ("57", .wait), ("58", .wait), ("72", .wait), ("HV", .wait), ("XX", .wait),
    ("PGRST000", .wait), ("PGRST001", .wait), ("PGRST002", .wait), ("PGRST003", .wait),
    ("PGRSTX", .wait),
    // Tables, columns and functions that are not there (yet), rights that were not granted.
    ("0A", .serverNotReady), ("28", .serverNotReady), ("3D", .serverNotReady),
    ("3F", .serverNotReady), ("F0", .serverNotReady), ("42501", .serverNotReady),
    ("42P01", .serverNotReady), ("42703", .serverNotReady), ("42883", .serverNotReady),
    ("42704", .serverNotReady), ("42725", .serverNotReady), ("PGRST004", .serverNotReady),
    ("PGRST106", .serverNotReady), ("PGRST111", .serverNotReady), ("PGRST112", .serverNotReady),
    ("PGRST121", .serverNotReady), ("PGRST125", .serverNotReady), ("PGRST202", .serverNotReady),
    ("PGRST203", .serverNotReady), ("PGRST204", .serverNotReady), ("PGRST205", .serverNotReady),
    ("PGRST300", .serverNotReady),
    // Tokens.
    ("PGRST301", .signIn), ("PGRST302", .signIn), ("PGRST303", .signIn), ("bad_jwt", .signIn),
  ]

  /// What a code says; nil for an empty one and for those of other programs.
  package static func of(code: String) -> FailureClass? {
    // An SQLSTATE has five characters: anything else that begins like one is another's.
    let isState = code.utf8.count == 5
    let known = codes.filter {
      code.hasPrefix($0.beginning) && (isState || $0.beginning.utf8.count > 5)
    }
    if let longest = known.max(by: { $0.beginning.count < $1.beginning.count }) {
      return longest.class
    }
    guard code.hasPrefix("PT"), code.count == 5, let status = Int(code.dropFirst(2)) else {
      return nil
    }
    return of(status: status)
  }

  /// What a status says where no code says more.
  ///
  /// | status | class |
  /// |---|---|
  /// | 401, 407 | sign in |
  /// | 402, 404, 410, 501 | server not ready: unpaid, or not deployed |
  /// | 405, 406, 411, 414, 415, 416, 417, 431, 505 | ours |
  /// | 413 | refused: too large as it is, so it is cut |
  /// | all others, successes that cannot be read and redirects too | wait |
  package static func of(status: Int) -> FailureClass {
    switch status {
    case 401, 407: .signIn
    case 402, 404, 410, 501: .serverNotReady
    case 405, 406, 411, 414, 415, 416, 417, 431, 505: .ours
    case 413: .refused
    default: .wait
    }
  }

  /// What an answer to a whole call says. A right that is missing there is missing for all.
  package static func of(status: Int, code: String) -> FailureClass {
    if status == 401 { return .signIn }
    return of(code: code) ?? of(status: status)
  }

  /// The code of a change that holds a plain text although the person's texts are sealed.
  package static let unsealed = "LS001"

  /// What the answer to one change, in an answer to the whole, says.
  ///
  /// A policy that refuses one row refuses that row; a code that nobody knows is the cloud's own,
  /// and a refusal too, but an empty one says nothing.
  package static func of(resultCode code: String) -> FailureClass {
    if code.isEmpty || code == unsealed { return .wait }
    return code == "42501" ? .refused : of(code: code) ?? .refused
  }

  /// What libcurl's number says: all wait but those that name a fault of the caller.
  ///
  /// Certificates that are not trusted wait too: so does a network that wants a browser first.
  /// Source: https://curl.se/libcurl/c/libcurl-errors.html
  package static func of(curl number: Int32) -> FailureClass {
    switch number {
    case 1, 3, 4, 41, 43, 48: .ours
    default: .wait
    }
  }
}

extension CloudError {
  /// What this failure asks for.
  package var failureClass: FailureClass {
    switch self {
    case .offline(let number, _), .lost(let number, _): RetryTable.of(curl: number)
    case .timedOut, .interrupted, .tokensEndAtOnce: .wait
    // No word of our cloud. Only too large a body is known by the status alone.
    case .unreadable(let status, _): status == 413 ? .refused : .wait
    case .notReady(let status, let code, _): RetryTable.of(status: status, code: code)
    case .refused(let status, let code, _): RetryTable.of(status: status, code: code)
    case .notSignedIn: .signIn
    case .notConfigured, .badValue, .libraryMissing, .sessionExposed, .sessionFolderExposed,
      .sessionSealed, .secretServiceSilent, .sessionUnreadable, .sessionNotKept:
      .ours
    }
  }

  /// How long the cloud asks to be left alone, where it does.
  package var retryAfter: Duration? {
    switch self {
    case .notReady(_, _, let wait): wait
    case .tokensEndAtOnce(let wait): wait
    default: nil
    }
  }

  /// Whether a smaller body may do: it was too large, or took too long.
  package var asksForLess: Bool {
    switch self {
    case .notReady(_, "57014", _): true
    default: failureClass == .refused
    }
  }
}
