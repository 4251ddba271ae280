package import Vocabulary

/// What a row is stored and sent as: its values, the stamp of most of them, and the other stamps.
package struct StampedValues: Sendable, Hashable {
  /// By column. A set whose elements travel alone is an object of name → on, dead elements too.
  package var values: JSONObject
  /// The stamp of every value without one of its own.
  package var stamp: Stamp
  /// By column, or by column and element; only what differs from `stamp`, and elements that are
  /// off.
  package var stamps: JSONObject

  package init(values: JSONObject, stamp: Stamp, stamps: JSONObject = JSONObject()) {
    self.values = values
    self.stamp = stamp
    self.stamps = stamps
  }
}

extension RowVersion {
  /// Reads values and stamps; columns that the table does not have are left out.
  ///
  /// A set may also be a list of the elements that are on, as it is stored.
  package init(_ stamped: StampedValues, in table: SyncedTable) {
    cells = [:]
    for member in stamped.values {
      guard let rule = table.rule(of: member.key) else { continue }
      if rule == .perElement {
        readElements(member.key, member.value, stamped)
      } else {
        let own = stamped.stamps[member.key]?.string.map(Stamp.init(unchecked:))
        cells[CellKey(member.key)] = Cell(
          member.value, rule == .lww ? own ?? stamped.stamp : .zero)
      }
    }
  }

  private mutating func readElements(
    _ column: String, _ value: JSONValue, _ stamped: StampedValues
  ) {
    let own = stamped.stamps[column]?.object ?? JSONObject()
    func put(_ element: String, _ isOn: Bool) {
      let stamp = own[element]?.string.map(Stamp.init(unchecked:)) ?? stamped.stamp
      cells[CellKey(column, element: element)] = Cell(.bool(isOn), stamp)
    }
    if let members = value.object {
      for member in members { put(member.key, member.value.bool ?? false) }
      return
    }
    for member in own { put(member.key, false) }
    for item in value.array ?? [] { if let element = item.string { put(element, true) } }
  }

  /// The form to store and send: `stamp` stays what it was when the row was made.
  package func stamped(_ stamp: Stamp, in table: SyncedTable) -> StampedValues {
    var stamped = StampedValues(values: JSONObject(), stamp: stamp)
    for column in table.columns {
      if column.rule == .perElement {
        writeElements(column.name, &stamped)
      } else if let cell = cells[CellKey(column.name)] {
        stamped.put(cell, column.name, isStamped: column.rule == .lww)
      }
    }
    if let cell = cells[.deletedAt] {
      stamped.put(cell, CellKey.deletedAt.column, isStamped: true)
    }
    return stamped
  }

  private func writeElements(_ column: String, _ stamped: inout StampedValues) {
    var states = JSONObject()
    var stamps = JSONObject()
    for key in cells.keys.filter({ $0.column == column }).sorted() {
      guard let element = key.element, let cell = cells[key] else { continue }
      states[element] = cell.value
      if cell.stamp != stamped.stamp || cell.value != .bool(true) {
        stamps[element] = .string(cell.stamp.text)
      }
    }
    stamped.values[column] = .object(states)
    if !stamps.isEmpty { stamped.stamps[column] = .object(stamps) }
  }
}

extension StampedValues {
  fileprivate mutating func put(_ cell: Cell, _ column: String, isStamped: Bool) {
    values[column] = cell.value
    if isStamped, cell.stamp != stamp { stamps[column] = .string(cell.stamp.text) }
  }

  /// The stored form of a set: a sorted list of the elements that are on.
  package static func elementsOn(_ value: JSONValue) -> JSONValue {
    guard let states = value.object else { return value }
    let on = states.members.filter { $0.value == .bool(true) }.map(\.key)
    return .array(sortedSet(on).map(JSONValue.string))
  }

  /// Stamps by column, or by column and element, each of the right form; nil for anything else.
  package static func checkedStamps(_ value: JSONValue?) -> JSONObject? {
    guard let value, value != .null else { return JSONObject() }
    let stamps = value.object
    let leaves = stamps?.members.flatMap { member in
      member.value.object.map { $0.members.map(\.value) } ?? [member.value]
    }
    let isRight = leaves?.allSatisfy { $0.string.flatMap { Stamp($0) } != nil } ?? false
    return isRight ? stamps : nil
  }
}
