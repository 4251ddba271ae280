extension Catalog {
  /// Tables that stay on the device: no trigger notes their rows, and no wire carries them.
  ///
  /// | table | holds |
  /// |---|---|
  /// | local_preferences | preferences of this device only: permissions, tokens, a voice |
  /// | preference_resets | what a reset hid of preferences that travel |
  /// | study_sessions, study_session_events | how a person studied |
  /// | flagged_content | what a person reported |
  /// | auth_profiles | who signed in here last |
  /// | foreign_changes | what the app had queued for others, such as a vote: it is never sent |
  /// | leftovers | what an upgrade could not take as it was: the row, and why |
  static let localOnlyTables = """
    CREATE TABLE local_preferences(
      key TEXT PRIMARY KEY CHECK(key <> ''),
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE preference_resets(
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL,
      stamp TEXT,
      stamps TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE study_sessions(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chapter_id TEXT NOT NULL,
      started_at TEXT NOT NULL DEFAULT \(localNow),
      ended_at TEXT,
      duration_ms INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX study_sessions_by_chapter ON study_sessions(chapter_id);
    CREATE TABLE study_session_events(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session_id INTEGER NOT NULL REFERENCES study_sessions(id) ON DELETE CASCADE,
      event_type TEXT NOT NULL,
      panel_type TEXT,
      scholar_id TEXT,
      section_id TEXT,
      timestamp_ms INTEGER NOT NULL,
      metadata_json TEXT
    ) STRICT;
    CREATE INDEX study_session_events_by_session ON study_session_events(session_id);
    CREATE TABLE flagged_content(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      content_id TEXT NOT NULL,
      content_type TEXT NOT NULL,
      reason TEXT NOT NULL,
      details TEXT,
      flagged_at TEXT NOT NULL DEFAULT \(localNow),
      synced INTEGER NOT NULL DEFAULT 0,
      UNIQUE(content_id, content_type)
    ) STRICT;
    CREATE TABLE auth_profiles(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      supabase_uid TEXT NOT NULL UNIQUE,
      email TEXT,
      display_name TEXT,
      avatar_url TEXT,
      provider TEXT NOT NULL,
      created_at TEXT NOT NULL DEFAULT \(localNow),
      last_sign_in TEXT NOT NULL DEFAULT \(localNow)
    ) STRICT;
    CREATE TABLE foreign_changes(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      operation TEXT NOT NULL,
      table_name TEXT NOT NULL DEFAULT '',
      payload_json TEXT NOT NULL,
      created_at TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      last_error TEXT
    ) STRICT;
    CREATE TABLE leftovers(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      table_name TEXT NOT NULL,
      reason TEXT NOT NULL,
      row_json TEXT NOT NULL
    ) STRICT;
    """
}
