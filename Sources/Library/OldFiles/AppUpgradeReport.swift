/// What an upgrade of the app's file did, table by table.
package struct AppUpgradeReport: Sendable, Hashable {
  /// What became of the rows of one table. `found` is the sum of the others.
  package struct Count: Sendable, Hashable {
    /// Rows before.
    package var found: Int64 = 0
    /// Rows that are rows now.
    package var taken: Int64 = 0
    /// Rows that became one with another: two spellings of one verse.
    package var joined: Int64 = 0
    /// Rows that said nothing which others do not: days that nobody has read, of a plan that is
    /// known to be followed.
    package var idle: Int64 = 0
    /// Rows that no table of ours can hold; they are in `leftovers`.
    package var kept: Int64 = 0
  }

  /// The app's version of the file.
  package let version: Int64
  /// Where the file is as it was.
  package let backup: String
  /// By the app's name of the table.
  package internal(set) var counts: [String: Count] = [:]
  /// Rows in `leftovers`: those that no table holds, and those that were taken with a change.
  package internal(set) var leftovers: Int64 = 0
  /// References that are no passage of the canon. They were taken as they were written.
  package internal(set) var unknownReferences: Int64 = 0
  /// Rows, by our name of the table, that came from tables of the app's alone.
  package internal(set) var alsoTaken: [String: Int64] = [:]
  /// Tables that are the app's alone; they stay as they are.
  package internal(set) var untouched: [String] = []

  init(version: Int64, backup: String) {
    self.version = version
    self.backup = backup
  }

  private static let nouns: [(table: String, one: String, many: String)] = [
    ("user_notes", "note", "notes"),
    ("study_collections", "collection", "collections"),
    ("note_links", "link", "links"),
    ("verse_highlights", "highlight", "highlights"),
    ("highlight_collections", "highlight collection", "highlight collections"),
    ("bookmarks", "bookmark", "bookmarks"),
    ("bookmarked_topics", "topic", "topics"),
    ("reading_progress", "chapter read", "chapters read"),
    ("study_depth", "panel", "panels"),
    ("reading_streaks", "day of reading", "days of reading"),
    ("reading_plans", "plan", "plans"),
    ("plan_progress", "day of plans", "days of plans"),
    ("user_preferences", "preference", "preferences"),
    ("study_sessions", "session", "sessions"),
    ("study_session_events", "event", "events"),
    ("flagged_content", "flag", "flags"),
    ("auth_profiles", "profile", "profiles"),
    ("sync_queue", "queue entry of its own", "queue entries of its own"),
  ]

  /// One line for the person: what was found, what is kept where.
  package var line: String {
    let taken = Self.nouns.compactMap { noun -> String? in
      let count = (counts[noun.table]?.taken ?? 0) + (alsoTaken[noun.table] ?? 0)
      guard count > 0 else { return nil }
      return "\(count) \(count == 1 ? noun.one : noun.many)"
    }
    let joined = counts.values.reduce(0) { $0 + $1.joined }
    var parts = [
      "upgraded from version \(version) of the app: "
        + (taken.isEmpty ? "no rows" : taken.joined(separator: ", "))
    ]
    let idle = counts.values.reduce(0) { $0 + $1.idle }
    if joined > 0 { parts.append("\(joined) became one with another spelling of the same") }
    if idle > 0 { parts.append("\(idle) said nothing that others do not") }
    if unknownReferences > 0 {
      parts.append("\(unknownReferences) references are kept as written, being none of the canon")
    }
    if leftovers > 0 {
      parts.append("\(leftovers) rows that did not fit as they were are in the table leftovers")
    }
    parts.append("the file as it was: \(backup)")
    return parts.joined(separator: "; ")
  }
}
