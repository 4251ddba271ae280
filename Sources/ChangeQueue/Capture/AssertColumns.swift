package import Schema
import Store
import Vocabulary

/// Edits that change nothing here, and yet may change what stands elsewhere.
extension UserDatabase {
  /// Notes that a person decided what a living row holds in these columns, and that it lives.
  ///
  /// Triggers note only what differs. But of two devices the one that decides later decides, also
  /// where it has not seen the other's edit and so finds nothing to change. What the triggers noted
  /// of the row in this write is completed; elements of sets are left out. Call it inside a write,
  /// after the statement that wrote the row.
  package func assert(
    _ columns: [String] = [], of table: SyncedTable?, _ localID: Int64
  ) throws {
    guard let table, try travels(table, localID) else { return }
    let held = columns.map { "'\($0)', json_array(\($0), \($0))" }.joined(separator: ", ")
    let payload = "SELECT json_object(\(held)) FROM \(table.name) WHERE id = ?1"
    let noted = try connection.first(
      """
      SELECT id, operation FROM sync_queue
      WHERE table_name = '\(table.name)' AND local_id = ?1 AND stamp IS NULL
        AND operation IN ('INSERT', 'UPDATE') ORDER BY id DESC LIMIT 1
      """, .integer(localID)
    ) { (id: $0.integer(0), isNew: $0.text(1) == "INSERT") }
    guard let noted else {
      try connection.run(
        """
        INSERT INTO sync_queue(operation, table_name, local_id, cloud_id, wall_ms, payload_json)
        SELECT 'UPDATE', '\(table.name)', id, cloud_id, ?2, (\(payload))
        FROM \(table.name) WHERE id = ?1
        """, .integer(localID), .integer(surroundings.now().milliseconds))
      return
    }
    // Every cell of a new row gets its stamp.
    guard !noted.isNew else { return }
    try connection.run(
      "UPDATE sync_queue SET payload_json = json_patch((\(payload)), payload_json) WHERE id = ?2",
      .integer(localID), .integer(noted.id))
  }

  /// Notes that a person said nothing of these columns of a new row: what another device wrote in
  /// them holds. Call it inside a write, after the statement that made the row.
  package func leaveOut(_ columns: [String], of table: SyncedTable?, _ localID: Int64) throws {
    guard let table, !columns.isEmpty else { return }
    let none = Stamp.zero.text
    let stamps = columns.map { "'\($0)', '\(none)'" }.joined(separator: ", ")
    let cells = columns.map { "'\($0)', json_array(\($0), NULL, '\(none)', '\(none)')" }
      .joined(separator: ", ")
    try quietly {
      try connection.run(
        "UPDATE \(table.name) SET stamps = json_object(\(stamps)) WHERE id = ?1",
        .integer(localID))
    }
    try connection.run(
      """
      UPDATE sync_queue SET payload_json = json_patch(payload_json,
        (SELECT json_object(\(cells)) FROM \(table.name) WHERE id = ?1))
      WHERE table_name = '\(table.name)' AND local_id = ?1 AND stamp IS NULL
        AND operation = 'INSERT'
      """, .integer(localID))
  }
}
