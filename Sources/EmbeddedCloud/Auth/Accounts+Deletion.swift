import Store

extension Accounts {
  /// Ends an account: its rows of every table, its sessions and what waits for codes go with it,
  /// as PostgreSQL's foreign keys have it. Others' rows stay.
  ///
  /// The tables are those of the file: a new one needs no change here.
  func delete(user id: String) throws(StoreError) {
    let tables = try connection.all(
      """
      SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c ON c.name = 'user_id'
      WHERE t.type = 'table' ORDER BY t.rowid DESC
      """
    ) { $0.text(0) }
    for table in tables {
      try connection.run("DELETE FROM \"\(table)\" WHERE user_id = ?1", .text(id))
    }
    try connection.run("DELETE FROM auth_users WHERE id = ?1", .text(id))
  }
}
