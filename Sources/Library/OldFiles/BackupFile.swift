import Glibc
import Store

/// A copy of a database beside it, under a name that no file had.
struct BackupFile {
  let path: String

  /// How many backups of one name are made. Why: a loop over what lies in a folder has an end.
  private static let most = 1_000

  /// Copies the database to `user.db-NAME`, or `user.db-NAME-2` and so on.
  ///
  /// The connection holds the right to write and has changed nothing yet: nobody can meanwhile.
  /// The name is taken first, then the copy is moved there whole: a backup that a crash cut short
  /// never looks like one.
  init(of connection: Connection, name: String) throws(StoreError) {
    path = try Self.takeName("\(connection.path)-\(name)")
    let part = "\(path).part"
    do throws(StoreError) {
      try Self.make(part)
      try Connection(path: connection.path, mode: .readOnly).backUp(to: part)
      guard rename(part, path) == 0 else { throw Self.failure(path) }
    } catch {
      unlink(part)
      unlink(path)
      throw error
    }
  }

  /// For where the original has stayed as it was.
  func remove() { unlink(path) }

  private static func takeName(_ wanted: String) throws(StoreError) -> String {
    for number in 1...most {
      let path = number == 1 ? wanted : "\(wanted)-\(number)"
      do {
        try make(path)
        return path
      } catch  where errno == EEXIST { continue }
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
