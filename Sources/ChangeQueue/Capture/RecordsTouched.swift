import Schema
import Store
import Vocabulary

/// A row by its table and local id.
package struct RowHandle: Sendable, Hashable {
  /// Its table.
  package let table: String
  /// Its id on this device.
  package let localID: Int64

  package init(table: String, localID: Int64) {
    self.table = table
    self.localID = localID
  }
}

/// A record as it was before a tool wrote.
struct RecordImage {
  /// Its local id then, and when it went.
  let localID: Int64
  var lastID: Int64
  let values: JSONObject
  /// Its values when it went, edits of the same moment included; for a row that stands, the same.
  var last: JSONObject
  let seq: JSONValue
  let stamp: JSONValue
  let stamps: JSONValue
}

/// A row as it stands now, and which record it is; nil for one that gets its id later.
struct CurrentRow {
  let localID: Int64
  let cloudID: String?
  let identity: String?
  let values: JSONObject

  /// The payload of an INSERT.
  var whole: JSONObject { values }
}

extension UserDatabase {
  /// The touched records by cloud id, as they were before the first note.
  ///
  /// Notes of rows that go hold the whole row; notes of updates hold the old values of what
  /// changed.
  func recordsBefore(
    _ table: SyncedTable, _ notes: [Note], _ moved: [String: MovedIDs]
  ) throws -> [String: RecordImage] {
    var records: [String: RecordImage] = [:]
    var olds: [String: JSONObject] = [:]
    func mapped(_ value: JSONValue, _ column: String) -> JSONValue {
      table.column(column)?.parent.flatMap { moved[$0]?.mapped(value) } ?? value
    }
    var starts: [String: Int64] = [:]
    for note in notes {
      let row = try connection.first(
        "SELECT cloud_id, payload_json FROM sync_queue WHERE id = ?1", .integer(note.id)
      ) { (cloudID: $0.optionalText(0), payload: $0.text(1)) }
      guard let row, let cloudID = row.cloudID else { continue }
      let payload = try JSONValue(parsing: row.payload)
      if note.operation == "MOVE" {
        starts[cloudID] = starts[cloudID] ?? payload["from"]?.integer
        olds[cloudID] = olds[cloudID] ?? JSONObject()
        continue
      }
      guard records[cloudID] == nil else {
        if let last = payload["values"]?.object, note.operation != "INSERT" {
          records[cloudID]?.last = last
          records[cloudID]?.lastID = note.localID
        }
        continue
      }
      if note.operation == "UPDATE" {
        for member in payload.object ?? JSONObject() where olds[cloudID]?[member.key] == nil {
          guard let items = member.value.array, items.count > 1 else { continue }
          olds[cloudID, default: JSONObject()][member.key] = mapped(items[1], member.key)
        }
      } else if note.operation != "INSERT" {
        records[cloudID] = image(
          note.localID, payload, start: starts[cloudID], olds: olds[cloudID], mapped)
      }
    }
    for (cloudID, old) in olds where records[cloudID] == nil {
      records[cloudID] = try standingImage(table, cloudID, old, starts[cloudID])
    }
    return records
  }

  /// A reference that was not written since means the record that had the local id before.
  private func image(
    _ localID: Int64, _ payload: JSONValue, start: Int64? = nil, olds: JSONObject? = nil,
    _ mapped: (JSONValue, String) -> JSONValue = { value, _ in value }
  ) -> RecordImage {
    var last = payload["values"]?.object ?? JSONObject()
    for member in last where olds?[member.key] == nil {
      last[member.key] = mapped(member.value, member.key)
    }
    var values = last
    for member in olds ?? JSONObject() { values[member.key] = member.value }
    return RecordImage(
      localID: start ?? localID, lastID: localID, values: values, last: last,
      seq: payload["seq"] ?? .null,
      stamp: payload["stamp"] ?? .null, stamps: payload["stamps"] ?? .null)
  }

  /// Rows that went before they had a cloud id, each as it was last.
  func namelessGone(_ table: SyncedTable, _ notes: [Note]) throws -> [RecordImage] {
    var gone: [Int64: RecordImage] = [:]
    for note in notes where note.operation == "DELETE" || note.operation == "REPLACE" {
      let row = try connection.first(
        "SELECT cloud_id, payload_json FROM sync_queue WHERE id = ?1", .integer(note.id)
      ) { (cloudID: $0.optionalText(0), payload: $0.text(1)) }
      guard let row, row.cloudID == nil else { continue }
      gone[note.localID] = image(note.localID, try JSONValue(parsing: row.payload))
    }
    return gone.sorted { $0.key < $1.key }.map(\.value)
  }

  private func standingImage(
    _ table: SyncedTable, _ cloudID: String, _ olds: JSONObject, _ start: Int64?
  ) throws -> RecordImage? {
    let names = tracked(table)
    let row = try connection.first(
      """
      SELECT id, seq, stamp, stamps, \(names.joined(separator: ", ")) FROM \(table.name)
      WHERE cloud_id = ?1
      """, .text(cloudID)
    ) { row in
      (
        id: row.integer(0), seq: row.value(1).json, stamp: row.value(2).json,
        stamps: row.value(3).json, values: read(names, row, from: 4)
      )
    }
    guard let row else { return nil }
    var values = row.values
    for member in olds { values[member.key] = member.value }
    return RecordImage(
      localID: start ?? row.id, lastID: row.id, values: values, last: row.values, seq: row.seq,
      stamp: row.stamp,
      stamps: row.stamps)
  }

  /// The rows that the notes name, as they stand.
  func rowsNow(
    _ table: SyncedTable, _ notes: [Note], _ before: [String: RecordImage]
  ) throws -> [CurrentRow] {
    let names = tracked(table)
    let placed = before.keys.sorted()
    var localIDs = Set(notes.map(\.localID))
    for cloudID in placed {
      let id = try connection.first(
        "SELECT id FROM \(table.name) WHERE cloud_id = ?1", .text(cloudID)
      ) { $0.integer(0) }
      if let id { localIDs.insert(id) }
    }
    var rows: [CurrentRow] = []
    for localID in localIDs.sorted() {
      let row = try connection.first(
        "SELECT cloud_id, \(names.joined(separator: ", ")) FROM \(table.name) WHERE id = ?1",
        .integer(localID)
      ) { row in (cloudID: row.optionalText(0), values: read(names, row, from: 1)) }
      guard let row else { continue }
      let identity =
        try naturalName(table, localID: localID)?.text
        ?? row.cloudID.flatMap { RecordID($0)?.text } ?? replaced(localID, notes, before, table)
      rows.append(
        CurrentRow(
          localID: localID, cloudID: row.cloudID, identity: identity, values: row.values))
    }
    return rows
  }

  /// The record that a nameless row replaced under its local id.
  private func replaced(
    _ localID: Int64, _ notes: [Note], _ before: [String: RecordImage], _ table: SyncedTable
  ) throws -> String? {
    guard notes.contains(where: { $0.operation == "REPLACE" && $0.localID == localID })
    else { return nil }
    let record = before.first { $0.value.localID == localID }?.key
    guard let record else { return nil }
    let isElsewhere = try connection.first(
      "SELECT 1 FROM \(table.name) WHERE cloud_id = ?1", .text(record)
    ) { _ in true }
    return isElsewhere == nil ? record : nil
  }

  private func tracked(_ table: SyncedTable) -> [String] {
    table.columns.map(\.name) + (table.isMonotone ? [] : [Catalog.deletedAt.name])
  }

  private func read(_ names: [String], _ row: Statement, from start: Int) -> JSONObject {
    JSONObject(names.enumerated().map { ($1, row.value($0 + start).json) })
  }
}
