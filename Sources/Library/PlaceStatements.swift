import Store

/// Statements that sort or find rows by their place in the Bible, kept by their owner.
///
/// The expression of a place is thousands of letters long. In a query it stands as a short word, so
/// that a statement is found again without putting its text together. One connection for each.
final class PlaceStatements {
  /// Stands for the place of a `row`.
  static let place = "{place}"

  private var prepared: [String: Statement] = [:]

  /// The text as SQLite reads it.
  static func written(_ sql: String) -> String {
    sql.replacing(place, with: PassageFilter.place)
  }

  /// The statement of a text, reset.
  func statement(_ sql: String, on connection: Connection) throws -> Statement {
    if let known = prepared[sql] {
      known.reset()
      return known
    }
    let statement = try connection.prepare(Self.written(sql))
    prepared[sql] = statement
    return statement
  }
}
