/// The app's migrations: what each of its versions adds to a user.db.
enum AppFileSteps {
  /// What a file of the version went through, the first step first.
  static func upTo(_ version: Int64) -> [String] { Array(steps.prefix(Int(version))) }

  private static let steps: [String] = [
    """
    CREATE TABLE user_notes(id INTEGER PRIMARY KEY AUTOINCREMENT, verse_ref TEXT NOT NULL,
      note_text TEXT NOT NULL, created_at TEXT DEFAULT (datetime('now')),
      updated_at TEXT DEFAULT (datetime('now')));
    CREATE TABLE reading_progress(book_id TEXT NOT NULL, chapter_num INTEGER NOT NULL,
      completed_at TEXT, PRIMARY KEY(book_id, chapter_num));
    CREATE TABLE bookmarks(id INTEGER PRIMARY KEY AUTOINCREMENT, verse_ref TEXT NOT NULL,
      label TEXT, created_at TEXT DEFAULT (datetime('now')));
    CREATE TABLE user_preferences(key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE verse_highlights(id INTEGER PRIMARY KEY AUTOINCREMENT,
      verse_ref TEXT NOT NULL UNIQUE, color TEXT NOT NULL,
      created_at TEXT DEFAULT (datetime('now')));
    CREATE TABLE reading_plans(id TEXT PRIMARY KEY, name TEXT NOT NULL,
      description TEXT NOT NULL, total_days INTEGER NOT NULL, chapters_json TEXT NOT NULL);
    CREATE TABLE plan_progress(plan_id TEXT NOT NULL REFERENCES reading_plans(id),
      day_num INTEGER NOT NULL, completed_at TEXT, PRIMARY KEY(plan_id, day_num));
    """,
    """
    CREATE TABLE study_collections(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
      description TEXT DEFAULT '', color TEXT DEFAULT '#bfa050',
      created_at TEXT DEFAULT (datetime('now')), updated_at TEXT DEFAULT (datetime('now')));
    ALTER TABLE user_notes ADD COLUMN tags_json TEXT DEFAULT '[]';
    ALTER TABLE user_notes ADD COLUMN collection_id INTEGER
      REFERENCES study_collections(id) ON DELETE SET NULL;
    CREATE TABLE note_links(id INTEGER PRIMARY KEY AUTOINCREMENT,
      from_note_id INTEGER NOT NULL REFERENCES user_notes(id) ON DELETE CASCADE,
      to_note_id INTEGER NOT NULL REFERENCES user_notes(id) ON DELETE CASCADE,
      created_at TEXT DEFAULT (datetime('now')), UNIQUE(from_note_id, to_note_id));
    CREATE INDEX idx_notes_collection ON user_notes(collection_id);
    CREATE INDEX idx_note_links_from ON note_links(from_note_id);
    CREATE INDEX idx_note_links_to ON note_links(to_note_id);
    CREATE VIRTUAL TABLE notes_fts USING fts5(
      note_text, content='user_notes', content_rowid='id');
    INSERT INTO notes_fts(notes_fts) VALUES('rebuild');
    """,
    """
    CREATE TABLE study_depth(id INTEGER PRIMARY KEY AUTOINCREMENT, chapter_id TEXT NOT NULL,
      section_id TEXT NOT NULL, panel_type TEXT NOT NULL,
      first_opened_at TEXT NOT NULL DEFAULT (datetime('now')), UNIQUE(section_id, panel_type));
    CREATE INDEX idx_study_depth_chapter ON study_depth(chapter_id);
    """,
    """
    CREATE TABLE reading_streaks(id INTEGER PRIMARY KEY AUTOINCREMENT,
      date TEXT NOT NULL UNIQUE, chapters_read INTEGER NOT NULL DEFAULT 0, books_touched TEXT);
    CREATE INDEX idx_reading_streaks_date ON reading_streaks(date);
    """,
    """
    CREATE TABLE highlight_collections(id TEXT PRIMARY KEY, name TEXT NOT NULL,
      color TEXT NOT NULL, created_at TEXT DEFAULT (datetime('now')),
      sort_order INTEGER DEFAULT 0);
    ALTER TABLE verse_highlights ADD COLUMN collection_id TEXT;
    ALTER TABLE verse_highlights ADD COLUMN note TEXT;
    """,
    """
    INSERT OR IGNORE INTO reading_plans(id, name, description, total_days, chapters_json)
    VALUES('two_psalms', 'Two Psalms', 'One a day.', 2,
      '[{"day":1,"chapters":["psalms_13"]},{"day":2,"chapters":["psalms_22"]}]');
    """,
    """
    CREATE TABLE auth_profiles(id INTEGER PRIMARY KEY AUTOINCREMENT,
      supabase_uid TEXT NOT NULL UNIQUE, email TEXT, display_name TEXT, avatar_url TEXT,
      provider TEXT NOT NULL, created_at TEXT DEFAULT (datetime('now')),
      last_sign_in TEXT DEFAULT (datetime('now')));
    CREATE INDEX idx_auth_profiles_uid ON auth_profiles(supabase_uid);
    """,
    """
    CREATE TABLE analytics_events(id INTEGER PRIMARY KEY AUTOINCREMENT,
      event_name TEXT NOT NULL, params_json TEXT, created_at TEXT DEFAULT (datetime('now')));
    """,
    """
    CREATE INDEX idx_verse_highlights_ref ON verse_highlights(verse_ref);
    CREATE INDEX idx_bookmarks_ref ON bookmarks(verse_ref);
    """,
    """
    CREATE TABLE study_sessions(id INTEGER PRIMARY KEY AUTOINCREMENT, chapter_id TEXT NOT NULL,
      started_at TEXT NOT NULL DEFAULT (datetime('now')), ended_at TEXT,
      duration_ms INTEGER DEFAULT 0);
    CREATE TABLE study_session_events(id INTEGER PRIMARY KEY AUTOINCREMENT,
      session_id INTEGER NOT NULL REFERENCES study_sessions(id), event_type TEXT NOT NULL,
      panel_type TEXT, scholar_id TEXT, section_id TEXT, timestamp_ms INTEGER NOT NULL,
      metadata_json TEXT);
    CREATE INDEX idx_sessions_chapter ON study_sessions(chapter_id);
    CREATE INDEX idx_session_events ON study_session_events(session_id);
    """,
    """
    CREATE TABLE flagged_content(id INTEGER PRIMARY KEY, content_id TEXT NOT NULL,
      content_type TEXT NOT NULL, reason TEXT NOT NULL, details TEXT,
      flagged_at TEXT NOT NULL DEFAULT (datetime('now')), UNIQUE(content_id, content_type));
    """,
    """
    CREATE TABLE bookmarked_topics(id INTEGER PRIMARY KEY AUTOINCREMENT, topic_id TEXT NOT NULL,
      topic_type TEXT NOT NULL DEFAULT 'official',
      bookmarked_at TEXT NOT NULL DEFAULT (datetime('now')), cached_title TEXT,
      cached_summary TEXT, UNIQUE(topic_id, topic_type));
    CREATE INDEX idx_bookmarked_topics_id ON bookmarked_topics(topic_id);
    """,
    """
    CREATE TABLE app_notifications(id TEXT PRIMARY KEY, type TEXT NOT NULL,
      title TEXT NOT NULL, body TEXT NOT NULL, target_id TEXT, target_type TEXT,
      is_read INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL DEFAULT (datetime('now')));
    """,
    """
    CREATE TABLE sync_queue(id INTEGER PRIMARY KEY AUTOINCREMENT, operation TEXT NOT NULL,
      payload_json TEXT NOT NULL, created_at TEXT NOT NULL DEFAULT (datetime('now')),
      attempts INTEGER NOT NULL DEFAULT 0, last_error TEXT);
    CREATE INDEX idx_sync_queue_created ON sync_queue(created_at);
    ALTER TABLE flagged_content ADD COLUMN synced INTEGER NOT NULL DEFAULT 0;
    """,
    "CREATE TABLE partner_profile_cache(id TEXT PRIMARY KEY, profile_json TEXT NOT NULL);",
    "CREATE TABLE amicus_threads(id TEXT PRIMARY KEY, chapter_ref TEXT, title TEXT);",
    """
    CREATE TABLE amicus_messages(id TEXT PRIMARY KEY,
      thread_id TEXT NOT NULL REFERENCES amicus_threads(id), body TEXT NOT NULL);
    """,
    "CREATE TABLE app_meta(key TEXT PRIMARY KEY, value TEXT, updated_at TEXT);",
    """
    CREATE TABLE guided_study_sessions(id TEXT PRIMARY KEY, chapter_id TEXT NOT NULL,
      status TEXT NOT NULL DEFAULT 'active');
    """,
    """
    CREATE UNIQUE INDEX idx_guided_active ON guided_study_sessions(chapter_id)
      WHERE status = 'active';
    """,
    """
    CREATE TABLE concept_encounters(id INTEGER PRIMARY KEY, concept TEXT NOT NULL,
      note_id INTEGER REFERENCES user_notes(id));
    """,
    "CREATE TABLE amicus_usage(day TEXT PRIMARY KEY, count INTEGER NOT NULL DEFAULT 0);",
    "CREATE TABLE amicus_thread_summaries(thread_id TEXT PRIMARY KEY, summary TEXT);",
    """
    CREATE TABLE guided_study_questions(id INTEGER PRIMARY KEY, session_id TEXT NOT NULL
      REFERENCES guided_study_sessions(id), question_json TEXT NOT NULL);
    """,
    """
    CREATE TABLE study_plans(id TEXT PRIMARY KEY, plan_type TEXT NOT NULL,
      source_id TEXT NOT NULL, title TEXT NOT NULL, default_mode TEXT NOT NULL,
      created_at TEXT NOT NULL, archived_at TEXT);
    CREATE TABLE study_plan_items(plan_id TEXT NOT NULL REFERENCES study_plans(id),
      item_num INTEGER NOT NULL, kind TEXT NOT NULL, ref_json TEXT NOT NULL, session_id TEXT,
      completed_at TEXT, PRIMARY KEY(plan_id, item_num));
    ALTER TABLE guided_study_sessions ADD COLUMN plan_id TEXT;
    """,
    "ALTER TABLE guided_study_sessions ADD COLUMN state_json TEXT;",
  ]

  /// What the plan for sync across devices would add to version 14. Nobody ever shipped it.
  static let syncPlan = """
    ALTER TABLE user_notes ADD COLUMN cloud_id TEXT;
    ALTER TABLE study_collections ADD COLUMN cloud_id TEXT;
    ALTER TABLE note_links ADD COLUMN cloud_id TEXT;
    ALTER TABLE bookmarks ADD COLUMN cloud_id TEXT;
    ALTER TABLE verse_highlights ADD COLUMN cloud_id TEXT;
    ALTER TABLE highlight_collections ADD COLUMN cloud_id TEXT;
    ALTER TABLE bookmarked_topics ADD COLUMN cloud_id TEXT;
    ALTER TABLE user_notes ADD COLUMN deleted_at TEXT;
    ALTER TABLE study_collections ADD COLUMN deleted_at TEXT;
    ALTER TABLE bookmarks ADD COLUMN deleted_at TEXT;
    ALTER TABLE verse_highlights ADD COLUMN deleted_at TEXT;
    ALTER TABLE bookmarked_topics ADD COLUMN deleted_at TEXT;
    ALTER TABLE sync_queue ADD COLUMN table_name TEXT NOT NULL DEFAULT '';
    ALTER TABLE sync_queue ADD COLUMN local_id TEXT NOT NULL DEFAULT '';
    ALTER TABLE user_preferences ADD COLUMN updated_at TEXT;
    CREATE TABLE sync_state(key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE UNIQUE INDEX idx_notes_cloud ON user_notes(cloud_id);
    CREATE UNIQUE INDEX idx_highlights_cloud ON verse_highlights(cloud_id);
    """
}
