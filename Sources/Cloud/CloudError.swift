import Vocabulary

/// Why the cloud did not do what was asked.
///
/// No case holds a token, a password or a body. "Safe to repeat" means that the first try changed
/// nothing there.
package enum CloudError: Error, Equatable {
  /// The cloud was not reached. `curl` is libcurl's number, 0 where none was asked. Safe to repeat.
  case offline(curl: Int32, text: String)
  /// The connection broke before the whole answer was here; the cloud may have done it.
  case lost(curl: Int32, text: String)
  /// No answer in time; the cloud may have done it.
  case timedOut(after: Duration)
  /// The person, or the end of the program, stopped it; the cloud may have done it.
  case interrupted
  /// What answered is not our cloud: a page, a redirect, or no JSON. Safe to repeat.
  case unreadable(status: Int, reason: String)
  /// The cloud answers but cannot work now: 408, 429 and 5xx. Safe to repeat after a wait.
  case notReady(status: Int, code: String, retryAfter: Duration?)
  /// The cloud understood and said no. Repeating it gives the same answer.
  case refused(status: Int, code: String, message: String)
  /// Tokens end as soon as they come, so that no more are asked for now: a clock is wrong, here or
  /// there. Safe to repeat after a wait.
  case tokensEndAtOnce(retryAfter: Duration)
  /// Nobody is signed in, or the cloud ended the session. Safe to repeat after signing in.
  case notSignedIn(SignedOutReason)
  /// No cloud is set up, or what is set up is no address. Says which setting.
  case notConfigured(String)
  /// A value that the cloud would refuse, found before it was sent.
  case badValue(argument: String, problem: String)
  /// A library that is loaded at first use is not installed.
  case libraryMissing(name: String, reason: String)
  /// The session file may be read by others, so its tokens are not used.
  case sessionExposed(path: String)
  /// Others may change the folder of the session file, and so put a session there.
  case sessionFolderExposed(path: String)
  /// The session file is sealed: with a passphrase that is not known, or is another.
  case sessionSealed(path: String, isPassphraseKnown: Bool)
  /// The desktop's secret service has the session and does not give it. Safe to repeat.
  case secretServiceSilent(reason: String)
  /// The session file is no session of ours.
  case sessionUnreadable(path: String, reason: String)
  /// The session file could not be written or removed; the session before it stands.
  case sessionNotKept(path: String, reason: String)
}

/// Why there is no session to work with.
package enum SignedOutReason: String, Sendable, Equatable {
  /// Nobody signed in on this profile, or the person signed out.
  case never
  /// The cloud refused the refresh token: signed out elsewhere, revoked, or deleted.
  case ended
  /// The account was deleted.
  case accountGone
  /// The access token came without a refresh token, and has ended.
  case notRenewable
}

extension CloudError {
  /// Whether the access token was refused, so that one refresh may cure it.
  ///
  /// PostgREST says 401 PGRST301, 302 or 303; Auth says 403 `bad_jwt`.
  package var isTokenRefused: Bool {
    guard case .refused(let status, let code, _) = self else { return false }
    return switch code {
    case "PGRST301", "PGRST302", "PGRST303": true
    case "bad_jwt": status == 403 || status == 401
    default: false
    }
  }
}
