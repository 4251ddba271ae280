import Synchronization

/// A project that is served on loopback, with the keys that its clients need.
package struct ServedProject: Sendable {
  /// What serves it; stopping it ends the project.
  package let server: LoopbackServer
  /// The keys to give to clients.
  package let keys: ProjectKeys

  /// Makes the project on the serving thread, which then owns it.
  ///
  /// - Parameter port: 0 for any free one.
  package init(
    port: UInt16 = 0, project: @escaping @Sendable () throws(EmbeddedCloudError) -> EmbeddedProject
  ) throws(EmbeddedCloudError) {
    let made = MadeKeys()
    server = try LoopbackServer(port: port) {
      () throws(EmbeddedCloudError) -> any RequestAnswering in
      let project = try project()
      made.keys.withLock { $0 = project.keys }
      return project
    }
    guard let keys = made.keys.withLock({ $0 }) else { throw .keysUnreadable }
    self.keys = keys
  }
}

/// Brings the keys from the serving thread to the one that started it.
private final class MadeKeys: Sendable {
  let keys = Mutex<ProjectKeys?>(nil)
}
