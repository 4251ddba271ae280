import Schema
import Vocabulary

/// Highlights and their collections, bookmarks, bookmarked topics.
extension AppTaker {
  func takeMarks() throws {
    try take("highlight_collections", takeHighlightCollection)
    try take("verse_highlights", takeHighlight)
    try writer.flush(table("verse_highlights"))
    try take("bookmarks", takeBookmark)
    try take("bookmarked_topics", takeTopic)
    try writer.flush(table("bookmarked_topics"))
  }

  /// Its id was a text of the app's choice. Highlights go on naming it, by what it is called here.
  private func takeHighlightCollection(_ row: inout OldRow) throws -> Outcome {
    let table = self.table("highlight_collections")
    let id = row.text("id") ?? ""
    var name = row.text("name") ?? ""
    if name.isEmpty {
      row.note("it has no name")
      name = id.isEmpty ? "Untitled" : id
    }
    let times = times(&row)
    let cloudID =
      givenID(&row) ?? writer.claim(RecordID(id))
      ?? writer.name(table.name, id, times.created.text, name)
    let version = writer.version(
      table,
      [
        ("name", .string(name)), ("color", .string(row.text("color") ?? "#bfa050")),
        ("sort_order", .integer(row.integer("sort_order") ?? 0)),
        ("created_at", .string(times.created.text)),
      ], times.stamp)
    try writer.insert(version, table, as: cloudID, stamp: times.stamp, localID: nil)
    highlightCollections[id] = cloudID
    return .taken
  }

  private func takeHighlight(_ row: inout OldRow) throws -> Outcome {
    let table = self.table("verse_highlights")
    guard let color = row.text("color"), !color.isEmpty else { return .kept("it has no colour") }
    guard let reference = reference(&row) else { return .kept("it has no reference") }
    var collection: JSONValue = .null
    if let named = row.text("collection_id"), !named.isEmpty {
      collection = name(highlightCollections[named])
      if collection == .null { row.note("its collection is not there") }
    }
    let times = times(&row)
    return add(
      &row, table, key: reference,
      [
        ("verse_ref", .string(reference)), ("color", .string(color)),
        ("collection_id", collection), ("note", row.text("note").map { .string($0) } ?? .null),
        ("created_at", .string(times.created.text)),
      ], times)
  }

  private func takeBookmark(_ row: inout OldRow) throws -> Outcome {
    let table = self.table("bookmarks")
    guard let reference = reference(&row) else { return .kept("it has no reference") }
    let label = row.text("label")
    let times = times(&row)
    let cloudID =
      givenID(&row) ?? writer.name(table.name, reference, times.created.text, label ?? "")
    let version = writer.version(
      table,
      [
        ("verse_ref", .string(reference)), ("label", label.map { .string($0) } ?? .null),
        ("created_at", .string(times.created.text)),
      ], times.stamp, died: died(&row, times))
    try writer.insert(
      version, table, as: cloudID, stamp: times.stamp, localID: row.integer("id"))
    return .taken
  }

  private func takeTopic(_ row: inout OldRow) throws -> Outcome {
    let table = self.table("bookmarked_topics")
    guard let topic = row.text("topic_id"), !topic.isEmpty else { return .kept("it names none") }
    let kind = row.text("topic_type") ?? "official"
    let times = times(&row, created: "bookmarked_at")
    return add(
      &row, table, key: "\(topic)|\(kind)",
      [
        ("topic_id", .string(topic)), ("topic_type", .string(kind)),
        ("cached_title", row.text("cached_title").map { .string($0) } ?? .null),
        ("cached_summary", row.text("cached_summary").map { .string($0) } ?? .null),
        ("bookmarked_at", .string(times.created.text)),
      ], times)
  }

  /// Adds a row of a table with a natural key. What was deleted gives way to what lives.
  private func add(
    _ row: inout OldRow, _ table: SyncedTable, key: String, _ values: [(String, JSONValue)],
    _ times: OldRow.Times
  ) -> Outcome {
    let cloudID = RecordID(table: table.name, key: key)
    let death = died(&row, times)
    if death != nil, writer.isLiving(cloudID) { return .kept("it was deleted, and set anew") }
    let version = writer.version(table, values, times.stamp, died: death)
    let isJoined = writer.add(
      version, table, as: cloudID, stamp: times.stamp, localID: row.integer("id"))
    return isJoined ? .joined : .taken
  }
}
