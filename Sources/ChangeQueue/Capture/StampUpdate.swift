package import Schema
import Store
package import Vocabulary

extension UserDatabase {
  /// Stamps an edit of a row that has stamps already: each changed column gets the new stamp, and
  /// remembers the one it was made on.
  ///
  /// An edit of a living row also asserts it alive, so that of an edit and a deletion the later
  /// wins.
  func stampUpdate(_ note: Note, wall: Instant) throws {
    guard let payload = try notePayload(note.id),
      let stored = try storedStamps(note.table, note.localID)
    else { return }
    let stamp = tick(wall)
    let table = note.table
    var stamps = stored.stamps
    var edits: [CellKey: CellEdit] = [:]
    for member in payload {
      for (key, changed) in changedCells(member, in: table) {
        var edit = changed
        edit.wall = wall
        if table.rule(of: key.column)?.isStamped == true {
          edit.stamp = stamp
          edit.base = stored.stamp(of: key, wasOn: edit.old != .bool(false))
          stamps.set(key, stamp)
        } else {
          try joinOld(&edit, key, in: table, localID: note.localID)
        }
        edits[key] = edit
      }
    }
    if !table.isMonotone, edits[.deletedAt] == nil, !stored.isDead {
      edits[.deletedAt] = CellEdit(
        .null, old: .null, stamp: stamp, base: stored.stamp(of: .deletedAt), wall: wall)
      stamps.set(.deletedAt, stamp)
    }
    var entry = QueueEntry(
      id: note.id, operation: .update, table: table.name, localID: note.localID,
      cloudID: stored.cloudID, edits: edits, wall: wall)
    entry.operation = entry.fittingOperation
    try write(entry, stamps: stamps, stamp: stamp, in: table)
    queuedStamp = stamp
    try sortSets(table, note.localID)
  }

  /// A column whose values are joined cannot be set back by any tool: old, new and what stands
  /// become one.
  private func joinOld(
    _ edit: inout CellEdit, _ key: CellKey, in table: SyncedTable, localID: Int64
  ) throws {
    guard let rule = table.rule(of: key.column), let old = edit.old else { return }
    let stored = try connection.first(
      "SELECT \(key.column) FROM \(table.name) WHERE id = ?1", .integer(localID)
    ) { $0.value(0).json }
    var values = [old, edit.value, stored ?? .null]
    if rule == .union { values = values.map(QueueEntry.union) }
    if table.column(key.column)?.kind == .time { values = values.map(Self.storedForm) }
    edit.value = values.map { Cell($0, .zero) }.reduce(Cell(.null, .zero), rule.join).value
    guard SQLValue(edit.value) != stored.map(SQLValue.init) else { return }
    try quietly {
      try connection.run(
        "UPDATE \(table.name) SET \(key.column) = ?2 WHERE id = ?1", .integer(localID),
        SQLValue(edit.value))
    }
  }

  private func write(
    _ entry: QueueEntry, stamps: JSONObject, stamp: Stamp, in table: SyncedTable
  ) throws {
    try connection.run(
      """
      UPDATE sync_queue SET operation = ?2, cloud_id = ?3, payload_json = ?4, stamp = ?5,
        wall_ms = ?6 WHERE id = ?1
      """, .integer(entry.id), .text(entry.operation.rawValue), .text(entry.cloudID.text),
      .text(entry.payload(in: table).text), .text(stamp.text), .integer(entry.wall.milliseconds))
    try connection.run(
      "UPDATE \(table.name) SET stamps = ?2, updated_at = ?3 WHERE id = ?1",
      .integer(entry.localID), stamps.isEmpty ? .null : .text(JSONValue.object(stamps).text),
      .text(stamp.instant.text))
  }

  func notePayload(_ id: Int64) throws -> JSONObject? {
    let text = try connection.first(
      "SELECT payload_json FROM sync_queue WHERE id = ?1", .integer(id)
    ) { $0.text(0) }
    return try text.flatMap { try JSONValue(parsing: $0).object }
  }

  /// The cells that a noted column changed: itself, or the elements that came and went.
  private func changedCells(
    _ member: JSONObject.Member, in table: SyncedTable
  ) -> [(CellKey, CellEdit)] {
    let items = member.value.array ?? [member.value]
    let new = items.first ?? .null
    let old = items.count > 1 ? items[1] : nil
    let empty = CellEdit(.null, stamp: .zero, wall: Instant(milliseconds: 0))
    func edit(_ value: JSONValue, _ old: JSONValue?) -> CellEdit {
      var edit = empty
      edit.value = value
      edit.old = old
      return edit
    }
    switch table.rule(of: member.key) {
    case .perElement:
      let after = Set(QueueEntry.strings(new))
      let before = Set(QueueEntry.strings(old))
      return after.symmetricDifference(before).sorted().map { element in
        let isOn = after.contains(element)
        return (CellKey(member.key, element: element), edit(.bool(isOn), .bool(!isOn)))
      }
    case .union:
      return [(CellKey(member.key), edit(QueueEntry.union(new), old))]
    case nil: return []
    default: return [(CellKey(member.key), edit(new, old))]
    }
  }

  /// What a stored row remembers of its stamps.
  package struct StoredStamps {
    /// The name it has in the cloud.
    package let cloudID: RecordID
    /// What the cloud acknowledged; nil for nothing.
    package let seq: Int64?
    /// The stamp of every cell without one of its own.
    package let stamp: Stamp
    /// The other stamps, by column, or by column and element.
    package let stamps: JSONObject
    /// Whether it is in the trash.
    package let isDead: Bool

    /// An element that is off and has no stamp of its own was never here.
    package func stamp(of key: CellKey, wasOn: Bool = true) -> Stamp {
      if let element = key.element {
        let own = stamps[key.column]?[element]?.string
        return own.map(Stamp.init(unchecked:)) ?? (wasOn ? stamp : .zero)
      }
      return stamps[key.column]?.string.map(Stamp.init(unchecked:)) ?? stamp
    }
  }

  /// The stamps of a row; nil where it is not here.
  package func storedStamps(_ table: SyncedTable, _ localID: Int64) throws -> StoredStamps? {
    let dead = table.isMonotone ? "0" : "deleted_at IS NOT NULL"
    let row = try connection.first(
      "SELECT cloud_id, seq, stamp, stamps, \(dead) FROM \(table.name) WHERE id = ?1",
      .integer(localID)
    ) {
      (
        id: $0.text(0), seq: $0.optionalInteger(1), stamp: $0.optionalText(2),
        stamps: $0.optionalText(3), isDead: $0.integer(4) != 0
      )
    }
    guard let row, let id = RecordID(row.id) else { return nil }
    let stamps = try row.stamps.map { try JSONValue(parsing: $0).object ?? JSONObject() }
    return StoredStamps(
      cloudID: id, seq: row.seq, stamp: row.stamp.map(Stamp.init(unchecked:)) ?? .zero,
      stamps: stamps ?? JSONObject(), isDead: row.isDead)
  }
}

extension JSONObject {
  /// Sets the stamp of a cell among a row's own stamps.
  package mutating func set(_ key: CellKey, _ stamp: Stamp) {
    guard let element = key.element else {
      self[key.column] = .string(stamp.text)
      return
    }
    var elements = self[key.column]?.object ?? JSONObject()
    elements[element] = .string(stamp.text)
    self[key.column] = .object(elements)
  }

  /// The newest of a row's own stamps; zero where it has none.
  package var newestStamp: Stamp {
    flatMap { $0.value.object.map { $0.members.map(\.value) } ?? [$0.value] }
      .compactMap(\.string).map(Stamp.init(unchecked:)).reduce(.zero) { Swift.max($0, $1) }
  }
}
