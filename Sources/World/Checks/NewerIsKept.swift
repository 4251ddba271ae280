import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Vocabulary

extension Simulation {
  /// What a device does not know of a newer cloud lies aside as it is there; on a device that was
  /// upgraded nothing does.
  func checkThatNewerIsKept() throws {
    guard isCloudUpgraded, let person = try person() else { return }
    for device in world.devices {
      let aside = try rowsAside(on: device)
      if device.isUpgraded {
        guard let row = aside.first else { continue }
        throw BrokenPromise("what lies aside is taken", "\(device.name): \(row.id.text)")
      }
      let kept = Dictionary(uniqueKeysWithValues: aside.map { ($0.id, $0.version) })
      for (name, version) in try cloudRows(of: person) {
        for (key, cell) in version.cells.sorted(by: { $0.key < $1.key })
        where try isUnknown(key, of: name, cell, on: device) {
          let mine = kept[name.id]?[key]
          // A cloud that was put back has forgotten what is kept.
          guard mine != cell, !(wasReset && mine.map { $0.stamp >= cell.stamp } ?? false) else {
            continue
          }
          throw BrokenPromise(
            "what is newer is kept aside",
            "\(cell.value.text) of \(key.name) is \(mine?.value.text ?? "not") on \(device.name)")
        }
      }
    }
  }

  /// A column that was added holds its default in rows that nobody edited since: those need not
  /// be told.
  private func isUnknown(
    _ key: CellKey, of name: RowName, _ cell: Cell, on device: WorldDevice
  ) throws -> Bool {
    guard let table = device.device.database.catalog[name.table] else { return true }
    return table.rule(of: key.column) == nil && cell.value != "none"
  }

  private func cloudRows(of person: RecordID) throws -> [(RowName, RowVersion)] {
    try ["user_notes", Self.prayers].flatMap { table in
      try world.cloud.connection.all(
        """
        SELECT id FROM \(table) WHERE deleted_at IS NULL
          OR seq > (SELECT purged_below FROM sync_heads) ORDER BY id
        """
      ) { RecordID($0.text(0)) }.compactMap { $0 }.compactMap { id in
        let name = RowName(table: table, id: id)
        return try world.cloud.version(name, of: person).map { (name, $0) }
      }
    }
  }

  /// The rows that a device keeps aside, read as the next version reads them.
  func rowsAside(
    on device: WorldDevice
  ) throws -> [(table: String, id: RecordID, version: RowVersion)] {
    let texts = try device.device.database.connection.all(
      "SELECT table_name, cloud_id, row_json FROM sync_unknown ORDER BY table_name, cloud_id"
    ) { ($0.text(0), RecordID($0.text(1)), $0.text(2)) }
    return try texts.compactMap { table, id, text in
      let row = try JSONValue(parsing: text)
      guard let id, let known = try WorldForm.next.get().catalog[table],
        let values = row["values"]?.object, let stamp = row["stamp"]?.string.flatMap({ Stamp($0) })
      else { return nil }
      let stamped = StampedValues(
        values: values, stamp: stamp, stamps: row["stamps"]?.object ?? JSONObject())
      return (table, id, RowVersion(stamped, in: known))
    }
  }
}
