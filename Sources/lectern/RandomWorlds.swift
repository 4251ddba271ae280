import Console
import Glibc
import LuaRuntime
import Vocabulary
import World

/// Plays random worlds, and puts the first one that breaks a promise into a script of few steps.
struct RandomWorlds {
  let options: SimulateOptions
  /// The seed of the first world; the others follow it.
  let seed: UInt64?
  let surroundings: any Surroundings
  private let stage = WorldStage()

  init(options: SimulateOptions, seed: UInt64?, surroundings: any Surroundings) {
    self.options = options
    self.seed = seed
    self.surroundings = surroundings
  }

  /// Success where every promise held.
  func run() throws -> ExitStatus {
    let first = seed ?? surroundings.random() >> 1
    let last = options.worlds ?? (options.seconds != nil ? .max : seed != nil ? 1 : Self.usual)
    let begin = surroundings.now()
    let presses = ControlC.presses
    var played = 0
    while played < last, ControlC.presses == presses {
      if let seconds = options.seconds, surroundings.now() - begin >= .seconds(seconds) { break }
      let seed = first &+ UInt64(played)
      let steps = Simulation.steps(seed: seed, form: form)
      if let broken = try Simulation.broken(seed: seed, form: form, steps, on: stage) {
        try report(seed, steps, broken)
        return .failure
      }
      played += 1
    }
    let kind = "\(form.devices) devices and \(form.steps) steps"
    let rate = rate(played, surroundings.now() - begin)
    print("\(played) worlds of \(kind), from seed \(first) on, kept every promise; \(rate)")
    return .success
  }

  private static let usual = 100

  private var form: Simulation.Form {
    var form = Simulation.Form()
    form.devices = options.devices
    form.steps = options.steps
    return form
  }

  private func rate(_ worlds: Int, _ time: Duration) -> String {
    let milliseconds = max(1, time.wholeMilliseconds)
    return "\(Int64(worlds) * 1000 / milliseconds) a second"
  }

  private func report(_ seed: UInt64, _ steps: [Step], _ broken: BrokenPromise) throws {
    print("seed \(seed) broke a promise: \(broken)")
    let small = try Shrinker.shrink(seed: seed, form: form, steps, broken, on: stage)
    let script = WorldScript(seed: seed, form: form, small.steps, small.broken)
    let path = try write(script.text, named: "world-\(seed)")
    print("\(steps.count) steps shrank to \(small.steps.count): lectern \(path) plays them")
  }

  /// Writes the script beside what is there: a person may have changed an earlier one.
  private func write(_ text: String, named name: String) throws -> String {
    let bytes = Array(text.utf8)
    var (path, number) = ("\(name).lua", 1)
    while access(path, F_OK) == 0 {
      if try FileBytes.read(path) == bytes { return path }
      number += 1
      path = "\(name)-\(number).lua"
    }
    try FileBytes.replace(path, with: bytes)
    return path
  }
}
