import Cloud
import Console
import Vocabulary

/// Where the profile's session is kept: in the environment where tokens are given there, else with
/// the desktop's secret service or in a file.
struct SessionStorage {
  let paths: ProfilePaths
  let secrets: SessionSecrets
  let surroundings: any Surroundings

  /// The profile's own, or that of another, whatever the environment holds.
  func file(at path: String? = nil) -> FileSessionStore {
    let path = path ?? paths.session
    return FileSessionStore(
      path: path, surroundings: surroundings, passphrase: secrets.passphrase,
      keyring: SecretTool(profile: path), usesKeyring: variable("LECTERN_KEYRING") != "off")
  }

  /// What a run at `cloud` works with.
  func store(
    _ file: FileSessionStore, for cloud: String?
  ) throws -> any SessionStore {
    guard let accessToken = secrets.accessToken else {
      if secrets.refreshToken != nil {
        throw LecternError.halfConfigured(missing: SessionSecrets.accessVariable)
      }
      return file
    }
    return try EnvironmentSessionStore(
      accessToken: accessToken, refreshToken: secrets.refreshToken, cloud: cloud ?? "",
      path: paths.environmentSession, surroundings: surroundings)
  }
}

extension CloudChoice {
  /// The name by which a session knows its cloud; nil for none.
  func name(path: String) -> String? {
    switch self {
    case .none: nil
    case .embedded: "embedded:\(path)"
    case .remote(let url, _): url
    }
  }
}
