import ChangeQueue
import Cloud
package import EmbeddedCloud
import Schema
package import Store
import Vocabulary

/// One device of a world: offline or not, with a clock and a disk of its own.
///
/// A crash ends what runs on it: its `device` fails from then on. A restart makes another one from
/// what is on the disk. Who is signed in stays so: a session is synced when it is written.
package final class WorldDevice {
  /// What the world calls it.
  package let name: String
  /// Library, link and sync, as they were last started.
  package private(set) var device: Device
  /// Its connection, where faults are played. A restart changes nothing about it.
  package let port: FaultyPort
  /// Its disk.
  package let disk: MemoryDisk
  private let clock: OffsetClock
  private var form: WorldForm
  private let cloud: EmbeddedProject
  private let sessions: MemorySessionStore
  private let stage: WorldStage?

  init(
    _ name: String, clock shared: SeededSurroundings, cloud: EmbeddedProject, form: WorldForm,
    _ stage: WorldStage?
  ) throws {
    self.name = name
    self.stage = stage
    self.form = form
    clock = OffsetClock(shared)
    port = FaultyPort(to: InProcessPort(to: cloud), clock: shared)
    disk = MemoryDisk()
    sessions = MemorySessionStore()
    self.cloud = cloud
    disk.plant(form.library, at: Self.path(name))
    device = try Self.start(name, clock, port, cloud, sessions, disk, form, stage)
  }

  /// Where what happens on it is kept for a picture.
  private var diary: DeviceDiary?

  /// Keeps what happens on it, in that lane.
  func record(in recorder: FlowRecorder, lane: Int) {
    diary = DeviceDiary(recorder, lane: lane)
    port.onExchange = { [weak self] request, start, result, fault in
      guard let self else { return }
      diary?.noteExchange(
        of: request, since: start, result, fault: fault, in: isDown ? nil : device.database)
    }
    diary?.follow(device)
  }

  /// Lets its next requests go wrong.
  package func meet(_ fault: Fault, times: Int) {
    port.add(fault, times: times)
    let next = times == 1 ? "its next request" : "its next \(times) requests"
    diary?.note("\(next): \(fault.words ?? "nothing")")
  }

  /// How far its clock is off.
  package var skew: Duration {
    get { clock.offset }
    set {
      clock.offset = newValue
      diary?.noteSkew(newValue)
    }
  }

  /// Whether it has a session.
  package var isSignedIn: Bool {
    do { return try device.link.keeper?.current() != nil } catch { return false }
  }

  /// Whether its session is gone, or the cloud has ended it.
  var needsSignIn: Bool {
    do { return try device.link.keeper?.current()?.needsSignIn ?? true } catch { return true }
  }

  /// Whether its power went, or it ended within a change of its disk.
  private(set) var hasCrashed = false

  /// Whether it must be started again first.
  package var isDown: Bool { device.power.state != .running || disk.isDown }

  /// The power goes. Of what was not synced to the disk, so much stays as chance wants: `percent`
  /// of the writes, each on its own. Whatever is asked of the device fails until it is restarted.
  package func crash(keeping percent: Int = 50) {
    device.power.state = .down
    hasCrashed = true
    disk.crash(keeping: percent, by: clock.random)
    diary?.note("the power goes; \(percent) % of what was not synced stays")
  }

  /// Its program ends at once. All it wrote stays.
  package func kill() {
    device.power.state = .down
    if disk.isDown { hasCrashed = true }
    disk.kill()
  }

  /// Starts it from what is on its disk. A device that runs is killed first.
  package func restart() throws {
    if device.power.state == .running || disk.isDown { kill() }
    let old = device.power
    let isAuto = device.auto.isOn
    leaveStage()
    device = try Self.start(
      name, clock, port, cloud, sessions, disk, form, isUpgraded ? nil : stage)
    if isAuto { device.auto.turn(on: true) }
    old.state = .restarted
    diary?.note(isUpgraded ? "starts, with the next version" : "starts again")
    diary?.follow(device)
  }

  /// Installs the next version of the program: it goes on with the file that is there.
  package func upgrade() throws {
    form = try WorldForm.next.get()
    try restart()
  }

  /// Whether it runs the next version of the program.
  package var isUpgraded: Bool { form.catalog.fileVersion > Catalog.localVersion }

  /// Gives its connection back to the stage. One that knows the next version's tables is of no use
  /// there.
  func leaveStage() {
    if !isUpgraded { stage?.leave(device.database.connection) }
  }

  /// Whether it has a network.
  package var isOffline: Bool {
    get { port.isOffline }
    set {
      let isBack = port.isOffline && !newValue
      let isOther = port.isOffline != newValue
      port.isOffline = newValue
      if isOther { diary?.note(newValue ? "goes offline" : "is online again") }
      if isBack { auto?.wake() }
    }
  }

  /// When a sync that nobody asks for is due, by the world's clock; nil for none.
  var dueAt: Instant? { auto?.dueAt.map { $0 + (.zero - clock.offset) } }

  /// Takes note of what happened on it.
  func look() { auto?.look() }

  /// Syncs where that is due. What goes wrong is in its status.
  func attend() { auto?.attend() }

  private var auto: InlineAutoSync? { isDown ? nil : device.auto as? InlineAutoSync }

  func signIn(_ email: String, isNew: Bool) throws(CloudError) {
    guard let keeper = device.link.keeper else { return }
    if isNew {
      _ = try keeper.signUp(email: email, password: SmallWorld.password)
    } else {
      _ = try keeper.signIn(email: email, password: SmallWorld.password)
    }
  }

  private static func path(_ name: String) -> String { "\(name).db" }

  private static func start(
    _ name: String, _ clock: OffsetClock, _ port: FaultyPort, _ cloud: EmbeddedProject,
    _ sessions: MemorySessionStore, _ disk: MemoryDisk, _ form: WorldForm, _ stage: WorldStage?
  ) throws -> Device {
    let database = try UserDatabase.open(
      over: try (stage ?? WorldStage()).connect(to: path(name), on: disk, clock),
      catalog: form.catalog, surroundings: clock, binding: name)
    let project = RemoteProject(
      name: "world", port: DevicePort(to: port, of: database.connection), key: cloud.keys.anon)
    let keeper = SessionKeeper(
      account: Account(project: project, surroundings: clock), store: sessions)
    let link = CloudLink(
      place: .embedded, project: project, keeper: keeper, operator: cloud)
    return Device(name: name, database: database, link: link, disk: disk)
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
