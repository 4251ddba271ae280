package import Vocabulary

extension CloudError: Explained {
  package var kind: ErrorKind {
    switch self {
    case .offline, .lost, .timedOut, .unreadable: .offline
    case .interrupted, .notReady: .busy
    case .refused: isTokenRefused ? .notSignedIn : .refused
    case .notSignedIn: .notSignedIn
    case .notConfigured: .notConfigured
    case .badValue: .badValue
    case .libraryMissing(let name, _): name.hasPrefix("libcrypto") ? .crypto : .notConfigured
    case .sessionExposed: .refused
    case .sessionUnreadable: .corrupt
    case .sessionNotKept: .readOnly
    }
  }

  package var code: String {
    switch self {
    case .offline: "cloud.offline"
    case .lost: "cloud.lost"
    case .timedOut: "cloud.timed_out"
    case .interrupted: "cloud.interrupted"
    case .unreadable: "cloud.unreadable"
    case .notReady: "cloud.not_ready"
    case .refused: "cloud.refused"
    case .notSignedIn: "cloud.not_signed_in"
    case .notConfigured: "cloud.not_configured"
    case .badValue: "cloud.bad_value"
    case .libraryMissing: "cloud.library_missing"
    case .sessionExposed: "cloud.session_exposed"
    case .sessionUnreadable: "cloud.session_unreadable"
    case .sessionNotKept: "cloud.session_not_kept"
    }
  }

  package var summary: String {
    switch self {
    case .offline(_, let text): "The cloud cannot be reached: \(text)."
    case .lost(_, let text): "The connection to the cloud broke: \(text)."
    case .timedOut(let duration):
      "The cloud did not answer within \(duration.wholeMilliseconds) ms."
    case .interrupted: "The exchange with the cloud was interrupted."
    case .unreadable(let status, let reason):
      status == 0
        ? "What answered is not the cloud: \(reason)."
        : "What answered is not the cloud: HTTP \(status), \(reason)."
    case .notReady(let status, let code, _):
      code.isEmpty
        ? "The cloud cannot work now: HTTP \(status)."
        : "The cloud cannot work now: HTTP \(status), \(code)."
    case .refused(let status, let code, let message):
      "The cloud refused: \(message) (HTTP \(status), \(code.isEmpty ? "no code" : code))."
    case .notSignedIn(.never): "Nobody is signed in."
    case .notSignedIn(.ended): "The cloud ended this session."
    case .notConfigured(let problem): "The cloud is not set up: \(problem)."
    case .badValue(let argument, let problem): "\(argument): \(problem)."
    case .libraryMissing(let name, let reason): "\(name) could not be loaded: \(reason)."
    case .sessionExposed(let path): "The session file \(path) may be read by others."
    case .sessionUnreadable(let path, let reason):
      "The session file \(path) cannot be read: \(reason)."
    case .sessionNotKept(let path, let reason):
      "The session file \(path) could not be changed: \(reason)."
    }
  }

  package var hint: String? {
    switch self {
    case .offline, .lost, .timedOut:
      "Nothing is lost: edits wait in the queue. Check the connection, then sync again."
    case .interrupted: "Nothing is lost: ask again to go on."
    case .unreadable:
      "Check the cloud's address, and whether this network wants you to log in with a browser."
    case .notReady(_, _, let wait):
      wait.map { "Try again in \(max(1, $0.components.seconds)) s." } ?? "Try again in a while."
    case .refused: isTokenRefused ? "Sign in again." : nil
    case .notSignedIn(.never): "Sign in with auth.sign_in(email, password)."
    case .notSignedIn(.ended):
      "Sign in again with auth.sign_in(email, password); edits wait in the queue."
    case .notConfigured: "Set SUPABASE_URL and SUPABASE_ANON_KEY, or pass --cloud and --key."
    case .badValue: nil
    case .libraryMissing(let name, _): "Install it: apt-get install \(Self.debianPackage(of: name))"
    case .sessionExposed(let path): "chmod 600 '\(path)', or remove it and sign in again."
    case .sessionUnreadable: "Remove the file and sign in again; edits wait in the queue."
    case .sessionNotKept: "Check the folder's rights and the space on the disk."
    }
  }

  private static func debianPackage(of library: String) -> String {
    library.hasPrefix("libcrypto") ? "libssl3" : "libcurl4"
  }
}
