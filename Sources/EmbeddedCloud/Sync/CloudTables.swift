import Schema
import Store
import Vocabulary

/// The tables of users' rows, in SQLite: the twin of what is deployed to PostgreSQL.
enum CloudTables {
  /// Makes what is missing: tables, and columns of tables that an earlier version made.
  static func make(
    _ catalog: Catalog, in connection: Connection, at now: Instant
  ) throws(StoreError) {
    try connection.execute(bookkeeping)
    for (table, column) in [("sync_heads", "purged_at"), ("sync_marks", "written_at")]
    where try !columns(of: table, in: connection).contains(column) {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(column) TEXT")
    }
    for table in catalog.tables {
      try connection.execute(table.cloudTable)
      let known = try columns(of: table.name, in: connection)
      for column in table.joinedColumns where !known.contains(column.name) {
        let start = column.startValue(at: now)
        let value = start.string ?? start.text
        try connection.execute(
          "ALTER TABLE \(table.name) ADD COLUMN \(table.cloudColumn(column))"
            + (start == .null ? "" : " DEFAULT \(column.kind == .integer ? value : quoted(value))"))
      }
      for index in table.cloudIndexes { try connection.execute(index) }
    }
  }

  private static func columns(
    of table: String, in connection: Connection
  ) throws(StoreError) -> Set<String> {
    Set(try connection.all("SELECT name FROM pragma_table_info(?1)", .text(table)) { $0.text(0) })
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  }

  /// `written_at` of a mark: when its rows arrived; NULL where an earlier version wrote it.
  private static let bookkeeping = """
    CREATE TABLE IF NOT EXISTS sync_cloud(id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sync_heads(
      user_id TEXT PRIMARY KEY, head INTEGER NOT NULL,
      purged_below INTEGER NOT NULL DEFAULT 0, purged_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sync_marks(
      user_id TEXT NOT NULL, upto INTEGER NOT NULL, mark TEXT NOT NULL, written_at TEXT,
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
    lines += joinedColumns.map(cloudColumn)
    lines += [
      "stamp TEXT NOT NULL", "stamps TEXT", "seq INTEGER NOT NULL", "updated_at TEXT NOT NULL",
      "PRIMARY KEY(user_id, id)", "UNIQUE(user_id, seq)",
    ]
    if !naturalKey.isEmpty {
      lines.append("UNIQUE(user_id, \(naturalKey.joined(separator: ", ")))")
    }
    return "CREATE TABLE IF NOT EXISTS \(name)(\n  \(lines.joined(separator: ",\n  "))\n) STRICT;"
  }

  /// What a purge looks for: rows that are dead, and rows that name one.
  fileprivate var cloudIndexes: [String] {
    let dead =
      isMonotone
      ? []
      : [
        "CREATE INDEX IF NOT EXISTS \(name)_dead ON \(name)(user_id, seq) "
          + "WHERE deleted_at IS NOT NULL;"
      ]
    return dead
      + references.map { column in
        "CREATE INDEX IF NOT EXISTS \(name)_by_\(column.name) ON \(name)(user_id, \(column.name)) "
          + "WHERE \(column.name) IS NOT NULL;"
      }
  }

  fileprivate func cloudColumn(_ column: SyncedColumn) -> String {
    let type = column.kind == .integer ? "INTEGER" : "TEXT"
    let check = column.check.map { " CONSTRAINT \(name)_\(column.name)_check CHECK (\($0))" }
    return "\(column.name) \(type)\(column.isNullable ? "" : " NOT NULL")\(check ?? "")"
  }
}
