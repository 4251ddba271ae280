import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Support
import Sync
import Testing
import Vocabulary

/// All six rules and runs, on tables of the tests: random worlds of three devices become equal.
@Suite struct EveryRuleTests {
  @Test func `every rule converges, and completions of the current run stay`() throws {
    for seed in 1...UInt64(60) {
      let fleet = try Fleet(seed: seed, count: 3, catalog: .everyRule())
      var world = RuleWorld(fleet: fleet, dice: SeededSurroundings(seed: seed &* 31))
      do {
        for _ in 0..<40 { try world.step() }
        try fleet.settle()
      } catch {
        Issue.record("seed=\(seed): \(error)\n\(world.steps.joined(separator: "\n"))")
        return
      }
      let difference = try fleet.difference()
      let lost = try world.lostCompletions()
      guard difference == nil, lost.isEmpty else {
        Issue.record(
          "seed=\(seed): \(difference ?? "") \(lost)\n\(world.steps.joined(separator: "\n"))")
        return
      }
    }
  }
}

private struct RuleWorld {
  let fleet: Fleet
  let dice: SeededSurroundings
  var steps: [String] = []
  private var completed: Set<[Int64]> = []

  init(fleet: Fleet, dice: SeededSurroundings) {
    self.fleet = fleet
    self.dice = dice
  }

  private func roll(_ count: UInt64) -> Int64 { Int64(dice.random() % count) }

  private func time() -> String { Instant(milliseconds: roll(1000) * 1_000_000).text }

  mutating func step() throws {
    let device = fleet.devices[Int(roll(3))]
    let mark = "(SELECT id FROM test_marks ORDER BY cloud_id LIMIT 1 OFFSET \(roll(2)))"
    switch roll(14) {
    case 0, 1:
      try run(
        device,
        "INSERT INTO test_marks(label, rank, tags) VALUES('l\(roll(9))', \(roll(5)), '[\"a\"]')")
    case 2: try run(device, "UPDATE test_marks SET label = 'l\(roll(99))' WHERE id = \(mark)")
    case 3: try run(device, "UPDATE test_marks SET first_at = '\(time())' WHERE id = \(mark)")
    case 4: try run(device, "UPDATE test_marks SET last_at = '\(time())' WHERE id = \(mark)")
    case 5:
      try run(
        device,
        "UPDATE test_marks SET books = '[\"b\(roll(4))\",\"b\(roll(4))\"]' WHERE id = \(mark)")
    case 6: try run(device, "UPDATE test_marks SET best = \(roll(50)) WHERE id = \(mark)")
    case 7: try run(device, "UPDATE test_marks SET tags = '[\"t\(roll(3))\"]' WHERE id = \(mark)")
    case 8, 9: try complete(device, day: roll(3))
    case 10: try restart(device)
    case 11: device.link.fault = [.none, .none, .offline, .loseReply][Int(roll(4))]
    case 12: device.surroundings.offset = .seconds([0, 0, 900, -900][Int(roll(4))])
    default:
      let report = device.engine.sync()
      steps.append("\(device.place): sync \(report.pushed) \(report.merged) \(report.pulled)")
    }
  }

  private mutating func run(_ device: FleetDevice, _ sql: String) throws {
    steps.append("\(device.place): \(sql)")
    try device.run(sql)
  }

  private func currentRun(_ device: FleetDevice) throws -> Int64 {
    try device.database.connection.first("SELECT run FROM runs WHERE name = 'plan:p'") {
      $0.integer(0)
    } ?? 0
  }

  private mutating func complete(_ device: FleetDevice, day: Int64) throws {
    let current = try currentRun(device)
    completed.insert([day, current])
    try run(
      device,
      """
      INSERT INTO test_days(plan, day, run, completed_at, chapters)
      VALUES('p', \(day), \(current), '\(time())', '["c\(device.place)"]')
      ON CONFLICT(plan, day, run) DO UPDATE SET visited_at = '\(time())'
      """)
  }

  private mutating func restart(_ device: FleetDevice) throws {
    guard roll(3) == 0 else { return }
    try run(
      device,
      """
      INSERT INTO runs(name, run) VALUES('plan:p', \(try currentRun(device) + 1))
      ON CONFLICT(name) DO UPDATE SET run = excluded.run
      """)
  }

  func lostCompletions() throws -> [[Int64]] {
    let cloud = fleet.cloud.connection
    let current =
      try cloud.first("SELECT run FROM runs WHERE name = 'plan:p'") { $0.integer(0) } ?? 0
    let kept = Set(
      try cloud.all("SELECT day, run FROM test_days") { [$0.integer(0), $0.integer(1)] })
    return completed.filter { $0[1] == current && !kept.contains($0) }.sorted { $0[0] < $1[0] }
  }
}

@Suite struct GuestRunTests {
  @Test func `guest runs: a guest's completions join the account's current run`() throws {
    let fleet = try Fleet(seed: 3, count: 2, catalog: .everyRule())
    let (account, guest) = (fleet.devices[0], fleet.devices[1])
    _ = account.engine.sync()
    try account.run("INSERT INTO runs(name, run) VALUES('plan:p', 3)")
    try account.run(
      """
      INSERT INTO test_days(plan, day, run, completed_at, chapters)
      VALUES('p', 1, 3, '2026-01-02T00:00:00.000Z', '["a"]')
      """)
    _ = account.engine.sync()
    for (day, chapter) in [(1, "b"), (2, "c")] {
      try guest.run(
        """
        INSERT INTO test_days(plan, day, run, completed_at, chapters)
        VALUES('p', \(day), 0, '2026-01-01T00:00:00.000Z', '["\(chapter)"]')
        """)
    }
    try guest.run("INSERT INTO runs(name, run) VALUES('plan:p', 1)")
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    let days = try fleet.cloud.connection.all(
      "SELECT day, run, completed_at, chapters FROM test_days ORDER BY day"
    ) { "\($0.integer(0)) \($0.integer(1)) \($0.text(2)) \($0.text(3))" }
    #expect(
      days == [
        #"1 3 2026-01-01T00:00:00.000Z ["a","b"]"#, #"2 3 2026-01-01T00:00:00.000Z ["c"]"#,
      ])
    #expect(try fleet.cloud.connection.first("SELECT run FROM runs") { $0.integer(0) } == 3)
  }
}
