import ChangeQueue
import Store
import Sync
import Vocabulary

extension Simulation {
  /// Ends every fault and syncs until nothing moves.
  func comeToRest() throws(BrokenPromise) {
    for device in world.devices {
      if device.disk.isFailing { try promising { try device.restart() } }
      device.port.isOffline = false
      device.port.endFaults()
      device.skew = .zero
      // A cloud that was put back may not know a session that seems good.
      if wasReset || device.needsSignIn {
        try promising { try device.signIn(SmallWorld.reader, isNew: false) }
      }
    }
    var last = ""
    var quiet = 0
    for _ in 1...Self.rounds {
      // Longer than any wait between tries.
      world.advance(.seconds(20 * 60))
      for device in world.devices {
        try promising { try sync(device) }
        let now = try fingerprint()
        quiet = now == last ? quiet + 1 : 1
        last = now
        if quiet > world.devices.count { return }
      }
    }
    throw BrokenPromise("the world comes to rest", "not within \(Self.rounds) rounds")
  }

  private func sync(_ device: WorldDevice) throws {
    guard let error = device.device.engine.sync().error else { return }
    throw BrokenPromise("it syncs once faults end", "\(device.name): \(error.summary)")
  }

  private static let rounds = 12

  /// What moves while a world does not rest.
  private func fingerprint() throws(BrokenPromise) -> String {
    var parts: [String] = []
    try promising {
      for device in world.devices {
        let connection = device.device.database.connection
        let counts = try connection.all(
          """
          SELECT (SELECT count(*) FROM sync_queue), (SELECT count(*) FROM sync_shelf),
            (SELECT group_concat(value) FROM sync_state WHERE key = 'cursor')
          """
        ) { "\($0.integer(0)) \($0.integer(1)) \($0.optionalText(2) ?? "")" }
        parts += counts
      }
    }
    return parts.joined(separator: "; ")
  }
}
