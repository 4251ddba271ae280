import ChangeQueue
import Cloud
import EmbeddedCloud
import Library
import Schema
import Store
import Sync
import Vocabulary

extension Simulation {
  /// Plays one step. A step that finds nothing to do does nothing.
  func play(_ step: Step) throws(BrokenPromise) {
    // Every step has a time of its own.
    world.advance(.seconds(1))
    let device = device(step)
    try promising {
      let before = try device.disk.isFailing ? texts(on: device) : nil
      do {
        try isEdit(step.action) ? edit(step.action, on: device) : act(step.action, on: device)
      } catch  where device.isDown {}
      if device.isDown { try recover(device, before ?? []) }
    }
  }

  /// Starts a device again that crashed. Nothing is gone but what its last edit may have replaced.
  private func recover(_ device: WorldDevice, _ before: Set<String>) throws {
    try device.restart()
    let gone = try before.subtracting(texts(on: device)).subtracting(cloudTexts())
      .subtracting(ledger.letGo)
    guard gone.count <= 1 else {
      throw BrokenPromise(
        "a crash takes nothing that was written", "\(device.name): \(gone.sorted())")
    }
    ledger.letGo(Array(gone))
    lastWords.forget()
  }

  /// The power goes. The newest commits may go with it, whole ones: the disk was not waited for.
  private func losePower(_ device: WorldDevice) throws {
    lastWords.forget()
    hasForgotten = true
    let before = try texts(on: device)
    let readings = try readings(on: device, andPast: true)
    device.crash()
    try device.restart()
    ledger.letGo(try Array(before.subtracting(texts(on: device))))
    let kept = try world.devices.map { try self.readings(on: $0) }
    let inCloud = try cloudReadings()
    ledger.forget { reading in
      !readings.contains(reading) || inCloud.contains(reading)
        || kept.contains { $0.contains(reading) }
    }
  }

  private func isEdit(_ action: Step.Action) -> Bool {
    switch action {
    case .sync, .push, .pull, .compact, .discard, .signOut, .signIn, .offline, .online, .skew,
      .fault, .losePower, .endProgram, .crash, .advance, .backUpCloud, .restoreCloud, .plainAdd,
      .plainEdit, .plainDelete, .plainHighlight, .upgradeCloud, .upgradeDevice, .nextMood,
      .nextPrayer, .nextPrayerEdit, .nextPrayerDelete, .writeMood, .writePrayer:
      false
    default: true
    }
  }

  private func act(_ action: Step.Action, on device: WorldDevice) throws {
    let engine = device.device.engine
    switch action {
    case .sync: try check(engine.sync(), on: device)
    case .push: try check(engine.push(isForced: true), on: device)
    case .pull: try pull(device)
    case .compact: _ = try engine.database.compactQueue()
    case .discard(let place): try discard(place, on: device)
    case .signOut: try signOut(device)
    case .signIn: try signIn(device)
    case .offline: device.port.isOffline = true
    case .online: device.port.isOffline = false
    case .skew(let minutes):
      device.skew = .seconds(60 * minutes)
      if minutes != 0 { lastWords.noteSkew() }
    case .fault(let fault): device.port.add(fault.fault, times: 1)
    case .losePower: try losePower(device)
    case .endProgram: try device.restart()
    case .crash(let change): device.disk.fail(at: change)
    case .advance(let minutes): world.advance(.seconds(60 * minutes))
    case .backUpCloud: backup = try world.cloud.backup()
    case .restoreCloud: try restoreCloud()
    case .plainAdd, .plainEdit, .plainDelete, .plainHighlight: try writePlainly(action)
    default: try playNext(action, on: device)
    }
  }

  private func signOut(_ device: WorldDevice) throws {
    guard let keeper = device.device.link.keeper, try keeper.current() != nil else { return }
    do throws(CloudError) { _ = try keeper.signOut() } catch  where error.kind == .offline {}
  }

  /// A person signs in; what a fault does to that is no fault of ours.
  private func signIn(_ device: WorldDevice) throws {
    do throws(CloudError) { try device.signIn(SmallWorld.reader, isNew: false) } catch {
      guard device.port.hasFailed || device.port.isOffline else { throw error }
    }
  }

  /// A sync may end early where something fails it, and only there.
  private func check(_ report: SyncReport, on device: WorldDevice) throws {
    guard let error = report.error else { return }
    let isPlayed = device.port.isOffline || device.port.hasFailed
    // A token that is refused twice is one that the cloud does not take, for now.
    if isPlayed, [.offline, .busy, .refused, .notSignedIn].contains(error.kind) { return }
    // The session went with a sign-out, or with a cloud that does not know it any more.
    if error.kind == .notSignedIn, !device.isSignedIn || wasReset { return }
    throw BrokenPromise("only what fails a sync ends it", "\(device.name): \(error.summary)")
  }

  /// A pull takes what is new and makes nothing to be sent. A day of reading that a wrong clock
  /// dated becomes that of another row, in its place.
  private func pull(_ device: WorldDevice) throws {
    let database = device.device.database
    // The first pull joins what was written before it with the account's runs.
    let isFirst = try database.state(.cursor) == nil || database.state(.fullPull) != nil
    let before = try database.entries().filter { $0.table != "sync_conflicts" }
    let report = device.device.engine.pull()
    try check(report, on: device)
    let after = try database.entries().filter { $0.table != "sync_conflicts" }
    let known = Set(before.map { RowHandle(table: $0.table, localID: $0.localID) })
    let added = after.first { entry in
      !known.contains(RowHandle(table: entry.table, localID: entry.localID))
        && after.count { $0.table == entry.table } > before.count { $0.table == entry.table }
    }
    guard let added, !isFirst, !wasReset, !wasDiscarded else { return }
    throw BrokenPromise(
      "a pull adds nothing to the queue", "\(device.name): \(added.table) \(added.localID)")
  }

  /// A person gives an edit up: what was typed in it stays as a conflict, or in the local trash.
  private func discard(_ place: Int, on device: WorldDevice) throws {
    let database = device.device.database
    guard !device.port.isOffline, device.port.faults.isEmpty else { return }
    let entries = try database.entries().filter { entry in
      entry.state != .sending && database.catalog[entry.table]?.isMonotone == false
    }
    guard !entries.isEmpty else { return }
    let entry = entries[place % entries.count]
    let link = device.device.link
    do {
      _ = try device.device.engine.discard(entry.id) { try link.row(of: $0) }
    } catch SyncError.parentMissing { return } catch let error as CloudError {
      // A cloud that asked to be left alone is not asked sooner: the edit stays.
      guard error.kind == .notSignedIn || error.kind == .busy else { throw error }
      return
    }
    // All that waits of the row goes with it.
    let row = entries.filter { $0.table == entry.table && $0.localID == entry.localID }
    ledger.letGo(row.flatMap { $0.edits.values.compactMap(\.value.string) })
    wasDiscarded = true
    lastWords.forget()
  }

  /// The operator puts a backup in the cloud's place. What no device holds goes with it.
  private func restoreCloud() throws {
    guard let backup else { return }
    var held: Set<String> = []
    for device in world.devices { held.formUnion(try texts(on: device)) }
    let gone = try cloudTexts().subtracting(held)
    ledger.letGo(Array(gone))
    try world.cloud.restore(backup)
    wasReset = true
    lastWords.forget()
    let readings = try world.devices.map { try self.readings(on: $0) }
    ledger.forget { reading in readings.contains { $0.contains(reading) } }
  }
}

extension Step.NetworkFault {
  /// What the device's port does.
  var fault: Fault {
    var fault = Fault()
    switch self {
    case .dropped: fault.isDropped = true
    case .lostReply: fault.losesReply = true
    case .doubled: fault.isDoubled = true
    case .unavailable: fault.status = 503
    case .overrun: fault.status = 429
    case .broken: fault.status = 500
    case .portal: fault.isPortal = true
    case .slow: fault.latency = .seconds(25)
    case .expired: fault.expiresToken = true
    case .refused: fault.status = 400
    }
    return fault
  }
}
