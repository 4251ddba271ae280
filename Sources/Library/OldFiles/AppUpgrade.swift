import ChangeQueue
import Glibc
package import Schema
package import Store
package import Vocabulary

/// Brings a user.db of the app into our form: backed up beside it, then in one transaction.
///
/// Whatever ends it before the commit leaves the file as it was, and the next opening does it all.
/// Tables that are the app's alone stay as they are.
package struct AppUpgrade {
  private let connection: Connection
  private let catalog: Catalog
  private let surroundings: any Surroundings

  /// `connection` must be able to write.
  package init(_ connection: Connection, catalog: Catalog, surroundings: any Surroundings) {
    self.connection = connection
    self.catalog = catalog
    self.surroundings = surroundings
  }

  /// Upgrades the app's file at a path; nil where there is none.
  ///
  /// Errors: a version that is not known, a file that is locked or damaged, one that may only be
  /// read. The file is left as it was.
  package static func run(
    path: String, catalog: Catalog, surroundings: any Surroundings, isReadOnly: Bool = false
  ) throws -> AppUpgradeReport? {
    guard let file = try AppFile.at(path, isReadOnly: isReadOnly) else { return nil }
    try check(file)
    if isReadOnly {
      throw StoreError.needsUpgrade(path: path, found: "the app's file, version \(file.version)")
    }
    let connection = try Connection(path: path, mode: .existing, surroundings: surroundings)
    return try AppUpgrade(connection, catalog: catalog, surroundings: surroundings).run()
  }

  private static func check(_ file: AppFile) throws(StoreError) {
    let known = AppFile.knownVersions.upperBound
    if file.version > known { throw .newer(path: file.path, found: file.version, known: known) }
  }

  /// Upgrades the file of the connection; nil where another process was faster.
  package func run() throws -> AppUpgradeReport? {
    connection.leaveLog(true)
    // Tables of the app's alone go on naming others as they did. References are ours to check.
    try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON")
    var backup: BackupFile?
    do {
      let report = try connection.transaction(.immediate) { () throws -> AppUpgradeReport? in
        guard let version = try AppFile.version(of: connection) else { return nil }
        try Self.check(AppFile(path: connection.path, version: version))
        if let damage = try connection.damage() {
          throw StoreError.corrupt(path: connection.path, reason: damage)
        }
        let made = try BackupFile(of: connection, name: "app-v\(version)-backup")
        backup = made
        return try rewrite(AppUpgradeReport(version: version, backup: made.path))
      }
      connection.leaveLog(false)
      // The app kept it in a place of its own; here others could read it.
      chmod(connection.path, 0o600)
      return report
    } catch {
      backup?.remove()
      throw error
    }
  }

  private func rewrite(_ report: AppUpgradeReport) throws -> AppUpgradeReport {
    let form = try LocalForm(catalog)
    let old = try OldTables(on: connection, replacing: form.tableNames)
    try connection.execute(catalog.localSchema)
    try connection.execute("PRAGMA application_id = \(Catalog.applicationID)")
    try connection.execute("PRAGMA user_version = \(Catalog.localVersion)")
    // Nothing of it is an edit: rows that no cloud has acknowledged are offered whole.
    try connection.execute("INSERT INTO sync_applying(id) VALUES(1)")
    let taker = AppTaker(connection, catalog, old, now: surroundings.now(), report: report)
    try taker.takeAll()
    try connection.execute("DELETE FROM sync_applying")
    try old.drop()
    return taker.report
  }
}
