import ChangeQueue
import Store

extension Simulation {
  /// What can be sent is sent, and no row waits for a parent that is here.
  func checkThatQueuesAreEmpty() throws {
    for device in world.devices {
      let database = device.device.database
      if let entry = try database.entries().first {
        throw BrokenPromise(
          "queues are empty at rest", "\(device.name): \(entry.table) \(entry.localID)")
      }
      let waiting = try database.connection.first("SELECT count(*) FROM sync_shelf") {
        $0.integer(0)
      }
      if let waiting, waiting > 0 {
        throw BrokenPromise("no row waits at rest", "\(device.name): \(waiting) on the shelf")
      }
    }
  }
}
