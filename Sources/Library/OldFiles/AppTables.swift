/// The app's tables and columns that Lectern takes. Some came only with later versions.
enum AppTables {
  private static let columns: [String: Set<String>] = [
    "user_notes": [
      "id", "verse_ref", "note_text", "created_at", "updated_at", "tags_json", "collection_id",
      "cloud_id", "deleted_at",
    ],
    "study_collections": [
      "id", "name", "description", "color", "created_at", "updated_at", "cloud_id", "deleted_at",
    ],
    "note_links": ["id", "from_note_id", "to_note_id", "created_at", "cloud_id"],
    "bookmarks": ["id", "verse_ref", "label", "created_at", "cloud_id", "deleted_at"],
    "verse_highlights": [
      "id", "verse_ref", "color", "created_at", "collection_id", "note", "cloud_id", "deleted_at",
    ],
    "highlight_collections": ["id", "name", "color", "created_at", "sort_order", "cloud_id"],
    "bookmarked_topics": [
      "id", "topic_id", "topic_type", "bookmarked_at", "cached_title", "cached_summary",
      "cloud_id", "deleted_at",
    ],
    "reading_progress": ["book_id", "chapter_num", "completed_at"],
    "study_depth": ["id", "chapter_id", "section_id", "panel_type", "first_opened_at"],
    "reading_streaks": ["id", "date", "chapters_read", "books_touched"],
    "user_preferences": ["key", "value", "updated_at"],
    "reading_plans": ["id", "name", "description", "total_days", "chapters_json"],
    "plan_progress": ["plan_id", "day_num", "completed_at"],
    "study_sessions": ["id", "chapter_id", "started_at", "ended_at", "duration_ms"],
    "study_session_events": [
      "id", "session_id", "event_type", "panel_type", "scholar_id", "section_id", "timestamp_ms",
      "metadata_json",
    ],
    "flagged_content": [
      "id", "content_id", "content_type", "reason", "details", "flagged_at", "synced",
    ],
    "auth_profiles": [
      "id", "supabase_uid", "email", "display_name", "avatar_url", "provider", "created_at",
      "last_sign_in",
    ],
    "sync_queue": [
      "id", "operation", "payload_json", "created_at", "attempts", "last_error", "table_name",
      "local_id",
    ],
  ]

  /// Tables whose rows keep the ids that people have seen.
  static let withOwnIDs: Set<String> = [
    "user_notes", "study_collections", "note_links", "bookmarks", "verse_highlights",
    "bookmarked_topics", "study_depth", "reading_streaks", "study_sessions",
    "study_session_events", "flagged_content", "auth_profiles",
  ]

  /// Columns of a table that nothing of ours stands for.
  static func unknownColumns(of table: OldTable) -> [String] {
    guard let known = columns[table.name] else { return [] }
    return table.columns.filter { !known.contains($0) }
  }
}
