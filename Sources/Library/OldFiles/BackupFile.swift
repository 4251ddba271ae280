import Glibc
import Store

/// A copy of a database beside it, under a name that no file had.
struct BackupFile {
  let path: String

  /// How many backups of one name are made. Why: a loop over what lies in a folder has an end.
  private static let most = 1_000

  /// Copies the database to `user.db-NAME`, or `user.db-NAME-2` and so on.
  ///
  /// The connection holds the right to write and has changed nothing yet: nobody can meanwhile. The
  /// copy gets its name when it is whole, so what a crash cut short never looks like one; the next
  /// one writes over it.
  init(of connection: Connection, name: String) throws(StoreError) {
    let wanted = "\(connection.path)-\(name)"
    let part = "\(wanted).part"
    defer { for end in ["", "-journal"] { unlink(part + end) } }
    for end in ["", "-journal"] { unlink(part + end) }
    try Self.make(part)
    try Connection(path: connection.path, mode: .readOnly).backUp(to: part)
    path = try Self.give(part, wanted)
  }

  /// For where the original has stayed as it was.
  func remove() { unlink(path) }

  /// Gives the file the first of its names that is free. Answers which.
  private static func give(_ part: String, _ wanted: String) throws(StoreError) -> String {
    for number in 1...most {
      let path = number == 1 ? wanted : "\(wanted)-\(number)"
      if link(part, path) == 0 { return path }
      if errno == EEXIST { continue }
      // A disk that knows no second names.
      guard access(path, F_OK) != 0 else { continue }
      guard rename(part, path) == 0 else { throw failure(path) }
      return path
    }
    throw .cannotOpen(path: wanted, reason: "there are \(most) backups already")
  }

  /// For its owner only, like the library.
  private static func make(_ path: String) throws(StoreError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure(path) }
    close(file)
  }

  private static func failure(_ path: String) -> StoreError {
    .cannotOpen(path: path, reason: String(cString: strerror(errno)))
  }
}
