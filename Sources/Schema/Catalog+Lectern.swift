extension Catalog {
  /// Lectern's own tables.
  ///
  /// Identity columns (a highlight's verse, a link's two notes) carry a rule like every other,
  /// though equal ids make their values equal too.
  package static func lectern() throws(CatalogError) -> Catalog {
    try Catalog([
      runs, studyCollections, highlightCollections, readingPlans, userNotes, noteLinks,
      verseHighlights, bookmarks, bookmarkedTopics, userPreferences, readingProgress, studyDepth,
      readingStreaks, planProgress, conflicts,
    ])
  }

  /// The current run of each thing that can be begun again.
  package static let runs = SyncedTable(
    runsTable, identity: .named(["name"]),
    columns: [
      SyncedColumn("name", .text, .lww),
      SyncedColumn("run", .integer, .max, default: "0"),
    ],
    localIndexes: [("runs_by_name", "runs(name)")])

  static let studyCollections = SyncedTable(
    "study_collections",
    columns: [
      SyncedColumn("name", .text, .lww, check: "name <> ''"),
      SyncedColumn("description", .text, .lww, default: "''"),
      SyncedColumn("color", .text, .lww, default: "'#bfa050'"),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ])

  static let highlightCollections = SyncedTable(
    "highlight_collections",
    columns: [
      SyncedColumn("name", .text, .lww, check: "name <> ''"),
      SyncedColumn("color", .text, .lww, default: "'#bfa050'"),
      SyncedColumn("sort_order", .integer, .lww, default: "0"),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ])

  static let userNotes = SyncedTable(
    "user_notes",
    columns: [
      SyncedColumn("verse_ref", .text, .lww, check: "verse_ref <> ''"),
      SyncedColumn("note_text", .text, .lww, check: "note_text <> ''"),
      SyncedColumn("tags_json", .set, .perElement, default: "'[]'"),
      SyncedColumn(
        "collection_id", .reference(table: "study_collections", isRequired: false), .lww,
        isNullable: true),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ],
    localColumns: ["verse_key INTEGER GENERATED ALWAYS AS (\(verseKey("verse_ref"))) VIRTUAL"],
    localIndexes: [
      ("notes_by_verse", "user_notes(verse_key)"),
      ("notes_by_range", "user_notes(verse_key) WHERE instr(verse_ref, '-') > 0"),
      ("notes_by_collection", "user_notes(collection_id) WHERE collection_id IS NOT NULL"),
    ],
    fullText: noteText)

  /// What a search of notes reads.
  package static let noteText = FullText(
    index: "notes_fts", table: "user_notes", column: "note_text")

  static let noteLinks = SyncedTable(
    "note_links", identity: .named(["from_note_id", "to_note_id"]),
    columns: [
      SyncedColumn("from_note_id", .reference(table: "user_notes", isRequired: true), .lww),
      SyncedColumn("to_note_id", .reference(table: "user_notes", isRequired: true), .lww),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ],
    localIndexes: [("links_by_target", "note_links(to_note_id)")])

  static let verseHighlights = SyncedTable(
    "verse_highlights", identity: .named(["verse_ref"]),
    columns: [
      SyncedColumn("verse_ref", .text, .lww, check: "verse_ref <> ''"),
      SyncedColumn("color", .text, .lww, check: "color <> ''"),
      SyncedColumn(
        "collection_id", .reference(table: "highlight_collections", isRequired: false), .lww,
        isNullable: true),
      SyncedColumn("note", .text, .lww, isNullable: true),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ],
    localColumns: ["verse_key INTEGER GENERATED ALWAYS AS (\(verseKey("verse_ref"))) VIRTUAL"],
    localIndexes: [("highlights_by_verse", "verse_highlights(verse_key)")])

  /// Both sides of a value that was dropped. Its content follows from its key, so that cloud and
  /// devices write the same row: `mine` is the value that lost, `theirs` the one that stands, as
  /// text.
  package static let conflicts = SyncedTable(
    conflictsTable,
    identity: .named(["table_name", "row_id", "column_name", "mine_stamp", "theirs_stamp"]),
    columns: [
      SyncedColumn("table_name", .text, .lww),
      SyncedColumn("row_id", .text, .lww),
      SyncedColumn("column_name", .text, .lww),
      SyncedColumn("mine", .text, .lww, isNullable: true),
      SyncedColumn("theirs", .text, .lww, isNullable: true),
      SyncedColumn("mine_stamp", .text, .lww),
      SyncedColumn("theirs_stamp", .text, .lww),
    ],
    localIndexes: [("conflicts_by_row", "sync_conflicts(row_id)")])

  /// Marks the default that both databases write in their own words: the present time.
  package static let nowDefault = "now"
}
