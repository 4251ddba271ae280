import EmbeddedCloud
import Store

extension Simulation {
  /// What was read in a run stays read while the run goes on.
  func checkThatNothingIsUnread() throws {
    let held = try cloudReadings()
    let current = try world.cloud.connection.all("SELECT name, run FROM runs") {
      (name: $0.text(0), number: $0.integer(1))
    }
    let runs = Dictionary(uniqueKeysWithValues: current.map { ($0.name, $0.number) })
    let missing = ledger.readings.first { reading in
      !held.contains(reading) && reading.number >= runs[reading.run] ?? 0
    }
    if let missing {
      throw BrokenPromise("what was read stays read", "\(missing.what) in run \(missing.number)")
    }
    for (name, number) in current where number > (ledger.leftRuns[name] ?? -1) + 1 {
      throw BrokenPromise("only a person begins anew", "\(name) is in run \(number)")
    }
  }
}
