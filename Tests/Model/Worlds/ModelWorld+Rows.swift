import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Sync
import Vocabulary

/// What everybody holds, in the model's words.
extension ModelWorld {
  /// One line for each row: where, which, then its cells; tabs between them. What waits in a queue,
  /// on a shelf or to join the account's runs has lines too.
  package func lines() throws -> [String] {
    var lines: [String] = []
    for (handle, device) in devices {
      lines += try rows(of: device).map { "row\t\(handle)\t\($0)" }.sorted()
      lines += try queue(of: device).map { "queue\t\(handle)\t\($0)" }
      let shelf = try device.database.connection.all("SELECT table_name FROM sync_shelf") {
        $0.text(0)
      }
      lines += shelf.map { "shelf\t\(handle)\t\($0)" }
      let aside = try device.database.connection.all("SELECT table_name FROM sync_set_aside") {
        $0.text(0)
      }
      lines += aside.map { "aside\t\(handle)\t\($0)" }
    }
    for (user, cloud) in clouds.all {
      lines += try rows(of: cloud, user).map { "row\t\(user)\t\($0)" }.sorted()
    }
    return lines
  }

  /// What lies in the local trash is nowhere, until it is edited again.
  private func rows(of device: ModelDevice) throws -> [String] {
    try catalog.tables.flatMap { table in
      let ids = try device.database.connection.all(
        """
        SELECT cloud_id FROM \(table.name) AS t WHERE seq IS NOT -1 OR EXISTS (
          SELECT 1 FROM sync_queue WHERE table_name = '\(table.name)' AND local_id = t.id)
        """
      ) { RecordID($0.text(0)) }
      return try ids.compactMap(\.self).compactMap { id in
        let name = RowName(table: table.name, id: id)
        return try device.database.storedRow(name).map { describe(name, $0.version) }
      }
    }
  }

  private func rows(of cloud: EmbeddedProject, _ user: String) throws -> [String] {
    try catalog.tables.flatMap { table in
      let ids = try cloud.connection.all("SELECT id FROM \(table.name)") { RecordID($0.text(0)) }
      return try ids.compactMap(\.self).compactMap { id in
        let name = RowName(table: table.name, id: id)
        let version = try cloud.version(name, of: ModelClouds.account(of: user))
        return version.map { describe(name, $0) }
      }
    }
  }

  private func queue(of device: ModelDevice) throws -> [String] {
    try device.database.entries().map { entry in
      let name = RowName(table: entry.table, id: entry.cloudID)
      let version = try device.database.storedRow(name)?.version ?? RowVersion()
      let cells = entry.edits.keys.sorted().map(\.name).joined(separator: ",")
      let words = [
        record(name, version), entry.state.rawValue, entry.operation.rawValue, cells,
      ]
      return words.joined(separator: "\t")
    }
  }

  private func describe(_ name: RowName, _ version: RowVersion) -> String {
    let cells = version.cells.sorted { $0.key < $1.key }.map { key, cell in
      "\(key.name)=\(value(cell.value))@\(stamp(cell.stamp))"
    }
    return ([record(name, version)] + cells).joined(separator: "\t")
  }

  private func value(_ value: JSONValue) -> String {
    guard let text = value.string else { return value == .null ? "~" : value.text }
    if text.utf8.count == 24, let time = Instant(text) {
      return "t\(units(time.milliseconds - Self.start))"
    }
    return RecordID(text).flatMap { keys[$0] }.map { "id:\($0)" } ?? text
  }

  private func units(_ milliseconds: Int64) -> String {
    milliseconds % Self.unit == 0 ? "\(milliseconds / Self.unit)" : "\(milliseconds)ms"
  }

  /// In units of the model: time, counter, device.
  private func stamp(_ stamp: Stamp) -> String {
    if stamp.isZero { return "0" }
    let device = ModelDevice.name(of: stamp.device)
    return "\(units(stamp.milliseconds - Self.start)):\(stamp.counter):\(device)"
  }

  /// What the model calls a row.
  private func record(_ name: RowName, _ version: RowVersion) -> String {
    func cell(_ column: String) -> String {
      let text = version[CellKey(column)].map { value($0.value) } ?? "?"
      return text.hasPrefix("id:") ? String(text.dropFirst(3)) : text
    }
    switch name.table {
    case "user_notes": return "notes/\(keys[name.id] ?? "?\(name.id.text)")"
    case "verse_highlights": return "highlights/\(number(after: ":", in: cell("verse_ref")))"
    case "user_preferences": return "prefs/\(cell("key"))"
    case "note_links": return "links/\(cell("from_note_id"))+\(cell("to_note_id"))"
    case "plan_progress":
      return "plan_progress/p+\((Int(cell("day_num")) ?? 0) - 1)+\(cell("run"))"
    case "runs": return "runs/p"
    case "sync_conflicts":
      let id = version[CellKey("row_id")]?.value.string ?? ""
      let row = RecordID(id).map { RowName(table: cell("table_name"), id: $0) }
      let stamps = ["mine_stamp", "theirs_stamp"].map { stamp(Stamp(unchecked: cell($0))) }
      return "conflicts/\(row.map(conflictRow) ?? id)|\(cell("column_name"))|"
        + stamps.joined(separator: "|")
    default: return "\(name.table)/\(name.id.text)"
    }
  }

  private func number(after mark: Character, in text: String) -> String {
    let digits = text.split(separator: mark).last.flatMap { Int($0) } ?? 0
    return "\(digits - 1)"
  }

  /// The row that a conflict is about: its id alone must tell which.
  private func conflictRow(_ name: RowName) -> String {
    if let key = keys[name.id] { return "notes/\(key)" }
    if let known = knownNames[name.id] { return known }
    return "\(name.table)/\(name.id.text)"
  }

  private var knownNames: [RecordID: String] {
    var names = [RecordID(table: "user_preferences", key: "theme"): "prefs/theme"]
    for verse in 0..<2 {
      let key = "john 3:\(verse + 1)"
      names[RecordID(table: "verse_highlights", key: key)] = "highlights/\(verse)"
    }
    let notes = keys.sorted { $0.value < $1.value }
    for one in notes {
      for other in notes where one.key != other.key {
        let key = "\(one.key.text)|\(other.key.text)"
        names[RecordID(table: "note_links", key: key)] = "links/\(one.value)+\(other.value)"
      }
    }
    return names
  }
}
