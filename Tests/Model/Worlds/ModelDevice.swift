import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Sync
import Vocabulary
import World

enum UserDatabaseFile {
  static func new() throws -> [UInt8] { try UserDatabase.newFile(.lectern()) }
}

/// A device of the model: a file, a clock, and the engine on them.
final class ModelDevice {
  /// What stamps call it: `d0`.
  private(set) var name: String
  let clock: ModelClock
  let link: ModelLink
  private(set) var disk: MemoryDisk
  private(set) var database: UserDatabase
  private(set) var engine: SyncEngine
  private(set) var flight: Flight?
  /// Whose account the file is of; nil for a guest's.
  private(set) var owner: String?
  private let catalog: Catalog
  private let stage: WorldStage

  static let path = "user.db"

  init(
    _ name: String, on disk: MemoryDisk? = nil, _ shared: SeededSurroundings,
    _ clouds: ModelClouds, _ catalog: Catalog, _ stage: WorldStage
  ) throws {
    self.name = name
    self.catalog = catalog
    self.stage = stage
    clock = ModelClock(shared)
    link = ModelLink(to: clouds)
    self.disk = try disk ?? Self.newDisk()
    (database, engine) = try Self.start(name, self.disk, clock, link, catalog, stage)
  }

  static func newDisk() throws -> MemoryDisk {
    let disk = MemoryDisk()
    disk.plant(try newFiles.get().library, at: path)
    return disk
  }

  private static func start(
    _ name: String, _ disk: MemoryDisk, _ clock: ModelClock, _ link: ModelLink,
    _ catalog: Catalog, _ stage: WorldStage
  ) throws -> (UserDatabase, SyncEngine) {
    clock.nextRandom = ModelDevice.identity(of: name)
    defer { clock.nextRandom = nil }
    let database = try UserDatabase.open(
      over: try stage.connect(to: path, on: disk, clock), catalog: catalog, surroundings: clock,
      binding: name)
    return (database, SyncEngine(database: database, cloud: link))
  }

  func leaveStage() {
    if flight != nil { end(.killed) }
    stage.leave(database.connection)
  }

  // MARK: - Ids that sort as the model's names do

  /// `d0` as `d1`, `d10` as `d21`, filled with zeros: a device's id is hexadecimal.
  static func identity(of name: String) -> UInt64 {
    var number: UInt64 = 0
    var digits = 0
    for byte in name.utf8 {
      let digit = byte == UInt8(ascii: "d") ? 13 : UInt64(byte) - UInt64(UInt8(ascii: "0")) + 1
      number = number << 4 | digit
      digits += 1
    }
    return number << UInt64((12 - digits) * 4)
  }

  /// The name that a stamp's device has in the model.
  static func name(of device: String) -> String {
    guard device.hasPrefix("d") else { return device }
    let digits = device.utf8.dropFirst().prefix { $0 != UInt8(ascii: "0") }
    let decimal = digits.map { $0 == UInt8(ascii: "a") ? UInt8(ascii: "9") : $0 - 1 }
    return "d" + String(decoding: decimal, as: UTF8.self)
  }

  // MARK: - What becomes of it

  /// The program dies, and is started again.
  func crash() throws {
    disk.kill()
    if flight != nil { end(.killed) }
    try restart()
  }

  /// Another file takes the place of this one.
  func replace(by disk: MemoryDisk, of name: String, owner: String?) throws {
    self.owner = owner
    self.disk.kill()
    if flight != nil { end(.killed) }
    self.disk = disk
    self.name = name
    try restart()
  }

  private func restart() throws {
    stage.leave(database.connection)
    (database, engine) = try Self.start(name, disk, clock, link, catalog, stage)
  }

  /// Whoever signs in is asked for the file's owner at once.
  func signIn(_ user: String) {
    link.user = user
    owner = user
    link.callsLeft = 1
    _ = engine.push()
    link.callsLeft = .max
  }

  func keepOwner(of other: ModelDevice) { owner = other.owner }

  // MARK: - One request at a time

  /// Begins a push or a pull, and lets it wait. Nothing flies where there was nothing to ask.
  func begin(_ body: @escaping (SyncEngine) -> Void) throws {
    guard flight == nil, link.user != nil else { return }
    let mayAsk = try database.state(.fullPullCopied) != nil
    let engine = engine
    let link = link
    let begun = Flight(mayAsk: mayAsk) { flight in
      link.flight = flight
      body(engine)
      link.flight = nil
    }
    flight = begun.request == nil ? nil : begun
  }

  func end(_ end: Flight.End) {
    let over = flight
    flight = nil
    over?.finish(end)
  }
}

/// A device's own clock: the world's, and how far it is off.
final class ModelClock: Surroundings {
  private let shared: SeededSurroundings
  var offset: Duration = .zero
  /// What comes first of all chance: the id that a file draws.
  var nextRandom: UInt64?

  init(_ shared: SeededSurroundings) { self.shared = shared }

  var isVirtual: Bool { true }
  func now() -> Instant { shared.now() + offset }
  func wait(_ duration: Duration) -> Bool { shared.wait(duration) }

  func random() -> UInt64 {
    defer { nextRandom = nil }
    return nextRandom ?? shared.random()
  }
}
