import Schema
import Vocabulary

/// Reads wire values into cells, as the columns of PostgreSQL take them.
enum CellReader {
  /// The cells of one column: itself, or each element of a set whose elements travel alone.
  static func cells(
    _ member: JSONObject.Member, _ table: SyncedTable
  ) throws -> [(CellKey, JSONValue)] {
    let column = table.column(member.key) ?? Catalog.deletedAt
    if member.value == .null {
      guard column.isNullable else { throw missing(column.name, table) }
      return column.rule == .perElement ? [] : [(CellKey(column.name), .null)]
    }
    if column.rule == .perElement {
      guard let elements = member.value.object else { throw misfit(column, table) }
      return try elements.map { element in
        guard element.value.bool != nil else { throw misfit(column, table) }
        return (CellKey(column.name, element: element.key), element.value)
      }
    }
    return [(CellKey(column.name), try normal(member.value, column, table))]
  }

  private static func normal(
    _ value: JSONValue, _ column: SyncedColumn, _ table: SyncedTable
  ) throws -> JSONValue {
    switch column.kind {
    case .text:
      if value.string != nil { return value }
    case .integer:
      if let number = value.integer { return .integer(number) }
      if case .number(let number) = value, number == number.rounded() {
        throw PushRefusal("22003", "bigint out of range")
      }
    case .time:
      if let text = value.string {
        guard let time = Instant(text) else {
          throw PushRefusal(
            "22007", "invalid input syntax for type timestamp with time zone: \"\(text)\"")
        }
        return .string(time.text)
      }
    case .reference:
      if let id = value.string.flatMap({ RecordID($0) }) { return .string(id.text) }
    case .set:
      let strings = value.array?.map(\.string)
      if let strings, !strings.contains(nil) {
        return .array(sortedSet(strings.compactMap { $0 }).map(JSONValue.string))
      }
    }
    throw misfit(column, table)
  }

  /// Adds what a new row lacks: defaults and nulls.
  static func complete(
    _ cells: inout [CellKey: Cell], of table: SyncedTable, given: Set<String>, stamp: Stamp,
    now: Instant
  ) throws {
    for column in table.joinedColumns where !given.contains(column.name) {
      let isStamped = column.rule.isStamped
      let value = column.startValue(at: now)
      if value == .null, !column.isNullable { throw missing(column.name, table) }
      if column.rule == .perElement {
        for element in value.array ?? [] {
          guard let name = element.string else { continue }
          cells[CellKey(column.name, element: name)] = Cell(.bool(true), stamp)
        }
      } else {
        cells[CellKey(column.name)] = Cell(value, isStamped ? stamp : .zero)
      }
    }
  }

  private static func missing(_ column: String, _ table: SyncedTable) -> PushRefusal {
    PushRefusal(
      "23502",
      "null value in column \"\(column)\" of relation \"\(table.name)\" "
        + "violates not-null constraint")
  }

  private static func misfit(_ column: SyncedColumn, _ table: SyncedTable) -> PushRefusal {
    let kind =
      switch column.kind {
      case .text: "text"
      case .integer: "integer"
      case .time: "time"
      case .set: "set"
      case .reference: "reference"
      }
    return PushRefusal("22023", "the value of \(table.name).\(column.name) is not a \(kind)")
  }
}

extension SyncedColumn {
  /// What it holds in a new row that does not name it.
  func startValue(at now: Instant) -> JSONValue {
    guard let literal = defaultLiteral else { return .null }
    if literal == Catalog.nowDefault { return .string(now.text) }
    let text = literal.hasPrefix("'") ? String(literal.dropFirst().dropLast()) : literal
    switch kind {
    case .integer: return Int64(text).map(JSONValue.integer) ?? .null
    case .set:
      do { return try JSONValue(parsing: text) } catch { return .array([]) }
    default: return .string(text)
    }
  }
}
