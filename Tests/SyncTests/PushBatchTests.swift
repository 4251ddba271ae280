import ChangeQueue
import Store
import Sync
import Testing
import Vocabulary

/// What one push takes along.
@Suite struct PushBatchTests {
  @Test func `a change that finds no room in a body goes with the next`() throws {
    let fleet = try Fleet(seed: 11, count: 1)
    let device = fleet.devices[0]
    // Nine texts of 200,000 letters fill two bodies, the end of one inside a change.
    for verse in 1...9 {
      try device.run(
        """
        INSERT INTO user_notes(verse_ref, note_text)
        VALUES('john 3:\(verse)', replace(hex(zeroblob(100000)), '0', 'a'))
        """)
    }
    let report = device.engine.push()
    #expect(report.pushed == 9)
    #expect(report.pending == 0)
    #expect(report.requests == 2)
  }

  @Test func `what is refused stays, and what lies around it leaves`() throws {
    let fleet = try Fleet(seed: 12, count: 1)
    let device = fleet.devices[0]
    for verse in 1...5 {
      try device.run(
        "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:\(verse)', 'v\(verse)')")
    }
    // The cloud knows the check; a tool has switched it off here.
    try device.run("PRAGMA ignore_check_constraints = ON")
    try device.run("UPDATE user_notes SET note_text = '' WHERE id = 3")
    let report = device.engine.push()
    #expect(report.pushed == 4)
    #expect(report.failed == 1)
    let left = try device.database.entries()
    #expect(left.map(\.localID) == [3])
    let logged = try device.database.connection.all(
      "SELECT local_id FROM sync_log WHERE result = 'applied' AND seq > 0 ORDER BY local_id"
    ) { $0.integer(0) }
    #expect(logged == [1, 2, 4, 5])
  }
}
