import Schema
import Store
import Vocabulary

/// A row of one user, as the cloud holds it.
struct CloudRow {
  let seq: Int64
  let stamp: Stamp
  let version: RowVersion
}

extension UserChanges {
  func row(_ name: RowName) throws -> CloudRow? {
    guard let table = catalog[name.table] else { return nil }
    let statement = try connection.cached(for: table.name) {
      """
      SELECT seq, stamp, stamps, \(table.joinedColumns.map(\.name).joined(separator: ", "))
      FROM \(table.name) WHERE user_id = ?1 AND id = ?2
      """
    }
    statement.bind(1, userID)
    statement.bind(2, name.id.text)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return try read(statement, table, from: 0)
  }

  /// Reads seq, stamp, stamps and the joined columns, from column `start` on.
  func read(_ row: Statement, _ table: SyncedTable, from start: Int) throws -> CloudRow {
    var values = JSONObject()
    for (place, column) in table.joinedColumns.enumerated() {
      let value = row.value(start + 3 + place).json
      values[column.name] =
        column.kind == .set && value != .null ? try JSONValue(parsing: value.string ?? "[]") : value
    }
    let stamp = Stamp(unchecked: row.text(start + 1))
    let stamps = try row.optionalText(start + 2).map { try JSONValue(parsing: $0).object } ?? nil
    let stamped = StampedValues(values: values, stamp: stamp, stamps: stamps ?? JSONObject())
    return CloudRow(
      seq: row.integer(start), stamp: stamp, version: RowVersion(stamped, in: table))
  }

  func has(_ name: RowName) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM \(name.table) WHERE user_id = ?1 AND id = ?2", .text(userID),
      .text(name.id.text)
    ) { _ in true } ?? false
  }

  /// Stores a version under the next number and answers it.
  @discardableResult
  func store(_ version: RowVersion, _ name: RowName, stamp: Stamp, isNew: Bool) throws -> Int64 {
    guard let table = catalog[name.table] else { return head }
    let seq = nextSeq()
    let stamped = version.stamped(stamp, in: table)
    let columns = table.joinedColumns
    let names = ["seq", "stamp", "stamps", "updated_at"] + columns.map(\.name)
    let marks = (3..<names.count + 3).map { "?\($0)" }
    let statement = try connection.cached(
      isNew
        ? "INSERT INTO \(table.name)(user_id, id, \(names.joined(separator: ", "))) "
          + "VALUES(?1, ?2, \(marks.joined(separator: ", ")))"
        : "UPDATE \(table.name) SET "
          + zip(names, marks).map { "\($0) = \($1)" }.joined(separator: ", ")
          + " WHERE user_id = ?1 AND id = ?2")
    statement.bind(1, userID)
    statement.bind(2, name.id.text)
    statement.bind(3, seq)
    statement.bind(4, stamped.stamp.text)
    statement.bind(
      5, stamped.stamps.isEmpty ? SQLValue.null : .text(JSONValue.object(stamped.stamps).text))
    statement.bind(6, version.updatedAt.text)
    for (place, column) in columns.enumerated() {
      let value = stamped.values[column.name] ?? .null
      statement.bind(
        place + 7, column.kind == .set ? SQLValue(StampedValues.elementsOn(value)) : SQLValue(value)
      )
    }
    try statement.run()
    if table.name == Catalog.runsTable { try dropPast() }
    return seq
  }

  /// The row as it is pulled.
  func pulled(_ name: RowName, _ row: CloudRow) -> JSONValue {
    guard let table = catalog[name.table] else { return .null }
    let stamped = row.version.stamped(row.stamp, in: table)
    var object = JSONObject([
      ("table", .string(name.table)), ("id", .string(name.id.text)), ("seq", .integer(row.seq)),
      ("stamp", .string(stamped.stamp.text)), ("values", .object(stamped.values)),
    ])
    if !stamped.stamps.isEmpty { object["stamps"] = .object(stamped.stamps) }
    return .object(object)
  }

  /// Does the row belong to a run that is over?
  func isPast(_ version: RowVersion, in table: SyncedTable) throws -> Bool {
    guard let run = version.run(in: table) else { return false }
    let current = try connection.first(
      "SELECT run FROM runs WHERE user_id = ?1 AND name = ?2", .text(userID), .text(run.name)
    ) { $0.integer(0) }
    return (current ?? 0) > run.number
  }

  /// Rows of runs that are over are dropped when a run begins.
  private func dropPast() throws {
    for table in catalog.tables {
      guard let run = table.run else { continue }
      let name = run.nameColumn.map { "?2 || \(table.name).\($0)" } ?? "?2"
      try connection.run(
        """
        DELETE FROM \(table.name) WHERE user_id = ?1 AND \(run.column) <
          (SELECT run FROM runs WHERE runs.user_id = ?1 AND runs.name = \(name))
        """, .text(userID), .text(run.namePrefix))
    }
  }
}
