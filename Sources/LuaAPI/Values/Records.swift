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

extension ScriptAPI {
  /// A note from a row in place, without a copy between.
  static func fill(_ table: LuaTableBuilder, _ note: NoteRow) {
    table.set("id", note.id)
    table.set("ref", bytes: note.ref)
    table.set("text", bytes: note.text)
    table.set("tags", note.tags)
    if let collection = note.collection { table.set("collection", collection) }
    table.set("created_at", bytes: note.createdAt)
    table.set("updated_at", bytes: note.updatedAt)
    if let deletedAt = note.deletedAt { table.set("deleted_at", bytes: deletedAt) }
    table.set("cloud_id", bytes: note.cloudID)
  }
}

extension Note: ScriptRecord {
  static var recordClass: KeyPath<RecordClasses, LuaClass> { \.note }
  static var fieldCount: Int { 9 }

  func fill(_ table: LuaTableBuilder) {
    table.set("id", id)
    table.set("ref", ref)
    table.set("text", text)
    table.set("tags", tags)
    if let collection { table.set("collection", collection) }
    table.setEnd(createdAt, updatedAt, deletedAt, cloudID)
  }
}

extension StudyCollection: ScriptRecord {
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

extension Highlight: ScriptRecord {
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

extension HighlightCollection: ScriptRecord {
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

extension Bookmark: ScriptRecord {
  static var recordClass: KeyPath<RecordClasses, LuaClass> { \.bookmark }
  static var fieldCount: Int { 7 }

  func fill(_ table: LuaTableBuilder) {
    table.set("id", id)
    table.set("ref", ref)
    if let label { table.set("label", label) }
    table.setEnd(createdAt, updatedAt, deletedAt, cloudID)
  }
}

extension Topic: ScriptRecord {
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

extension StudySession: ScriptRecord {
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
