import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Support
import Sync
import Testing
import Vocabulary

/// What any tool may write, on all synced tables of three devices under faults; then all are equal.
@Suite struct EveryTableTests {
  @Test func `every table converges, whatever was written to it`() throws {
    var rows: [String: Int64] = [:]
    for seed in UInt64(1)...24 {
      let world = try AnyTableWorld(seed: seed)
      do {
        for _ in 0..<120 { try world.step() }
        try world.fleet.settle()
      } catch {
        Issue.record("seed=\(seed): \(error)\n\(world.steps.joined(separator: "\n"))")
        return
      }
      if let difference = try world.fleet.difference() {
        Issue.record("seed=\(seed): \(difference)\n\(world.steps.joined(separator: "\n"))")
        return
      }
      for (table, count) in try world.cloudRows() { rows[table, default: 0] += count }
    }
    print("convergence: rows in the cloud: \(rows.sorted { $0.key < $1.key })")
    #expect(try Catalog.lectern().tables.count == 15)
    for table in try Catalog.lectern().tables {
      #expect(rows[table.name] ?? 0 > 5, "too little went through \(table.name)")
    }
  }

  @Test func `a row that is written for a run that is over is dropped here as in the cloud`() throws
  {
    let fleet = try Fleet(seed: 1, count: 1)
    let device = fleet.devices[0]
    try device.run("INSERT INTO runs(name, run) VALUES('plan:q', 19)")
    _ = device.engine.sync()
    try device.run("INSERT INTO plan_progress(plan_id, day_num, run) VALUES('q', 2, 0)")
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }
}

private final class AnyTableWorld {
  let fleet: Fleet
  private(set) var steps: [String] = []
  private let random: RandomSQL

  init(seed: UInt64) throws {
    fleet = try Fleet(seed: seed, count: 3)
    random = RandomSQL(seed: seed &* 131, tables: fleet.catalog.tables)
    // Links need notes to meet.
    for id in 1...12 {
      try fleet.devices[id % 3].run(
        "INSERT INTO user_notes(id, verse_ref, note_text) VALUES(\(id), 'john 3:16', 'w\(id)')")
    }
  }

  func step() throws {
    let device = fleet.devices[random.roll(3)]
    switch random.roll(16) {
    case 0: device.link.fault = [.none, .none, .offline, .loseReply][random.roll(4)]
    case 1: device.surroundings.offset = .seconds([0, 0, 900, -900][random.roll(4)])
    case 2: fleet.clock.advance(.seconds(Int64(random.roll(400))))
    case 3...4:
      let report = device.engine.sync()
      steps.append("\(device.place): sync \(report.pushed) \(report.merged) \(report.pulled)")
    default:
      let sql = random.statement()
      do {
        try device.run(sql)
        steps.append("\(device.place): \(sql)")
      } catch is StoreError {
        // A constraint: nothing was written.
      }
    }
  }

  func cloudRows() throws -> [(String, Int64)] {
    try fleet.catalog.tables.map { table in
      let count = try fleet.cloud.connection.first("SELECT count(*) FROM \(table.name)") {
        $0.integer(0)
      }
      return (table.name, count ?? 0)
    }
  }
}
