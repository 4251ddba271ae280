import Store

/// The tables of accounts. They lie beside the users' rows, but no request reads them as rows.
enum AccountTables {
  /// Makes what is missing.
  static func make(in connection: Connection) throws(StoreError) {
    try connection.execute(first)
    let known = Set(
      try connection.all("SELECT name FROM pragma_table_info('auth_users')") { $0.text(0) })
    for (column, type) in later where !known.contains(column) {
      try connection.execute("ALTER TABLE auth_users ADD COLUMN \(column) \(type)")
    }
    let hasMethod = try connection.first(
      "SELECT 1 FROM pragma_table_info('auth_sessions') WHERE name = 'method'"
    ) { _ in true }
    if hasMethod == nil {
      try connection.execute(
        """
        ALTER TABLE auth_sessions ADD COLUMN method TEXT NOT NULL DEFAULT 'password';
        ALTER TABLE auth_sessions ADD COLUMN refreshed_at TEXT;
        """)
    }
    try connection.execute(second)
    try Mailbox.makeTable(in: connection)
    if !known.contains("confirmed_at") { try connection.execute(adoption) }
  }

  private static let first = """
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
    """

  /// Columns that a file of an earlier version lacks.
  private static let later = [
    ("entitled_until", "TEXT"), ("confirmed_at", "TEXT"), ("app_metadata", "TEXT"),
    ("invited_at", "TEXT"), ("confirmation_sent_at", "TEXT"), ("recovery_sent_at", "TEXT"),
    ("change_sent_at", "TEXT"), ("reauthentication_sent_at", "TEXT"), ("new_email", "TEXT"),
    ("is_half_changed", "INTEGER NOT NULL DEFAULT 0"), ("banned_until", "TEXT"),
    ("deleted_at", "TEXT"),
  ]

  private static let second = """
    CREATE TABLE IF NOT EXISTS auth_identities (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      user_id TEXT NOT NULL REFERENCES auth_users(id) ON DELETE CASCADE,
      provider TEXT NOT NULL,
      provider_id TEXT NOT NULL,
      claims TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      last_sign_in_at TEXT NOT NULL,
      UNIQUE(provider, provider_id)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS auth_identities_user ON auth_identities(user_id);
    CREATE TABLE IF NOT EXISTS auth_codes (
      user_id TEXT NOT NULL REFERENCES auth_users(id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      hash TEXT NOT NULL,
      PRIMARY KEY(user_id, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS auth_codes_hash ON auth_codes(hash);
    CREATE TABLE IF NOT EXISTS auth_flows (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      user_id TEXT,
      code TEXT NOT NULL UNIQUE,
      method TEXT NOT NULL,
      challenge TEXT NOT NULL,
      challenge_method TEXT NOT NULL,
      created_at TEXT NOT NULL,
      issued_at TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS auth_flows_user ON auth_flows(user_id);
    CREATE TABLE IF NOT EXISTS auth_keys (
      issuer TEXT NOT NULL,
      id TEXT NOT NULL,
      algorithm TEXT NOT NULL,
      key TEXT NOT NULL,
      PRIMARY KEY(issuer, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS auth_providers (
      name TEXT PRIMARY KEY,
      issuer TEXT NOT NULL,
      client_ids TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// The people of an earlier version were confirmed by signing up, with an address.
  private static let adoption = """
    UPDATE auth_users SET confirmed_at = created_at;
    INSERT INTO auth_identities
      (id, user_id, provider, provider_id, claims, created_at, updated_at, last_sign_in_at)
    SELECT identity_id, id, 'email', id, metadata, created_at, created_at, created_at
    FROM auth_users;
    """
}
