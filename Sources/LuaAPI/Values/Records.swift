import Library
import LuaRuntime

extension LuaTableBuilder {
  /// What every record of a synced table ends with.
  fileprivate func setEnd(
    _ createdAt: String, _ updatedAt: String, _ deletedAt: String?, _ cloudID: String
  ) {
    set("created_at", createdAt)
    set("updated_at", updatedAt)
    if let deletedAt { set("deleted_at", deletedAt) }
    set("cloud_id", cloudID)
  }
}

extension Note: ScriptRecord {
  static var recordClass: KeyPath<RecordClasses, LuaClass> { \.note }

  /// In the order in which they are filled.
  static let fields: [LuaKey] = [
    "id", "ref", "text", "tags", "collection", "created_at", "updated_at", "deleted_at", "cloud_id",
    "snippet",
  ]

  func result(_ call: APICall, of recordClass: LuaClass) -> LuaResults {
    call.lua.record(recordClass) { fill($0) }
  }

  /// `snippet` is what a search found of it.
  func fill(_ record: LuaRecordBuilder, snippet: String? = nil) {
    record.add(id)
    record.add(ref)
    record.add(text)
    record.add(tags)
    record.add(collection)
    record.add(createdAt)
    record.add(updatedAt)
    record.add(deletedAt)
    record.add(cloudID)
    record.add(snippet)
  }
}

extension NoteRow {
  /// The note in place, without a copy between.
  func fill(_ record: LuaRecordBuilder) {
    record.add(id)
    record.add(bytes: ref)
    record.add(bytes: text)
    record.add(tags)
    record.add(collection)
    record.add(bytes: createdAt)
    record.add(bytes: updatedAt)
    record.add(bytes: deletedAt)
    record.add(bytes: cloudID)
    record.add(nil as String?)
  }
}

extension StudyCollection: FilledRecord {
  static var recordClass: KeyPath<RecordClasses, LuaClass> { \.collection }
  static var fieldCount: Int { 9 }

  func fill(_ table: LuaTableBuilder) {
    table.set("id", id)
    table.set("name", name)
    table.set("description", description)
    table.set("color", color)
    table.set("notes", notes)
    table.setEnd(createdAt, updatedAt, deletedAt, cloudID)
  }
}

extension Highlight: FilledRecord {
  static var recordClass: KeyPath<RecordClasses, LuaClass> { \.highlight }
  static var fieldCount: Int { 9 }

  func fill(_ table: LuaTableBuilder) {
    table.set("id", id)
    table.set("ref", ref)
    table.set("color", color)
    if let collection { table.set("collection", collection) }
    if let note { table.set("note", note) }
    table.setEnd(createdAt, updatedAt, deletedAt, cloudID)
  }
}

extension HighlightCollection: FilledRecord {
  static var recordClass: KeyPath<RecordClasses, LuaClass> { \.highlightCollection }
  static var fieldCount: Int { 9 }

  func fill(_ table: LuaTableBuilder) {
    table.set("id", id)
    table.set("name", name)
    table.set("color", color)
    table.set("sort_order", sortOrder)
    table.set("highlights", highlights)
    table.setEnd(createdAt, updatedAt, deletedAt, cloudID)
  }
}

extension Bookmark: FilledRecord {
  static var recordClass: KeyPath<RecordClasses, LuaClass> { \.bookmark }
  static var fieldCount: Int { 7 }

  func fill(_ table: LuaTableBuilder) {
    table.set("id", id)
    table.set("ref", ref)
    if let label { table.set("label", label) }
    table.setEnd(createdAt, updatedAt, deletedAt, cloudID)
  }
}

extension Topic: FilledRecord {
  static var recordClass: KeyPath<RecordClasses, LuaClass> { \.topic }
  static var fieldCount: Int { 9 }

  func fill(_ table: LuaTableBuilder) {
    table.set("id", id)
    table.set("topic", topic)
    table.set("type", type)
    if let title { table.set("title", title) }
    if let summary { table.set("summary", summary) }
    table.set("bookmarked_at", bookmarkedAt)
    table.set("updated_at", updatedAt)
    if let deletedAt { table.set("deleted_at", deletedAt) }
    table.set("cloud_id", cloudID)
  }
}

extension StudySession: FilledRecord {
  static var recordClass: KeyPath<RecordClasses, LuaClass> { \.session }
  static var fieldCount: Int { 5 }

  func fill(_ table: LuaTableBuilder) {
    table.set("id", id)
    table.set("chapter_id", chapterID)
    table.set("started_at", startedAt)
    table.set("ended_at", endedAt)
    table.set("duration_ms", durationMilliseconds)
  }
}
