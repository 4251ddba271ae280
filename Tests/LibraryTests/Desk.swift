import ChangeQueue
import Library
import Schema
import Store
import Vocabulary

/// A fresh library in memory, with a clock that moves a millisecond at each reading.
struct Desk {
  let database: UserDatabase
  let notes: Notes
  let collections: StudyCollections
  let highlights: Highlights
  let groups: HighlightCollections

  init(path: String = ":memory:", isReadOnly: Bool = false) throws {
    database = try UserDatabase.open(
      path: path, catalog: try Catalog.lectern(),
      surroundings: SeededSurroundings(seed: 1, step: .milliseconds(1)), isReadOnly: isReadOnly)
    notes = Notes(database)
    collections = StudyCollections(database)
    highlights = Highlights(database)
    groups = HighlightCollections(database)
  }

  /// Entries in the queue.
  func queueLength() throws -> Int64 {
    try database.connection.first("SELECT count(*) FROM sync_queue") { $0.integer(0) } ?? 0
  }

  /// Everything that a refused call must leave as it was.
  func fingerprint() throws -> [Int64] {
    let tables = [
      "user_notes", "study_collections", "note_links", "verse_highlights",
      "highlight_collections", "sync_queue",
    ]
    return try tables.map { table in
      try database.connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0
    } + [database.connection.totalChanges]
  }
}

extension NoteFilter {
  init(_ change: (inout NoteFilter) -> Void) {
    self.init()
    change(&self)
  }
}

extension HighlightFilter {
  init(_ change: (inout HighlightFilter) -> Void) {
    self.init()
    change(&self)
  }
}
