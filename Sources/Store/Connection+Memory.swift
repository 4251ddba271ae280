import CSQLite

extension Connection {
  /// What the connection holds in memory: pages, prepared statements and schema. Unit: bytes.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_dbstatus_options.html
  package var memoryUsed: Int {
    [SQLITE_DBSTATUS_CACHE_USED, SQLITE_DBSTATUS_STMT_USED, SQLITE_DBSTATUS_SCHEMA_USED]
      .reduce(0) { sum, kind in
        var now: Int32 = 0
        var most: Int32 = 0
        sqlite3_db_status(handle, kind, &now, &most, 0)
        return sum + Int(now)
      }
  }
}
