import Schema
import Store

/// What waits for a row: queued changes of rows that name it, and of rows that name those.
extension UserDatabase {
  /// The entries that hang on the row, parents first.
  package func dependants(of row: RowHandle) throws -> [QueueEntry] {
    var found: [QueueEntry] = []
    var seen: Set<RowHandle> = [row]
    var next = [row]
    while !next.isEmpty {
      var children: [RowHandle] = []
      for parent in next {
        children += try queuedChildren(of: parent).filter { seen.insert($0).inserted }
      }
      for child in children { found += try entries(of: child.table, localID: child.localID) }
      next = children
    }
    return found
  }

  /// Rows with queued changes that name the row, so many of each column at most; -1 for all.
  func queuedChildren(of row: RowHandle, atMost most: Int64 = -1) throws -> [RowHandle] {
    try catalog.references(to: row.table).flatMap { child, column in
      try connection.all(
        """
        SELECT DISTINCT child.id FROM \(child.name) AS child JOIN sync_queue AS queued
          ON queued.table_name = '\(child.name)' AND queued.local_id = child.id
        WHERE child.\(column.name) = ?1 ORDER BY child.id LIMIT ?2
        """, .integer(row.localID), .integer(most)
      ) { RowHandle(table: child.name, localID: $0.integer(0)) }
    }
  }

  /// The entries of parents that the entry waits for: parked, or refused and in a pause.
  package func blockers(of entry: QueueEntry) throws -> [QueueEntry] {
    guard let table = catalog[entry.table] else { return [] }
    return try table.references.flatMap { column -> [QueueEntry] in
      let id = try connection.first(
        "SELECT \(column.name) FROM \(table.name) WHERE id = ?1", .integer(entry.localID)
      ) { $0.optionalInteger(0) }
      guard let parent = column.parent, let id = id.flatMap({ $0 }) else { return [] }
      return try entries(of: parent, localID: id).filter {
        $0.state == .parked || $0.notBefore != nil
      }
    }
  }
}
