import Schema

/// What the rows of a table are called where a person is told how many there are: `1 note`,
/// `2 notes`, `312 chapters read`.
package struct SyncedNoun: Sendable, Hashable {
  /// The table; "" for those that this program has no word for.
  package let table: String
  /// After 1.
  package let one: String
  /// After every other number.
  package let many: String

  private init(_ table: String, _ one: String, _ many: String) {
    self.table = table
    self.one = one
    self.many = many
  }

  /// In the order in which a person is told of them: what was written or read first.
  package static let all = [
    SyncedNoun("user_notes", "note", "notes"),
    SyncedNoun("verse_highlights", "highlight", "highlights"),
    SyncedNoun("bookmarks", "bookmark", "bookmarks"),
    SyncedNoun("reading_progress", "chapter read", "chapters read"),
    SyncedNoun("plan_progress", "day of a plan", "days of plans"),
    SyncedNoun("reading_streaks", "day of reading", "days of reading"),
    SyncedNoun("reading_plans", "plan", "plans"),
    SyncedNoun("study_collections", "collection", "collections"),
    SyncedNoun("highlight_collections", "collection of highlights", "collections of highlights"),
    SyncedNoun("note_links", "link", "links"),
    SyncedNoun("bookmarked_topics", "topic", "topics"),
    SyncedNoun("study_depth", "study panel opened", "study panels opened"),
    SyncedNoun("user_preferences", "setting", "settings"),
    SyncedNoun(Catalog.conflictsTable, "conflict", "conflicts"),
    SyncedNoun(Catalog.runsTable, "new beginning", "new beginnings"),
  ]

  /// For tables of a later version of the program.
  package static let other = SyncedNoun("", "other row", "other rows")

  /// The word for that many.
  package func word(for count: Int) -> String { count == 1 ? one : many }
}
