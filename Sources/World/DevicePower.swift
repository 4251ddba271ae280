import Store
/// Whether a device still runs, for all that was taken from it: records outlive a crash, and must
/// not be used for what is there afterwards.
package final class DevicePower {
  /// What became of it.
  package enum State: Sendable { case running, down, restarted }

  /// What became of it.
  package internal(set) var state = State.running
  private let device: String
  private let disk: MemoryDisk?

  init(of device: String, disk: MemoryDisk?) {
    self.device = device
    self.disk = disk
  }

  /// Refuses what is asked of a device that does not run any more.
  package func require() throws(WorldError) {
    switch state {
    case .running: if disk?.isDown == true { throw .down(device: device) }
    case .down: throw .down(device: device)
    case .restarted: throw .restarted(device: device)
    }
  }
}
