import Vocabulary

/// What the command line or the environment asks for that cannot be.
enum LecternError: Explained {
  /// Only one of the two variables is set.
  case halfConfigured(missing: String)
  /// A key is needed for a cloud that is not on this machine.
  case keyMissing(url: String)
  /// A seed or a virtual clock for a library that is kept.
  case seededProfile
  case folder(path: String, reason: String)

  var kind: ErrorKind {
    switch self {
    case .halfConfigured, .keyMissing: .notConfigured
    case .seededProfile: .badValue
    case .folder: .readOnly
    }
  }

  var code: String {
    switch self {
    case .halfConfigured: "lectern.half_configured"
    case .keyMissing: "lectern.key_missing"
    case .seededProfile: "lectern.seeded_profile"
    case .folder: "lectern.folder"
    }
  }

  var summary: String {
    switch self {
    case .halfConfigured(let missing): "\(missing) is not set, but its partner is"
    case .keyMissing(let url): "no key for \(url)"
    case .seededProfile: "--seed and --clock are for libraries in memory"
    case .folder(let path, let reason): "cannot make the folder \(path): \(reason)"
    }
  }

  var hint: String? {
    switch self {
    case .halfConfigured: "set SUPABASE_URL and SUPABASE_ANON_KEY, or neither"
    case .keyMissing: "give it with --key; only a cloud on this machine goes without"
    case .seededProfile: "add --memory, so that nobody's notes get a stamp of a made-up clock"
    case .folder: nil
    }
  }
}
