import Testing
import World

/// Random worlds keep every promise, and say so in steps that anybody can play.
@Suite struct SimulationTests {
  @Test(arguments: 0..<10)
  func `random worlds keep every promise`(part: Int) throws {
    let form = Simulation.Form()
    for seed in UInt64(part * 10)..<UInt64(part * 10 + 10) {
      let steps = Simulation.steps(seed: seed, form: form)
      guard let broken = try Simulation.broken(seed: seed, form: form, steps) else { continue }
      let small = try Shrinker.shrink(seed: seed, form: form, steps, broken)
      let lines = small.steps.map { "\($0.device): \($0.action)" }.joined(separator: "\n")
      Issue.record("seed \(seed): \(small.broken)\n\(lines)")
      return
    }
  }
}
