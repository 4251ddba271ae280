import Glibc

/// Where the program keeps its files, by the XDG rules.
///
/// Source: https://specifications.freedesktop.org/basedir-spec/latest/
package struct Folders: Sendable, Equatable {
  /// config.lua and rc.lua.
  package let config: String
  /// History, recordings, sessions and the redacted log of syncs.
  package let state: String
  /// Profiles.
  package let data: String

  /// Reads `XDG_…_HOME` and `HOME`; a relative path there counts as unset, as the rules ask.
  package init(environment: (String) -> String?) {
    func folder(_ variable: String, _ fallback: String) -> String {
      if let named = environment(variable), named.hasPrefix("/") { return named + "/lectern" }
      return (environment("HOME") ?? "") + "/" + fallback + "/lectern"
    }
    config = folder("XDG_CONFIG_HOME", ".config")
    state = folder("XDG_STATE_HOME", ".local/state")
    data = folder("XDG_DATA_HOME", ".local/share")
  }

  /// The folders that this process's environment asks for.
  package static func ofProcess() -> Folders { Folders(environment: variable) }
}

/// A variable of the process's environment, or nil where it is unset.
package func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
