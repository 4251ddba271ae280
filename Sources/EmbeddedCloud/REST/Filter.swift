import Store
import Vocabulary

/// A condition on rows, as a query string words it.
indirect enum Filter {
  enum Comparison: String, CaseIterable {
    case eq, neq, gt, gte, lt, lte, like, ilike, isdistinct, cs, cd

    /// How PostgreSQL writes those that are for columns of one kind alone.
    var operatorOfOneKind: (name: String, kind: ColumnKind)? {
      switch self {
      case .like: ("~~", .text)
      case .ilike: ("~~*", .text)
      case .cs: ("@>", .json)
      case .cd: ("<@", .json)
      default: nil
      }
    }

    /// The two of sets, `cs` and `cd`, are written otherwise.
    fileprivate var sql: String {
      switch self {
      case .eq: "="
      case .neq: "<>"
      case .gt: ">"
      case .gte: ">="
      case .lt: "<"
      case .lte: "<="
      case .like, .ilike: "GLOB"
      case .isdistinct: "IS NOT"
      case .cs, .cd: ""
      }
    }
  }

  case compare(ReadableTable.Column, Comparison, SQLValue)
  case isNull(ReadableTable.Column)
  /// The set in a column has all these elements.
  case holds(ReadableTable.Column, JSONValue)
  /// The set in a column has none but these.
  case isWithin(ReadableTable.Column, JSONValue)
  case isIn(ReadableTable.Column, [SQLValue])
  case not(Filter)
  case all([Filter])
  case any([Filter])

  /// Appends the condition to `sql` and its values to `values`: names are known, values are bound.
  func write(to sql: inout String, _ values: inout [SQLValue]) {
    switch self {
    case .compare(let column, let comparison, let value):
      sql += "\(column.sql) \(comparison.sql) ?"
      values += column.values + [value]
    case .isNull(let column):
      sql += "\(column.sql) IS NULL"
      values += column.values
    case .holds(let column, let list):
      let set = "json_each(t.\"\(column.name)\")"
      Self.write(list, of: column, to: &sql, &values) { given in
        "(SELECT 1 FROM \(given) g WHERE g.value NOT IN (SELECT e.value FROM \(set) e))"
      }
    case .isWithin(let column, let list):
      let set = "json_each(t.\"\(column.name)\")"
      Self.write(list, of: column, to: &sql, &values) { given in
        "(SELECT 1 FROM \(set) e WHERE e.value NOT IN (SELECT g.value FROM \(given) g))"
      }
    case .isIn(let column, let list):
      sql += "\(column.sql) IN (\(Self.marks(list)))"
      values += column.values + list
    case .not(let filter):
      sql += "NOT ("
      filter.write(to: &sql, &values)
      sql += ")"
    case .all(let filters): Self.write(filters, "AND", ifNone: "1", to: &sql, &values)
    case .any(let filters): Self.write(filters, "OR", ifNone: "0", to: &sql, &values)
    }
  }

  private static func marks(_ list: [SQLValue]) -> String {
    list.map { _ in "?" }.joined(separator: ",")
  }

  /// That there is no such row; null where there is no set.
  private static func write(
    _ list: JSONValue, of column: ReadableTable.Column, to sql: inout String,
    _ values: inout [SQLValue], _ missing: (String) -> String
  ) {
    sql += "CASE WHEN t.\"\(column.name)\" IS NOT NULL THEN NOT EXISTS "
    sql += "\(missing("json_each(?)")) END"
    values.append(.text(list.text))
  }

  /// Half and half again: SQLite refuses what nests deeper than a thousand.
  private static func write(
    _ filters: some Collection<Filter>, _ word: String, ifNone: String, to sql: inout String,
    _ values: inout [SQLValue]
  ) {
    guard let first = filters.first else {
      sql += ifNone
      return
    }
    guard filters.count > 1 else { return first.write(to: &sql, &values) }
    let half = filters.count / 2
    sql += "("
    write(filters.prefix(half), word, ifNone: ifNone, to: &sql, &values)
    sql += " \(word) "
    write(filters.dropFirst(half), word, ifNone: ifNone, to: &sql, &values)
    sql += ")"
  }
}
