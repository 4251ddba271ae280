import Schema
import Store
import Vocabulary

/// What becomes of a library whose account is not to be the next one's.
extension UserDatabase {
  /// Takes every row out, of tables that travel and of those that stay here, and all that sync
  /// knew. What is left is a new device's empty library. Call it inside a write.
  package func emptyOut() throws {
    let tables = try connection.all(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid DESC
      """
    ) { $0.text(0) }
    .filter { !catalog.isEngineTable($0) }
    try quietly { for table in tables { try connection.run("DELETE FROM \"\(table)\"") } }
    try connection.run("DELETE FROM sync_set_aside")
    try connection.run("DELETE FROM sync_log")
    try forgetSync()
  }

  /// Makes every living row one that no cloud has, under a name and a stamp of its own: that of its
  /// last edit, by a device that never was another account's. What is dead, and what tells of rows
  /// by their old names, goes. Call it inside a write.
  ///
  /// Shape: a row with a natural key keeps the name that follows from it, which is everybody's.
  package func makeCopies() throws {
    try forgetSync()
    let now = surroundings.now()
    try quietly {
      for table in catalog.tables { try dropDead(table) }
      for table in catalog.tables {
        for row in try connection.all(
          "SELECT id, updated_at FROM \(table.name)", read: { ($0.integer(0), $0.text(1)) })
        {
          let edited = min(Instant(row.1) ?? Instant(milliseconds: 0), now)
          let name = try naturalName(table, localID: row.0) ?? drawID(edited)
          let stamp = Stamp(
            milliseconds: edited.milliseconds, counter: 0, device: clock.device)
          try connection.run(
            """
            UPDATE \(table.name) SET cloud_id = ?2, stamp = ?3, stamps = NULL, seq = NULL,
              updated_at = ?4 WHERE id = ?1
            """, .integer(row.0), .text(name.text), .text(stamp.text), .text(edited.text))
        }
      }
    }
  }

  /// Takes out what is no living row of the person's: what died, what came and stays, and the
  /// conflicts, which name other rows by their ids.
  private func dropDead(_ table: SyncedTable) throws {
    if table.name == Catalog.conflictsTable {
      return try connection.run("DELETE FROM \(table.name)")
    }
    for column in table.references {
      guard let parent = column.parent else { continue }
      let isLoose = "\(column.name) NOT IN (SELECT id FROM \(parent))"
      try connection.run(
        column.isNullable
          ? "UPDATE \(table.name) SET \(column.name) = NULL WHERE \(isLoose)"
          : "DELETE FROM \(table.name) WHERE \(isLoose)")
    }
    if table.name == Catalog.preferencesTable {
      // Keys of the account whose rows they were mean nothing to another.
      try connection.run(
        "DELETE FROM \(table.name) WHERE key > 'sealing.' AND key < 'sealing/'")
    }
    let dead = table.isMonotone ? "seq IS -1" : "deleted_at IS NOT NULL OR seq IS -1"
    try connection.run("DELETE FROM \(table.name) WHERE \(dead)")
    if let staying = table.staying {
      let values = staying.values.map { "'\($0)'" }.joined(separator: ", ")
      try connection.run("DELETE FROM \(table.name) WHERE \(staying.column) IN (\(values))")
    }
  }

  /// Nothing is queued, nobody owns it, and its device is a new one.
  private func forgetSync() throws {
    for table in ["sync_queue", "sync_shelf", "sync_unknown"] {
      try connection.run("DELETE FROM \(table)")
    }
    let kept: Set<SyncStateKey> = [.deviceBinding, .highWater, .skewMilliseconds]
    for key in SyncStateKey.allCases where !kept.contains(key) { try setState(key, nil) }
    try setState(.deviceID, hexadecimal(surroundings.random(), digits: 12))
    try loadClock()
    try noteEmptied()
  }
}
