import ChangeQueue
import Store

/// A SELECT that is put together from conditions; values are bound, never spliced.
struct RowQuery {
  private var conditions: [String] = []
  private var values: [SQLValue] = []
  /// Where its statements are kept; nil leaves them to the connection.
  let kept: PlaceStatements?

  init(kept: PlaceStatements? = nil) { self.kept = kept }

  /// Adds a condition with a `?` for each value.
  mutating func add(_ condition: String, _ values: [SQLValue] = []) {
    conditions.append(condition)
    self.values += values
  }

  /// Only deleted rows, or only living ones.
  mutating func add(isDeleted: Bool) {
    add(isDeleted ? "row.deleted_at IS NOT NULL" : "row.deleted_at IS NULL")
  }

  /// The conditions as they stand behind others, with numbered places from `first` on.
  func numbered(from first: Int) -> (sql: String, values: [SQLValue]) {
    var number = first
    var sql = ""
    for condition in conditions {
      sql += " AND "
      for character in PlaceStatements.written(condition) {
        sql.append(character)
        guard character == "?" else { continue }
        sql += "\(number)"
        number += 1
      }
    }
    return (sql, values)
  }

  /// The rows of a noun that fit.
  func rows<Row: LibraryRow>(
    _ tail: String, limit: Int64?, in database: UserDatabase
  ) throws -> [Row] {
    try database.read {
      try statement(
        Row.columns, from: Row.noun.table, tail, limit: limit, on: database.connection
      ).all(Row.init)
    }
  }

  /// The statement, its values bound.
  ///
  /// `tail` stands behind WHERE: an order. No limit is nil.
  func statement(
    _ columns: String, from table: String, _ tail: String = "", limit: Int64? = nil,
    on connection: Connection
  ) throws -> Statement {
    if let limit, limit < 0 { throw LibraryError.badLimit(limit) }
    let form = PlaceStatements.Form(
      columns: columns, table: table, conditions: conditions, tail: tail, hasLimit: limit != nil)
    let statement =
      try kept?.statement(form, on: connection)
      ?? connection.cached(PlaceStatements.written(form.sql))
    for (place, value) in values.enumerated() { statement.bind(place + 1, value) }
    if let limit { statement.bind(values.count + 1, limit) }
    return statement
  }

  /// A statement that is kept, with the places written out.
  func prepared(_ sql: String, on connection: Connection) throws -> Statement {
    try kept?.statement(sql, on: connection)
      ?? connection.cached(PlaceStatements.written(sql))
  }
}
