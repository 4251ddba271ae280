import Cloud
import Console
import Glibc

/// Where one profile's files are.
struct ProfilePaths {
  /// The library: user.db, or what --db names.
  let database: String
  /// The embedded cloud of the profile.
  let cloud: String
  /// What was asked of its clouds.
  let log: SyncLog
  /// Who is signed in.
  let session: String
  /// What followed the tokens that the environment gave.
  var environmentSession: String { "\(session.dropLast(5)).environment.json" }

  /// Makes the folders, for their owner only.
  init(_ options: Options, _ folders: Folders) throws(LecternError) {
    let name = options.profile ?? "default"
    let profile = "\(folders.data)/profiles/\(name)"
    let sessions = "\(folders.state)/sessions"
    session = "\(sessions)/\(name).json"
    log = SyncLog(path: "\(folders.state)/sync.log", profile: options.database ?? name)
    if let named = options.database {
      try Self.requirePlace(named)
      database = named
      cloud = "\(named).cloud"
    } else {
      database = "\(profile)/user.db"
      cloud = "\(profile)/cloud.db"
      if !options.isReadOnly { try Self.makeFolder(profile) }
    }
    if !options.isReadOnly { try Self.makeFolder(sessions) }
  }

  /// Refuses what no library can be, before anything opens it and waits or writes.
  private static func requirePlace(_ path: String) throws(LecternError) {
    if path.hasPrefix("file:") {
      throw .noPlace(
        path: path, problem: "is a URI, which --db does not take",
        hint: "give the path; --read-only opens it without the right to write")
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR:
      throw .noPlace(
        path: path, problem: "is a folder", hint: "name a file in it: \(path)/notes.db")
    default:
      throw .noPlace(path: path, problem: "is no file", hint: "name a file with --db")
    }
  }

  private static func makeFolder(_ path: String) throws(LecternError) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if mkdir(made, 0o700) != 0, errno != EEXIST {
        throw .folder(path: made, reason: String(cString: strerror(errno)))
      }
    }
  }

  /// Which machine and path the library lies on: a copy of it elsewhere is another device.
  var binding: String {
    let machine = Self.firstLine(of: "/etc/machine-id") ?? ""
    return "\(machine) \(Self.resolved(database) ?? place)"
  }

  /// Where a library that is not made yet will lie, in the words in which it is found later.
  private var place: String {
    let slash = database.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(database[...$0]) } ?? "."
    let name = slash.map { String(database[database.utf8.index(after: $0)...]) } ?? database
    guard let whole = Self.resolved(folder) else { return database }
    return whole == "/" ? "/\(name)" : "\(whole)/\(name)"
  }

  private static func resolved(_ path: String) -> String? {
    realpath(path, nil).map { whole in
      defer { free(whole) }
      return String(cString: whole)
    }
  }

  private static func firstLine(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(file, &bytes, bytes.count)
    let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
  }
}
