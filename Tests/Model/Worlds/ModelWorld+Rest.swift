import ChangeQueue
import Sync

/// How a world comes to rest, and what must hold then.
extension ModelWorld {
  private static let rounds = 12

  /// All faults end, everybody signs in again, and all sync until nothing moves.
  package func rest() throws {
    for (_, device) in devices { device.link.user = device.owner }
    for _ in 0..<Self.rounds {
      var moved = 0
      for (_, device) in devices where device.owner != nil {
        tick()
        if let request = device.flight?.request { device.end(.reply(try clouds.serve(request))) }
        let report = device.engine.sync()
        if let error = report.error { throw error }
        moved += report.pushed + report.merged + report.pulled
      }
      if moved == 0 { return }
    }
    throw ModelFault("the world never comes to rest")
  }

  /// What devices hold otherwise than the cloud of their account, or keep back; none at rest.
  /// A dead row that was purged on one side only is no difference, and what is refused stays.
  package func unlike() throws -> [String] {
    var there: [String: Set<String>] = [:]
    var here: [String: Set<String>] = [:]
    var problems: [String] = []
    for line in try lines() {
      let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
      let row = Row(line)
      switch (parts[0], devices.first { $0.handle == parts[1] }?.device.owner) {
      case ("row", nil): there[parts[1], default: []].insert(parts[2])
      case ("row", _?): here[parts[1], default: []].insert(parts[2])
      case ("queue", _?) where line.contains("/bad"): break
      case (_, nil): break
      default: problems.append("\(parts[1]) keeps \(row.record)")
      }
    }
    for (handle, device) in devices {
      guard let owner = device.owner else { continue }
      let difference = here[handle, default: []].symmetricDifference(there[owner, default: []])
      let rows = difference.map { Row("row\t\(handle)\t\($0)") }
      for row in rows where !(row.isDead && rows.count { $0.record == row.record } == 1) {
        problems.append("\(handle) differs in \(row.record)")
      }
    }
    return problems.sorted()
  }

  /// What the cloud of an account holds, a few words for each row: its value, whether it is dead,
  /// and of a conflict what stands over what.
  package func holdings(of user: String) throws -> [String] {
    try lines().filter { $0.hasPrefix("row\t\(user)\t") }.map { Row($0).words }.sorted()
  }

  /// One line of `lines`, read.
  private struct Row {
    let record: String
    private let cells: [String: String]

    init(_ line: String) {
      let parts = line.split(separator: "\t").map(String.init)
      record = parts.count > 2 ? parts[2] : parts[0]
      let pairs = parts.dropFirst(3).compactMap { cell -> (String, String)? in
        guard let mark = cell.firstIndex(of: "="), let at = cell.lastIndex(of: "@"), mark < at
        else { return nil }
        return (String(cell[..<mark]), String(cell[cell.index(after: mark)..<at]))
      }
      cells = Dictionary(pairs) { $1 }
    }

    var isDead: Bool { cells["deleted_at"].map { $0 != "~" } ?? false }

    private static let shown = [
      "notes": "note_text", "highlights": "color", "prefs": "value", "runs": "run",
    ]

    var words: String {
      let table = String(record.prefix { $0 != "/" })
      if table == "conflicts" { return conflict }
      if isDead { return "\(record) dead" }
      let value = Self.shown[table].flatMap { cells[$0] }.map { " \($0)" } ?? ""
      return record + value + (cells["tags_json.x"] == "true" ? " #x" : "")
    }

    private var conflict: String {
      let parts = record.dropFirst("conflicts/".count).split(separator: "|").map(String.init)
      let sides = ["theirs", "mine"].map { side in
        let value = cells[side] ?? "~"
        return parts[1] == "deleted_at" ? value == "~" ? "alive" : "dead" : value
      }
      return "\(parts[0]).\(parts[1]): \(sides[0]) over \(sides[1])"
    }
  }
}
