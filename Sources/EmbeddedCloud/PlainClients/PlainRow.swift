import Schema
import Vocabulary

/// What a client that knows nothing of stamps writes into a row: values as its columns hold them.
struct PlainRow {
  let table: SyncedTable
  /// Of the columns that it names; what the cloud writes by itself is not among them.
  let values: [String: JSONValue]
  /// The id that it names; nil for one that is given to it.
  let id: RecordID?
  /// Whether it names null as its id.
  let hasNullID: Bool

  /// The elements of a set are sorted, each once. Throws a refusal where a set is none.
  init(
    _ values: [String: JSONValue], id: RecordID? = nil, hasNullID: Bool = false,
    _ table: SyncedTable
  ) throws(RESTRefusal) {
    self.table = table
    self.id = id
    self.hasNullID = hasNullID
    var own: [String: JSONValue] = [:]
    for column in table.joinedColumns {
      guard let value = values[column.name] else { continue }
      own[column.name] = column.kind == .set ? try Self.set(value, column, table) : value
    }
    self.values = own
  }

  private static func set(
    _ value: JSONValue, _ column: SyncedColumn, _ table: SyncedTable
  ) throws(RESTRefusal) -> JSONValue {
    if value == .null {
      guard column.rule != .perElement else { throw RESTRefusal.isNull(column.name, table.name) }
      return value
    }
    let elements = value.array?.compactMap(\.string)
    guard let elements, elements.count == value.array?.count else {
      throw RESTRefusal(
        "22023", "the value of \(table.name).\(column.name) is not an array of strings")
    }
    return .array(sortedSet(elements).map(JSONValue.string))
  }

  /// Reads values as JSON writes them. Throws a refusal where one does not fit its column.
  init(_ row: JSONObject, _ table: SyncedTable) throws(RESTRefusal) {
    let known = ReadableTable(table)
    var values: [String: JSONValue] = [:]
    for member in row {
      guard let column = known.known(member.key) else {
        throw RESTRefusal(
          "42703", "column \"\(member.key)\" of relation \"\(table.name)\" does not exist")
      }
      let isText = member.value.string != nil || member.value == .null || column.kind == .json
      values[member.key] =
        isText && column.kind != .json && member.value != .null
        ? try column.kind.value(member.value.string ?? "")
        : isText ? member.value : try column.kind.value(member.value.text)
    }
    try self.init(
      values, id: values["id"]?.string.flatMap { RecordID($0) },
      hasNullID: values["id"] == .null, table)
  }

  /// Every column of the table: those that it does not name as they begin.
  func completed(at now: Instant) throws(RESTRefusal) -> PlainRow {
    var whole = values
    for column in table.joinedColumns where whole[column.name] == nil {
      whole[column.name] = column.startValue(at: now)
    }
    return try PlainRow(whole, id: id, hasNullID: hasNullID, table)
  }

  /// The id that its natural key gives it; nil where its table has none, or all of it is null.
  var keyID: RecordID? { table.keyID { values[$0] } }

  /// What says to which run it belongs.
  var runCells: RowVersion {
    RowVersion(
      cells: Dictionary(
        uniqueKeysWithValues: [table.run?.column, table.run?.nameColumn].compactMap { name in
          name.map { (CellKey($0), Cell(values[$0] ?? .null, .zero)) }
        }))
  }

  /// A row that was not there, of a completed one.
  func inserted(at now: Instant) throws(RESTRefusal) -> RowVersion {
    if hasNullID, table.naturalKey.isEmpty { throw RESTRefusal.isNull("id", table.name) }
    let stamp = Self.stamp(after: nil, at: now)
    var version = RowVersion()
    for column in table.joinedColumns {
      let value = values[column.name] ?? .null
      if value == .null, !column.isNullable { throw RESTRefusal.isNull(column.name, table.name) }
      for (key, value) in cells(of: column, value) {
        version[key] = Cell(value, column.rule.isStamped ? stamp : .zero)
      }
    }
    return version
  }

  private func cells(of column: SyncedColumn, _ value: JSONValue) -> [(CellKey, JSONValue)] {
    guard column.rule == .perElement else { return [(CellKey(column.name), value)] }
    return (value.array ?? []).compactMap(\.string).map { element in
      (CellKey(column.name, element: element), .bool(true))
    }
  }

  /// The stored row with what is written; nil where that changes nothing.
  ///
  /// | cell | becomes |
  /// |---|---|
  /// | named | the value that is written, with a stamp of its own; of a monotone rule the join |
  /// | element of a named set that is left out | off |
  /// | deletion, not named | none, where anything changes or the row is dead |
  func joined(with stored: RowVersion, at now: Instant, namesDeletion: Bool) -> RowVersion? {
    var next = stored
    var isEdit = false
    var given: [CellKey: JSONValue] = [:]
    for column in table.joinedColumns {
      for (key, value) in cells(of: column, values[column.name] ?? .null) { given[key] = value }
    }
    let keys = Set(stored.cells.keys).union(given.keys)
    for key in JoinedChange.order(Array(keys), in: table) {
      guard let rule = table.rule(of: key.column) else { continue }
      let old = stored[key] ?? Cell(.bool(false), .zero)
      var fresh = old.value
      if key == .deletedAt, !namesDeletion {
        if isEdit || old.value != .null { fresh = .null }
      } else if values[key.column] != nil {
        let written = given[key] ?? (key.element == nil ? .null : .bool(false))
        fresh = rule.isStamped ? written : rule.join(Cell(written, .zero), old).value
      }
      let isAsserted = key == .deletedAt && isEdit && fresh == .null
      guard fresh != old.value || isAsserted else { continue }
      isEdit = true
      let stamp = Self.stamp(after: stored[key]?.stamp, at: now)
      next[key] = Cell(fresh, rule.isStamped ? stamp : .zero)
    }
    return isEdit ? next : nil
  }

  /// The stamp of a plain client's edit: now, or just later than what it edits.
  static func stamp(after stored: Stamp?, at now: Instant) -> Stamp {
    let fresh = Stamp(milliseconds: now.milliseconds, counter: 0, device: Stamp.plainClient)
    guard let stored, stored >= fresh else { return fresh }
    return stored.next(by: Stamp.plainClient)
  }
}

extension SyncedTable {
  /// The id that a natural key gives; nil where there is none, or all of it is null.
  func keyID(_ value: (String) -> JSONValue?) -> RecordID? {
    let parts = naturalKey.compactMap { name in value(name).flatMap { Cell($0, .zero).text } }
    return parts.isEmpty ? nil : RecordID(table: name, key: parts.joined(separator: "|"))
  }

  /// Refuses a version that lacks a value that it must have.
  func requireValues(in version: RowVersion) throws(RESTRefusal) {
    for column in columns
    where !column.isNullable && version[CellKey(column.name)]?.value == .null {
      throw RESTRefusal.isNull(column.name, name)
    }
  }
}

extension RESTRefusal {
  static func isNull(_ column: String, _ table: String) -> RESTRefusal {
    RESTRefusal(
      "23502",
      "null value in column \"\(column)\" of relation \"\(table)\" violates not-null constraint")
  }
}
