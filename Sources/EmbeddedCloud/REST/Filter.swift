import Store

/// A condition on rows, as a query string words it.
indirect enum Filter {
  enum Comparison: String, CaseIterable {
    case eq, neq, gt, gte, lt, lte, like, ilike

    var sql: String {
      switch self {
      case .eq: "="
      case .neq: "<>"
      case .gt: ">"
      case .gte: ">="
      case .lt: "<"
      case .lte: "<="
      case .like: "GLOB"
      case .ilike: "LIKE"
      }
    }
  }

  case compare(ReadableTable.Column, Comparison, SQLValue)
  case isNull(ReadableTable.Column)
  case isIn(ReadableTable.Column, [SQLValue])
  case not(Filter)
  case all([Filter])
  case any([Filter])

  /// Appends the condition to `sql` and its values to `values`: names are known, values are bound.
  func write(to sql: inout String, _ values: inout [SQLValue]) {
    switch self {
    case .compare(let column, let comparison, let value):
      sql += "t.\"\(column.name)\" \(comparison.sql) ?"
      if comparison == .ilike { sql += " ESCAPE '\\'" }
      values.append(value)
    case .isNull(let column): sql += "t.\"\(column.name)\" IS NULL"
    case .isIn(let column, let list):
      sql += "t.\"\(column.name)\" IN (\(list.map { _ in "?" }.joined(separator: ",")))"
      values += list
    case .not(let filter):
      sql += "NOT ("
      filter.write(to: &sql, &values)
      sql += ")"
    case .all(let filters): Self.write(filters, "AND", ifNone: "1", to: &sql, &values)
    case .any(let filters): Self.write(filters, "OR", ifNone: "0", to: &sql, &values)
    }
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

  /// PostgreSQL's LIKE minds case, SQLite's does not, but its GLOB does.
  static func glob(fromLike pattern: String) -> String {
    var glob = ""
    var isEscaped = false
    for character in pattern {
      switch character {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "%" where !isEscaped, "*" where !isEscaped: glob += "*"
      case "_" where !isEscaped: glob += "?"
      case "*", "?", "[": glob += "[\(character)]"
      default: glob.append(character)
      }
      isEscaped = false
    }
    return glob
  }
}
