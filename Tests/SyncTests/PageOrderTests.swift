import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Sync
import Testing
import Vocabulary

/// Rows that come before what they hang on, and rows of what is over.
@Suite struct PageOrderTests {
  private func rest(_ fleet: Fleet) throws {
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  /// One collection, and a note that was in it from the first.
  private func filedNote(_ device: FleetDevice) throws {
    try device.run(
      """
      INSERT INTO study_collections(name) VALUES('v1');
      INSERT INTO user_notes(verse_ref, note_text, collection_id) VALUES('john 3:16', 'v2', 1);
      """)
  }

  private func rename(_ device: FleetDevice, _ name: String) throws {
    try device.run("UPDATE study_collections SET name = '\(name)'")
  }

  @Test func `a new row whose parent comes later in the page keeps its parent`() throws {
    let fleet = try Fleet(seed: 21, count: 2)
    try filedNote(fleet.devices[0])
    try fleet.devices[0].engine.sync().error.map { throw $0 }
    // Its place in the cloud's order is the newest now: behind the note's.
    try rename(fleet.devices[0], "v3")
    try fleet.devices[0].engine.sync().error.map { throw $0 }
    try rest(fleet)
    let filed = try fleet.devices[1].database.connection.all(
      "SELECT name FROM user_notes JOIN study_collections AS c ON c.id = collection_id"
    ) { $0.text(0) }
    #expect(filed == ["v3"])
  }

  @Test func `a row that waits for its parent waits in its newest version`() throws {
    let fleet = try Fleet(seed: 22, count: 2)
    let (writer, reader) = (fleet.devices[0], fleet.devices[1])
    try filedNote(writer)
    try writer.engine.sync().error.map { throw $0 }
    try rename(writer, "v3")
    try writer.run("INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:17', 'v4')")
    try writer.engine.sync().error.map { throw $0 }
    // One row a page: behind the first, the note is edited, and then its parent again.
    var pages = 0
    reader.link.answer = { (function, body, _) throws(CloudError) in
      guard function == "sync_pull" else { return nil }
      pages += 1
      do {
        if pages == 2 {
          try writer.run("UPDATE user_notes SET note_text = 'v5' WHERE note_text = 'v2'")
          try writer.engine.push().error.map { throw $0 }
          try rename(writer, "v6")
          try writer.engine.push().error.map { throw $0 }
        }
        var request = try JSONValue(parsing: body).object ?? JSONObject()
        request["page"] = .integer(1)
        return try fleet.cloud.call(
          function, as: Fleet.account, body: JSONValue.object(request).bytes)
      } catch { throw .lost(curl: 0, text: "\(error)") }
    }
    try rest(fleet)
    let texts = try reader.database.connection.all("SELECT note_text FROM user_notes ORDER BY 1") {
      $0.text(0)
    }
    #expect(texts == ["v4", "v5"])
  }

  @Test func `a row of a run that was left here is not taken from elsewhere`() throws {
    let fleet = try Fleet(seed: 23, count: 2)
    try fleet.devices[0].run("INSERT INTO plan_progress(plan_id, day_num) VALUES('q', 1)")
    try rest(fleet)
    try fleet.devices[1].run("INSERT INTO runs(name, run) VALUES('plan:q', 1)")
    try fleet.devices[0].run("INSERT INTO plan_progress(plan_id, day_num) VALUES('q', 2)")
    try fleet.devices[0].engine.sync().error.map { throw $0 }
    try fleet.devices[1].engine.pull().error.map { throw $0 }
    let days = try fleet.devices[1].database.connection.all(
      "SELECT day_num FROM plan_progress WHERE seq IS NOT -1"
    ) { $0.integer(0) }
    #expect(!days.contains(2))
    try rest(fleet)
  }
}
