/// A statement that its owner keeps: prepared at first use, found without a look-up by its text.
package final class KeptStatement {
  private let sql: String
  private var prepared: Statement?

  package init(_ sql: String) { self.sql = sql }

  /// The statement, reset. Always give it the same connection.
  package func on(_ connection: Connection) throws(StoreError) -> Statement {
    if let prepared {
      prepared.reset()
      return prepared
    }
    let statement = try connection.cached(sql)
    prepared = statement
    return statement
  }
}
