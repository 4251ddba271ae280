import EmbeddedCloud
import Store

extension Simulation {
  /// Of edits and deletions of a note the last one stands, whoever made it and whenever it came.
  func checkThatTheLastWordStands() throws {
    guard lastWords.haveClocksAgreed else { return }
    for (id, word) in lastWords.notes.sorted(by: { $0.key < $1.key }) {
      let note = try world.cloud.connection.first(
        "SELECT note_text, tags_json, deleted_at IS NULL FROM user_notes WHERE id = ?1", .text(id)
      ) { (text: $0.text(0), tags: $0.text(1), isAlive: $0.integer(2) != 0) }
      // One that nobody else ever saw may go without a trace.
      if note == nil, !word.isAlive { continue }
      let name = note?.text ?? word.text ?? "a note"
      if note?.isAlive != word.isAlive { throw broken(name, word.isAlive ? "alive" : "dead") }
      if let text = word.text, text != name { throw broken(text, "alive") }
      for (tag, isOn) in word.tags.sorted(by: { $0.key < $1.key })
      where note?.tags.contains("\"\(tag)\"") != isOn {
        throw broken(name, isOn ? "on \(tag)" : "off \(tag)")
      }
    }
  }

  private func broken(_ text: String, _ state: String) -> BrokenPromise {
    BrokenPromise("the last word stands", "\(text) should be \(state)")
  }
}
