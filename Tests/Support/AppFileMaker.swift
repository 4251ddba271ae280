import Store

/// Makes files of the app, of any version, filled.
package enum AppFileMaker {
  /// The newest version that is known.
  package static let newest: Int64 = 26

  /// A file of the version with rows of every kind it can hold.
  ///
  /// `hasSyncPlan` adds the columns of a plan that nobody shipped; `marksVersion` says it in
  /// `user_version` instead of the app's own table.
  package static func make(
    at path: String, version: Int64, hasSyncPlan: Bool = false, marksVersion: Bool = false
  ) throws {
    let connection = try Connection(path: path)
    // So it was in the app for years: rows refer to what is not there.
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.transaction {
      for sql in AppFileSteps.upTo(version) { try connection.execute(sql) }
      for sql in AppFileRows.upTo(version) { try connection.execute(sql) }
      if hasSyncPlan {
        try connection.execute(AppFileSteps.syncPlan)
        try connection.execute(AppFileRows.syncPlan)
      }
      if marksVersion {
        try connection.execute("PRAGMA user_version = \(version)")
      } else {
        try connection.execute(
          """
          CREATE TABLE _migrations(version INTEGER PRIMARY KEY, description TEXT,
            applied_at TEXT DEFAULT (datetime('now')));
          INSERT INTO _migrations(version, description)
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(version))
            SELECT i, 'step ' || i FROM n;
          """)
      }
    }
    try connection.useWriteAheadLog()
  }

  /// How many rows each ordinary table of a file has.
  package static func counts(_ path: String) throws -> [String: Int64] {
    let connection = try Connection(path: path, mode: .readOnly)
    let names = try connection.all(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'notes\\_fts%' ESCAPE '\\'
      ORDER BY name
      """
    ) { $0.text(0) }
    var counts: [String: Int64] = [:]
    for name in names {
      counts[name] = try connection.first("SELECT count(*) FROM \(name)") { $0.integer(0) }
    }
    return counts
  }
}
