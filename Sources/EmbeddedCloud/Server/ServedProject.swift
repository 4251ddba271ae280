import Synchronization

/// A project that is served on loopback, with the keys that its clients need.
package struct ServedProject: Sendable {
  /// What serves it; stopping it ends the project.
  package let server: LoopbackServer
  /// The keys to give to clients.
  package let keys: ProjectKeys

  /// Makes the project on the serving thread, which then owns it.
  ///
  /// - Parameters:
  ///   - port: 0 for any free one.
  ///   - faults: what goes wrong with its requests.
  package init(
    port: UInt16 = 0, faults: FaultOdds = FaultOdds(),
    project: @escaping @Sendable () throws(EmbeddedCloudError) -> EmbeddedProject
  ) throws(EmbeddedCloudError) {
    let made = MadeKeys()
    server = try LoopbackServer(port: port) {
      () throws(EmbeddedCloudError) -> any RequestAnswering in
      let project = try project()
      made.keys.withLock { $0 = project.keys }
      return faults.isNone ? project : FaultyAnswers(project, faults, project.surroundings)
    }
    guard let keys = made.keys.withLock({ $0 }) else { throw .keysUnreadable }
    self.keys = keys
  }
}

/// Brings the keys from the serving thread to the one that started it.
private final class MadeKeys: Sendable {
  let keys = Mutex<ProjectKeys?>(nil)
}
