import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Sync
package import World
import Vocabulary

/// A world of the reference model, played by the engine: devices, clouds, clocks and a network
/// under a list of steps that leave nothing open.
package final class ModelWorld {
  let clock: SeededSurroundings
  let clouds: ModelClouds
  let catalog: Catalog
  /// By their handle, in the order they came.
  private(set) var devices: [(handle: String, device: ModelDevice)] = []
  /// What the model calls a note.
  var keys: [RecordID: String] = [:]
  private let stage: WorldStage
  private var saved: [String: (disk: MemoryDisk, owner: String?)] = [:]

  /// Half a minute: the model's unit of time.
  static let unit: Int64 = 30_000
  /// 2026-01-01: where the model's time begins.
  static let start: Int64 = 1_767_225_600_000

  package init(seed: UInt64, on stage: WorldStage) throws {
    self.stage = stage
    clock = SeededSurroundings(seed: seed, start: Instant(milliseconds: Self.start))
    catalog = try .lectern()
    clouds = ModelClouds(clock, catalog, stage)
  }

  /// Gives the stage back what it has of it.
  package func leaveStage() {
    for (_, device) in devices { device.leaveStage() }
    clouds.leaveStage()
  }

  func device(_ handle: String) throws -> ModelDevice {
    guard let known = devices.first(where: { $0.handle == handle }) else {
      throw ModelFault("no device \(handle)")
    }
    return known.device
  }

  func add(_ handle: String, _ name: String, on disk: MemoryDisk? = nil) throws {
    let device = try ModelDevice(name, on: disk, clock, clouds, catalog, stage)
    devices.append((handle, device))
  }

  func save(_ device: ModelDevice, as slot: String) {
    saved[slot] = (device.disk.copy(), device.owner)
  }

  func saved(_ slot: String) throws -> (MemoryDisk, String?) {
    guard let file = saved[slot] else { throw ModelFault("nothing is saved as \(slot)") }
    return (file.disk.copy(), file.owner)
  }

  /// The id of the note that the model calls so.
  func note(_ key: String) throws -> RecordID {
    guard let id = keys.first(where: { $0.value == key })?.key else {
      throw ModelFault("no note \(key)")
    }
    return id
  }

  /// Half a minute passes.
  func tick() { clock.advance(.milliseconds(Self.unit)) }

  /// Sets the clock to a time of the model, which never goes back.
  func setTime(_ units: Int64) {
    let time = Instant(milliseconds: Self.start + units * Self.unit)
    if time > clock.now() { clock.advance(time - clock.now()) }
  }
}

/// What cannot be done: a step that the world does not bear.
package struct ModelFault: Error, CustomStringConvertible {
  package let description: String
  package init(_ text: String) { description = text }
}
