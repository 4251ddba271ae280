import ChangeQueue
import Schema
import Store
import Vocabulary

extension Simulation {
  /// A clock that was wrong gives no stamps of that time any more, unless it must be later than a
  /// row in the local trash, which is not sent and so was not put right.
  func checkThatClocksAreRight() throws {
    let limit = world.clock.now() + Limits.ahead
    for device in world.devices {
      let database = device.device.database
      let stamp = database.clock.highWater
      guard stamp.instant > limit else { continue }
      let trash = try database.catalog.tables.filter { !$0.isMonotone }.map { table in
        try database.connection.first("SELECT 1 FROM \(table.name) WHERE seq = -1") { _ in true }
      }
      guard !trash.contains(true) else { continue }
      throw BrokenPromise("clocks are right at rest", "\(device.name) is at \(stamp.instant.text)")
    }
  }
}
