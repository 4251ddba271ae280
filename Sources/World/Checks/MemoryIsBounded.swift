import ChangeQueue
import EmbeddedCloud
import Store
import Vocabulary

extension Simulation {
  /// However much happened, a connection holds its pages and statements, and the log of what was
  /// sent its last entries. Connections go on from world to world, so what leaks adds up.
  ///
  /// SQLite goes through every statement to tell: one world in sixteen is asked.
  func checkThatMemoryIsBounded() throws {
    guard world.clock.seed % 16 == 0 else { return }
    let connections = world.devices.map { ($0.name, $0.device.database.connection) }
    for (name, connection) in connections + [("the cloud", world.cloud.connection)] {
      let used = connection.memoryUsed
      guard used <= Self.mostMemory else {
        throw BrokenPromise("memory is bounded", "\(name) holds \(used) bytes")
      }
    }
    for (name, connection) in connections {
      let entries = try connection.first("SELECT count(*) FROM sync_log") { $0.integer(0) } ?? 0
      guard entries <= Limits.sentEntries else {
        throw BrokenPromise("the log is bounded", "\(name) has \(entries) entries")
      }
    }
  }

  /// The cache of pages, and the schema and the statements that are kept. Unit: bytes.
  private static let mostMemory = (Limits.cacheKilobytes << 10) + (14 << 20)
}
