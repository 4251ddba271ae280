import ChangeQueue
import Library
import Store
import Support
import Sync
import Testing
import Vocabulary

/// What a device says and knows of itself between two syncs.
@Suite struct StatusTests {
  private func write(_ device: FleetDevice) throws {
    try device.run("INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'v1')")
  }

  @Test func `nothing that waits or is parked is up to date`() throws {
    let fleet = try Fleet(seed: 31, count: 1)
    let device = fleet.devices[0]
    try fleet.settle()
    #expect(try device.engine.status().isUpToDate)
    try write(device)
    #expect(try !device.engine.status().isUpToDate)
    try device.run("UPDATE sync_queue SET state = 'parked'")
    let status = try device.engine.status()
    #expect(!status.isUpToDate && status.parked == 1 && status.pending == 0)
    #expect(status.hint?.contains("parked") == true)
  }

  @Test func `how far a clock is off is known after a restart, before the next answer`() throws {
    let folder = try TemporaryFolder()
    let fleet = try Fleet(seed: 32, count: 0)
    try fleet.add(path: "\(folder.path)/user.db").surroundings.offset = .seconds(3_600)
    _ = fleet.devices[0].engine.sync()
    fleet.drop(0)
    let device = try fleet.add(path: "\(folder.path)/user.db")
    device.surroundings.offset = .seconds(3_600)
    try write(device)
    let entry = try #require(try device.database.entries().first)
    #expect(entry.newestStamp.instant <= fleet.clock.now())
  }

  @Test(arguments: [-31_536_000, 31_536_000])
  func `a note that is written by a clock known to be wrong has the cloud's time`(
    seconds: Int64
  ) throws {
    let fleet = try Fleet(seed: 33, count: 1)
    let device = fleet.devices[0]
    device.surroundings.offset = .seconds(seconds)
    try fleet.settle()
    let note = try Notes(device.database).add("John 3:16", "v1")
    let limits = fleet.clock.now() + .seconds(-60)...fleet.clock.now()
    let entry = try #require(try device.database.entries().first)
    #expect(limits.contains(entry.newestStamp.instant))
    #expect(Instant(note.createdAt).map(limits.contains) == true)
  }

  @Test func `a library of another account is told, with the cure`() throws {
    let fleet = try Fleet(seed: 21, count: 1)
    let device = fleet.devices[0]
    _ = device.engine.sync()
    device.link.signedIn = RecordID(high: 2, low: 2).text
    #expect(
      try device.engine.status().hint
        == "sign in as the account it belongs to, or use another profile")
  }

  @Test func `who asks for a sync waits for the one under way, and what is unasked comes later`()
    throws
  {
    let folder = try TemporaryFolder()
    let fleet = try Fleet(seed: 22, count: 0)
    let device = try fleet.add(path: "\(folder.path)/user.db")
    let other = try #require(SyncLock(beside: "\(folder.path)/user.db"))
    let start = fleet.clock.now()
    #expect(device.engine.sync(isForced: false).reason == "busy")
    #expect(fleet.clock.now() - start < .seconds(1))
    #expect(device.engine.sync().reason == "busy")
    #expect(fleet.clock.now() - start > .seconds(9))
    withExtendedLifetime(other) {}
  }
}
