import ChangeQueue
import Library
import Store

extension Simulation {
  /// Files are whole, references lead somewhere, and full text finds what the rows hold.
  func checkThatFilesAreSound() throws {
    for device in world.devices {
      let database = device.device.database
      let connection = database.connection
      if let damage = try connection.damage() {
        throw BrokenPromise("files are whole", "\(device.name): \(damage)")
      }
      let dangling = try connection.first("PRAGMA foreign_key_check") { $0.text(0) }
      if let dangling {
        throw BrokenPromise("references lead somewhere", "\(device.name): \(dangling)")
      }
      for note in try device.device.notes.find() {
        let linked = try device.device.notes.links(of: note.id)
        if let dead = linked.first(where: { $0.deletedAt != nil }) {
          throw BrokenPromise("a link shows living notes", "\(note.text) to \(dead.text)")
        }
        let hits = try device.device.notes.search(note.text)
        guard !hits.contains(where: { $0.note.id == note.id }) else { continue }
        throw BrokenPromise("search finds every note", "\(device.name): \(note.text)")
      }
    }
  }
}
