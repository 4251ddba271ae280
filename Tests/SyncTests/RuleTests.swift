import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Sync
import Testing
import Vocabulary

/// The smallest worlds in which a rule's absence loses something, named for their rule.
@Suite struct RuleTests {
  /// Two devices that both hold one note, `v1`.
  private func noteOnBoth() throws -> Fleet {
    let fleet = try Fleet(seed: 7, count: 2)
    try fleet.devices[0].run(
      "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'v1')")
    try fleet.settle()
    return fleet
  }

  private func edit(_ device: FleetDevice, _ text: String) throws {
    try device.run("UPDATE user_notes SET note_text = '\(text)' WHERE id = 1")
  }

  private func highlight(_ device: FleetDevice, _ verse: Int, _ color: String) throws {
    try device.run(
      """
      INSERT INTO verse_highlights(verse_ref, color) VALUES('john 3:\(verse)', '\(color)')
      ON CONFLICT(verse_ref) DO UPDATE SET color = excluded.color, deleted_at = NULL
      """)
  }

  private func kill(_ device: FleetDevice, _ table: String) throws {
    try device.run(
      "UPDATE \(table) SET deleted_at = '2026-02-01T00:00:00.000Z' WHERE deleted_at IS NULL")
  }

  private func losers(_ fleet: Fleet) throws -> [String] {
    try fleet.cloud.connection.all("SELECT mine FROM sync_conflicts ORDER BY mine") { $0.text(0) }
  }

  private func rest(_ fleet: Fleet) throws {
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  private func texts(_ fleet: Fleet) throws -> [String] {
    try fleet.devices.map { device in
      try device.database.connection.first("SELECT note_text FROM user_notes") { $0.text(0) } ?? ""
    }
  }

  @Test func `cloud keeps loser: a lost answer does not lose the dropped value`() throws {
    let fleet = try Fleet(seed: 1, count: 2)
    try highlight(fleet.devices[0], 1, "v1")
    try highlight(fleet.devices[1], 1, "v2")
    _ = fleet.devices[0].engine.sync()
    fleet.devices[1].link.fault = .loseReply
    _ = fleet.devices[1].engine.sync()
    try rest(fleet)
    #expect(try losers(fleet) == ["v1"])
  }

  @Test func `deletion keeps edits: an edit that loses to a deletion is a conflict`() throws {
    let fleet = try noteOnBoth()
    try edit(fleet.devices[1], "v2")
    try kill(fleet.devices[0], "user_notes")
    _ = fleet.devices[0].engine.sync()
    try rest(fleet)
    #expect(try losers(fleet).contains("v2"))
  }

  @Test func `the later of delete and edit wins: a later edit revives the note`() throws {
    let fleet = try noteOnBoth()
    try kill(fleet.devices[0], "user_notes")
    fleet.clock.advance(.seconds(1))
    try edit(fleet.devices[1], "v2")
    try rest(fleet)
    let alive = try fleet.devices[0].database.connection.all(
      "SELECT note_text FROM user_notes WHERE deleted_at IS NULL"
    ) { $0.text(0) }
    #expect(alive == ["v2"])
  }

  @Test func `pull compares: what a restored cloud has lost is offered again`() throws {
    let fleet = try Fleet(seed: 2, count: 1)
    try highlight(fleet.devices[0], 1, "v1")
    try fleet.settle()
    let backup = try fleet.cloud.backup()
    try highlight(fleet.devices[0], 1, "v2")
    try fleet.settle()
    try fleet.cloud.restore(backup)
    try rest(fleet)
    let color = try fleet.cloud.connection.first("SELECT color FROM verse_highlights") {
      $0.text(0)
    }
    #expect(color == "v2")
  }

  @Test func `newest mark: a cloud restored behind a push is noticed`() throws {
    let fleet = try noteOnBoth()
    try highlight(fleet.devices[1], 2, "v2")
    try fleet.settle()
    let backup = try fleet.cloud.backup()
    try highlight(fleet.devices[0], 1, "v3")
    _ = fleet.devices[0].engine.push()
    #expect(try colors(fleet, restored: backup) == ["v2", "v3"])
  }

  /// What the cloud holds when all came to rest after it was put back.
  private func colors(_ fleet: Fleet, restored backup: [UInt8]) throws -> Set<String> {
    try fleet.cloud.restore(backup)
    try rest(fleet)
    return Set(
      try fleet.cloud.connection.all("SELECT color FROM verse_highlights") { $0.text(0) })
  }

  @Test func `newest mark: so is one restored behind a push over what others wrote`() throws {
    let fleet = try noteOnBoth()
    let backup = try fleet.cloud.backup()
    try highlight(fleet.devices[1], 2, "v2")
    _ = fleet.devices[1].engine.push()
    try highlight(fleet.devices[0], 1, "v3")
    _ = fleet.devices[0].engine.push()
    #expect(try colors(fleet, restored: backup) == ["v2", "v3"])
  }

  @Test func `push checks mark: a push to a restored cloud stores nothing before the reset`() throws
  {
    let fleet = try Fleet(seed: 3, count: 1)
    let backup = try fleet.cloud.backup()
    try highlight(fleet.devices[0], 1, "v1")
    try fleet.settle()
    try fleet.cloud.restore(backup)
    try highlight(fleet.devices[0], 2, "v2")
    let report = fleet.devices[0].engine.push()
    #expect(report.pushed == 0)
    try rest(fleet)
    #expect(
      try fleet.cloud.connection.first("SELECT count(*) FROM verse_highlights") { $0.integer(0) }
        == 2)
  }

  @Test func `reset persists: a crash within a full pull goes on with it`() throws {
    let fleet = try Fleet(seed: 4, count: 1)
    let backup = try fleet.cloud.backup()
    try highlight(fleet.devices[0], 1, "v1")
    try fleet.settle()
    try fleet.cloud.restore(backup)
    fleet.devices[0].link.failAfter = 1
    _ = fleet.devices[0].engine.sync()
    fleet.devices[0].link.failAfter = nil
    try rest(fleet)
    #expect(
      try fleet.cloud.connection.first("SELECT count(*) FROM verse_highlights") { $0.integer(0) }
        == 1)
  }

  @Test func `vanish unacknowledged: a row that the cloud has is deleted, not forgotten`() throws {
    let fleet = try Fleet(seed: 5, count: 2)
    try highlight(fleet.devices[0], 1, "v1")
    _ = fleet.devices[0].engine.sync()
    try highlight(fleet.devices[1], 1, "v2")
    _ = fleet.devices[1].engine.pull()
    try kill(fleet.devices[1], "verse_highlights")
    try rest(fleet)
    let alive = try fleet.cloud.connection.first(
      "SELECT count(*) FROM verse_highlights WHERE deleted_at IS NULL"
    ) { $0.integer(0) }
    #expect(alive == 0)
  }

  @Test func `floor is sent: a restamped edit stays later than what the cloud took`() throws {
    let fleet = try noteOnBoth()
    fleet.devices[0].surroundings.offset = .seconds(280)
    try edit(fleet.devices[0], "v2")
    fleet.devices[0].link.fault = .loseReply
    _ = fleet.devices[0].engine.sync()
    fleet.devices[0].surroundings.offset = .seconds(3600)
    try edit(fleet.devices[0], "v3")
    try rest(fleet)
    #expect(try texts(fleet) == ["v3", "v3"])
  }

  @Test func `floor is base: a restamped edit stays later than what it was made on`() throws {
    let fleet = try noteOnBoth()
    fleet.devices[1].surroundings.offset = .seconds(280)
    try edit(fleet.devices[1], "v2")
    try rest(fleet)
    fleet.devices[0].surroundings.offset = .seconds(3600)
    try edit(fleet.devices[0], "v3")
    try rest(fleet)
    #expect(try texts(fleet) == ["v3", "v3"])
  }

  @Test func `floor falls: a clock that was wrong is right when nothing is left of its time`()
    throws
  {
    let fleet = try Fleet(seed: 9, count: 2)
    let read = """
      INSERT INTO reading_progress(book_id, chapter_num, completed_at, last_visited_at)
      VALUES('john', 3, '%', '%')
      """
    try fleet.devices[0].run(read.replacing("%", with: fleet.clock.now().text))
    _ = fleet.devices[0].engine.sync()
    let guest = fleet.devices[1]
    guest.surroundings.offset = .seconds(31_536_000)
    try guest.run(read.replacing("%", with: guest.surroundings.now().text))
    guest.surroundings.offset = .zero
    try rest(fleet)
    #expect(guest.database.clock.highWater.instant <= fleet.clock.now() + Limits.ahead)
  }

  @Test func `base moves: what lost to an unsent edit does not lose again to the next`() throws {
    let fleet = try noteOnBoth()
    try edit(fleet.devices[1], "v2")
    _ = fleet.devices[1].engine.push()
    fleet.clock.advance(.seconds(1))
    try edit(fleet.devices[0], "v3")
    _ = fleet.devices[0].engine.pull()
    try edit(fleet.devices[0], "v4")
    try rest(fleet)
    #expect(try texts(fleet) == ["v4", "v4"])
    #expect(try losers(fleet) == ["v2"])
  }

  @Test func `tags are elements: one that is taken off goes, and the others stay`() throws {
    let fleet = try noteOnBoth()
    try fleet.devices[0].run("UPDATE user_notes SET tags_json = '[\"a\",\"b\"]'")
    try rest(fleet)
    try fleet.devices[0].run("UPDATE user_notes SET tags_json = '[\"b\"]'")
    try fleet.devices[1].run("UPDATE user_notes SET tags_json = '[\"a\",\"b\",\"c\"]'")
    try rest(fleet)
    let tags = try fleet.cloud.connection.all("SELECT tags_json FROM user_notes") { $0.text(0) }
    #expect(tags == [#"["b","c"]"#])
  }

  @Test func `stamp first: what another tool wrote is stamped before a pull meets it`() throws {
    let fleet = try noteOnBoth()
    try fleet.devices[0].database.connection.execute(
      "UPDATE user_notes SET note_text = 'v2' WHERE id = 1")
    fleet.clock.advance(.seconds(1))
    try edit(fleet.devices[1], "v3")
    _ = fleet.devices[1].engine.sync()
    try rest(fleet)
    let kept = Set(try losers(fleet)).union(try texts(fleet))
    #expect(kept == ["v2", "v3"])
  }

  @Test func `stamp is change: an equal value with a later stamp travels`() throws {
    let fleet = try Fleet(seed: 6, count: 3)
    try fleet.devices[0].run(
      "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'v1')")
    try fleet.settle()
    for (place, tags) in [(0, "[\"x\"]"), (2, "[\"x\"]"), (2, "[]"), (1, "[\"x\"]")] {
      try fleet.devices[place].run("UPDATE user_notes SET tags_json = '\(tags)' WHERE id = 1")
    }
    for device in fleet.devices { _ = device.engine.sync() }
    try rest(fleet)
  }

  @Test func `first base: an edit on an edit of a wrong clock is no conflict with itself`() throws {
    let fleet = try Fleet(seed: 8, count: 1)
    try fleet.devices[0].run(
      "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'v1')")
    try fleet.settle()
    for (hours, text) in [(1, "v2"), (1, "v3")] {
      fleet.devices[0].surroundings.offset = .seconds(Int64(hours) * 3600)
      try edit(fleet.devices[0], text)
    }
    try rest(fleet)
    #expect(try losers(fleet).isEmpty)
    #expect(try texts(fleet) == ["v3"])
  }
}
