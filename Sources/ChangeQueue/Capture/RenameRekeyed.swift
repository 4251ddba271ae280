import Schema
import Store
import Vocabulary

/// A row whose natural key was changed in place is another record: the old one dies, the new one is
/// born. Keys may have been exchanged between rows, so all of them are looked at together.
extension UserDatabase {
  private struct Rekeyed {
    let note: Note
    let oldName: String
    let oldKey: JSONObject
    let seq: Int64?
    let stamp: String?
    let stamps: String?
  }

  func renameRekeyed(_ notes: [Note]) throws {
    var rekeyed: [Rekeyed] = []
    for note in notes where note.operation == "UPDATE" && !note.table.naturalKey.isEmpty {
      guard
        !rekeyed.contains(where: { $0.note.table == note.table && $0.note.localID == note.localID }
        ),
        let row = try rekeyedRow(note)
      else { continue }
      rekeyed.append(row)
    }
    // Free all the names first: two rows may have exchanged theirs.
    for row in rekeyed {
      try connection.run(
        "UPDATE \(row.note.table.name) SET cloud_id = NULL WHERE id = ?1",
        .integer(row.note.localID))
    }
    for row in rekeyed { try rename(row, among: rekeyed) }
    for row in rekeyed { try bury(row) }
  }

  /// Nil where the name that follows from the key is still the row's own.
  private func rekeyedRow(_ note: Note) throws -> Rekeyed? {
    guard let name = try naturalName(note.table, localID: note.localID) else { return nil }
    let row = try connection.first(
      "SELECT cloud_id, seq, stamp, stamps FROM \(note.table.name) WHERE id = ?1",
      .integer(note.localID)
    ) { ($0.optionalText(0), $0.optionalInteger(1), $0.optionalText(2), $0.optionalText(3)) }
    guard let row, let oldName = row.0, oldName != name.text else { return nil }
    let payload = try connection.first(
      "SELECT payload_json FROM sync_queue WHERE id = ?1", .integer(note.id)
    ) { $0.text(0) }
    var key = JSONObject()
    for column in note.table.naturalKey {
      let items = try JSONValue(parsing: payload ?? "{}")[column]?.array ?? []
      key[column] =
        items.count > 1
        ? items[1] : try currentValue(note.table, column, localID: note.localID).json
    }
    return Rekeyed(
      note: note, oldName: oldName, oldKey: key, seq: row.1, stamp: row.2, stamps: row.3)
  }

  private func currentValue(
    _ table: SyncedTable, _ column: String, localID: Int64
  ) throws(StoreError) -> SQLValue {
    try connection.first(
      "SELECT \(column) FROM \(table.name) WHERE id = ?1", .integer(localID)
    ) { $0.value(0) } ?? .null
  }

  /// The row becomes the record of its new key: one that gave its name up here, or a new one.
  private func rename(_ row: Rekeyed, among rekeyed: [Rekeyed]) throws {
    let table = row.note.table
    guard let name = try naturalName(table, localID: row.note.localID) else { return }
    let before = rekeyed.first { $0.note.table == table && $0.oldName == name.text }
    try connection.run(
      "UPDATE \(table.name) SET cloud_id = ?2, seq = ?3, stamp = ?4, stamps = ?5 WHERE id = ?1",
      .integer(row.note.localID), .text(name.text), before?.seq.map { .integer($0) } ?? .null,
      before?.stamp.map { .text($0) } ?? .null, before?.stamps.map { .text($0) } ?? .null)
    try connection.run(
      """
      UPDATE sync_queue SET cloud_id = ?3 WHERE table_name = ?1 AND local_id = ?2
        AND stamp IS NULL
      """, .text(table.name), .integer(row.note.localID), .text(name.text))
    let cells = table.columns.map { "'\($0.name)', json_array(\($0.name))" }
    let deleted = table.isMonotone ? "" : ", 'deleted_at', json_array(deleted_at)"
    try connection.run(
      """
      UPDATE sync_queue SET operation = 'INSERT', payload_json =
        (SELECT json_object(\(cells.joined(separator: ", "))\(deleted)) FROM \(table.name)
         WHERE id = ?2) WHERE id = ?1
      """, .integer(row.note.id), .integer(row.note.localID))
  }

  /// Leaves a tombstone for the old key, unless another row has it now.
  private func bury(_ row: Rekeyed) throws {
    let table = row.note.table
    let isTaken = try connection.first(
      "SELECT 1 FROM \(table.name) WHERE cloud_id = ?1", .text(row.oldName)
    ) { _ in true }
    guard isTaken == nil, !table.isMonotone else { return }
    let others = table.columns.map(\.name).filter { row.oldKey[$0] == nil }
    let keys = row.oldKey.members
    let names = (keys.map(\.key) + others).joined(separator: ", ")
    let marks = (0..<keys.count).map { "?\($0 + 7)" } + others
    let statement = try connection.cached(
      """
      INSERT INTO \(table.name)(cloud_id, seq, stamp, stamps, deleted_at, \(names))
      SELECT ?2, ?3, ?4, ?5, ?6, \(marks.joined(separator: ", ")) FROM \(table.name) WHERE id = ?1
      """)
    statement.bind(1, row.note.localID)
    statement.bind(2, row.oldName)
    statement.bind(3, row.seq)
    statement.bind(4, row.stamp)
    statement.bind(5, row.stamps)
    statement.bind(6, row.note.wall.text)
    for (place, key) in keys.enumerated() { statement.bind(place + 7, SQLValue(key.value)) }
    try quietly { try statement.run() }
    try noteDeletion(row, localID: connection.lastInsertID)
  }

  private func noteDeletion(_ row: Rekeyed, localID: Int64) throws {
    let table = row.note.table.name
    try connection.run(
      """
      UPDATE sync_queue SET local_id = ?3 WHERE table_name = ?1 AND cloud_id = ?2
        AND stamp IS NOT NULL
      """, .text(table), .text(row.oldName), .integer(localID))
    let payload = JSONValue.object(
      JSONObject([(Catalog.deletedAt.name, .array([.string(row.note.wall.text), .null]))]))
    try connection.run(
      """
      INSERT INTO sync_queue(operation, table_name, local_id, cloud_id, wall_ms, payload_json)
      VALUES('UPDATE', ?1, ?2, ?3, ?4, ?5)
      """, .text(table), .integer(localID), .text(row.oldName),
      .integer(row.note.wall.milliseconds), .text(payload.text))
  }
}
