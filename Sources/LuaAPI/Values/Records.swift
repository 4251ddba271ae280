import Library
import LuaRuntime

/// How records of the library are written into tables of a script.
extension ScriptAPI {
  func result(_ note: Note, _ call: APICall) -> LuaResults {
    call.lua.table(classes.note, fields: 9) { Self.fill($0, note) }
  }

  func results(_ notes: [Note], _ call: APICall) -> LuaResults {
    call.lua.list(notes, of: classes.note, fields: 9) { Self.fill($1, $0) }
  }

  /// The same from a row in place, without a copy between.
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

  static func fill(_ table: LuaTableBuilder, _ note: Note) {
    table.set("id", note.id)
    table.set("ref", note.ref)
    table.set("text", note.text)
    table.set("tags", note.tags)
    if let collection = note.collection { table.set("collection", collection) }
    table.set("created_at", note.createdAt)
    table.set("updated_at", note.updatedAt)
    if let deletedAt = note.deletedAt { table.set("deleted_at", deletedAt) }
    table.set("cloud_id", note.cloudID)
  }

  func result(_ collection: StudyCollection, _ call: APICall) -> LuaResults {
    call.lua.table(classes.collection, fields: 9) { Self.fill($0, collection) }
  }

  func results(_ collections: [StudyCollection], _ call: APICall) -> LuaResults {
    call.lua.list(collections, of: classes.collection, fields: 9) { Self.fill($1, $0) }
  }

  private static func fill(_ table: LuaTableBuilder, _ collection: StudyCollection) {
    table.set("id", collection.id)
    table.set("name", collection.name)
    table.set("description", collection.description)
    table.set("color", collection.color)
    table.set("notes", collection.notes)
    table.set("created_at", collection.createdAt)
    table.set("updated_at", collection.updatedAt)
    if let deletedAt = collection.deletedAt { table.set("deleted_at", deletedAt) }
    table.set("cloud_id", collection.cloudID)
  }

  func result(_ highlight: Highlight, _ call: APICall) -> LuaResults {
    call.lua.table(classes.highlight, fields: 9) { Self.fill($0, highlight) }
  }

  func results(_ highlights: [Highlight], _ call: APICall) -> LuaResults {
    call.lua.list(highlights, of: classes.highlight, fields: 9) { Self.fill($1, $0) }
  }

  private static func fill(_ table: LuaTableBuilder, _ highlight: Highlight) {
    table.set("id", highlight.id)
    table.set("ref", highlight.ref)
    table.set("color", highlight.color)
    if let collection = highlight.collection { table.set("collection", collection) }
    if let note = highlight.note { table.set("note", note) }
    table.set("created_at", highlight.createdAt)
    table.set("updated_at", highlight.updatedAt)
    if let deletedAt = highlight.deletedAt { table.set("deleted_at", deletedAt) }
    table.set("cloud_id", highlight.cloudID)
  }

  func result(_ collection: HighlightCollection, _ call: APICall) -> LuaResults {
    call.lua.table(classes.highlightCollection, fields: 9) { Self.fill($0, collection) }
  }

  func results(_ collections: [HighlightCollection], _ call: APICall) -> LuaResults {
    call.lua.list(collections, of: classes.highlightCollection, fields: 9) { Self.fill($1, $0) }
  }

  private static func fill(_ table: LuaTableBuilder, _ collection: HighlightCollection) {
    table.set("id", collection.id)
    table.set("name", collection.name)
    table.set("color", collection.color)
    table.set("sort_order", collection.sortOrder)
    table.set("highlights", collection.highlights)
    table.set("created_at", collection.createdAt)
    table.set("updated_at", collection.updatedAt)
    if let deletedAt = collection.deletedAt { table.set("deleted_at", deletedAt) }
    table.set("cloud_id", collection.cloudID)
  }
}
