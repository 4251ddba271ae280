import ChangeQueue
import Schema
import Store
import Vocabulary

/// Sent entries of one table, one after the other, that the cloud took as they were: logged and
/// removed together.
struct AppliedRun {
  private var table = ""
  private var first: Int64 = 0
  private var last: Int64 = -1

  var isEmpty: Bool { last < first }

  /// Adds the entry, if it goes on where the run ends.
  mutating func takes(_ entry: PushBatch.Sent) -> Bool {
    if isEmpty {
      table = entry.table.name
      first = entry.id
    } else if table != entry.table.name || entry.id <= last {
      return false
    }
    last = entry.id
    return true
  }

  /// Ends the run. Its rows carry their seq already.
  mutating func end(in database: UserDatabase) throws {
    if isEmpty { return }
    try database.connection.run(
      """
      INSERT INTO sync_log(table_name, local_id, cloud_id, operation, sent_at_ms, seq, result)
      SELECT table_name, local_id, cloud_id, operation, ?4,
        (SELECT seq FROM \(table) AS row WHERE row.id = local_id), 'applied'
      FROM sync_queue WHERE id BETWEEN ?2 AND ?3 AND +table_name = ?1 AND state = 'sending'
      """, .text(table), .integer(first), .integer(last),
      .integer(database.surroundings.now().milliseconds))
    try database.connection.run(
      """
      DELETE FROM sync_queue WHERE id BETWEEN ?2 AND ?3 AND +table_name = ?1
        AND state = 'sending'
      """, .text(table), .integer(first), .integer(last))
    last = first - 1
  }
}
