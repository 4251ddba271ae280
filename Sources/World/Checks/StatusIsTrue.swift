import Sync

extension Simulation {
  /// At rest every device says that it is up to date, and that nothing waits.
  func checkThatStatusIsTrue() throws {
    for device in world.devices {
      let status = try device.device.engine.status()
      if !status.isUpToDate {
        let why = status.error ?? status.hint ?? "no reason"
        throw BrokenPromise("status is true", "\(device.name) is not up to date: \(why)")
      }
    }
  }
}
