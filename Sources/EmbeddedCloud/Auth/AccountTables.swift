import Store

/// The tables of accounts. They lie beside the users' rows, but no request reads them as rows.
enum AccountTables {
  /// Makes what is missing.
  static func make(in connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS auth_users (
        id TEXT PRIMARY KEY,
        identity_id TEXT NOT NULL,
        email TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL,
        metadata TEXT NOT NULL,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        last_sign_in_at TEXT NOT NULL,
        entitled_until TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS auth_sessions (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES auth_users(id) ON DELETE CASCADE,
        created_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS auth_sessions_user ON auth_sessions(user_id);
      CREATE TABLE IF NOT EXISTS auth_refresh_tokens (
        number INTEGER PRIMARY KEY,
        token TEXT NOT NULL UNIQUE,
        session_id TEXT NOT NULL REFERENCES auth_sessions(id) ON DELETE CASCADE,
        parent TEXT,
        is_revoked INTEGER NOT NULL DEFAULT 0,
        updated_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS auth_refresh_tokens_session ON auth_refresh_tokens(session_id);
      """)
    // A file of an earlier version lacks it.
    let isThere = try connection.first(
      "SELECT 1 FROM pragma_table_info('auth_users') WHERE name = 'entitled_until'"
    ) { _ in true }
    if isThere == nil {
      try connection.execute("ALTER TABLE auth_users ADD COLUMN entitled_until TEXT")
    }
  }
}
