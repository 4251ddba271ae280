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
    localIndexes: [SyncedTable.LocalIndex("runs_by_name", .columns("name"))])

  static let studyCollections = SyncedTable(
    "study_collections",
    columns: [
      SyncedColumn("name", .text, .lww, check: "name <> ''", isSealed: true),
      SyncedColumn("description", .text, .lww, default: "''", isSealed: true),
      SyncedColumn("color", .text, .lww, default: "'#bfa050'"),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ])

  static let highlightCollections = SyncedTable(
    "highlight_collections",
    columns: [
      SyncedColumn("name", .text, .lww, check: "name <> ''", isSealed: true),
      SyncedColumn("color", .text, .lww, default: "'#bfa050'"),
      SyncedColumn("sort_order", .integer, .lww, default: "0"),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ])

  /// What is written about passages.
  package static let userNotes = SyncedTable(
    "user_notes",
    columns: [
      SyncedColumn("verse_ref", .text, .lww, check: "verse_ref <> ''"),
      SyncedColumn("note_text", .text, .lww, check: "note_text <> ''", isSealed: true),
      SyncedColumn("tags_json", .set, .perElement, default: "'[]'", isSealed: true),
      SyncedColumn(
        "collection_id", .reference(table: "study_collections", isRequired: false), .lww,
        isNullable: true),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ],
    localIndexes: [
      SyncedTable.LocalIndex("notes_by_verse", .verse(of: "verse_ref")),
      SyncedTable.LocalIndex(
        "notes_by_range", .verse(of: "verse_ref"), where: "instr(verse_ref, '-') > 0"),
      SyncedTable.LocalIndex(
        "notes_by_collection", .columns("collection_id"), where: "collection_id IS NOT NULL"),
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
    localIndexes: [SyncedTable.LocalIndex("links_by_target", .columns("to_note_id"))])

  static let verseHighlights = SyncedTable(
    "verse_highlights", identity: .named(["verse_ref"]),
    columns: [
      SyncedColumn("verse_ref", .text, .lww, check: "verse_ref <> ''"),
      SyncedColumn("color", .text, .lww, check: "color <> ''"),
      SyncedColumn(
        "collection_id", .reference(table: "highlight_collections", isRequired: false), .lww,
        isNullable: true),
      SyncedColumn("note", .text, .lww, isNullable: true, isSealed: true),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ],
    localIndexes: [SyncedTable.LocalIndex("highlights_by_verse", .verse(of: "verse_ref"))])

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
    localIndexes: [SyncedTable.LocalIndex("conflicts_by_row", .columns("row_id"))])

  /// Marks the default that both databases write in their own words: the present time.
  package static let nowDefault = "now"
}
