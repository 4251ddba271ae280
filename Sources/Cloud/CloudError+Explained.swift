package import Vocabulary

extension CloudError: Explained {
  package var kind: ErrorKind {
    switch self {
    case .offline, .lost, .timedOut, .unreadable: .offline
    case .interrupted, .notReady, .tokensEndAtOnce: .busy
    case .refused: isTokenRefused ? .notSignedIn : .refused
    case .notSignedIn: .notSignedIn
    case .notConfigured: .notConfigured
    case .badValue: .badValue
    case .libraryMissing(let name, _): name.hasPrefix("libcrypto") ? .crypto : .notConfigured
    case .sessionExposed, .sessionFolderExposed: .refused
    case .sessionSealed: .crypto
    case .secretServiceSilent: .busy
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
    case .tokensEndAtOnce: "cloud.tokens_end_at_once"
    case .notSignedIn: "cloud.not_signed_in"
    case .notConfigured: "cloud.not_configured"
    case .badValue: "cloud.bad_value"
    case .libraryMissing: "cloud.library_missing"
    case .sessionExposed: "cloud.session_exposed"
    case .sessionFolderExposed: "cloud.session_folder_exposed"
    case .sessionSealed: "cloud.session_sealed"
    case .secretServiceSilent: "cloud.secret_service_silent"
    case .sessionUnreadable: "cloud.session_unreadable"
    case .sessionNotKept: "cloud.session_not_kept"
    }
  }

  package var summary: String {
    switch self {
    case .offline(_, let text): "the cloud cannot be reached: \(text)"
    case .lost(_, let text): "the connection to the cloud broke: \(text)"
    case .timedOut(let duration):
      "the cloud did not answer within \(duration.inSeconds)"
    case .interrupted: "the exchange with the cloud was interrupted"
    case .unreadable(let status, let reason):
      status == 0
        ? "what answered is not the cloud: \(reason)"
        : "what answered is not the cloud: HTTP \(status), \(reason)"
    case .notReady(let status, let code, _) where AuthWords.limit(code) != nil:
      "the cloud refused: \(AuthWords.limit(code) ?? "") (HTTP \(status), \(code))"
    case .notReady(let status, let code, _):
      "the cloud cannot work now: HTTP \(status)\(code.isEmpty ? "" : ", \(code)")"
    case .refused(let status, let code, let message):
      "the cloud refused: \(message) (HTTP \(status)\(code.isEmpty ? "" : ", \(code)"))"
    case .notSignedIn(.never): "nobody is signed in"
    case .tokensEndAtOnce:
      "the cloud's tokens end as soon as they come: a clock is wrong, here or there"
    case .notSignedIn(.ended): "the cloud ended this session"
    case .notSignedIn(.accountGone): "this account was deleted"
    case .notSignedIn(.notRenewable): "the access token has ended, and there is none to renew it"
    case .notConfigured(let problem): "the cloud is not set up: \(problem)"
    case .badValue(let argument, let problem): "\(argument) \(problem)"
    case .libraryMissing(let name, let reason): "\(name) could not be loaded: \(reason)"
    case .sessionExposed(let path): "the session file \(path) may be read by others"
    case .sessionFolderExposed(let path):
      "the folder \(path) of the session file may be changed by others"
    case .sessionSealed(let path, false): "the session file \(path) is sealed with a passphrase"
    case .sessionSealed(let path, true):
      "the session file \(path) does not open with this passphrase"
    case .secretServiceSilent(let reason):
      "the desktop's secret service does not give the session: \(reason)"
    case .sessionUnreadable(let path, let reason):
      "the session file \(path) cannot be read: \(reason)"
    case .sessionNotKept(let path, let reason):
      "the session file \(path) could not be changed: \(reason)"
    }
  }

  package var hint: String? {
    switch self {
    case .offline, .lost, .timedOut:
      "nothing is lost: edits wait in the queue; check the connection, then sync again"
    case .interrupted: "nothing is lost: ask again to go on"
    case .unreadable:
      "check the cloud's address, and whether this network wants you to log in with a browser"
    case .notReady(_, "captcha_failed", _): AuthWords.hint(for: "captcha_failed")
    case .notReady(_, _, let wait):
      wait.map { "try again in \(max(1, $0.components.seconds)) s" } ?? "try again in a while"
    case .refused(_, let code, _) where AuthWords.hint(for: code) != nil:
      AuthWords.hint(for: code)
    case .refused:
      switch failureClass {
      case .signIn: isTokenRefused ? "sign in again" : nil
      case .serverNotReady:
        "the project lacks it, or has an older form: 'lectern doctor' says what, "
          + "'lectern supabase DIR' writes what to deploy"
      default: nil
      }
    case .notSignedIn(.never): "sign in with auth.sign_in(email, password)"
    case .notSignedIn(.ended):
      "sign in again with auth.sign_in(email, password); edits wait in the queue"
    case .notSignedIn(.accountGone):
      "sign up or sign in again; everything on this device stays, and edits wait in the queue"
    case .notSignedIn(.notRenewable):
      "set LECTERN_ACCESS_TOKEN anew, with LECTERN_REFRESH_TOKEN beside it to have it renewed"
    case .tokensEndAtOnce(let wait):
      "compare the time here, and the cloud's, with a good clock; the next try is in "
        + "\(max(1, wait.components.seconds)) s"
    case .notConfigured: "set SUPABASE_URL and SUPABASE_ANON_KEY, or pass --cloud and --key"
    case .badValue("email", _): "write it like name@example.org"
    case .badValue("password", _): "choose 8 characters or more, with a letter and a digit"
    case .badValue("code", _): "type the digits of the newest mail"
    case .badValue(let argument, _): "change \(argument)"
    case .libraryMissing(let name, _): "install it: apt-get install \(Self.debianPackage(of: name))"
    case .sessionExposed(let path): "chmod 600 '\(path)', or remove it and sign in again"
    case .sessionFolderExposed(let path): "chmod 700 '\(path)'"
    case .sessionSealed:
      "set LECTERN_SESSION_PASSPHRASE to the passphrase it was sealed with, or remove the file "
        + "and sign in again"
    case .secretServiceSilent:
      "unlock the keyring, or sign in again: then the session is kept in a file"
    case .sessionUnreadable:
      "sign in again; the file is kept beside the new one, edits in the queue"
    case .sessionNotKept: "check the folder's rights and the room on the disk"
    }
  }

  private static func debianPackage(of library: String) -> String {
    library.hasPrefix("libcrypto") ? "libssl3" : "libcurl4"
  }
}

extension Duration {
  /// `60 s`, `1.5 s`, `0.02 s`.
  fileprivate var inSeconds: String {
    let milliseconds = wholeMilliseconds
    let rest = String(1_000 + milliseconds % 1_000).dropFirst()
    let digits = rest.prefix { $0 == "0" }.count == 3 ? "" : "." + rest
    var text = "\(milliseconds / 1_000)" + digits
    while text.contains("."), text.last == "0" { text.removeLast() }
    return text + " s"
  }
}
