import Schema
import Store
import Vocabulary

/// Records of one table that had to take another local id, since their own is somebody else's now.
struct MovedIDs {
  private(set) var places: [Int64: Int64] = [:]

  mutating func note(_ old: Int64, _ new: Int64) { if old != new { places[old] = new } }

  /// A value of a column that refers to the table, as it was before: as it is now.
  func mapped(_ value: JSONValue?) -> JSONValue? {
    value?.integer.flatMap { places[$0] }.map(JSONValue.integer) ?? value
  }

  fileprivate var json: String {
    JSONValue.object(
      JSONObject(places.sorted { $0.key < $1.key }.map { ("\($0.key)", .integer($0.value)) })
    ).text
  }
}

extension UserDatabase {
  /// Rows that named a record by its old local id go on naming it, in row and queue, unless they
  /// were written since: those mean whoever has the id now, if anybody has.
  func repointChildren(of table: SyncedTable, _ moved: MovedIDs, after known: Int64) throws {
    guard !moved.places.isEmpty else { return }
    for (child, column) in catalog.references(to: table.name) {
      try repoint(child.name, column.name, to: table.name, moved.json, after: known)
    }
  }

  private func repoint(
    _ child: String, _ column: String, to parent: String, _ moved: String, after known: Int64
  ) throws(StoreError) {
    func new(_ old: String) -> String {
      "(SELECT value FROM json_each(?1) WHERE key = CAST(\(old) AS TEXT))"
    }
    func isOld(_ value: String) -> String {
      "CAST(\(value) AS TEXT) IN (SELECT key FROM json_each(?1))"
    }
    func isVacant(_ old: String) -> String {
      "NOT EXISTS (SELECT 1 FROM \(parent) AS holder WHERE holder.id = \(old))"
    }
    // By way of ids that nobody has: records may have changed places.
    try connection.run(
      """
      UPDATE \(child) SET \(column) = \(Self.parkedIDs) - \(new(column))
      WHERE \(isOld(column)) AND (\(isVacant(column)) OR id NOT IN (SELECT local_id FROM sync_queue
        WHERE id > ?2 AND stamp IS NULL AND table_name = '\(child)'
          AND operation IN ('INSERT', 'UPDATE')
          AND json_type(payload_json, '$.\(column)') IS NOT NULL))
      """, .text(moved), .integer(known))
    try connection.run(
      """
      UPDATE OR REPLACE \(child) SET \(column) = \(Self.parkedIDs) - \(column)
      WHERE \(column) < \(Self.parkedIDs) / 2
      """)
    let place =
      "CASE json_type(payload_json, '$.\(column)') WHEN 'array' THEN '$.\(column)[0]' "
      + "ELSE '$.\(column)' END"
    let queued = "json_extract(payload_json, \(place))"
    try connection.run(
      """
      UPDATE sync_queue SET payload_json = json_set(payload_json, \(place), \(new(queued)))
      WHERE table_name = '\(child)' AND \(isOld(queued))
        AND (stamp IS NOT NULL OR \(isVacant(queued)))
      """, .text(moved))
  }

  private static let parkedIDs: Int64 = -(1 << 60)

  /// References to ids that nobody has follow the record that had them; else they become null.
  /// False where one is required.
  func clearLooseReferences(
    _ values: inout JSONObject, in table: SyncedTable, _ moved: [String: MovedIDs]
  ) throws -> Bool {
    func isThere(_ parent: String, _ value: JSONValue?) throws(StoreError) -> Bool {
      try connection.first(
        "SELECT 1 FROM \(parent) WHERE id = ?1", value.map(SQLValue.init) ?? .null
      ) { _ in true } ?? false
    }
    for column in table.references {
      guard let parent = column.parent, let value = values[column.name], value != .null,
        try !isThere(parent, value)
      else { continue }
      let new = moved[parent]?.mapped(value)
      if try isThere(parent, new) {
        values[column.name] = new
        continue
      }
      guard column.isNullable else { return false }
      values[column.name] = .null
    }
    return true
  }

  /// Does any row refer to this one?
  func isNamed(_ table: SyncedTable, _ localID: Int64) throws -> Bool {
    try catalog.references(to: table.name).contains { child, column in
      try connection.first(
        "SELECT 1 FROM \(child.name) WHERE \(column.name) = ?1 LIMIT 1", .integer(localID)
      ) { _ in true } != nil
    }
  }
}
