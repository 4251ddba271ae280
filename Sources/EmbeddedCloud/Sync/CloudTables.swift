import Schema
import Store

/// The tables of users' rows, in SQLite: the twin of what is deployed to PostgreSQL.
enum CloudTables {
  static func make(_ catalog: Catalog, in connection: Connection) throws(StoreError) {
    try connection.execute(bookkeeping)
    for table in catalog.tables { try connection.execute(table.cloudTable) }
  }

  private static let bookkeeping = """
    CREATE TABLE IF NOT EXISTS sync_cloud(id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sync_heads(
      user_id TEXT PRIMARY KEY, head INTEGER NOT NULL, purged_below INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sync_marks(
      user_id TEXT NOT NULL, upto INTEGER NOT NULL, mark TEXT NOT NULL,
      PRIMARY KEY(user_id, upto)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sync_devices(
      user_id TEXT NOT NULL, device TEXT NOT NULL, pulled_seq INTEGER NOT NULL,
      seen_at TEXT NOT NULL, PRIMARY KEY(user_id, device)
    ) STRICT, WITHOUT ROWID;
    """
}

extension SyncedTable {
  fileprivate var cloudTable: String {
    var lines = ["user_id TEXT NOT NULL", "id TEXT NOT NULL"]
    lines += joinedColumns.map { column in
      let type = column.kind == .integer ? "INTEGER" : "TEXT"
      let check = column.check.map { " CONSTRAINT \(name)_\(column.name)_check CHECK (\($0))" }
      return "\(column.name) \(type)\(column.isNullable ? "" : " NOT NULL")\(check ?? "")"
    }
    lines += [
      "stamp TEXT NOT NULL", "stamps TEXT", "seq INTEGER NOT NULL", "updated_at TEXT NOT NULL",
      "PRIMARY KEY(user_id, id)", "UNIQUE(user_id, seq)",
    ]
    if !naturalKey.isEmpty {
      lines.append("UNIQUE(user_id, \(naturalKey.joined(separator: ", ")))")
    }
    return "CREATE TABLE IF NOT EXISTS \(name)(\n  \(lines.joined(separator: ",\n  "))\n) STRICT;"
  }
}
