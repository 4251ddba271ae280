import Store

/// Statements that sort or find rows by their place in the Bible, kept by their owner.
///
/// The expression of a place is thousands of letters long. In a query it stands as a short word, so
/// that a statement is found again without putting its text together. One connection for each.
final class PlaceStatements {
  /// Stands for the place of a `row`.
  static let place = "{place}"

  /// What a SELECT is put together from. To compare it is quicker than to put it together.
  struct Form: Equatable {
    let columns: String
    let table: String
    let conditions: [String]
    let tail: String
    let hasLimit: Bool

    var sql: String {
      var sql = "SELECT \(columns) FROM \(table) AS row"
      if !conditions.isEmpty { sql += " WHERE \(conditions.joined(separator: " AND "))" }
      if !tail.isEmpty { sql += " \(tail)" }
      if hasLimit { sql += " LIMIT ?" }
      return sql
    }
  }

  /// They are few, and to compare a long text is quicker than to hash it.
  private var prepared: [(sql: String, statement: Statement)] = []
  private var formed: [(form: Form, statement: Statement)] = []

  /// The text as SQLite reads it.
  static func written(_ sql: String) -> String {
    sql.replacing(place, with: PassageFilter.place)
  }

  /// The statement of a text, reset.
  func statement(_ sql: String, on connection: Connection) throws -> Statement {
    if let known = prepared.first(where: { $0.sql == sql }) {
      known.statement.reset()
      return known.statement
    }
    let statement = try connection.cached(for: sql) { Self.written(sql) }
    prepared.append((sql, statement))
    return statement
  }

  /// The statement of a form, reset.
  func statement(_ form: Form, on connection: Connection) throws -> Statement {
    if let known = formed.first(where: { $0.form == form }) {
      known.statement.reset()
      return known.statement
    }
    let sql = form.sql
    let statement = try connection.cached(for: sql) { Self.written(sql) }
    formed.append((form, statement))
    return statement
  }
}
