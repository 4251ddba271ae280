import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Support
import Sync
import Testing
import Vocabulary

/// Deleted rows go for good, in the cloud and on every device, and never before all know of them.
@Suite struct PurgeTests {
  private static let day = Duration.seconds(86_400)

  private func pass(_ days: Int, _ fleet: Fleet) { fleet.clock.advance(Self.day * days) }

  private func sync(_ devices: FleetDevice...) throws {
    for device in devices { try device.engine.sync().error.map { throw $0 } }
  }

  private func note(_ text: String, on device: FleetDevice) throws {
    try device.run("INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', '\(text)')")
  }

  private func delete(_ text: String, on device: FleetDevice) throws {
    try device.run("DELETE FROM user_notes WHERE note_text = '\(text)'")
  }

  private func texts(_ connection: Connection, areDead: Bool? = nil) throws -> [String] {
    let condition = areDead.map { " WHERE deleted_at IS \($0 ? "NOT" : "") NULL" } ?? ""
    return try connection.all("SELECT note_text FROM user_notes\(condition) ORDER BY 1") {
      $0.text(0)
    }
  }

  private func purgedBelow(_ fleet: Fleet) throws -> Int64? {
    try fleet.cloud.connection.first("SELECT purged_below FROM sync_heads") { $0.integer(0) }
  }

  /// Two devices that both have two notes, one of them deleted.
  private func oneDeleted(seed: UInt64, devices: Int = 2) throws -> Fleet {
    let fleet = try Fleet(seed: seed, count: devices)
    try note("v1", on: fleet.devices[0])
    try note("v2", on: fleet.devices[0])
    try fleet.settle()
    try delete("v1", on: fleet.devices[0])
    try fleet.settle()
    return fleet
  }

  @Test func `a deleted row goes everywhere a month after it arrived`() throws {
    let fleet = try oneDeleted(seed: 1)
    pass(29, fleet)
    try fleet.settle()
    #expect(try texts(fleet.cloud.connection) == ["v1", "v2"])
    pass(2, fleet)
    try fleet.settle()
    #expect(try texts(fleet.cloud.connection) == ["v2"])
    for device in fleet.devices { #expect(try texts(device.database.connection) == ["v2"]) }
    #expect(try fleet.difference() == nil)
    let verified = fleet.devices[1].engine.verify()
    #expect(verified.repairedHere + verified.repairedThere + verified.read == 0)
  }

  @Test func `it counts from its arrival, however long ago the deletion was made`() throws {
    let fleet = try Fleet(seed: 2, count: 2)
    try note("v1", on: fleet.devices[0])
    try fleet.settle()
    try delete("v1", on: fleet.devices[0])
    pass(60, fleet)
    try fleet.settle()
    pass(10, fleet)
    try fleet.settle()
    #expect(try texts(fleet.cloud.connection) == ["v1"])
  }

  @Test func `a device that has not pulled holds it back, and one that is gone does not`() throws {
    let fleet = try oneDeleted(seed: 3, devices: 3)
    try note("v3", on: fleet.devices[0])
    try sync(fleet.devices[0], fleet.devices[1])
    try delete("v3", on: fleet.devices[0])
    for _ in 0..<2 {
      pass(31, fleet)
      try sync(fleet.devices[0], fleet.devices[1])
    }
    #expect(try texts(fleet.cloud.connection) == ["v2", "v3"])
    #expect(try texts(fleet.devices[0].database.connection) == ["v2", "v3"])
    pass(31, fleet)
    try sync(fleet.devices[0], fleet.devices[1])
    #expect(try texts(fleet.cloud.connection) == ["v2"])
  }

  @Test func `a device back after a year brings nothing back, and keeps its unsent edit`() throws {
    let fleet = try Fleet(seed: 4, count: 2)
    let (busy, away) = (fleet.devices[0], fleet.devices[1])
    for text in ["v1", "v2", "v3"] { try note(text, on: busy) }
    try fleet.settle()
    try away.run("UPDATE user_notes SET note_text = 'v4' WHERE note_text = 'v2'")
    try delete("v1", on: busy)
    try delete("v2", on: busy)
    for _ in 0..<12 {
      pass(31, fleet)
      try sync(busy)
    }
    #expect(try texts(fleet.cloud.connection) == ["v3"])
    try note("v5", on: away)
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    #expect(try texts(fleet.cloud.connection, areDead: false) == ["v3", "v4", "v5"])
    #expect(try texts(busy.database.connection, areDead: false) == ["v3", "v4", "v5"])
    #expect(try texts(away.database.connection, areDead: true) == ["v1"])
  }

  @Test func `what the year away deleted can be restored from its trash`() throws {
    let fleet = try oneDeleted(seed: 5)
    let (busy, away) = (fleet.devices[0], fleet.devices[1])
    try delete("v2", on: busy)
    for _ in 0..<5 {
      pass(31, fleet)
      try sync(busy)
    }
    try fleet.settle()
    #expect(try texts(away.database.connection, areDead: true) == ["v1", "v2"])
    try away.run("UPDATE user_notes SET deleted_at = NULL WHERE note_text = 'v2'")
    try fleet.settle()
    #expect(try texts(busy.database.connection, areDead: false) == ["v2"])
  }

  @Test func `a row that another one names stays, and goes with it`() throws {
    let fleet = try Fleet(seed: 6, count: 2)
    try fleet.devices[0].run(
      """
      INSERT INTO study_collections(name) VALUES('c');
      INSERT INTO user_notes(verse_ref, note_text, collection_id) VALUES('john 3:16', 'v1', 1);
      INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:17', 'v2');
      INSERT INTO note_links(from_note_id, to_note_id) VALUES(1, 2);
      INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:18', 'v3');
      """)
    try fleet.settle()
    try fleet.devices[0].run("DELETE FROM study_collections; DELETE FROM user_notes WHERE id = 2")
    try fleet.settle()
    // A later deletion that does go: what stays lies below it.
    try delete("v3", on: fleet.devices[0])
    try fleet.settle()
    pass(31, fleet)
    try fleet.settle()
    // The link lives: it shows again with its note.
    for connection in [fleet.cloud.connection] + fleet.devices.map(\.database.connection) {
      #expect(try texts(connection) == ["v1", "v2"])
    }
    #expect(try fleet.difference() == nil)
    try fleet.devices[1].run("DELETE FROM note_links; DELETE FROM user_notes WHERE id = 1")
    try fleet.settle()
    pass(31, fleet)
    try fleet.settle()
    for table in ["user_notes", "note_links", "study_collections"] {
      for connection in [fleet.cloud.connection] + fleet.devices.map(\.database.connection) {
        #expect(try connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) } == 0)
      }
    }
  }

  @Test func `a device spares a dead row that has an unsent edit or a child on the shelf`() throws {
    let fleet = try Fleet(seed: 7, count: 2)
    for text in ["v1", "v2", "v3"] { try note(text, on: fleet.devices[0]) }
    try fleet.settle()
    for text in ["v1", "v2", "v3"] { try delete(text, on: fleet.devices[0]) }
    try fleet.settle()
    let device = fleet.devices[1]
    let connection = device.database.connection
    let shelved = try connection.first("SELECT cloud_id FROM user_notes WHERE note_text = 'v2'") {
      $0.text(0)
    }
    try connection.run(
      """
      INSERT INTO sync_shelf(table_name, cloud_id, seq, row_json)
      VALUES('nowhere', 'x', 1, json_object('values', json_object('note', ?1)))
      """, .text(try #require(shelved)))
    pass(31, fleet)
    try sync(fleet.devices[0])
    try device.run("UPDATE user_notes SET note_text = 'v4' WHERE note_text = 'v1'")
    device.link.answer = { (function, _, _) throws(CloudError) in
      guard function == "sync_push" else { return nil }
      throw .offline(curl: 7, text: "no network")
    }
    _ = device.engine.pull()
    #expect(try texts(connection) == ["v2", "v4"])
  }

  @Test func `one pull purges a bounded number, once a day`() throws {
    let fleet = try Fleet(seed: 8, count: 1)
    try fleet.devices[0].run(
      """
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1500)
      INSERT INTO user_notes(verse_ref, note_text) SELECT 'john 3:16', 'v' || n FROM numbers
      """)
    try fleet.settle()
    try fleet.devices[0].run("DELETE FROM user_notes")
    try fleet.settle()
    pass(31, fleet)
    try sync(fleet.devices[0], fleet.devices[0])
    #expect(try texts(fleet.cloud.connection).count == 500)
    let below = try purgedBelow(fleet)
    pass(1, fleet)
    try sync(fleet.devices[0])
    #expect(try texts(fleet.cloud.connection) == [])
    #expect(try #require(try purgedBelow(fleet)) > #require(below))
    #expect(try texts(fleet.devices[0].database.connection) == [])
  }

  @Test func `a cloud's file of an earlier version learns when rows arrive`() throws {
    let folder = try TemporaryFolder()
    var settings = EmbeddedProject.Settings()
    settings.path = folder.path + "/cloud.db"
    let surroundings = SeededSurroundings(seed: 9)
    let pull = #"{"device":"a","cursor":"","newest":"","page":null}"#
    for _ in 0..<2 {
      let cloud = try EmbeddedProject(settings, surroundings, catalog: .lectern())
      _ = try cloud.call("sync_pull", as: Fleet.account, body: Array(pull.utf8))
      try cloud.connection.execute(
        """
        ALTER TABLE sync_heads DROP COLUMN purged_at; ALTER TABLE sync_marks DROP COLUMN written_at
        """)
    }
  }
}
