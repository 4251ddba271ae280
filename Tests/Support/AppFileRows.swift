/// Rows of the app's files: those it writes, and those that years of it leave behind.
enum AppFileRows {
  /// By the version in which their table came.
  static func upTo(_ version: Int64) -> [String] {
    rows.filter { $0.since <= version }.map(\.sql)
  }

  private static let rows: [(since: Int64, sql: String)] = [
    (2, collections), (1, notes), (2, noteExtras), (2, staleText), (1, marks), (5, markExtras),
    (1, reading), (3, depth), (4, streaks), (1, plans), (1, preferences), (7, profiles),
    (8, "INSERT INTO analytics_events(event_name) VALUES('opened')"), (10, sessions),
    (12, topics),
    (
      11,
      "INSERT INTO flagged_content(content_id, content_type, reason, flagged_at)"
        + " VALUES('t1', 'life_topic', 'Spam', '2026-03-01 08:00:00')"
    ), (14, queue),
    (18, "INSERT INTO app_meta VALUES('anonymous_id', 'a-1', '2026-03-01 08:00:00')"),
    (21, "INSERT INTO concept_encounters VALUES(1, 'covenant', 1)"),
    (25, studyPlans),
  ]

  private static let collections = """
    INSERT INTO study_collections(id, name, description, color, created_at, updated_at) VALUES
      (1, 'Creation', 'Beginnings', '#70b8e8', '2026-01-01 08:00:00', '2026-01-02 08:00:00'),
      (2, '', '', NULL, '2026-01-03 08:00:00', NULL);
    """

  /// All three spellings of references, other numberings, none; times and texts of wrong types.
  private static let notes = """
    INSERT INTO user_notes(id, verse_ref, note_text, created_at, updated_at) VALUES
      (1, 'genesis 1:3', 'light', '2026-01-01 08:00:00', '2026-02-01 08:00:00'),
      (2, 'genesis_1:4', 'divided', '2026-01-01 08:00:01', '2026-01-01 08:00:01'),
      (3, 'genesis:1:5', 'evening', '2026-01-01 08:00:02', NULL),
      (4, 'Genesis 1', 'a chapter', '2026-01-01 08:00:03', NULL),
      (5, '1_samuel_10:5', 'prophets', '2026-01-01 08:00:04', NULL),
      (6, 'Song Of Solomon 4:7', 'fair', '2026-01-01 08:00:05', NULL),
      (7, 'joel_4:1', 'other numbering', '2026-01-01 08:00:06', NULL),
      (8, 'psalms 3:0', 'a title', '2026-01-01 08:00:07', NULL),
      (9, 'no such place', 'where', '2026-01-01 08:00:08', NULL),
      (10, 'john 3:16', CAST('bytes' AS BLOB), 1775030400, 1775030400123),
      (11, 'john 3:17', x'ff41', 2461131.5, '2026-04-01T10:00:00.5+02:00'),
      (12, 'john 3:18', 'a' || char(0) || 'b', '2026-01-01T08:00:09Z', '2099-01-01 00:00:00'),
      (13, 'john 3:19', 'when', 'yesterday', NULL),
      (14, 'john 3:20', 'twin', '2026-01-01 08:00:10', NULL),
      (15, 'john 3:20', 'twin', '2026-01-01 08:00:10', NULL),
      (16, 'john 3:21', '', '2026-01-01 08:00:11', NULL),
      (17, 5, 7, '2026-01-01 08:00:12', NULL),
      (40, 'jude 1:3', 'went', '2026-01-01 08:00:13', NULL);
    """

  private static let noteExtras = """
    UPDATE user_notes SET tags_json = '["law","grace","law"]', collection_id = 1 WHERE id = 1;
    UPDATE user_notes SET tags_json = 'no list' WHERE id = 2;
    UPDATE user_notes SET tags_json = NULL, collection_id = 99 WHERE id = 3;
    UPDATE user_notes SET collection_id = 2 WHERE id = 4;
    INSERT INTO note_links(id, from_note_id, to_note_id, created_at) VALUES
      (1, 1, 2, '2026-01-05 08:00:00'), (2, 2, 1, '2026-01-05 08:00:00'),
      (3, 3, 3, '2026-01-05 08:00:00'), (4, 1, 40, '2026-01-05 08:00:00'),
      (5, 77, 1, '2026-01-05 08:00:00');
    """

  /// An index that is wrong about a text, and holds a note that went.
  private static let staleText = """
    INSERT INTO notes_fts(notes_fts) VALUES('rebuild');
    UPDATE user_notes SET note_text = 'light and more light' WHERE id = 1;
    DELETE FROM user_notes WHERE id = 40;
    """

  /// One verse in two spellings, and marks on what is no verse.
  private static let marks = """
    DELETE FROM user_notes WHERE id = 40;
    INSERT INTO verse_highlights(id, verse_ref, color, created_at) VALUES
      (1, 'genesis 1:3', 'gold', '2026-01-01 09:00:00'),
      (2, 'genesis_1:3', 'blue', '2026-01-02 09:00:00'),
      (3, 'exodus_3:14', 'green', '2026-01-03 09:00:00'),
      (4, 'romans 8:1', 'mauve', '2026-01-04 09:00:00'),
      (5, 'romans 8:2', '', '2026-01-05 09:00:00'),
      (6, '3_john_1:15', 'coral', '2026-01-06 09:00:00');
    INSERT INTO bookmarks(id, verse_ref, label, created_at) VALUES
      (1, 'genesis 1:3', NULL, '2026-01-01 10:00:00'),
      (2, 'genesis_1:3', 'again', '2026-01-01 10:00:00'),
      (3, 'jude 1:3', 'twin', '2026-01-01 10:00:01'),
      (4, 'jude:1:3', 'twin', '2026-01-01 10:00:01'),
      (5, '', 'nowhere', '2026-01-01 10:00:02');
    """

  private static let markExtras = """
    INSERT INTO highlight_collections(id, name, color, created_at, sort_order) VALUES
      ('promises', 'Promises', '#e890b8', '2026-01-01 07:00:00', 2),
      ('0c9bd4f1-6c4f-4d53-9d0e-2f6e54f0a111', 'Names', '#c090e0', '2026-01-01 07:00:01', 1);
    UPDATE verse_highlights SET collection_id = 'promises', note = 'I am' WHERE id = 3;
    UPDATE verse_highlights SET collection_id = '0c9bd4f1-6c4f-4d53-9d0e-2f6e54f0a111'
      WHERE id = 4;
    UPDATE verse_highlights SET collection_id = 'gone' WHERE id = 6;
    """

  private static let reading = """
    INSERT INTO reading_progress(book_id, chapter_num, completed_at) VALUES
      ('genesis', 1, '2026-02-01 08:00:00'), ('Genesis', 1, '2026-02-03 08:00:00'),
      ('genesis', 2, '2026-02-01 09:00:00'), ('john', 3, NULL), ('tobit', 1, '2026-02-02 08:00:00'),
      ('john', 'four', '2026-02-02 08:00:00');
    """

  private static let depth = """
    INSERT INTO study_depth(id, chapter_id, section_id, panel_type, first_opened_at) VALUES
      (1, 'genesis_1', 'genesis_1_s1', 'heb', '2026-02-01 08:00:00'),
      (2, 'genesis_1', 'genesis_1_s1', 'hist', 'once');
    """

  private static let streaks = """
    INSERT INTO reading_streaks(id, date, chapters_read, books_touched) VALUES
      (1, '2026-02-01', 2, '["genesis"]'), (2, '2026-02-02', 4, 'Genesis, john'),
      (3, 'a monday', 1, NULL);
    """

  private static let plans = """
    INSERT OR IGNORE INTO reading_plans(id, name, description, total_days, chapters_json) VALUES
      ('two_psalms', 'Two Psalms', 'One a day.', 2,
        '[{"day":1,"chapters":["psalms_13"]},{"day":2,"chapters":["psalms_22"]}]'),
      ('odd', '', '', 0, 'no list');
    INSERT INTO plan_progress(plan_id, day_num, completed_at) VALUES
      ('two_psalms', 1, '2026-02-05 08:00:00'), ('two_psalms', 2, NULL),
      ('lost_plan', 1, '2026-02-06 08:00:00'), ('lost_plan', 0, '2026-02-06 08:00:00');
    """

  private static let preferences = """
    INSERT INTO user_preferences(key, value) VALUES
      ('theme', 'sepia'), ('active_plan', 'two_psalms'), ('plan_start_date', '2026-02-05'),
      ('seen_milestones', '["ch_50","ch_10"]'), ('getting_started', 'broken'),
      ('push_token', 'secret'), ('currentStreak', '3'), ('fontSize', 18);
    """

  private static let profiles = """
    INSERT INTO auth_profiles(id, supabase_uid, email, provider, created_at, last_sign_in)
    VALUES(1, 'u-1', 'ann@example.org', 'email', '2026-01-01 08:00:00', '2026-02-01 08:00:00');
    """

  private static let sessions = """
    INSERT INTO study_sessions(id, chapter_id, started_at, ended_at, duration_ms) VALUES
      (1, 'genesis_1', '2026-02-01 08:00:00', '2026-02-01 08:10:00', 600000),
      (2, 'genesis_2', '2026-02-01 09:00:00', NULL, NULL);
    INSERT INTO study_session_events(id, session_id, event_type, panel_type, timestamp_ms) VALUES
      (1, 1, 'panel_open', 'heb', 1200), (2, 9, 'verse_tap', NULL, 5);
    """

  private static let topics = """
    INSERT INTO bookmarked_topics(id, topic_id, topic_type, bookmarked_at, cached_title) VALUES
      (1, 'trinity', 'official', '2026-01-01 11:00:00', 'Trinity'),
      (2, 'trinity', 'community', '2026-01-01 11:00:01', NULL);
    """

  private static let queue = """
    INSERT INTO sync_queue(id, operation, payload_json, created_at, attempts, last_error) VALUES
      (1, 'submit_flag', '{"content_id":"t1"}', '2026-03-01 08:00:00', 0, NULL),
      (2, 'toggle_upvote', '{"topic_id":"anxiety"}', '2026-03-01 08:00:01', 5, 'Server rejected'),
      (3, 'set_star_rating', '{"topic_id":"anxiety","rating":4}', '2026-03-01 08:00:02', 1, NULL);
    """

  private static let studyPlans = """
    INSERT INTO study_plans VALUES('legacy_two_psalms', 'custom', 'two_psalms', 'Two Psalms',
      'study', '2026-02-05 08:00:00', NULL);
    INSERT INTO study_plan_items VALUES('legacy_two_psalms', 1, 'reading',
      '{"bookId":"psalms","chapterNum":13}', NULL, '2026-02-05 08:00:00');
    """

  /// Rows of the plan for sync: names given for a cloud, what was deleted, what waits to be sent.
  static let syncPlan = """
    UPDATE user_notes SET cloud_id = '11111111-2222-4333-8444-555555555555' WHERE id = 2;
    UPDATE user_notes SET deleted_at = '2026-03-01 08:00:00' WHERE id = 5;
    UPDATE study_collections SET deleted_at = '2026-03-01 08:00:01' WHERE id = 2;
    UPDATE bookmarks SET deleted_at = '2026-03-01 08:00:02' WHERE id = 1;
    UPDATE verse_highlights SET deleted_at = '2026-03-01 08:00:03' WHERE id IN (1, 4);
    UPDATE bookmarked_topics SET deleted_at = 'lately' WHERE id = 2;
    INSERT INTO sync_state VALUES('last_pull_at', '2026-03-01T08:00:00.000Z');
    INSERT INTO sync_queue(operation, payload_json, created_at, table_name, local_id) VALUES
      ('UPDATE', '{"note_text":"divided"}', '2026-03-02 08:00:00', 'user_notes', '2'),
      ('DELETE', '{"cloud_id":"aaaaaaaa-2222-4333-8444-555555555555"}', '2026-03-02 08:00:01',
        'note_links', '8');
    """
}
