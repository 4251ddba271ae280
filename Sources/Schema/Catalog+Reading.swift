extension Catalog {
  static let bookmarks = SyncedTable(
    "bookmarks",
    columns: [
      SyncedColumn("verse_ref", .text, .lww, check: "verse_ref <> ''"),
      SyncedColumn("label", .text, .lww, isNullable: true, isSealed: true),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ],
    localIndexes: [SyncedTable.LocalIndex("bookmarks_by_verse", .verse(of: "verse_ref"))])

  static let bookmarkedTopics = SyncedTable(
    "bookmarked_topics", identity: .named(["topic_id", "topic_type"]),
    columns: [
      SyncedColumn("topic_id", .text, .lww, check: "topic_id <> ''"),
      SyncedColumn("topic_type", .text, .lww, default: "'official'"),
      SyncedColumn("cached_title", .text, .lww, isNullable: true),
      SyncedColumn("cached_summary", .text, .lww, isNullable: true),
      SyncedColumn("bookmarked_at", .time, .earliest, default: nowDefault),
    ])

  /// Preferences that say something of one device only: a permission, a token, a voice mean nothing
  /// on another, and what was bought is the store's to say.
  package static let preferencesOfDevice = [
    "ttsVoice", "notifications_granted", "push_token", "votd_last_scheduled_date",
    "premium_status", "premium_purchase_type", "premium_expires_at", "last_active_date",
    "reengagement_enabled", "store_review_last_version", "amicus_home_card_dismissed_date",
  ]

  /// A preference that holds one value has it in `value`; one that holds a set has it in
  /// `elements`, where two devices' additions both stay.
  static let userPreferences = SyncedTable(
    "user_preferences", identity: .named(["key"]),
    columns: [
      SyncedColumn("key", .text, .lww, check: "key <> ''"),
      SyncedColumn("value", .text, .lww, isNullable: true),
      SyncedColumn("elements", .set, .perElement, default: "'[]'"),
    ],
    staying: SyncedTable.Staying(
      column: "key", values: preferencesOfDevice,
      refusal: "this preference is of one device and never travels: prefs.set keeps it here",
      place: "local_preferences(key, value) SELECT key, coalesce(value, elements)"),
    day: SyncedTable.DayColumn("value", where: "key", begins: ["plan_start", "plan_paused:"]))

  /// A chapter that was read. Within a run nothing un-completes.
  static let readingProgress = SyncedTable(
    "reading_progress", identity: .named(["book_id", "chapter_num", "run"]),
    run: SyncedTable.Run(column: "run", namePrefix: "progress"),
    columns: [
      SyncedColumn("book_id", .text, .lww, check: "book_id <> ''"),
      SyncedColumn("chapter_num", .integer, .lww),
      SyncedColumn("run", .integer, .max, default: "0"),
      SyncedColumn("completed_at", .time, .earliest, isNullable: true),
      SyncedColumn("last_visited_at", .time, .latest, isNullable: true),
    ],
    localIndexes: [SyncedTable.LocalIndex("progress_by_visit", .columns("last_visited_at"))])

  static let studyDepth = SyncedTable(
    "study_depth", identity: .named(["section_id", "panel_type", "run"]),
    run: SyncedTable.Run(column: "run", namePrefix: "depth"),
    columns: [
      SyncedColumn("chapter_id", .text, .lww),
      SyncedColumn("section_id", .text, .lww),
      SyncedColumn("panel_type", .text, .lww),
      SyncedColumn("run", .integer, .max, default: "0"),
      SyncedColumn("first_opened_at", .time, .earliest, default: nowDefault),
    ],
    localIndexes: [SyncedTable.LocalIndex("depth_by_chapter", .columns("chapter_id"))])

  /// A day of reading: which chapters and books. Their number is the size of the set, never a sum.
  static let readingStreaks = SyncedTable(
    "reading_streaks", identity: .named(["date", "run"]),
    run: SyncedTable.Run(column: "run", namePrefix: "streak"),
    columns: [
      SyncedColumn("date", .text, .lww),
      SyncedColumn("run", .integer, .max, default: "0"),
      SyncedColumn("chapter_ids", .set, .union, default: "'[]'"),
      SyncedColumn("books_touched", .set, .union, default: "'[]'"),
    ],
    localColumns: [
      "chapters_read INTEGER GENERATED ALWAYS AS (json_array_length(chapter_ids)) VIRTUAL"
    ],
    day: SyncedTable.DayColumn("date"))

  /// Plans that a person defined or imported.
  static let readingPlans = SyncedTable(
    "reading_plans", identity: .named(["plan_id"]),
    columns: [
      SyncedColumn("plan_id", .text, .lww, check: "plan_id <> ''"),
      SyncedColumn("name", .text, .lww, check: "name <> ''"),
      SyncedColumn("description", .text, .lww, default: "''"),
      SyncedColumn("total_days", .integer, .lww, check: "total_days > 0"),
      SyncedColumn("chapters_json", .text, .lww),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ])

  /// A completed day of a plan. The plan need not be on this device.
  static let planProgress = SyncedTable(
    "plan_progress", identity: .named(["plan_id", "day_num", "run"]),
    run: SyncedTable.Run(column: "run", namePrefix: "plan:", nameColumn: "plan_id"),
    columns: [
      SyncedColumn("plan_id", .text, .lww),
      SyncedColumn("day_num", .integer, .lww, check: "day_num > 0"),
      SyncedColumn("run", .integer, .max, default: "0"),
      SyncedColumn("completed_at", .time, .earliest, isNullable: true),
    ])
}
