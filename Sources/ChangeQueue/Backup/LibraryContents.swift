package import Schema
package import Store

/// What is in a library's file: whose it is, how many living rows, how many edits no cloud has.
package struct LibraryContents: Sendable {
  /// The account that it belongs to; nil for a guest's.
  package let owner: String?
  /// The rows that live, of each table that has any.
  package let rows: [(table: String, count: Int)]
  /// Queued edits that the cloud has not confirmed, parked ones too.
  package let unsent: Int

  /// Errors: a database that is not ours, is newer than we know, or is damaged. They name `source`
  /// where the file is a copy of that.
  package init(
    of connection: Connection, _ catalog: Catalog, copiedFrom source: String? = nil
  ) throws(StoreError) {
    let path = source ?? connection.path
    let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
    let version = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard application == Catalog.applicationID else {
      throw .foreign(path: path, found: "application id \(application), version \(version)")
    }
    guard version <= Catalog.localVersion else {
      throw .newer(path: path, found: version, known: Catalog.localVersion)
    }
    let damage = try connection.first("PRAGMA integrity_check(1)") { $0.text(0) }
    guard damage == "ok" else { throw .corrupt(path: path, reason: damage ?? "") }
    let here = Set(
      try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) })
    rows = try Self.livingRows(connection, catalog.tables.filter { here.contains($0.name) })
    owner = try connection.first(
      "SELECT value FROM sync_state WHERE key = ?1", .text(SyncStateKey.owner.rawValue)
    ) { $0.text(0) }
    unsent = Int(try connection.first("SELECT count(*) FROM sync_queue") { $0.integer(0) } ?? 0)
  }

  private static func livingRows(
    _ connection: Connection, _ tables: [SyncedTable]
  ) throws(StoreError) -> [(table: String, count: Int)] {
    var rows: [(table: String, count: Int)] = []
    for table in tables {
      let alive = table.isMonotone ? "seq IS NOT -1" : "deleted_at IS NULL"
      let count = try connection.first("SELECT count(*) FROM \(table.name) WHERE \(alive)") {
        Int($0.integer(0))
      }
      if let count, count > 0 { rows.append((table.name, count)) }
    }
    return rows
  }
}
