import ChangeQueue
import Cloud
package import EmbeddedCloud
import Schema
import Store
import Sync
package import Vocabulary

/// Devices, one cloud and one clock under one seed, all in memory: the same script gives the same
/// rows. Each device has a disk, so that it can crash.
///
/// The devices start signed in to one account unless `accounts` says otherwise.
package final class SmallWorld {
  /// The time of the whole world.
  package let clock: SeededSurroundings
  /// The one cloud of its devices.
  package let cloud: EmbeddedProject
  /// In the order they were named.
  package let devices: [WorldDevice]
  /// What happened, for its picture; nil where nobody will look.
  package private(set) var recorder: FlowRecorder?
  private let stage: WorldStage?
  private let cloudDisk = MemoryDisk()
  /// The password of every account in a world.
  package static let password = "world-password-1"
  private static let pageRows = 8
  private static let cloudPath = "cloud.db"
  /// The account of every device for which none is named.
  package static let reader = "reader@world.example"

  /// `accounts`: a device's account by the device's name; nil for a guest. Others share one.
  ///
  /// On a stage, a device that starts again goes on with the connection that it had: nobody may
  /// hold on to what it gave before.
  package init(
    seed: UInt64, start: Instant, devices names: [String], accounts: [String: String?] = [:],
    confirmsEmail: Bool = false, on stage: WorldStage? = nil
  ) throws {
    let form = try WorldForm.lectern.get()
    let clock = SeededSurroundings(seed: seed, start: start)
    var settings = EmbeddedProject.Settings()
    settings.passwordCost = .trivial
    // So that a pull of few rows has several pages.
    settings.pageRows = Self.pageRows
    cloudDisk.plant(form.cloud, at: Self.cloudPath)
    let file = try (stage ?? WorldStage()).connect(to: Self.cloudPath, on: cloudDisk, clock)
    try file.useWriteAheadLog()
    let cloud = try EmbeddedProject(settings, clock, catalog: form.catalog, over: file)
    self.stage = stage
    self.clock = clock
    self.cloud = cloud
    var known: Set<String> = []
    devices = try names.map { name in
      let device = try WorldDevice(name, clock: clock, cloud: cloud, form: form, stage)
      let account = accounts[name] ?? Self.reader
      if let account {
        let email = account.contains("@") ? account : "\(account)@world.example"
        try device.signIn(email, isNew: known.insert(email).inserted)
      }
      device.disk.writeBack()
      return device
    }
    // Those whom the script finds signed in were confirmed before.
    if confirmsEmail { cloud.settings.auth.sendCodes() }
  }

  /// Keeps what happens from here on, for `Flow`'s page.
  package func recordFlow() {
    let recorder = FlowRecorder(
      title: "Sync of " + devices.map(\.name).joined(separator: ", "),
      notes: ["seed \(clock.seed)"],
      lanes: devices.map(\.name), clock: clock)
    for (lane, device) in devices.enumerated() { device.record(in: recorder, lane: lane) }
    self.recorder = recorder
  }

  /// Deploys the next version of the cloud: it has a column and a table that no device knows, until
  /// the device is upgraded too.
  package func upgradeCloud() throws {
    try cloud.upgrade(to: WorldForm.next.get().catalog)
    recorder?.noteCloud("the next version is deployed")
  }

  /// Whether the cloud is of the next version.
  var isCloudUpgraded: Bool { cloud.catalog.fileVersion > Catalog.localVersion }

  /// Gives its stage back what it has of it. Nothing in the world can be used any more.
  package func leaveStage() {
    if !isCloudUpgraded { stage?.leave(cloud.connection) }
    for device in devices { device.leaveStage() }
  }

  /// The device of that name.
  package func device(_ name: String) -> WorldDevice? { devices.first { $0.name == name } }

  /// Lets time go by for all of them. Devices that sync unasked do so when it is due; a sync may
  /// take time of its own.
  package func advance(_ duration: Duration) {
    let end = clock.now() + duration
    for device in devices { device.look() }
    while let due = devices.compactMap(\.dueAt).min(), due <= end {
      if due > clock.now() { clock.advance(due - clock.now()) }
      for device in devices where device.dueAt.map({ $0 <= clock.now() }) ?? false {
        device.attend()
      }
    }
    if clock.now() < end || duration < .zero { clock.advance(end - clock.now()) }
  }

  /// Syncs every device that is signed in and online until nothing moves. Answers the rounds.
  package func settle() throws -> Int {
    let able = devices.filter { !$0.port.isOffline && $0.isSignedIn }
    for round in 1...Self.rounds {
      var moved = 0
      for device in able {
        let report = device.device.engine.sync()
        if let error = report.error { throw error }
        moved += report.pushed + report.merged + report.pulled
      }
      if moved == 0 { return round }
    }
    throw WorldError.restless(rounds: Self.rounds)
  }

  private static let rounds = 50
}
