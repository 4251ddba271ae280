package import Schema
package import Store
package import Vocabulary

/// A row of the device as sync sees it.
package struct StoredRow: Sendable {
  /// Its id on this device.
  package let localID: Int64
  /// The name it has in the cloud.
  package let cloudID: RecordID
  /// What the cloud acknowledged; nil for nothing. See `Acknowledgement`.
  package let seq: Int64?
  /// The stamp that most of its cells carry.
  package let stamp: Stamp
  /// References are cloud ids.
  package let version: RowVersion

  /// The same place for a row that has its cells from elsewhere, most of them with this stamp.
  package func carrying(_ stamp: Stamp) -> StoredRow {
    StoredRow(localID: localID, cloudID: cloudID, seq: seq, stamp: stamp, version: version)
  }
}

/// What `seq` of a row says.
///
/// | seq | means |
/// |---|---|
/// | NULL | the cloud does not have it, or not for all we know |
/// | n ≥ 0 | the cloud has it, at its seq n |
/// | -1 | in the local trash, not to be offered |
/// | -2 - n | the cloud had it at n; since a reset it has not been seen again |
package enum Acknowledgement: Sendable, Hashable {
  case none
  case seen(Int64)
  case trashed
  case doubted(Int64)

  package init(_ seq: Int64?) {
    switch seq {
    case nil: self = .none
    case let seq? where seq >= 0: self = .seen(seq)
    case -1: self = .trashed
    case let seq?: self = .doubted(-2 - seq)
    }
  }
}

extension UserDatabase {
  /// The row with that name; nil where it is not here.
  package func storedRow(_ name: RowName) throws -> StoredRow? {
    guard let table = catalog[name.table] else { return nil }
    let statement = try connection.cached(for: table.name) { selectRow(table, "cloud_id = ?1") }
    return try row(statement, table, .text(name.id.text))
  }

  /// The row with that id on this device, if there is one.
  package func storedRow(_ table: SyncedTable, localID: Int64) throws -> StoredRow? {
    let statement = try connection.cached(for: table.name) { selectRow(table, "id = ?1") }
    return try row(statement, table, .integer(localID))
  }

  /// The id on this device of the row with that name, if there is one.
  package func localID(of name: RowName) throws(StoreError) -> Int64? {
    try connection.first(
      "SELECT id FROM \(name.table) WHERE cloud_id = ?1", .text(name.id.text)
    ) { $0.integer(0) }
  }

  /// The name in the cloud of the row with that id, if there is one.
  package func cloudID(of table: String, localID: Int64) throws(StoreError) -> RecordID? {
    let text = try connection.first(
      "SELECT cloud_id FROM \(table) WHERE id = ?1", .integer(localID)
    ) { $0.text(0) }
    return text.flatMap { RecordID($0) }
  }

  /// A stored value as it travels: a reference becomes its parent's cloud id.
  package func wireValue(_ column: String, _ value: JSONValue, in table: SyncedTable) throws
    -> JSONValue
  {
    guard let parent = table.column(column)?.parent, let localID = value.integer
    else { return value }
    return try cloudID(of: parent, localID: localID).map { .string($0.text) } ?? .null
  }

  private func selectRow(_ table: SyncedTable, _ condition: String) -> String {
    let names = table.columns.map { column in
      column.parent.map { "(SELECT cloud_id FROM \($0) AS p WHERE p.id = r.\(column.name))" }
        ?? "r.\(column.name)"
    }
    let deleted = table.isMonotone ? "NULL" : "r.deleted_at"
    return """
      SELECT r.id, r.cloud_id, r.seq, r.stamp, r.stamps, \(deleted),
        \(names.joined(separator: ", "))
      FROM \(table.name) AS r WHERE r.\(condition)
      """
  }

  private func row(
    _ statement: Statement, _ table: SyncedTable, _ value: SQLValue
  ) throws -> StoredRow? {
    statement.bind(1, value)
    defer { statement.reset() }
    guard try statement.step(), let cloudID = RecordID(statement.text(1)) else { return nil }
    return try read(statement, table, cloudID)
  }

  private func read(
    _ row: Statement, _ table: SyncedTable, _ cloudID: RecordID
  ) throws -> StoredRow {
    var values = JSONObject()
    for (place, column) in table.columns.enumerated() {
      let value = row.value(place + 6).json
      values[column.name] =
        column.kind == .set ? try JSONValue(parsing: value.string ?? "[]") : value
    }
    if !table.isMonotone { values[Catalog.deletedAt.name] = row.value(5).json }
    let stamp = Stamp(unchecked: row.optionalText(3) ?? Stamp.zero.text)
    let stamps = try row.optionalText(4).map { try JSONValue(parsing: $0).object } ?? nil
    let stamped = StampedValues(values: values, stamp: stamp, stamps: stamps ?? JSONObject())
    return StoredRow(
      localID: row.integer(0), cloudID: cloudID, seq: row.optionalInteger(2), stamp: stamp,
      version: RowVersion(stamped, in: table))
  }

  /// Writes a version over the row, or makes it. Inside `apply` only: nothing of it is an edit.
  ///
  /// Every parent must be here. Answers the local id.
  /// Why: a column that an UPDATE names costs its index and its triggers even if it stays the same,
  /// so only what differs from `row`, which is the row as it is stored, is named.
  @discardableResult
  package func store(
    _ version: RowVersion, as name: RowName, over row: StoredRow?, stamp: Stamp, seq: Int64?
  ) throws -> Int64 {
    guard let table = catalog[name.table] else { return 0 }
    let stamped = version.stamped(row?.stamp ?? stamp, in: table)
    let known = row.map { $0.version.stamped($0.stamp, in: table).values }
    var values: [SQLValue] = [
      seq.map { .integer($0) } ?? .null, .text(stamped.stamp.text),
      stamped.stamps.isEmpty ? .null : .text(JSONValue.object(stamped.stamps).text),
      .text(version.updatedAt.text),
    ]
    var names = ["seq", "stamp", "stamps", "updated_at"]
    if row == nil {
      values.append(.text(name.id.text))
      names.append("cloud_id")
    }
    for member in stamped.values where known?[member.key] != member.value {
      names.append(member.key)
      values.append(try localValue(member, in: table))
    }
    let statement = try connection.cached(
      row == nil
        ? "INSERT INTO \(table.name)(\(names.joined(separator: ", "))) "
          + "VALUES(\((1...names.count).map { "?\($0)" }.joined(separator: ", ")))"
        : "UPDATE \(table.name) SET "
          + names.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: ", ")
          + " WHERE id = ?\(names.count + 1)")
    for (place, value) in values.enumerated() { statement.bind(place + 1, value) }
    if let row { statement.bind(names.count + 1, row.localID) }
    try statement.run()
    return row?.localID ?? connection.lastInsertID
  }

  private func localValue(_ member: JSONObject.Member, in table: SyncedTable) throws -> SQLValue {
    guard let column = table.column(member.key) else { return SQLValue(member.value) }
    switch column.kind {
    case .reference(let parent, _):
      guard let text = member.value.string, let id = RecordID(text) else { return .null }
      return try localID(of: RowName(table: parent, id: id)).map { .integer($0) } ?? .null
    case .set: return .text(StampedValues.elementsOn(member.value).text)
    default: return SQLValue(member.value)
    }
  }
}
