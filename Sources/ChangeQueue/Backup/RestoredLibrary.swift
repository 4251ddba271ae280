import Glibc
package import Schema
import Store

/// A library that a backup was put in the place of. What was there lies beside it, whole.
package struct RestoredLibrary: Sendable {
  /// What is there now.
  package let contents: LibraryContents
  /// Where lies what was there before; nil where nothing was.
  package let kept: String?
  /// What that is; nil for what is no library of ours, or is damaged.
  package let keptContents: LibraryContents?

  /// How many names are tried for what is kept. Why: a loop over a folder has an end.
  private static let most = 1_000

  /// Puts a copy of the library at `path` in the place of the one at `library`.
  ///
  /// The copy is checked before anything is moved, and becomes the library by one rename: at any
  /// crash one or the other is there. It draws a new device id when it is opened, since the device
  /// it was copied from went on giving stamps.
  ///
  /// - Parameter check: throws where one must not take the other's place: the old (nil for none
  ///   that can be read), the new.
  package init(
    from path: String, at library: String, _ catalog: Catalog,
    telling tell: ((_ done: Int, _ total: Int) -> Void)? = nil,
    check: (LibraryContents?, LibraryContents) throws -> Void
  ) throws {
    guard let lock = SyncLock(beside: library) else { throw StoreError.busy(path: library) }
    defer { withExtendedLifetime(lock) {} }
    let isThere = access(library, F_OK) == 0
    let old = try isThere ? Self.contents(of: library, catalog) : nil
    let part = "\(library)-restore.part"
    unlink(part)
    do {
      contents = try LibraryCopy.draft(
        Connection(path: path, mode: .readOnly), at: part, catalog, telling: tell
      ) { (copy) throws(StoreError) in
        try copy.run(
          "DELETE FROM sync_state WHERE key = ?1", .text(SyncStateKey.deviceBinding.rawValue))
      }
      try check(old, contents)
      kept = try isThere ? Self.keep(library) : nil
      keptContents = old
      guard rename(part, library) == 0 else { throw LibraryCopy.failure(library) }
    } catch {
      unlink(part)
      throw error
    }
    LibraryCopy.syncFolder(of: library)
  }

  /// Nil for what cannot be read: that is why people restore.
  private static func contents(
    of path: String, _ catalog: Catalog
  ) throws(StoreError) -> LibraryContents? {
    do throws(StoreError) {
      return try LibraryContents(of: Connection(path: path, mode: .readOnly), catalog)
    } catch {
      switch error {
      case .busy: throw error
      default: return nil
      }
    }
  }

  /// Gives what is there a second name, so that its first one is free at no time.
  private static func keep(_ library: String) throws -> String {
    try closeLog(of: library)
    for number in 1...most {
      let name = "\(library)-before-restore" + (number == 1 ? "" : "-\(number)")
      guard access(name, F_OK) != 0 else { continue }
      if link(library, name) != 0 {
        if errno == EEXIST { continue }
        // A disk that knows no second names.
        guard rename(library, name) == 0 else { throw LibraryCopy.failure(name) }
      }
      // A log that nobody could fold in belongs to it, and to nothing else.
      for end in ["-wal", "-shm"] { rename(library + end, name + end) }
      return name
    }
    throw StoreError.cannotOpen(
      path: library, reason: "\(most) libraries are kept beside it already")
  }

  /// Folds the log in, which nobody else may have open. What is damaged keeps it.
  private static func closeLog(of library: String) throws {
    do {
      let connection = try Connection(path: library, mode: .existing)
      try connection.withoutWaiting { try connection.endWriteAheadLog() }
    } catch let error as StoreError {
      if case .busy = error { throw error }
    }
  }
}
