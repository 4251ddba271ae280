package import Schema
package import Store
package import Vocabulary

/// Puts new rows into one table whose ids are drawn, each with its queue entry, both complete.
///
/// The triggers sleep meanwhile. Why: an entry of theirs is found, its row read and both written
/// again before the commit, and that is a third of what a new row costs.
package final class RowInsertion {
  private let row: KeptStatement
  private let entry: KeptStatement
  private let putToSleep = KeptStatement("INSERT OR IGNORE INTO sync_applying(id) VALUES(1)")
  private let wake = KeptStatement("DELETE FROM sync_applying")

  /// - Parameter columns: those that are given, of the table's own.
  package init(_ table: SyncedTable, _ columns: [String]) {
    let places = (1...(columns.count + 3)).map { "?\($0)" }.joined(separator: ", ")
    row = KeptStatement(
      """
      INSERT INTO \(table.name)(cloud_id, stamp, updated_at, \(columns.joined(separator: ", ")))
      VALUES(\(places))
      """)
    entry = KeptStatement(table.insertEntry)
  }

  /// Inserts a row with a stamp that the database's clock gave for an edit made at `wall`. Answers
  /// its local id. Call it inside a write.
  ///
  /// - Parameter bind: gives the columns their values; the place of the first is given to it.
  package func insert(
    in database: UserDatabase, id: RecordID, stamp: Stamp, wall: Instant,
    _ bind: (Statement, _ first: Int) -> Void
  ) throws -> Int64 {
    let connection = database.connection
    try putToSleep.on(connection).run()
    let localID: Int64
    do {
      localID = try insertRow(connection, id, stamp, bind)
      let entry = try entry.on(connection)
      entry.bind(1, localID)
      entry.bind(2, wall.milliseconds)
      try entry.run()
    } catch {
      try wakeUp(connection)
      throw error
    }
    try wakeUp(connection)
    database.noteStamped(stamp)
    return localID
  }

  private func insertRow(
    _ connection: Connection, _ id: RecordID, _ stamp: Stamp, _ bind: (Statement, Int) -> Void
  ) throws(StoreError) -> Int64 {
    let row = try row.on(connection)
    row.bind(1, id.text)
    row.bind(2, stamp.text)
    row.bind(3, stamp.instant.text)
    bind(row, 4)
    try row.run()
    return connection.lastInsertID
  }

  /// Triggers that slept on would miss edits: where they cannot be woken, nothing of the whole
  /// transaction may stay.
  private func wakeUp(_ connection: Connection) throws(StoreError) {
    guard connection.isInTransaction else { return }
    do throws(StoreError) { try wake.on(connection).run() } catch {
      if connection.isInTransaction { try connection.execute("ROLLBACK") }
      throw error
    }
  }
}
