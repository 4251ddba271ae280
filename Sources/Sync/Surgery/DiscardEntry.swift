import ChangeQueue
import Cloud
package import Schema
import Store
package import Vocabulary

extension SyncEngine {
  /// Gives a queued change up: takes the cloud's row, and keeps the dropped values as conflicts.
  ///
  /// Where the cloud has no such row it goes into this device's trash, with what cannot be without
  /// it. A dry run only says what would become of all. Nil where there is no such entry.
  ///
  /// - Parameter fetch: the cloud's row as a plain read of its table shows it; nil for none. It is
  ///   not asked where the cloud cannot have the row.
  package func discard(
    _ id: Int64, isDryRun: Bool = false, fetch: (RowName) throws -> JSONValue?
  ) throws -> Discarded? {
    guard let lock = try lock(isPatient: true) else { throw SyncError.busyElsewhere }
    defer { withExtendedLifetime(lock) {} }
    guard let entry = try database.entry(id: id), let table = catalog[entry.table] else {
      return nil
    }
    // What was read before is past here, and would not come back with the old number.
    guard table.name != Catalog.runsTable else { throw SyncError.begunAnew }
    let stored = try mayBeThere(entry, table) ? try fetch(entry.name) : nil
    var discarded = Discarded(row: RowHandle(table: entry.table, localID: entry.localID))
    do {
      try database.write {
        if let stored {
          try takeBack(entry, PulledRow(plain: stored, of: table), in: table, &discarded)
        } else {
          discarded.fate = table.isMonotone ? .inLeftovers : .inTrash
          try dropUnknown(discarded.row, &discarded)
        }
        if isDryRun { throw DryRun() }
      }
    } catch is DryRun {}
    return discarded
  }

  private struct DryRun: Error {}

  /// May the cloud have the row? Never for a guest's, nor for one that was drawn here and not sent.
  private func mayBeThere(_ entry: QueueEntry, _ table: SyncedTable) throws -> Bool {
    guard let owner = try owner() else { return false }
    let isNew = entry.operation == .insert && !entry.wasSent && table.identity == .drawn
    if isNew, try database.storedRow(table, localID: entry.localID)?.seq == nil { return false }
    let account = try cloud.account()
    guard owner == account else { throw SyncError.otherOwner(owner: owner) }
    return true
  }

  // MARK: - The cloud has it

  private func takeBack(
    _ entry: QueueEntry, _ row: PulledRow, in table: SyncedTable, _ discarded: inout Discarded
  ) throws {
    try loadSealing()
    guard let open = try open(row, in: table).row else { throw SyncError.passphraseMissing }
    guard let version = open.version(in: table) else {
      throw SyncError.unreadable(function: table.name, problem: "a time that is none")
    }
    for parent in version.parents(in: table) where try database.localID(of: parent) == nil {
      throw SyncError.parentMissing(table: parent.table)
    }
    let waiting = try database.dependants(of: discarded.row)
    discarded.dependants = rows(of: waiting).map { Discarded.Dependant(row: $0, fate: .ready) }
    let mine = try database.storedRow(entry.name)
    try database.quietly {
      for queued in try database.entries(of: entry.table, localID: entry.localID) {
        for key in queued.edits.keys.sorted() {
          guard let edit = queued.edits[key] else { continue }
          discarded.conflicts += try keepDropped(edit, key, queued, version, table)
        }
        try database.removeEntry(queued.id)
      }
      try database.store(
        version, as: entry.name, over: mine, stamp: row.stamped.stamp, seq: row.seq)
      database.see(version.newest)
      if try database.isPast(version, in: table) { try database.retirePastRuns() }
    }
  }

  private func keepDropped(
    _ edit: CellEdit, _ key: CellKey, _ entry: QueueEntry, _ theirs: RowVersion,
    _ table: SyncedTable
  ) throws -> Int {
    let mine = Cell(try database.wireValue(key.column, edit.value, in: table), edit.stamp)
    let kept = theirs[key] ?? Cell(.null, .zero)
    guard Conflict.arises(in: table, key, mine: mine, theirs: kept, base: mine.stamp) else {
      return 0
    }
    return try keep(Conflict(entry.name, key, dropped: mine, kept: kept))
  }

  // MARK: - The cloud lacks it

  /// Puts the row aside, and first what names it: what cannot be without it goes too, the rest is
  /// freed of it.
  private func dropUnknown(_ row: RowHandle, _ discarded: inout Discarded) throws {
    for (child, column) in catalog.references(to: row.table) {
      if column.isNullable { try freeDead(child, column, of: row, &discarded) }
      let ids = try connection.all(
        """
        SELECT id FROM \(child.name)
        WHERE \(column.name) = ?1 AND deleted_at IS NULL ORDER BY id
        """, .integer(row.localID)
      ) { $0.integer(0) }
      for id in ids {
        let handle = RowHandle(table: child.name, localID: id)
        let fate: Discarded.Fate = column.isNullable ? .freed : .inTrash
        discarded.dependants.append(Discarded.Dependant(row: handle, fate: fate))
        if column.isNullable {
          try connection.run(
            "UPDATE \(child.name) SET \(column.name) = NULL WHERE id = ?1", .integer(id))
        } else {
          try dropUnknown(handle, &discarded)
        }
      }
    }
    for entry in try database.entries(of: row.table, localID: row.localID) {
      try database.removeEntry(entry.id)
    }
    if let table = catalog[row.table], table.isMonotone {
      try moveToLeftovers(row, of: table)
    } else {
      try putAside(row)
    }
  }

  /// Frees rows of the trash, as they are and in what waits of them: an edit would revive them.
  private func freeDead(
    _ child: SyncedTable, _ column: SyncedColumn, of row: RowHandle, _ discarded: inout Discarded
  ) throws {
    let ids = try connection.all(
      """
      SELECT id FROM \(child.name)
      WHERE \(column.name) = ?1 AND deleted_at IS NOT NULL ORDER BY id
      """, .integer(row.localID)
    ) { $0.integer(0) }
    for id in ids {
      let handle = RowHandle(table: child.name, localID: id)
      discarded.dependants.append(Discarded.Dependant(row: handle, fate: .freed))
      for var entry in try database.entries(of: child.name, localID: id) {
        guard entry.edits[CellKey(column.name)] != nil else { continue }
        entry.edits[CellKey(column.name)]?.value = .null
        try database.update(entry)
      }
      try database.quietly {
        try connection.run(
          "UPDATE \(child.name) SET \(column.name) = NULL WHERE id = ?1", .integer(id))
      }
    }
  }

  /// Of a row that never dies nothing may stay: the cloud would never hear of it again.
  private func moveToLeftovers(_ row: RowHandle, of table: SyncedTable) throws {
    try connection.run(
      """
      INSERT INTO leftovers(table_name, reason, row_json)
      SELECT '\(table.name)', 'it was given up: queue.discard', \(table.valuesObject)
      FROM \(table.name) WHERE id = ?1
      """, .integer(row.localID))
    try database.quietly {
      try connection.run("DELETE FROM \(table.name) WHERE id = ?1", .integer(row.localID))
    }
  }

  /// Into the local trash; -1 keeps it from being offered. What never dies stays as it is.
  func putAside(_ row: RowHandle) throws {
    let death =
      catalog[row.table]?.isMonotone == true ? "" : ", deleted_at = coalesce(deleted_at, ?2)"
    try database.quietly {
      try connection.run(
        "UPDATE \(row.table) SET seq = -1\(death) WHERE id = ?1", .integer(row.localID),
        .text(surroundings.now().text))
    }
  }

  private func rows(of entries: [QueueEntry]) -> [RowHandle] {
    var rows: [RowHandle] = []
    for entry in entries {
      let row = RowHandle(table: entry.table, localID: entry.localID)
      if rows.last != row { rows.append(row) }
    }
    return rows
  }
}
