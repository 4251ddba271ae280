/// Finds few steps that break the same promise, by leaving steps out.
package enum Shrinker {
  /// A list from which no step can be left out, or what was reached within `tries` worlds.
  package static func shrink(
    seed: UInt64, form: Simulation.Form, _ steps: [Step], _ broken: BrokenPromise,
    tries: Int = 2_000, on stage: WorldStage? = nil
  ) throws -> (steps: [Step], broken: BrokenPromise) {
    var best = (steps: steps, broken: broken)
    var left = tries
    var size = max(1, steps.count / 2)
    while true {
      let before = best.steps.count
      var place = 0
      while place < best.steps.count, left > 0 {
        let end = min(place + size, best.steps.count)
        let shorter = Array(best.steps[..<place] + best.steps[end...])
        left -= 1
        if let found = try Simulation.broken(seed: seed, form: form, shorter, on: stage),
          found.promise == broken.promise
        {
          best = (shorter, found)
        } else {
          place += size
        }
      }
      if left == 0 || (size == 1 && best.steps.count == before) { return best }
      size = max(1, size / 2)
    }
  }
}
