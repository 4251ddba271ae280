import Store

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
  case holds(ReadableTable.Column, [SQLValue])
  /// The set in a column has none but these.
  case isWithin(ReadableTable.Column, [SQLValue])
  case isIn(ReadableTable.Column, [SQLValue])
  case not(Filter)
  case all([Filter])
  case any([Filter])

  /// Appends the condition to `sql` and its values to `values`: names are known, values are bound.
  func write(to sql: inout String, _ values: inout [SQLValue]) {
    switch self {
    case .compare(let column, let comparison, let value):
      sql += "t.\"\(column.name)\" \(comparison.sql) ?"
      values.append(value)
    case .isNull(let column): sql += "t.\"\(column.name)\" IS NULL"
    case .holds(let column, let list):
      let found = "? IN (SELECT e.value FROM json_each(t.\"\(column.name)\") e)"
      sql += "(\((["1"] + list.map { _ in found }).joined(separator: " AND ")))"
      values += list
    case .isWithin(let column, let list):
      sql +=
        "NOT EXISTS (SELECT 1 FROM json_each(t.\"\(column.name)\") e WHERE e.value NOT IN "
        + "(\(Self.marks(list))))"
      values += list
    case .isIn(let column, let list):
      sql += "t.\"\(column.name)\" IN (\(Self.marks(list)))"
      values += list
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

  private static func write(
    _ filters: [Filter], _ word: String, ifNone: String, to sql: inout String,
    _ values: inout [SQLValue]
  ) {
    sql += "("
    for (place, filter) in filters.enumerated() {
      if place > 0 { sql += " \(word) " }
      filter.write(to: &sql, &values)
    }
    sql += filters.isEmpty ? "\(ifNone))" : ")"
  }
}
