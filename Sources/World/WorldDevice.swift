import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Vocabulary

/// One device of a world: offline or not, with a clock of its own.
package final class WorldDevice {
  /// Library, link and sync.
  package let device: Device
  /// Its connection, where faults are played.
  package let port: FaultyPort
  private let clock: OffsetClock

  /// What the world calls it.
  package var name: String { device.name }

  init(
    _ name: String, clock shared: SeededSurroundings, cloud: EmbeddedProject, catalog: Catalog
  ) throws {
    clock = OffsetClock(shared)
    port = FaultyPort(to: InProcessPort(to: cloud), clock: shared)
    let database = try UserDatabase.open(
      path: ":memory:", catalog: catalog, surroundings: clock, binding: name)
    let project = RemoteProject(name: "world", port: port, key: cloud.keys.anon)
    let keeper = SessionKeeper(
      account: Account(project: project, surroundings: clock), store: MemorySessionStore())
    let link = CloudLink(place: .embedded, project: project, keeper: keeper)
    device = Device(name: name, database: database, link: link)
  }

  /// How far its clock is off.
  package var skew: Duration {
    get { clock.offset }
    set { clock.offset = newValue }
  }

  /// Whether it has a session.
  package var isSignedIn: Bool {
    do { return try device.link.keeper?.current() != nil } catch { return false }
  }

  func signIn(_ email: String, isNew: Bool) throws {
    guard let keeper = device.link.keeper else { return }
    if isNew {
      _ = try keeper.signUp(email: email, password: SmallWorld.password)
    } else {
      _ = try keeper.signIn(email: email, password: SmallWorld.password)
    }
  }
}

/// A device's clock: the world's, and how far it is off.
final class OffsetClock: Surroundings {
  private let shared: SeededSurroundings
  var offset: Duration = .zero

  init(_ shared: SeededSurroundings) { self.shared = shared }

  var isVirtual: Bool { true }
  func now() -> Instant { shared.now() + offset }
  func random() -> UInt64 { shared.random() }

  func wait(_ duration: Duration) -> Bool {
    shared.advance(duration)
    return true
  }
}
