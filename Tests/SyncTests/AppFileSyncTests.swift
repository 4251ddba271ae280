import ChangeQueue
import EmbeddedCloud
import Library
import Schema
import Store
import Support
import Sync
import Testing
import Vocabulary

/// Devices that upgrade files of the app and then sync.
@Suite struct AppFileSyncTests {
  private let folder: TemporaryFolder
  private let fleet: Fleet

  /// Later than all that the file holds: no stamp lies ahead of the cloud.
  init() throws {
    folder = try TemporaryFolder()
    fleet = try Fleet(seed: 5, count: 0, start: Fleet.newYear + .seconds(150 * 86_400))
  }

  /// A device with a copy of the same old file.
  private func add(
    _ name: String, version: Int64 = 26, hasSyncPlan: Bool = true, seed: UInt64? = nil
  ) throws -> FleetDevice {
    let path = folder.path(name)
    try AppFileMaker.make(at: path, version: version, hasSyncPlan: hasSyncPlan)
    if let seed { try AppFileMaker.scramble(path, seed: seed) }
    fleet.clock.advance(.seconds(3600))
    _ = try #require(
      try AppUpgrade.run(path: path, catalog: fleet.catalog, surroundings: fleet.clock))
    return try fleet.add(path: path)
  }

  private func counts(_ connection: Connection) throws -> [String: Int64] {
    var counts: [String: Int64] = [:]
    for table in fleet.catalog.tables {
      counts[table.name] = try connection.first("SELECT count(*) FROM \(table.name)") {
        $0.integer(0)
      }
    }
    return counts
  }

  @Test(arguments: [false, true])
  func `two devices that upgrade copies of one file hold each row once`(plan: Bool) throws {
    let one = try add("one.db", hasSyncPlan: plan)
    let before = try counts(one.database.connection)
    #expect(before["sync_conflicts"] == (plan ? 0 : 1))
    let other = try add("other.db", hasSyncPlan: plan)
    #expect(one.database.clock.device != other.database.clock.device)
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    for device in [one, other] {
      #expect(try counts(device.database.connection) == before)
      #expect(try device.database.queueLength() == 0)
    }
    #expect(try counts(fleet.cloud.connection) == before)
    for table in before.keys.sorted() { print("\(table): \(before[table] ?? 0)") }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `whatever a file held goes up, and comes down the same`(seed: UInt64) throws {
    let one = try add("one.db", seed: seed)
    let before = try counts(one.database.connection)
    let other = try add("other.db", seed: seed)
    let new = try fleet.add()
    try fleet.settle()
    #expect(try fleet.difference() == nil, "seed=\(seed)")
    for device in [one, other, new] {
      #expect(try counts(device.database.connection) == before, "seed=\(seed)")
      #expect(try device.database.queueLength() == 0, "seed=\(seed)")
    }
  }

  @Test func `a new device gets all of an upgraded library`() throws {
    let old = try add("old.db")
    let new = try fleet.add()
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    #expect(try counts(new.database.connection) == counts(old.database.connection))
    let notes = Notes(new.database)
    #expect(try notes.find().count == 15)
    #expect(try notes.search("more light").map(\.note.ref) == ["genesis 1:3"])
    #expect(try Preferences(new.database).get("push_token") == .null)
    #expect(try Plans(new.database).active()?.percent == 50)
  }

  @Test func `an upgrade never beats a real edit, whenever it comes`() throws {
    let one = try add("one.db")
    try fleet.settle()
    _ = try Notes(one.database).update(1, Notes.Edit(text: "a new text"))
    try one.run("UPDATE verse_highlights SET deleted_at = '2026-05-31T00:00:00.000Z' WHERE id = 3")
    try one.run("UPDATE user_preferences SET value = 'dark' WHERE key = 'theme'")
    try fleet.settle()
    let late = try add("late.db")
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    for device in [one, late] {
      let name = RowName(table: "user_notes", id: try #require(try one.cloudID("user_notes", 1)))
      let row = try #require(try device.database.storedRow(name))
      #expect(row.version[CellKey("note_text")]?.value == "a new text")
      #expect(try Preferences(device.database).get("theme") == "dark")
      #expect(try Highlights(device.database).find().contains { $0.ref == "exodus 3:14" } == false)
    }
  }

  @Test func `files of different versions with the same rows are one library`() throws {
    let old = try add("old.db", version: 14)
    let before = try counts(old.database.connection)
    let new = try add("new.db", version: 26)
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    #expect(try counts(new.database.connection) == before)
  }

  @Test func `an upgrade that was interrupted in its first sync goes on`() throws {
    let one = try add("one.db")
    let other = try add("other.db")
    let before = try counts(one.database.connection)
    for calls in 0..<6 {
      for device in [one, other] {
        device.link.failAfter = calls
        _ = device.engine.sync()
        device.link.failAfter = nil
      }
    }
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    #expect(try counts(fleet.cloud.connection) == before)
  }
}

extension FleetDevice {
  fileprivate func cloudID(_ table: String, _ id: Int64) throws -> RecordID? {
    try database.cloudID(of: table, localID: id)
  }
}

/// Two different files of one person, in one account.
@Suite struct TwoFilesTests {
  @Test func `of two values at one time the loser is kept, on every device and in the cloud`()
    throws
  {
    let fleet = try Fleet(seed: 8, count: 2)
    for (device, theme) in zip(fleet.devices, ["light", "sepia"]) {
      // As an upgrade leaves them: nobody knows when they were written.
      try device.database.write {
        try device.database.quietly {
          try device.database.connection.execute(
            """
            INSERT INTO user_preferences(key, value, cloud_id, stamp) VALUES('theme', '\(theme)',
              '\(RecordID(table: "user_preferences", key: "theme").text)', '\(Stamp.zero.text)')
            """)
        }
      }
    }
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    for device in fleet.devices {
      let rows = try device.database.connection.all(
        """
        SELECT (SELECT value FROM user_preferences) || ' ' || mine || ' ' || theirs
        FROM sync_conflicts
        """
      ) { $0.text(0) }
      #expect(rows == ["sepia light sepia"])
    }
  }

  @Test func `a copy of a file does not bring back what the account began anew`() throws {
    let fleet = try Fleet(seed: 9, count: 2)
    for device in fleet.devices {
      try device.database.write {
        try device.database.quietly {
          try device.database.connection.execute(
            """
            INSERT INTO plan_progress(plan_id, day_num, completed_at, cloud_id, stamp) VALUES
            ('advent', 1, '2025-12-01T00:00:00.000Z',
              '\(RecordID(table: "plan_progress", key: "advent|1|0").text)', '\(Stamp.zero.text)')
            """)
        }
      }
    }
    let (one, copy) = (fleet.devices[0], fleet.devices[1])
    _ = one.engine.sync()
    try one.run("INSERT INTO runs(name, run) VALUES('plan:advent', 1)")
    try copy.run(
      "INSERT INTO plan_progress(plan_id, day_num, completed_at) VALUES('advent', 2, NULL)")
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    for device in fleet.devices {
      let days = try device.database.connection.all(
        "SELECT day_num FROM plan_progress WHERE run = 1 AND seq IS NOT -1"
      ) { $0.integer(0) }
      #expect(days == [2])
    }
    let past = try copy.database.connection.all(
      "SELECT day_num || ' ' || run || ' ' || seq FROM plan_progress WHERE day_num = 1"
    ) { $0.text(0) }
    #expect(past == ["1 0 -1"])
  }
}
