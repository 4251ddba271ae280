import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Sync
import Testing
import Vocabulary
import World

/// A cloud one version ahead: what a device does not know of it is kept aside, is never pushed back
/// as anything else, and is there once the device is upgraded too.
@Suite struct NewerCloudTests {
  private let world: SmallWorld
  private let person: RecordID

  init() throws {
    world = try SmallWorld(
      seed: 21, start: Instant(milliseconds: 1_767_225_600_000), devices: ["phone", "tablet"])
    person = try #require(try world.phone.device.link.keeper?.current()?.userID)
    try world.phone.run("\(CrashFlow.note)('john 3:16', 'one', '[]'), ('john 3:17', 'two', '[]')")
    _ = try world.settle()
    try world.upgradeCloud()
  }

  /// What an app of the next version writes.
  @discardableResult
  private func write(_ table: String, _ row: [(String, JSONValue)]) throws -> RecordID {
    world.advance(.seconds(1))
    return try #require(try world.cloud.plainWrite(table, JSONObject(row), as: person)).id
  }

  private func id(of text: String) throws -> String {
    try #require(
      try world.cloud.connection.first(
        "SELECT id FROM user_notes WHERE note_text = ?1", .text(text)
      ) { $0.text(0) })
  }

  private func texts(_ device: WorldDevice, _ sql: String) throws -> [String] {
    try device.device.database.connection.all(sql) { $0.text(0) }
  }

  private func moods() throws -> [String] {
    try world.cloud.connection.all("SELECT mood FROM user_notes ORDER BY note_text") { $0.text(0) }
  }

  @Test func `edits by devices that do not know a column leave its values alone`() throws {
    try write("user_notes", [("id", .string(id(of: "one"))), ("mood", "glad")])
    let new: [(String, JSONValue)] = [
      ("verse_ref", "john 3:18"), ("note_text", "three"), ("mood", "calm"),
    ]
    try write("user_notes", new)
    try write("prayers", [("body", "for them"), ("tags", ["a"])])
    _ = try world.settle()
    for device in world.devices {
      world.advance(.seconds(1))
      try device.run("UPDATE user_notes SET tags_json = '[\"\(device.name)\"]'")
      try device.run("UPDATE user_notes SET verse_ref = 'mark 1:1' WHERE note_text = 'three'")
    }
    _ = try world.settle()
    #expect(try moods() == ["glad", "calm", "none"])
    #expect(try world.differences() == [])
    for device in world.devices {
      #expect(device.device.engine.verify().report.error == nil)
      let aside = try texts(device, "SELECT row_json FROM sync_unknown ORDER BY row_json")
      for text in ["glad", "calm", "for them"] {
        #expect(aside.contains { $0.contains(text) }, "\(text) on \(device.name)")
      }
    }
    #expect(try moods() == ["glad", "calm", "none"])
  }

  @Test func `an upgraded device has what lay aside, and what it writes goes on from there`() throws
  {
    try write("user_notes", [("id", .string(id(of: "one"))), ("mood", "glad")])
    // At the stamp of its row, and of smaller bytes than the default.
    let new: [(String, JSONValue)] = [
      ("verse_ref", "john 3:18"), ("note_text", "three"), ("mood", "calm"),
    ]
    let note = try write("user_notes", new)
    try write("prayers", [("body", "for them"), ("note_id", .string(note.text)), ("tags", ["a"])])
    _ = try world.settle()
    try world.phone.upgrade()
    let kept = "SELECT mood FROM user_notes ORDER BY note_text"
    #expect(try texts(world.phone, kept) == ["glad", "calm", "none"])
    #expect(try world.phone.device.database.queueLength() == 0)
    world.advance(.seconds(1))
    try world.phone.run("UPDATE user_notes SET mood = 'sad' WHERE note_text = 'two'")
    _ = try world.settle()
    #expect(try texts(world.phone, "SELECT row_json FROM sync_unknown") == [])
    #expect(
      try texts(
        world.phone,
        "SELECT body || n.note_text || tags FROM prayers JOIN user_notes n ON n.id = note_id")
        == ["for themthree[\"a\"]"])
    #expect(try world.differences() == [])
    #expect(try moods() == ["glad", "calm", "sad"])
    #expect(try texts(world.phone, "SELECT mine FROM sync_conflicts") == [])
    try world.tablet.upgrade()
    _ = try world.settle()
    #expect(try texts(world.tablet, kept) == ["glad", "calm", "sad"])
    #expect(try world.differences() == [])
  }

  @Test func `what a cloud that was put back has forgotten comes back from aside`() throws {
    let note = try id(of: "one")
    try write("user_notes", [("id", .string(note)), ("mood", "glad")])
    let prayer = try write("prayers", [("body", "old"), ("tags", ["a"])])
    _ = try world.settle()
    let backup = try world.cloud.backup()
    try write("user_notes", [("id", .string(note)), ("mood", "calm")])
    try write("prayers", [("id", .string(prayer.text)), ("body", "new"), ("tags", ["a", "b"])])
    try write("prayers", [("body", "last")])
    _ = try world.settle()
    try world.cloud.restore(backup)
    _ = try world.settle()
    #expect(try moods() == ["glad", "none"])
    try world.phone.upgrade()
    _ = try world.settle()
    #expect(try moods() == ["calm", "none"])
    let prayers = "SELECT body || tags FROM prayers ORDER BY body"
    let all = ["last[]", "new[\"a\",\"b\"]"]
    #expect(try texts(world.phone, prayers) == all)
    #expect(try world.cloud.connection.all(prayers) { $0.text(0) } == all)
    #expect(try world.differences() == [])
  }

  @Test func `an edit that waits when its device is upgraded stands`() throws {
    try write("user_notes", [("id", .string(id(of: "one"))), ("mood", "glad")])
    _ = try world.settle()
    world.phone.isOffline = true
    world.advance(.seconds(1))
    try world.phone.run("UPDATE user_notes SET note_text = 'one more' WHERE note_text = 'one'")
    try world.phone.upgrade()
    try world.phone.run("UPDATE user_notes SET mood = 'sad' WHERE note_text = 'one more'")
    world.phone.isOffline = false
    _ = try world.settle()
    #expect(try moods() == ["sad", "none"])
    #expect(
      try texts(world.tablet, "SELECT note_text FROM user_notes ORDER BY 1")
        == ["one more", "two"])
    #expect(try texts(world.phone, "SELECT mine FROM sync_conflicts") == [])
    #expect(try world.differences() == [])
  }
}
