import Schema
import Vocabulary

/// What a client that knows nothing of stamps writes into a row: plain values.
struct PlainRow {
  let table: SyncedTable
  /// By cell; an element of a set that is given is on.
  let values: [CellKey: JSONValue]
  /// The columns that it names.
  let named: Set<String>
  /// The id it gives itself; nil to get one.
  let id: RecordID?

  /// What the cloud writes by itself: a client's word for it counts for nothing.
  private static let own: Set<String> = ["user_id", "stamp", "stamps", "seq", "updated_at"]

  /// Throws a `PushRefusal` where a column is unknown or a value does not fit.
  init(_ row: JSONObject, _ table: SyncedTable) throws {
    self.table = table
    var values: [CellKey: JSONValue] = [:]
    var named: Set<String> = []
    for member in row where member.key != "id" && !Self.own.contains(member.key) {
      guard let rule = table.rule(of: member.key) else {
        throw PushRefusal(
          "42703", "column \"\(member.key)\" of relation \"\(table.name)\" does not exist")
      }
      named.insert(member.key)
      var member = member
      if rule == .perElement, let items = member.value.array {
        let elements = items.compactMap(\.string)
        guard elements.count == items.count else { throw Self.noSet(member.key, table) }
        member.value = .object(JSONObject(sortedSet(elements).map { ($0, .bool(true)) }))
      } else if rule == .perElement, member.value != .null {
        throw Self.noSet(member.key, table)
      }
      for (key, value) in try CellReader.cells(member, table) { values[key] = value }
    }
    self.values = values
    self.named = named
    switch row["id"] {
    case nil, .null?: id = nil
    case let given?:
      guard let id = given.string.flatMap({ RecordID($0) }) else {
        throw PushRefusal("22P02", "invalid input syntax for type uuid: \"\(given.text)\"")
      }
      self.id = id
    }
  }

  private static func noSet(_ column: String, _ table: SyncedTable) -> PushRefusal {
    PushRefusal("22023", "the value of \(table.name).\(column) is not an array of strings")
  }

  /// The id that its natural key gives it; nil where its table has none, or it does not name one.
  var keyID: RecordID? {
    guard !table.naturalKey.isEmpty else { return nil }
    let parts = table.naturalKey.map { name -> String? in
      let given = values[CellKey(name)] ?? table.column(name)?.defaultLiteral.map(Self.literal)
      return given.flatMap { Cell($0, .zero).text }
    }
    guard !parts.contains(nil) else { return nil }
    return RecordID(table: table.name, key: parts.compactMap { $0 }.joined(separator: "|"))
  }

  private static func literal(_ text: String) -> JSONValue {
    .string(text.hasPrefix("'") ? String(text.dropFirst().dropLast()) : text)
  }

  /// A row that was not there.
  func inserted(at now: Instant) throws -> RowVersion {
    let stamp = Self.stamp(after: nil, at: now)
    var cells: [CellKey: Cell] = [:]
    for (key, value) in values {
      cells[key] = Cell(value, table.rule(of: key.column)?.isStamped == true ? stamp : .zero)
    }
    try CellReader.complete(&cells, of: table, given: named, stamp: stamp, now: now)
    return RowVersion(cells: cells)
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
    let keys = Set(stored.cells.keys).union(values.keys)
    for key in JoinedChange.order(Array(keys), in: table) {
      guard let rule = table.rule(of: key.column) else { continue }
      let old = stored[key] ?? Cell(.bool(false), .zero)
      var fresh = old.value
      if key == .deletedAt, !namesDeletion {
        if isEdit || old.value != .null { fresh = .null }
      } else if named.contains(key.column) {
        let given = values[key] ?? (key.element == nil ? .null : .bool(false))
        fresh = rule.isStamped ? given : rule.join(Cell(given, .zero), old).value
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
