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
  /// A path that is no library and could not become one.
  case noPlace(path: String, problem: String, hint: String)
  /// A cloud that another process serves.
  case inUse(path: String)
  /// A library that may only be read, and is not there.
  case noLibrary(path: String)
  /// A backup that is to be restored, and is not there.
  case noBackup(path: String)
  /// A backup of another account's library.
  case othersBackup(path: String)
  /// Files that somebody changed, or an earlier version wrote. They stay as they are.
  case filesDiffer(paths: [String])

  var kind: ErrorKind {
    switch self {
    case .halfConfigured, .keyMissing: .notConfigured
    case .seededProfile, .filesDiffer, .noPlace: .badValue
    case .folder: .readOnly
    case .noLibrary, .noBackup: .notFound
    case .othersBackup: .conflict
    case .inUse: .busy
    }
  }

  var code: String {
    switch self {
    case .halfConfigured: "lectern.half_configured"
    case .keyMissing: "lectern.key_missing"
    case .seededProfile: "lectern.seeded_profile"
    case .folder: "lectern.folder"
    case .noPlace: "lectern.no_place"
    case .inUse: "lectern.in_use"
    case .noLibrary: "lectern.no_library"
    case .noBackup: "lectern.no_backup"
    case .othersBackup: "lectern.others_backup"
    case .filesDiffer: "lectern.files_differ"
    }
  }

  var summary: String {
    switch self {
    case .halfConfigured(let missing): "\(missing) is not set, but its partner is"
    case .keyMissing(let url): "no key for \(url)"
    case .seededProfile: "--seed and --clock are for libraries in memory"
    case .folder(let path, let reason): "cannot make the folder \(path): \(reason)"
    case .noPlace(let path, let problem, _): "\(path) \(problem)"
    case .inUse(let path): "\(path) is served by another lectern"
    case .noLibrary(let path): "there is no library at \(path)"
    case .noBackup(let path): "there is no file \(path)"
    case .othersBackup(let path): "\(path) belongs to another account than this library"
    case .filesDiffer(let paths):
      "kept, as \(paths.count == 1 ? "it differs" : "they differ"): "
        + paths.joined(separator: ", ")
    }
  }

  var hint: String? {
    switch self {
    case .halfConfigured(SessionSecrets.accessVariable):
      "give both tokens, or only LECTERN_ACCESS_TOKEN, which then is not renewed"
    case .halfConfigured: "set SUPABASE_URL and SUPABASE_ANON_KEY, or neither"
    case .keyMissing: "give it with --key; only a cloud on this machine goes without"
    case .seededProfile: "add --memory, so that nobody's notes get a stamp of a made-up clock"
    case .folder: nil
    case .noPlace(_, _, let hint): hint
    case .inUse: "use that one, or give --data another folder"
    case .noLibrary: "check the name, or leave out --read-only to begin one"
    case .noBackup: "nothing was changed; check the name"
    case .othersBackup: "nothing was changed; --profile NAME makes it a library of its own"
    case .filesDiffer: "what was missing is written; --force writes over these too"
    }
  }
}
