import ChangeQueue
import Schema
import Store
import Vocabulary

extension SyncEngine {
  /// A row after cells were joined into it.
  struct JoinedRow {
    var version: RowVersion
    /// Cells that are queued.
    var queued: Set<CellKey> = []
    /// Conflicts kept.
    var conflicts = 0
  }

  /// Joins the cloud's cells into the row of that name, if it is here, and leaves its seq.
  func join(_ theirs: RowVersion, into name: RowName) throws {
    guard let table = catalog[name.table], let mine = try database.storedRow(name) else { return }
    try join(theirs, into: mine, name, table, seq: nil)
  }

  /// Joins the cloud's cells into a row and into what is queued of it. `seq` nil leaves its own.
  ///
  /// An entry that loses a cell drops it and is ready again; an edit that stands takes the cloud's
  /// stamp as its base.
  @discardableResult
  func join(
    _ theirs: RowVersion, into mine: StoredRow, _ name: RowName, _ table: SyncedTable, seq: Int64?
  ) throws -> JoinedRow {
    var version = mine.version
    var entries = try database.entries(of: table.name, localID: mine.localID)
    let before = entries
    var conflicts: [Conflict] = []
    for key in order(theirs.cells.keys) {
      guard let cell = theirs[key], let rule = table.rule(of: key.column) else { continue }
      let own = version[key]
      version[key] = try own.map { try join(rule, $0, cell, key, of: name) } ?? cell
      guard rule.isStamped else { continue }
      database.see(cell.stamp)
      conflicts += try meet(
        cell, key, in: table, name, &entries, hadOwn: own != nil, theirs: theirs,
        joined: version)
    }
    if let seq, version == mine.version {
      try connection.run(
        "UPDATE \(table.name) SET seq = ?2 WHERE id = ?1", .integer(mine.localID), .integer(seq))
    } else {
      try database.store(version, as: name, over: mine, stamp: mine.stamp, seq: seq ?? mine.seq)
    }
    for (old, entry) in zip(before, entries) where old != entry {
      if entry.edits.isEmpty {
        try database.removeEntry(entry.id)
      } else {
        try database.update(entry)
      }
    }
    var joined = JoinedRow(version: version)
    for entry in entries { joined.queued.formUnion(entry.edits.keys) }
    for conflict in conflicts { joined.conflicts += try keep(conflict) }
    return joined
  }

  /// Deletion first: whether a row is dead decides what becomes of its other cells.
  private func order(_ keys: some Sequence<CellKey>) -> [CellKey] {
    keys.sorted { one, other in
      if (one == .deletedAt) != (other == .deletedAt) { return one == .deletedAt }
      return one < other
    }
  }

  /// The cloud's cell meets the queued edits of the same cell.
  private func meet(
    _ cell: Cell, _ key: CellKey, in table: SyncedTable, _ name: RowName,
    _ entries: inout [QueueEntry], hadOwn: Bool, theirs: RowVersion, joined: RowVersion
  ) throws -> [Conflict] {
    let places = entries.indices.filter { entries[$0].edits[key] != nil }
    guard let lastPlace = places.last, let last = entries[lastPlace].edits[key] else { return [] }
    let pending = places.compactMap { entries[$0].edits[key] }
    var conflicts: [Conflict] = []
    let isMine = pending.contains { $0.sent.contains(cell.stamp) }
    let isSeen = pending.contains { $0.base == cell.stamp || $0.stamp == cell.stamp }
    if !isMine, !isSeen, hadOwn {
      let own = Cell(try database.wireValue(key.column, last.value, in: table), last.stamp)
      if Conflict.arises(in: table, key, mine: own, theirs: cell, base: last.base) {
        conflicts.append(try conflict(name, key, between: own, cell))
        if key == .deletedAt, let deletion = joined[key], deletion.value != .null {
          conflicts += try outlived(last, entries, theirs, by: deletion.stamp, name, table)
        }
      }
    }
    for place in places {
      guard let edit = entries[place].edits[key] else { continue }
      if edit.stamp < cell.stamp, entries[place].state != .sending {
        entries[place].edits[key] = nil
        entries[place].state = .ready
        entries[place].attempts = 0
        entries[place].notBefore = nil
      } else if edit.stamp > cell.stamp {
        entries[place].edits[key]?.base = max(edit.base, cell.stamp)
      }
    }
    return conflicts
  }

  /// Keeps the edit that loses to a deletion: ours, if the deletion is theirs; else theirs.
  private func outlived(
    _ last: CellEdit, _ entries: [QueueEntry], _ theirs: RowVersion, by deletion: Stamp,
    _ name: RowName, _ table: SyncedTable
  ) throws -> [Conflict] {
    var edited = theirs.cells.filter { $0.value.stamp > last.base }
    if last.value == .null {
      edited = [:]
      for (key, edit) in entries.flatMap({ Array($0.edits) }) {
        edited[key] = Cell(try database.wireValue(key.column, edit.value, in: table), edit.stamp)
      }
    }
    return Conflict.outlived(name, in: table, edited: edited, by: deletion)
  }
}
