import Glibc
package import Schema
package import Store

/// Whole copies of a library, made while others go on writing it.
package enum LibraryCopy {
  /// Copies a library to a file that is not there yet, and looks whether the copy is whole.
  ///
  /// The name is taken first and the copy moved there at the end: one that was cut short is no
  /// database. Errors: what keeps it from being made; nothing is left of it then.
  package static func make(
    of path: String, at copy: String, _ catalog: Catalog,
    telling tell: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws(StoreError) -> LibraryContents {
    let source = try Connection(path: path, mode: .readOnly)
    try takeName(copy)
    let part = "\(copy).part"
    do throws(StoreError) {
      // Who finds a copy shall not read what is sealed in the cloud afterwards.
      let contents = try draft(source, at: part, catalog, telling: tell) {
        (copy) throws(StoreError) in
        try copy.execute("PRAGMA secure_delete = ON")
        try copy.run(
          "DELETE FROM sync_state WHERE key = ?1", .text(SyncStateKey.sealingKeys.rawValue))
      }
      guard rename(part, copy) == 0 else { throw failure(copy) }
      syncFolder(of: copy)
      return contents
    } catch {
      if error != .exists(path: part) { unlink(part) }
      unlink(copy)
      throw error
    }
  }

  /// A copy in one file, checked.
  static func draft(
    _ source: Connection, at path: String, _ catalog: Catalog,
    telling tell: ((Int, Int) -> Void)? = nil,
    _ change: (Connection) throws(StoreError) -> Void = { (_) throws(StoreError) in }
  ) throws(StoreError) -> LibraryContents {
    try takeName(path)
    try source.backUp(to: path, telling: tell)
    let copy = try Connection(path: path, mode: .existing)
    try copy.endWriteAheadLog()
    let contents = try LibraryContents(of: copy, catalog, copiedFrom: source.path)
    try change(copy)
    return contents
  }

  /// For its owner only, like the library.
  static func takeName(_ path: String) throws(StoreError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw errno == EEXIST ? .exists(path: path) : failure(path) }
    close(file)
  }

  static func failure(_ path: String) -> StoreError {
    .cannotOpen(path: path, reason: String(cString: strerror(errno)))
  }

  /// The name of a file is on the disk only when its folder is.
  static func syncFolder(of path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
