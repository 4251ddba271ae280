import ChangeQueue
import Library
import Store

extension Simulation {
  /// Files are whole, references lead somewhere, and full text finds what the rows hold.
  func checkThatFilesAreSound() throws {
    for device in world.devices {
      let database = device.device.database
      let connection = database.connection
      // What SQLite alone wrote, and closed, SQLite need not check.
      if device.hasCrashed, let damage = try connection.damage() {
        throw BrokenPromise("files are whole", "\(device.name): \(damage)")
      }
      let dangling = try connection.first("PRAGMA foreign_key_check") { $0.text(0) }
      if let dangling {
        throw BrokenPromise("references lead somewhere", "\(device.name): \(dangling)")
      }
      let found = try foundNotes(on: device)
      for note in try device.device.notes.find() {
        let linked = try device.device.notes.links(of: note.id)
        if let dead = linked.first(where: { $0.deletedAt != nil }) {
          throw BrokenPromise("a link shows living notes", "\(note.text) to \(dead.text)")
        }
        guard !found.contains(note.id) else { continue }
        throw BrokenPromise("search finds every note", "\(device.name): \(note.text)")
      }
    }
  }

  /// Notes that are found by their text: the first by a search, which folds in what waits, the
  /// others in the index that it leaves.
  private func foundNotes(on device: WorldDevice) throws -> Set<Int64> {
    let notes = try device.device.notes.find()
    guard let first = notes.first else { return [] }
    let hits = Set(try device.device.notes.search(first.text).map(\.note.id))
    guard hits.contains(first.id) else { return hits }
    let words = notes.map { "\"\($0.text)\"" }.joined(separator: " OR ")
    return Set(
      try device.device.database.connection.all(
        "SELECT rowid FROM notes_fts WHERE notes_fts MATCH ?1", .text(words)
      ) { $0.integer(0) })
  }
}
