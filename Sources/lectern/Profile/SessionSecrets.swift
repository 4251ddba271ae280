import Glibc

/// What the environment gives that nobody else may read: tokens, and the session's passphrase.
struct SessionSecrets {
  /// `LECTERN_ACCESS_TOKEN`.
  let accessToken: String?
  /// `LECTERN_REFRESH_TOKEN`.
  let refreshToken: String?
  /// `LECTERN_SESSION_PASSPHRASE`.
  let passphrase: String?

  /// Takes them out of the environment, so that no program that is started from here has them, and
  /// wipes them from what the system shows of this process's start.
  static func taken() -> SessionSecrets {
    SessionSecrets(
      accessToken: take(accessVariable), refreshToken: take(refreshVariable),
      passphrase: take(passphraseVariable))
  }

  /// For a process of our own, which takes them out in its turn.
  var variables: [String] {
    let all = [
      (Self.accessVariable, accessToken), (Self.refreshVariable, refreshToken),
      (Self.passphraseVariable, passphrase),
    ]
    return all.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }

  static let accessVariable = "LECTERN_ACCESS_TOKEN"
  static let refreshVariable = "LECTERN_REFRESH_TOKEN"
  static let passphraseVariable = "LECTERN_SESSION_PASSPHRASE"

  /// An empty one counts as none.
  private static func take(_ name: String) -> String? {
    guard let text = getenv(name) else { return nil }
    let value = String(cString: text)
    memset(text, 0x78, strlen(text))
    unsetenv(name)
    return value.isEmpty ? nil : value
  }
}
