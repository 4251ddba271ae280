import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Sync
import Testing
import Vocabulary
import World

/// Devices of one account on one embedded cloud, all in memory, under one seed.
final class Fleet {
  let clock: SeededSurroundings
  let cloud: EmbeddedProject
  let catalog: Catalog
  private(set) var devices: [FleetDevice] = []
  private let stage: WorldStage?
  /// 2026-01-01.
  static let newYear = Instant(milliseconds: 1_767_225_600_000)
  static let account = RecordID(high: 1, low: 1)

  /// Files before their first use.
  private static let newFiles = Result {
    (
      library: PagedBytes(try UserDatabase.newFile(.lectern())),
      cloud: PagedBytes(try EmbeddedProject.newFile(.lectern()))
    )
  }

  /// On a stage its files lie on disks in memory, and another fleet goes on with them after it.
  init(
    seed: UInt64, count: Int, catalog: Catalog? = nil, start: Instant = Fleet.newYear,
    on stage: WorldStage? = nil
  ) throws {
    self.stage = stage
    clock = SeededSurroundings(seed: seed, start: start, step: .milliseconds(1))
    self.catalog = try catalog ?? .lectern()
    let settings = EmbeddedProject.Settings()
    if let stage {
      let file = try stage.connect(to: "cloud.db", on: Self.disk("cloud.db", \.cloud), clock)
      try file.useWriteAheadLog()
      cloud = try EmbeddedProject(settings, clock, catalog: self.catalog, over: file)
    } else {
      cloud = try EmbeddedProject(settings, clock, catalog: self.catalog)
    }
    for _ in 0..<count { try add() }
  }

  /// One more device; its library is the file at the path, if one is given.
  @discardableResult
  func add(path: String = ":memory:") throws -> FleetDevice {
    let device = try FleetDevice(self, devices.count, path: path, on: stage)
    devices.append(device)
    return device
  }

  /// A disk with one file that was never used.
  static func disk(
    _ path: String, _ file: KeyPath<(library: PagedBytes, cloud: PagedBytes), PagedBytes>
  ) throws -> MemoryDisk {
    let disk = MemoryDisk()
    disk.plant(try newFiles.get()[keyPath: file], at: path)
    return disk
  }

  /// Gives the stage back what it has of it.
  func leaveStage() {
    for connection in [cloud.connection] + devices.map(\.database.connection) {
      stage?.leave(connection)
    }
  }

  /// A device that is gone: its file is closed.
  func drop(_ place: Int) { devices.remove(at: place) }

  /// Syncs everyone until a round moves nothing.
  func settle() throws {
    for device in devices { device.link.fault = .none }
    for _ in 0..<12 {
      var moved = 0
      for device in devices {
        let report = device.engine.sync()
        if let error = report.error {
          throw FleetFault(text: "\(device.place): \(error.description)")
        }
        moved += report.pushed + report.merged + report.pulled
      }
      if moved == 0 { return }
    }
    throw FleetFault(text: "the fleet never comes to rest")
  }

  /// What differs between a device and the cloud, row by row; nil where nothing does.
  func difference() throws -> String? {
    for table in catalog.tables {
      let cloudIDs = try cloud.connection.all("SELECT id FROM \(table.name)") { $0.text(0) }
      for device in devices {
        let ids = try device.database.connection.all(
          "SELECT cloud_id FROM \(table.name) WHERE seq IS NOT -1"
        ) { $0.text(0) }
        for id in Set(cloudIDs).union(ids).sorted() {
          guard let id = RecordID(id) else { continue }
          let name = RowName(table: table.name, id: id)
          let mine = try device.database.storedRow(name)?.version
          let theirs = try cloud.version(name, of: Self.account)
          if mine != theirs {
            return
              "device \(device.place) \(table.name) \(id.text):\n\(show(mine))\n\(show(theirs))"
          }
        }
      }
    }
    return nil
  }

  private func show(_ version: RowVersion?) -> String {
    (version?.cells ?? [:]).sorted { $0.key < $1.key }
      .map { "\($0.key.name)=\($0.value.text ?? "null")@\($0.value.stamp.text)" }
      .joined(separator: " ")
  }
}

struct FleetFault: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

/// One device of a fleet.
final class FleetDevice {
  let place: Int
  let surroundings: DeviceClock
  let database: UserDatabase
  let link: FleetLink
  let engine: SyncEngine

  init(_ fleet: Fleet, _ place: Int, path: String, on stage: WorldStage?) throws {
    self.place = place
    surroundings = DeviceClock(fleet.clock)
    if let stage {
      let file = try stage.connect(
        to: "user.db", on: Fleet.disk("user.db", \.library), surroundings)
      database = try UserDatabase.open(
        over: file, catalog: fleet.catalog, surroundings: surroundings)
    } else {
      database = try UserDatabase.open(
        path: path, catalog: fleet.catalog, surroundings: surroundings)
    }
    link = FleetLink(fleet)
    engine = SyncEngine(database: database, cloud: link)
    engine.sealingCost = .trivial
  }

  func run(_ sql: String) throws {
    try database.write { try database.connection.execute(sql) }
  }
}

/// A device's own clock: the fleet's, and how far it is off.
final class DeviceClock: Surroundings {
  private let shared: SeededSurroundings
  var offset: Duration = .zero

  init(_ shared: SeededSurroundings) { self.shared = shared }
  func now() -> Instant { shared.now() + offset }
  func random() -> UInt64 { shared.random() }
  func wait(_ duration: Duration) -> Bool { shared.wait(duration) }
}

/// The way to the cloud, with one fault at a time.
final class FleetLink: SyncCaller {
  enum Fault { case none, offline, loseReply, loseRequest }

  private unowned let fleet: Fleet
  var fault = Fault.none
  var calls: [String] = []
  /// Bytes of each body that was sent.
  var sizes: [Int] = []
  /// Bytes of each answer of the cloud's own.
  var received: [Int] = []
  /// Answers in the cloud's place, or nil to let it answer: the function, the body, the reply.
  var answer: ((String, [UInt8], [UInt8]) throws(CloudError) -> [UInt8]?)?
  /// Calls that go through before the network is gone.
  var failAfter: Int?
  var signedIn = Fleet.account.text
  func account() throws(CloudError) -> String { signedIn }

  init(_ fleet: Fleet) { self.fleet = fleet }

  /// As if nothing had been asked yet.
  func forget() {
    (calls, sizes, received) = ([], [], [])
  }

  private func leave(_ function: String, _ size: Int) throws(CloudError) {
    calls.append(function)
    sizes.append(size)
    if let left = failAfter {
      failAfter = max(0, left - 1)
      if left == 0 { throw .offline(curl: 7, text: "no network") }
    }
    if fault == .offline || fault == .loseRequest { throw .offline(curl: 7, text: "no network") }
  }

  func rows(of table: String, ids: [RecordID]) throws(CloudError) -> [UInt8] {
    let list = ids.map(\.text).joined(separator: ",")
    let path = "/rest/v1/\(table)?user_id=eq.\(Fleet.account.text)&id=in.(\(list))"
    try leave("rows", path.utf8.count)
    let reply = fleet.cloud.answer(
      HTTPRequest(
        method: "GET", path: path,
        headers: ["Authorization": "Bearer \(fleet.cloud.keys.service)"], body: []))
    if let error = CloudError(reply) { throw error }
    if let own = try answer?("rows", [], reply.body) { return own }
    received.append(reply.body.count)
    return reply.body
  }

  func call(_ function: String, body: [UInt8]) throws(CloudError) -> [UInt8] {
    try leave(function, body.count)
    let reply: [UInt8]
    do { reply = try fleet.cloud.call(function, as: Fleet.account, body: body) } catch {
      throw .refused(status: 500, code: "XX000", message: String(describing: error))
    }
    if let own = try answer?(function, body, reply) { return own }
    received.append(reply.count)
    if fault == .loseReply { throw .lost(curl: 52, text: "no answer") }
    return reply
  }
}
