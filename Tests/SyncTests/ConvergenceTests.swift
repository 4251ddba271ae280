import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Sync
import Testing
import Vocabulary
import World

/// Random edits on three devices under faults; then all are equal, and nothing is lost.
@Suite struct ConvergenceTests {
  static let seeds = 500

  @Test func `devices and cloud become equal, and no value goes that nobody typed over`() throws {
    let stage = WorldStage()
    for seed in 1...UInt64(Self.seeds) {
      var world = try RandomWorld(seed: seed, on: stage)
      defer { world.fleet.leaveStage() }
      do {
        for _ in 0..<40 { try world.step() }
        try world.fleet.settle()
      } catch {
        Issue.record("seed=\(seed): \(error)\n\(world.steps.joined(separator: "\n"))")
        return
      }
      let difference = try world.fleet.difference()
      let lost = try world.lost()
      // What is alike comes to the same digests, whatever made it so: no row need be read.
      let read = seed % 10 == 0 ? world.fleet.devices.map { $0.engine.verify().read } : []
      guard difference == nil, lost.isEmpty, read.allSatisfy({ $0 == 0 }) else {
        Issue.record(
          "seed=\(seed): \(difference ?? "") lost: \(lost) read: \(read)\n\(world.steps.joined(separator: "\n"))"
        )
        return
      }
    }
  }
}

private struct RandomWorld {
  let fleet: Fleet
  var steps: [String] = []
  private let dice: SeededSurroundings
  private var typed = 0
  /// Value: the value that it was typed over, as its writer saw it.
  private var over: [String: String] = [:]
  private var deleted: Set<String> = []

  init(seed: UInt64, on stage: WorldStage) throws {
    fleet = try Fleet(seed: seed, count: 3, on: stage)
    dice = SeededSurroundings(seed: seed &* 77)
  }

  private static let linkTwoNotes = """
    INSERT INTO note_links(from_note_id, to_note_id)
    SELECT a.id, b.id FROM user_notes a, user_notes b
    WHERE a.id < b.id ORDER BY a.cloud_id LIMIT 1
    ON CONFLICT(from_note_id, to_note_id) DO UPDATE SET deleted_at = NULL
    """

  private func roll(_ count: UInt64) -> Int { Int(dice.random() % count) }

  mutating func step() throws {
    let device = fleet.devices[roll(3)]
    let id = "(SELECT id FROM user_notes ORDER BY cloud_id LIMIT 1 OFFSET \(roll(4)))"
    switch roll(20) {
    case 0...2:
      try run(
        device, "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', '\(type())')")
    case 3...5:
      let value = type()
      try see(device, "SELECT note_text FROM user_notes WHERE id = \(id)", value)
      try run(device, "UPDATE user_notes SET note_text = '\(value)' WHERE id = \(id)")
    case 6...8:
      let verse = "john 3:\(roll(2))"
      let value = type()
      try see(device, "SELECT color FROM verse_highlights WHERE verse_ref = '\(verse)'", value)
      try run(
        device,
        """
        INSERT INTO verse_highlights(verse_ref, color) VALUES('\(verse)', '\(value)')
        ON CONFLICT(verse_ref) DO UPDATE SET color = excluded.color, deleted_at = NULL
        """)
    case 9:
      try run(device, "UPDATE user_notes SET tags_json = '[\"t\(roll(2))\"]' WHERE id = \(id)")
    case 10: try run(device, "INSERT INTO study_collections(name) VALUES('\(type())')")
    case 11:
      try run(
        device,
        """
        UPDATE user_notes SET collection_id =
          (SELECT id FROM study_collections ORDER BY cloud_id LIMIT 1) WHERE id = \(id)
        """)
    case 12:
      try run(device, Self.linkTwoNotes)
    case 13: try delete(device, "user_notes", "note_text", id)
    case 14: try delete(device, "verse_highlights", "color", "1")
    case 15: try run(device, "UPDATE user_notes SET deleted_at = NULL WHERE id = \(id)")
    case 16: set(device, offset: [0, 0, 4, 600, -600, 86_400][roll(6)])
    case 17: set(device, fault: [.none, .none, .offline, .loseReply][roll(4)])
    case 18: fleet.clock.advance(.seconds(Int64(roll(400))))
    default:
      let report = device.engine.sync()
      note(
        "\(device.place): sync \(report.pushed)+\(report.merged) \(report.pulled) \(report.reason ?? "")"
      )
    }
  }

  private mutating func type() -> String {
    typed += 1
    return "v\(typed)"
  }

  private mutating func note(_ step: String) { steps.append(step) }

  private mutating func run(_ device: FleetDevice, _ sql: String) throws {
    note("\(device.place): \(sql)")
    try device.run(sql)
  }

  private mutating func set(_ device: FleetDevice, offset: Int64) {
    note("\(device.place): clock \(offset) s")
    device.surroundings.offset = .seconds(offset)
  }

  private mutating func set(_ device: FleetDevice, fault: FleetLink.Fault) {
    note("\(device.place): \(fault)")
    device.link.fault = fault
  }

  private mutating func see(_ device: FleetDevice, _ sql: String, _ value: String) throws {
    if let seen = try device.database.connection.first(sql, read: { $0.text(0) }) {
      over[value] = seen
    }
  }

  private mutating func delete(
    _ device: FleetDevice, _ table: String, _ column: String, _ id: String
  ) throws {
    let sql = "SELECT \(column) FROM \(table) WHERE id = \(id)"
    if let seen = try device.database.connection.first(sql, read: { $0.text(0) }) {
      deleted.insert(seen)
    }
    try run(device, "UPDATE \(table) SET deleted_at = '2026-01-01T00:00:00.000Z' WHERE id = \(id)")
  }

  /// Values that stand nowhere, though nobody who saw them typed over them or deleted their row.
  func lost() throws -> [String] {
    var kept = deleted.union(over.values)
    for sql in [
      "SELECT note_text FROM user_notes", "SELECT color FROM verse_highlights",
      "SELECT name FROM study_collections", "SELECT mine FROM sync_conflicts",
    ] {
      kept.formUnion(try fleet.cloud.connection.all(sql) { $0.text(0) })
    }
    // A row that was deleted before the cloud heard of it lies in its device's trash.
    for device in fleet.devices {
      for sql in [
        "SELECT note_text FROM user_notes WHERE seq = -1",
        "SELECT color FROM verse_highlights WHERE seq = -1",
      ] { kept.formUnion(try device.database.connection.all(sql) { $0.text(0) }) }
    }
    let all = Set((1...max(1, typed)).map { "v\($0)" })
    let used = Set(
      steps.joined(separator: " ").split { !$0.isLetter && !$0.isNumber }.map(String.init))
    let updated = try written()
    return all.intersection(used).intersection(updated).subtracting(kept).sorted()
  }

  /// Values that really were written: an UPDATE may have met no row.
  private func written() throws -> Set<String> {
    var values: Set<String> = Set(over.keys)
    for step in steps where step.contains("INSERT INTO") {
      for word in step.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        values.insert(String(word))
      }
    }
    return values
  }
}
