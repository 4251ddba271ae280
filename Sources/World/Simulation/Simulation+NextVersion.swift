import ChangeQueue
import EmbeddedCloud
import Library
import Schema
import Store
import Vocabulary

extension Simulation {
  /// Whether the cloud is a version ahead of devices that were not upgraded.
  var isCloudUpgraded: Bool { world.isCloudUpgraded }

  static let prayers = "prayers"

  /// The next version comes, and its app writes what today's devices do not know.
  func playNext(_ action: Step.Action, on device: WorldDevice) throws {
    if action == .upgradeCloud { return try world.upgradeCloud() }
    guard isCloudUpgraded else { return }
    switch action {
    case .upgradeDevice: try device.upgrade()
    case .writeMood(let place, let text): try writeMood(place, text, on: device)
    case .writePrayer(let place, let text): try writePrayer(place, text, on: device)
    default: try writeNext(action)
    }
  }

  /// An app of the next version writes to the cloud, past all devices.
  private func writeNext(_ action: Step.Action) throws {
    guard let person = try person() else { return }
    func write(_ table: String, _ row: [(String, JSONValue)]) throws {
      _ = try world.cloud.plainWrite(table, JSONObject(row), as: person)
    }
    switch action {
    case .nextMood(let place, let text):
      guard let note = try cloudNote(place) else { return }
      let seen = try mood(in: world.cloud.connection, "id", note.id.text)
      try write("user_notes", [("id", .string(note.id.text)), ("mood", .string(text))])
      ledger.type(text, over: seen)
      lastWords.live(note.id.text)
    case .nextPrayer(let text):
      let row: [(String, JSONValue)] = [("body", .string(text)), ("tags", ["a", "b"])]
      try write(Self.prayers, row)
      ledger.type(text, over: nil)
    case .nextPrayerEdit(let place, let text):
      guard let prayer = try prayer(place) else { return }
      try write(Self.prayers, [("id", .string(prayer.id.text)), ("body", .string(text))])
      ledger.type(text, over: prayer.text)
    case .nextPrayerDelete(let place):
      guard let prayer = try prayer(place) else { return }
      _ = try world.cloud.plainDelete(RowName(table: Self.prayers, id: prayer.id), as: person)
      ledger.letGo([prayer.text])
    default: break
    }
  }

  private func prayer(_ place: Int) throws -> (id: RecordID, text: String)? {
    let prayers = try world.cloud.connection.all(
      "SELECT id, body FROM prayers WHERE deleted_at IS NULL ORDER BY id"
    ) { (id: RecordID($0.text(0)), text: $0.text(1)) }
    return pick(prayers, place).flatMap { prayer in prayer.id.map { ($0, prayer.text) } }
  }

  /// What was typed there; nil for the mood that a note begins with.
  private func mood(in connection: Connection, _ key: String, _ id: String) throws -> String? {
    try connection.first(
      "SELECT mood FROM user_notes WHERE \(key) = ?1 AND mood <> 'none'", .text(id)
    ) { $0.text(0) }
  }

  // MARK: - On a device that was upgraded

  private func writeMood(_ place: Int, _ text: String, on device: WorldDevice) throws {
    guard device.isUpgraded, let note = try note(place, on: device) else { return }
    let database = device.device.database
    let seen = try mood(in: database.connection, "cloud_id", note.cloudID)
    try database.write {
      try database.connection.run(
        "UPDATE user_notes SET mood = ?1 WHERE id = ?2", .text(text), .integer(note.id))
    }
    ledger.type(text, over: seen)
    lastWords.live(note.cloudID)
  }

  private func writePrayer(_ place: Int, _ text: String, on device: WorldDevice) throws {
    guard device.isUpgraded else { return }
    let database = device.device.database
    let note = try note(place, on: device)
    try database.write {
      try database.connection.run(
        "INSERT INTO prayers(body, note_id, tags) VALUES(?1, ?2, '[\"c\"]')", .text(text),
        note.map { .integer($0.id) } ?? .null)
    }
    ledger.type(text, over: nil)
  }
}
