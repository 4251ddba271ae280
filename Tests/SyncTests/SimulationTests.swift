import ChangeQueue
import EmbeddedCloud
import Store
import Testing
import World

/// Random worlds keep every promise, and say so in steps that anybody can play.
@Suite struct SimulationTests {
  @Test(arguments: 0..<10)
  func `random worlds keep every promise`(part: Int) throws {
    let form = Simulation.Form()
    let stage = WorldStage()
    for seed in UInt64(part * 10)..<UInt64(part * 10 + 10) {
      let steps = Simulation.steps(seed: seed, form: form)
      guard let broken = try Simulation.broken(seed: seed, form: form, steps, on: stage)
      else { continue }
      let small = try Shrinker.shrink(seed: seed, form: form, steps, broken, on: stage)
      let lines = small.steps.map { "\($0.device): \($0.action)" }.joined(separator: "\n")
      Issue.record("seed \(seed): \(small.broken)\n\(lines)")
      return
    }
  }

  @Test func `a world on a stage is the world that it is on new files`() throws {
    let form = Simulation.Form()
    let stage = WorldStage()
    // The second time the stage has files that others have left.
    for seed in [UInt64(1), 2, 3, 84, 1, 2, 3, 84] {
      let steps = Simulation.steps(seed: seed, form: form)
      let world = try Simulation.played(seed: seed, form: form, steps, on: stage)
      let expected = try Simulation.played(seed: seed, form: form, steps)
      let pairs = zip(try contents(world), try contents(expected))
      for (one, other) in pairs { #expect(one == other, "seed \(seed)") }
      world.leaveStage()
    }
  }

  /// Each row of each file, as text.
  private func contents(_ world: SmallWorld) throws -> [[String]] {
    let files = [world.cloud.connection] + world.devices.map(\.device.database.connection)
    return try files.map { file in
      let tables = try file.all(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%fts%' ORDER BY 1"
      ) { $0.text(0) }
      return try tables.flatMap { table in
        try file.all("SELECT '\(table)', * FROM \(table)") { row in
          (0..<row.columnCount).map { row.optionalText($0) ?? "NULL" }.joined(separator: " ")
        }.sorted()
      }
    }
  }
}
