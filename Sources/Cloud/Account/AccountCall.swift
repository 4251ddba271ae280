import Vocabulary

/// What is asked of Auth, and whether it may be asked again by itself when it fails.
///
/// A person presses a key once: whatever sends a mail, uses up a code or makes an account is never
/// sent twice unless the first certainly did nothing.
package enum AccountCall: String, CaseIterable, Sendable {
  case signUp = "sign up"
  case verify
  case resend
  case signIn = "sign in"
  case sendCode = "send a code"
  case resetPassword = "reset the password"
  case changePassword = "change the password"
  case changeEmail = "change the address"
  case rename
  case reauthenticate
  case identityToken = "sign in with a provider"
  case exchange
  case refresh
  case profile
  case settings
  case signOutHere = "sign out here"
  case signOutOthers = "sign out others"
  case signOutEverywhere = "sign out everywhere"
  case deleteAccount = "delete the account"

  /// When another try is due.
  package enum Repeating: Sendable {
    case never
    /// Where the first call certainly had no effect.
    case whereNothingHappened
    /// Also where it may have had: doing it twice is doing it once.
    case harmless
  }

  /// How many calls follow the first at most.
  package static let moreCalls = 2
  /// How long after one another they come.
  package static let pause: Duration = .milliseconds(300)

  /// The table.
  package var repeating: Repeating {
    switch self {
    case .resend, .sendCode, .resetPassword, .changeEmail: .whereNothingHappened
    case .signOutHere, .signOutOthers, .signOutEverywhere, .deleteAccount: .harmless
    case .signUp, .verify, .signIn, .changePassword, .rename, .reauthenticate, .identityToken,
      .exchange, .refresh, .profile, .settings:
      .never
    }
  }

  /// Whether another call may follow one that failed so.
  package func mayFollow(_ error: CloudError) -> Bool {
    switch repeating {
    case .never: false
    case .whereNothingHappened: error.certainlyDidNothing
    case .harmless: error.certainlyDidNothing || error.mayHaveWorked
    }
  }
}

extension CloudError {
  /// Whether the cloud certainly did not do what failed, and may a moment later.
  fileprivate var certainlyDidNothing: Bool {
    switch self {
    case .offline, .notReady(503, _, _): true
    // Auth takes back what it began when a mail cannot be sent.
    case .notReady(500, "unexpected_failure", _): true
    default: false
    }
  }

  /// Whether the cloud may have done it: the answer did not come, or not from it.
  fileprivate var mayHaveWorked: Bool {
    switch self {
    case .lost, .timedOut, .unreadable: true
    case .notReady(let status, _, _): status >= 500
    default: false
    }
  }
}

extension Account {
  /// Asks once, and again where the table says so.
  func asking<T>(
    _ call: AccountCall, _ body: () throws(CloudError) -> T
  ) throws(CloudError) -> T {
    for _ in 0..<AccountCall.moreCalls {
      do throws(CloudError) { return try body() } catch {
        guard call.mayFollow(error), surroundings.wait(AccountCall.pause) else { throw error }
      }
    }
    return try body()
  }
}
