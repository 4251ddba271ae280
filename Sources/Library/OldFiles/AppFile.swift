import ChangeQueue
import Schema
package import Store

/// A user.db of the app, as it stands before its upgrade.
package struct AppFile: Sendable, Hashable {
  /// The file, as it was named.
  package let path: String
  /// The newest of the app's migrations that it went through.
  package let version: Int64

  /// The versions whose tables are known.
  package static let knownVersions: ClosedRange<Int64> = 1...26

  /// The app's file at a path; nil for no file, one of ours, and every other one. It only reads.
  ///
  /// Errors: a file that is locked, damaged, or no database.
  package static func at(_ path: String, isReadOnly: Bool = false) throws(StoreError) -> AppFile? {
    // A mark of ours that is still in the log is found by SQLite.
    guard path != ":memory:", FileHeader(path: path)?.applicationID != Catalog.applicationID
    else { return nil }
    let version: Int64?
    do throws(StoreError) {
      version = try Self.version(of: Connection(path: path, mode: .readOnly))
    } catch {
      switch error {
      case .cannotOpen:
        // Who opens it next tells why.
        return nil
      case .readOnly where !isReadOnly:
        // A crash left a journal, which only a writer can undo.
        version = try Self.version(of: Connection(path: path, mode: .existing))
      default: throw error
      }
    }
    return version.map { AppFile(path: path, version: $0) }
  }

  /// The app's version of a file; nil for a file that is not the app's.
  static func version(of connection: Connection) throws(StoreError) -> Int64? {
    let tables = Set(
      try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) })
    let application = try connection.first("PRAGMA application_id") { $0.integer(0) }
    guard application == 0, tables.isSuperset(of: firstTables) else { return nil }
    var version: Int64?
    if tables.contains("_migrations") {
      version = try connection.first("SELECT max(version) FROM _migrations") { $0.integer(0) }
    }
    if version ?? 0 == 0 {
      version = try connection.first("PRAGMA user_version") { $0.integer(0) }
    }
    return version.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Every version of the app has these.
  private static let firstTables: Set<String> = [
    "user_notes", "reading_progress", "bookmarks", "user_preferences", "verse_highlights",
  ]
}
