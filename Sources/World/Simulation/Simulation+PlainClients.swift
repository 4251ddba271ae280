import EmbeddedCloud
import Schema
import Store
import Vocabulary

extension Simulation {
  /// An app that knows nothing of sync reads what the cloud has and writes there, as the person of
  /// all devices.
  func writePlainly(_ action: Step.Action) throws {
    guard let person = try person() else { return }
    switch action {
    case .plainAdd(let verse, let text):
      let row: [(String, JSONValue)] = [
        ("verse_ref", .string("john 3:\(verse)")), ("note_text", .string(text)),
      ]
      let name = try world.cloud.plainWrite("user_notes", JSONObject(row), as: person)
      ledger.type(text, over: nil)
      if let name { lastWords.write(name.id.text, text) }
    case .plainEdit(let place, let text):
      guard let note = try cloudNote(place) else { return }
      let row: [(String, JSONValue)] = [
        ("id", .string(note.id.text)), ("note_text", .string(text)),
      ]
      _ = try world.cloud.plainWrite("user_notes", JSONObject(row), as: person)
      ledger.type(text, over: note.text)
      lastWords.write(note.id.text, text)
    case .plainDelete(let place):
      guard let note = try cloudNote(place) else { return }
      _ = try world.cloud.plainDelete(RowName(table: "user_notes", id: note.id), as: person)
      ledger.letGo([note.text])
      lastWords.delete(note.id.text)
    case .plainHighlight(let verse, let color, let text):
      try highlightPlainly("mark 1:\(verse)", Self.color(color), text, as: person)
    default: break
    }
  }

  /// Whose devices they are.
  func person() throws -> RecordID? {
    try world.cloud.connection.first("SELECT id FROM auth_users") { RecordID($0.text(0)) } ?? nil
  }

  private func highlightPlainly(
    _ verse: String, _ color: String, _ text: String, as person: RecordID
  ) throws {
    let seen = try world.cloud.connection.first(
      "SELECT note FROM verse_highlights WHERE verse_ref = ?1", .text(verse)
    ) { $0.optionalText(0) }
    let row: [(String, JSONValue)] = [
      ("verse_ref", .string(verse)), ("color", .string(color)), ("note", .string(text)),
    ]
    _ = try world.cloud.plainWrite("verse_highlights", JSONObject(row), as: person)
    ledger.type(text, over: seen ?? nil)
  }

  /// One of the living notes that the cloud has.
  func cloudNote(_ place: Int) throws -> (id: RecordID, text: String)? {
    let notes = try world.cloud.connection.all(
      "SELECT id, note_text FROM user_notes WHERE deleted_at IS NULL ORDER BY id"
    ) { (id: RecordID($0.text(0)), text: $0.text(1)) }
    guard !notes.isEmpty else { return nil }
    let note = notes[place % notes.count]
    return note.id.map { ($0, note.text) }
  }
}
