import Schema
import Store
import Vocabulary

/// Preferences, and what stays on the device.
extension AppTaker {
  /// A preference never beats one that somebody sets: its stamp is zero.
  func takePreferences() throws {
    let table = self.table("user_preferences")
    try take("user_preferences") { row in
      guard let key = row.text("key"), !key.isEmpty else { return .kept("it has no key") }
      let known = PreferenceKey.named(key)
      let value = row.text("value") ?? ""
      if known?.isLocal == true {
        try connection.run(
          "INSERT OR REPLACE INTO local_preferences(key, value) VALUES(?1, ?2)", .text(key),
          .text(value))
        return .taken
      }
      let isSet = known?.form.isSet ?? false
      let elements = isSet ? row.texts("value").map(JSONValue.string) : []
      let version = writer.version(
        table,
        [
          ("key", .string(key)), ("value", isSet ? .null : .string(value)),
          ("elements", .array(elements)),
        ], .zero)
      let isJoined = writer.add(
        version, table, as: RecordID(table: table.name, key: key), stamp: .zero)
      return isJoined ? .joined : .taken
    }
    try writer.flush(table)
  }

  func takeLocalRows() throws {
    try take("study_sessions", takeSession)
    try take("study_session_events", takeEvent)
    try take("flagged_content", takeFlag)
    try take("auth_profiles", takeProfile)
  }

  private func takeSession(_ row: inout OldRow) throws -> Outcome {
    guard let chapter = row.text("chapter_id") else { return .kept("it names no chapter") }
    try connection.run(
      """
      INSERT INTO study_sessions(id, chapter_id, started_at, ended_at, duration_ms)
      VALUES(?1, ?2, ?3, ?4, ?5)
      """, SQLValue(row.integer("id")), .text(chapter), time(&row, "started_at"),
      SQLValue(row.time("ended_at")?.text), .integer(row.integer("duration_ms") ?? 0))
    if let key = row.key("id") { sessions[key] = connection.lastInsertID }
    return .taken
  }

  private func takeEvent(_ row: inout OldRow) throws -> Outcome {
    guard let session = row.key("session_id").flatMap({ sessions[$0] }) else {
      return .kept("its session is not there")
    }
    guard let kind = row.text("event_type"), let moment = row.integer("timestamp_ms") else {
      return .kept("it says no moment")
    }
    try connection.run(
      """
      INSERT INTO study_session_events(id, session_id, event_type, panel_type, scholar_id,
        section_id, timestamp_ms, metadata_json) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, SQLValue(row.integer("id")), .integer(session), .text(kind),
      SQLValue(row.text("panel_type")), SQLValue(row.text("scholar_id")),
      SQLValue(row.text("section_id")), .integer(moment), SQLValue(row.text("metadata_json")))
    return .taken
  }

  private func takeFlag(_ row: inout OldRow) throws -> Outcome {
    guard let content = row.text("content_id"), let kind = row.text("content_type") else {
      return .kept("it names no content")
    }
    try connection.run(
      """
      INSERT INTO flagged_content(id, content_id, content_type, reason, details, flagged_at,
        synced) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, SQLValue(row.integer("id")), .text(content), .text(kind),
      .text(row.text("reason") ?? ""), SQLValue(row.text("details")), time(&row, "flagged_at"),
      .integer(row.integer("synced") ?? 0))
    return .taken
  }

  private func takeProfile(_ row: inout OldRow) throws -> Outcome {
    guard let user = row.text("supabase_uid") else { return .kept("it names no user") }
    try connection.run(
      """
      INSERT INTO auth_profiles(id, supabase_uid, email, display_name, avatar_url, provider,
        created_at, last_sign_in) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, SQLValue(row.integer("id")), .text(user), SQLValue(row.text("email")),
      SQLValue(row.text("display_name")), SQLValue(row.text("avatar_url")),
      .text(row.text("provider") ?? "email"), time(&row, "created_at"),
      time(&row, "last_sign_in"))
    return .taken
  }

  /// What the app had queued for others is kept, and never sent. A change of a row that is here
  /// needs no entry: no cloud has acknowledged the row, so it goes up whole.
  func takeQueue() throws {
    try take("sync_queue") { row in
      let name = row.text("table_name") ?? ""
      if let table = catalog[name], let id = row.integer("local_id"),
        try connection.first(
          "SELECT 1 FROM \(table.name) WHERE id = ?1", .integer(id), read: { _ in true }) == true
      {
        return .idle
      }
      try connection.run(
        """
        INSERT INTO foreign_changes(operation, table_name, payload_json, created_at, attempts,
          last_error) VALUES(?1, ?2, ?3, ?4, ?5, ?6)
        """, .text(row.text("operation") ?? ""), .text(name),
        .text(row.text("payload_json") ?? ""), time(&row, "created_at"),
        .integer(row.integer("attempts") ?? 0), SQLValue(row.text("last_error")))
      return .taken
    }
  }

  private func time(_ row: inout OldRow, _ column: String) -> SQLValue {
    .text((row.time(column) ?? Instant(milliseconds: 0)).text)
  }
}
