import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Sync
import Testing
import Vocabulary

/// Damage that no sync sees, found and mended row by row.
@Suite struct VerifyTests {
  private func fleet() throws -> Fleet {
    let fleet = try Fleet(seed: 21, count: 2)
    try fleet.devices[0].run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
      INSERT INTO user_notes(verse_ref, note_text, tags_json)
        SELECT 'john 3:' || i, 'note' || i, '["a"]' FROM n;
      INSERT INTO note_links(from_note_id, to_note_id) VALUES(1, 2);
      INSERT INTO reading_progress(book_id, chapter_num, completed_at)
        VALUES('gen', 1, '2026-01-01T00:00:00.000Z');
      """)
    try fleet.settle()
    try #require(try fleet.difference() == nil)
    return fleet
  }

  /// Writes that no trigger notes, as a fault of the disk or of another program would.
  private func damage(_ device: FleetDevice, _ sql: String) throws {
    try device.database.write {
      try device.database.quietly {
        try device.database.connection.execute(sql)
      }
    }
  }

  static let here = [
    "DELETE FROM note_links; DELETE FROM user_notes WHERE id IN (1, 3)",
    "UPDATE user_notes SET note_text = 'zzz' WHERE id = 4",
    "UPDATE user_notes SET note_text = 'aaa' WHERE id = 4",
    "UPDATE user_notes SET tags_json = '[]' WHERE id = 5",
    "UPDATE user_notes SET deleted_at = '2026-01-01T00:00:00.000Z' WHERE id = 6",
    "DELETE FROM reading_progress",
    "UPDATE user_notes SET stamp = '0fffffffffff-0000-000000000001', note_text = 'later' "
      + "WHERE id = 7",
  ]

  @Test(arguments: here)
  func `what is wrong on a device is mended`(sql: String) throws {
    let fleet = try fleet()
    try damage(fleet.devices[0], sql)
    #expect(fleet.devices[0].engine.sync().error == nil)
    #expect(try fleet.difference() != nil, "no sync sees it")
    let found = fleet.devices[0].engine.verify()
    #expect(found.report.error == nil && found.repairedHere + found.repairedThere > 0)
    #expect(found.rows >= 22)
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    let again = fleet.devices[0].engine.verify()
    #expect(again.repairedHere + again.repairedThere == 0)
  }

  @Test func `what the cloud has lost goes up again, and what it purged into the trash`() throws {
    let fleet = try fleet()
    let lost = try #require(
      try fleet.cloud.connection.first(
        "SELECT id FROM user_notes WHERE note_text = 'note9'"
      ) { $0.text(0) })
    try fleet.cloud.connection.run("DELETE FROM user_notes WHERE id = ?1", .text(lost))
    let found = fleet.devices[0].engine.verify()
    #expect(found.repairedThere == 1 && found.repairedHere == 0)
    try fleet.settle()
    #expect(try fleet.difference() == nil)

    try fleet.cloud.connection.run("DELETE FROM user_notes WHERE note_text = 'note10'")
    try fleet.cloud.connection.run(
      "UPDATE sync_heads SET purged_below = (SELECT max(seq) FROM user_notes)")
    let device = fleet.devices[0]
    #expect(device.engine.verify().repairedThere == 0)
    let row = try device.database.connection.first(
      "SELECT seq, deleted_at IS NOT NULL FROM user_notes WHERE note_text = 'note10'"
    ) { [$0.integer(0), $0.integer(1)] }
    #expect(row == [-1, 1])
  }

  @Test func `cut off at any request it goes on at the next sync`() throws {
    for place in 0..<6 {
      let fleet = try fleet()
      let device = fleet.devices[0]
      try damage(device, "DELETE FROM note_links; DELETE FROM user_notes WHERE id < 3")
      try fleet.cloud.connection.run("DELETE FROM user_notes WHERE note_text = 'note9'")
      device.link.failAfter = place
      _ = device.engine.verify()
      device.link.failAfter = nil
      try fleet.settle()
      _ = device.engine.verify()
      try fleet.settle()
      #expect(try fleet.difference() == nil, "cut at \(place)")
      #expect(try device.database.queueLength() == 0)
    }
  }

  @Test func `an edit that waits is not taken for damage`() throws {
    let fleet = try fleet()
    let device = fleet.devices[0]
    try device.run("UPDATE user_notes SET note_text = 'edited' WHERE id = 8")
    let found = device.engine.verify()
    #expect(found.repairedHere == 0 && found.repairedThere == 0)
    #expect(try device.engine.status().isUpToDate)
    device.link.fault = .offline
    #expect(device.engine.verify().report.reason == "offline")
  }
}
