package import Schema
package import Store
package import Vocabulary

/// Puts new rows into one table whose ids are drawn, complete with id and stamp, so that the
/// triggers note them complete.
///
/// Why: an entry without its stamp is found, its row read and both written again before the commit,
/// which is a third of what a new row costs.
package final class RowInsertion {
  private let row: KeptStatement

  /// - Parameter columns: those that are given, of the table's own.
  package init(_ table: SyncedTable, _ columns: [String]) {
    let places = (1...(columns.count + 3)).map { "?\($0)" }.joined(separator: ", ")
    row = KeptStatement(
      """
      INSERT INTO \(table.name)(cloud_id, stamp, updated_at, \(columns.joined(separator: ", ")))
      VALUES(\(places))
      """)
  }

  /// Inserts a row for an edit made at `wall`. Answers its local id. Call it inside a write.
  ///
  /// - Parameter bind: gives the columns their values; the place of the first is given to it, and
  ///   the time of the stamp.
  package func insert(
    in database: UserDatabase, id: RecordID, wall: Instant,
    _ bind: (Statement, _ first: Int, _ time: String) -> Void
  ) throws -> (localID: Int64, time: String) {
    try database.announceStamps()
    let stamp = database.tick(wall)
    let time = stamp.instant.text
    let row = try row.on(database.connection)
    row.bind(1, id.text)
    row.bind(2, stamp.text)
    row.bind(3, time)
    bind(row, 4, time)
    try row.run()
    database.noteStamped(stamp)
    return (database.connection.lastInsertID, time)
  }
}
