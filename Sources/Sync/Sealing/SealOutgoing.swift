import ChangeQueue
import Schema
import Store
import Vocabulary

/// Changes on their way up.
extension SyncEngine {
  /// Do changes of sealed tables wait? For a passphrase, or for the key's own preference: what is
  /// sealed with a key that only one device knows of is lost with that device.
  func isSealedHeld() throws -> Bool {
    guard !sealing.isOff else { return false }
    if sealing.isLocked { return true }
    return try connection.first(
      """
      SELECT 1 FROM sync_queue AS q JOIN \(Catalog.preferencesTable) AS p ON p.id = q.local_id
      WHERE q.table_name = '\(Catalog.preferencesTable)' AND p.key = ?1 LIMIT 1
      """, .text(SealingLock.prefix + (sealing.active?.id ?? ""))
    ) { _ in true } ?? false
  }

  /// The rows with changes that wait.
  func heldRows() throws -> [RowHandle] {
    let names = catalog.tables.filter(\.isSealed).map { "'\($0.name)'" }.joined(separator: ", ")
    return try connection.all(
      "SELECT DISTINCT table_name, local_id FROM sync_queue WHERE table_name IN (\(names))"
    ) { RowHandle(table: $0.text(0), localID: $0.integer(1)) }
  }

  /// Seals a change, and says what of the row it holds.
  func seal(_ change: inout JSONObject, _ entry: QueueEntry, in table: SyncedTable) throws {
    guard table.isSealed else { return }
    let values = change["values"]?.object ?? JSONObject()
    let columns = try columns(of: table, entry.cloudID.text, values)
    change["values"] = .object(try columns.seal(values: values))
    for part in ["stamps", "bases", "sent"] {
      guard let named = change[part]?.object else { continue }
      change[part] = .object(try columns.seal(stamps: named))
    }
    if let seen = try seen(entry, in: table) { change["seen"] = .integer(seen) }
  }

  /// The row's number in the cloud, where the change holds every element that the row had there:
  /// then what they were called before need not stay there.
  ///
  /// Why up to the cursor: only of those rows this device has joined all that the cloud had.
  private func seen(_ entry: QueueEntry, in table: SyncedTable) throws -> Int64? {
    let sets = table.columns.filter { $0.isSealed && $0.kind == .set }.map(\.name)
    guard sealing.active != nil, !sets.isEmpty, entry.operation != .insert,
      try fullPull() == nil, let cursor = try cursor(),
      let row = try database.storedRow(table, localID: entry.localID), let seq = row.seq,
      (0...cursor.seq).contains(seq)
    else { return nil }
    let elements = row.version.cells.keys.filter { sets.contains($0.column) }
    return elements.allSatisfy { entry.edits[$0] != nil } ? seq : nil
  }
}
