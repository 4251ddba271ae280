/// A row of each synced table, as a client that knows nothing of sync writes it.
package struct PlainRow: Sendable {
  package let table: String
  /// Columns and their values, in SQL.
  private let columns: [(name: String, value: String)]
  /// An edit of it, in SQL.
  package let edit: String

  private init(_ table: String, _ columns: KeyValuePairs<String, String>, edit: String) {
    self.table = table
    self.columns = columns.map { ($0.key, $0.value) }
    self.edit = edit
  }

  /// SQL that writes it; `also` sets more columns, in SQL.
  package func insert(_ also: [String: String] = [:]) -> String {
    let mine = columns.filter { also[$0.name] == nil }
    let names = mine.map(\.name) + also.map(\.key)
    let values = mine.map(\.value) + also.map(\.value)
    return "insert into public.\(table) (\(names.joined(separator: ", "))) "
      + "values (\(values.joined(separator: ", ")))"
  }

  private static let note =
    "(select id from public.user_notes where user_id = auth.uid()"
    + " order by seq limit 1)"

  /// Parents first.
  package static let all = [
    PlainRow("runs", ["name": "'trial'", "run": "1"], edit: "run = 2"),
    PlainRow("study_collections", ["name": "'Lent'"], edit: "name = 'Easter'"),
    PlainRow("highlight_collections", ["name": "'Hope'"], edit: "color = 'red'"),
    PlainRow(
      "reading_plans",
      ["plan_id": "'own'", "name": "'Own'", "total_days": "1", "chapters_json": "'[]'"],
      edit: "name = 'My own'"),
    PlainRow(
      "user_notes", ["verse_ref": "'john 3:16'", "note_text": "'one'"], edit: "note_text = 'two'"),
    PlainRow(
      "note_links", ["from_note_id": note, "to_note_id": note], edit: "created_at = '2001-01-01'"),
    PlainRow(
      "verse_highlights", ["verse_ref": "'john 3:16'", "color": "'gold'"], edit: "color = 'blue'"),
    PlainRow("bookmarks", ["verse_ref": "'john 3:16'"], edit: "label = 'here'"),
    PlainRow("bookmarked_topics", ["topic_id": "'grace'"], edit: "cached_title = 'Grace'"),
    PlainRow("user_preferences", ["key": "'theme'", "value": "'dark'"], edit: "value = 'light'"),
    PlainRow(
      "reading_progress", ["book_id": "'john'", "chapter_num": "3"],
      edit: "completed_at = '2026-01-01'"),
    PlainRow(
      "study_depth", ["chapter_id": "'john_3'", "section_id": "'s'", "panel_type": "'p'"],
      edit: "chapter_id = 'john_4'"),
    PlainRow(
      "reading_streaks", ["date": "'2026-01-01'", "chapter_ids": "'[\"john_3\"]'"],
      edit: "chapter_ids = '[\"john_4\"]'"),
    PlainRow(
      "plan_progress", ["plan_id": "'own'", "day_num": "1"], edit: "completed_at = '2026-01-01'"),
    PlainRow(
      "sync_conflicts",
      [
        "table_name": "'user_notes'", "row_id": "'x'", "column_name": "'note_text'",
        "mine_stamp": "'a'", "theirs_stamp": "'b'",
      ], edit: "mine = 'lost'"),
  ]
}

extension PostgresDevice {
  /// Writes a row into each table, as this person.
  package func fillEveryTable() throws(PostgresError) {
    try session.asUser(user, now: now) { () throws(PostgresError) in
      for row in PlainRow.all { try session.query(row.insert()) }
    }
  }
}
