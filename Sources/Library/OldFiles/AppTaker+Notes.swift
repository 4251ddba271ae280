import Schema
import Store
import Vocabulary

/// Study collections, notes, and the links between notes.
extension AppTaker {
  func takeNotes() throws {
    try take("study_collections", takeCollection)
    try take("user_notes", takeNote)
    try take("note_links", takeLink)
  }

  private func takeCollection(_ row: inout OldRow) throws -> Outcome {
    let table = self.table("study_collections")
    let id = ownID(&row, in: collections)
    var name = row.text("name") ?? ""
    if name.isEmpty {
      row.note("it has no name")
      name = "Untitled"
    }
    let times = times(&row)
    let cloudID = givenID(&row) ?? writer.name(table.name, "", times.created.text, name)
    let version = writer.version(
      table,
      [
        ("name", .string(name)), ("description", .string(row.text("description") ?? "")),
        ("color", .string(row.text("color") ?? "#bfa050")),
        ("created_at", .string(times.created.text)),
      ], times.stamp, died: died(&row, times))
    try writer.insert(version, table, as: cloudID, stamp: times.stamp, localID: id)
    if let key = row.key("id"), collections[key] == nil { collections[key] = cloudID }
    return .taken
  }

  private func takeNote(_ row: inout OldRow) throws -> Outcome {
    let table = self.table("user_notes")
    guard let text = row.text("note_text"), !text.isEmpty else { return .kept("it has no text") }
    guard let reference = reference(&row) else { return .kept("it has no reference") }
    let times = times(&row)
    var collection: JSONValue = .null
    if let key = row.key("collection_id") {
      collection = name(collections[key])
      if collection == .null { row.note("its collection is not there") }
    }
    let cloudID = givenID(&row) ?? writer.name(table.name, reference, times.created.text, text)
    let version = writer.version(
      table,
      [
        ("verse_ref", .string(reference)), ("note_text", .string(text)),
        ("tags_json", .array(row.texts("tags_json").map(JSONValue.string))),
        ("collection_id", collection), ("created_at", .string(times.created.text)),
      ], times.stamp, died: died(&row, times))
    let id = ownID(&row, in: notes)
    try writer.insert(version, table, as: cloudID, stamp: times.stamp, localID: id)
    if let key = row.key("id"), notes[key] == nil { notes[key] = cloudID }
    return .taken
  }

  private func takeLink(_ row: inout OldRow) throws -> Outcome {
    let table = self.table("note_links")
    guard let from = row.key("from_note_id").flatMap({ notes[$0] }),
      let to = row.key("to_note_id").flatMap({ notes[$0] })
    else { return .kept("a note of it is not there") }
    let times = times(&row)
    let cloudID = RecordID(table: table.name, key: "\(from.text)|\(to.text)")
    let version = writer.version(
      table,
      [
        ("from_note_id", .string(from.text)), ("to_note_id", .string(to.text)),
        ("created_at", .string(times.created.text)),
      ], times.stamp)
    try writer.insert(
      version, table, as: cloudID, stamp: times.stamp, localID: row.integer("id"))
    return .taken
  }

  // MARK: - What several tables have

  /// A row that nobody knows the time of was made in 1970; see `OldRow.times`.
  func times(_ row: inout OldRow, created column: String = "created_at") -> OldRow.Times {
    row.times(created: column, now: now)
  }

  /// When a row was deleted; nil for a living one.
  func died(_ row: inout OldRow, _ times: OldRow.Times) -> (at: Instant, stamp: Stamp)? {
    guard row.value("deleted_at") != .null else { return nil }
    guard let time = row.time("deleted_at") else { return (times.created, times.stamp) }
    return (time, max(stamp(time), times.stamp))
  }

  /// The name that a row was given for a cloud already.
  func givenID(_ row: inout OldRow) -> RecordID? {
    guard let text = row.text("cloud_id") else { return nil }
    let id = writer.claim(RecordID(text))
    if id == nil { row.note("cloud_id is no id of its own") }
    return id
  }

  /// A name as a row of another table refers to it.
  func name(_ id: RecordID?) -> JSONValue { id.map { .string($0.text) } ?? .null }
}
