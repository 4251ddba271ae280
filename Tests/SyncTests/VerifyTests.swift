import ChangeQueue
import Cloud
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

  // MARK: - What it costs

  private func library(of count: Int) throws -> Fleet {
    let fleet = try Fleet(seed: 22, count: 2)
    try fleet.devices[0].run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO user_notes(verse_ref, note_text, tags_json)
        SELECT 'john 3:' || i, 'note' || i, iif(i % 3 = 0, '["b","a"]', '[]') FROM n;
      UPDATE user_notes SET tags_json = '["a"]' WHERE id = 3;
      INSERT INTO reading_streaks(date, chapter_ids) VALUES('2026-01-01', '["gen.1","exo.2"]');
      """)
    try fleet.settle()
    try fleet.devices[1].run("UPDATE user_notes SET note_text = 'second' WHERE id = 7")
    try fleet.devices[1].run(
      "UPDATE user_notes SET deleted_at = '2026-01-02T00:00:00.000Z' WHERE id = 8")
    try fleet.settle()
    fleet.devices[0].link.forget()
    return fleet
  }

  @Test func `a library that is as it should be costs two small requests`() throws {
    let fleet = try library(of: 3_000)
    try fleet.devices[0].run("UPDATE user_notes SET deleted_at = '2026-01-03' WHERE id = 9")
    try fleet.settle()
    let link = fleet.devices[0].link
    link.forget()
    let found = fleet.devices[0].engine.verify()
    #expect(found.report.error == nil && found.rows == 3_001 && found.read == 0)
    #expect(link.calls == ["sync_pull", "sync_digest"])
    #expect(link.received.reduce(0, +) + link.sizes.reduce(0, +) < 4_000)
    #expect(fleet.devices[1].engine.verify().read == 0)
  }

  @Test func `only rows that differ are read`() throws {
    let fleet = try library(of: 3_000)
    let device = fleet.devices[0]
    try damage(
      device,
      """
      UPDATE user_notes SET note_text = 'zzz' WHERE id = 1000;
      DELETE FROM user_notes WHERE id = 2000;
      """)
    try fleet.cloud.connection.run("DELETE FROM user_notes WHERE note_text = 'note9'")
    let found = device.engine.verify()
    #expect(found.read == 2 && found.repairedHere == 1 && found.repairedThere == 2)
    #expect(device.link.calls.count <= 7, "\(device.link.calls)")
    #expect(device.link.received.reduce(0, +) < 25_000, "\(device.link.received)")
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  @Test func `what is damaged everywhere is listed in few requests`() throws {
    let fleet = try library(of: 600)
    let device = fleet.devices[0]
    try damage(device, "UPDATE user_notes SET note_text = 'A' WHERE id <= 200")
    let found = device.engine.verify()
    #expect(found.read == 200 && found.report.error == nil)
    #expect(device.link.calls.filter { $0 == "sync_digest" }.count == 3)
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  @Test func `unsent edits are left out, and what is wrong beside them is mended`() throws {
    let fleet = try library(of: 300)
    let device = fleet.devices[0]
    try device.run("UPDATE user_notes SET note_text = 'parked' WHERE id IN (10, 11)")
    try device.run("UPDATE sync_queue SET state = 'parked'")
    try damage(device, "UPDATE user_notes SET note_text = 'zzz' WHERE id IN (10, 20)")
    let found = device.engine.verify()
    #expect(found.read == 1 && found.report.parked == 2)
    #expect(try device.database.queueLength() == 2)
  }

  @Test func `what others write meanwhile is no difference`() throws {
    let fleet = try library(of: 300)
    let device = fleet.devices[0]
    var isDone = false
    device.link.answer = { (function, _, _) throws(CloudError) in
      if function == "sync_pull", !isDone {
        isDone = true
        do {
          try fleet.devices[1].run("UPDATE user_notes SET note_text = 'meanwhile' WHERE id = 5")
        } catch { throw .interrupted }
        _ = fleet.devices[1].engine.sync()
      }
      return nil
    }
    let found = device.engine.verify()
    #expect(found.report.error == nil && found.read == 0 && found.repairedHere == 0)
    #expect(device.link.calls == ["sync_pull", "sync_digest", "sync_pull", "sync_digest"])
    #expect(try fleet.difference() == nil)
  }

  @Test func `a row that waits for its parent is counted`() throws {
    let fleet = try library(of: 30)
    try fleet.devices[0].run("INSERT INTO note_links(from_note_id, to_note_id) VALUES(1, 2)")
    try fleet.settle()
    try fleet.cloud.connection.run("DELETE FROM user_notes WHERE note_text = 'note2'")
    let late = try fleet.add()
    #expect(late.engine.sync().shelved == 1)
    let found = late.engine.verify()
    #expect(found.read == 0 && found.report.error == nil)
  }

  @Test(arguments: ["PGRST202", "form"])
  func `a cloud that cannot count is read whole`(fault: String) throws {
    let fleet = try library(of: 300)
    let device = fleet.devices[0]
    try damage(device, "UPDATE user_notes SET note_text = 'zzz' WHERE id = 100")
    device.link.answer = { (function, _, reply) throws(CloudError) in
      guard function == "sync_digest" else { return nil }
      guard fault == "form" else {
        throw .refused(status: 404, code: fault, message: "no function")
      }
      let text = String(decoding: reply, as: UTF8.self)
      return Array(text.split(separator: "\"form\":\"").joined(separator: "\"form\":\"f").utf8)
    }
    let found = device.engine.verify()
    #expect(found.read == 301 && found.repairedThere == 1 && found.report.error == nil)
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  @Test func `rows that are too much at once are read in smaller numbers`() throws {
    let fleet = try library(of: 300)
    let device = fleet.devices[0]
    try damage(device, "DELETE FROM user_notes WHERE id > 280")
    device.link.answer = { (function, _, reply) throws(CloudError) in
      if function == "rows", reply.count > 2_000 {
        throw .unreadable(status: 200, reason: "more than 33554432 bytes")
      }
      return nil
    }
    let found = device.engine.verify()
    #expect(found.read == 20 && found.report.error == nil)
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }
}
