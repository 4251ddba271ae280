import ChangeQueue
import Schema
import Store
import Vocabulary

/// How a row of the cloud meets the device's own.
extension SyncEngine {
  struct MergeOutcome {
    var isChanged = false
    var conflicts = 0
    /// Whether it took the place of a row that was only here, with its stamps.
    var dropsStamps = false
  }

  /// Joins a pulled row into ours; what we hold later, and have not queued, is offered again.
  func merge(_ theirs: RowVersion, row: PulledRow, in table: SyncedTable) throws -> MergeOutcome {
    var outcome = MergeOutcome()
    let stored = try database.storedRow(row.name)
    guard let mine = stored, try !isPutAside(mine, in: table) else {
      // Unknown here, or only in the local trash: the cloud's row as it is. Nothing of it has the
      // old row's stamp any more: the clock need not know of it.
      let stamp = row.stamped.stamp
      try database.store(
        theirs, as: row.name, over: stored?.carrying(stamp), stamp: stamp, seq: row.seq)
      outcome.dropsStamps = stored != nil
      outcome.isChanged = true
      return outcome
    }
    let isUnsent: Bool =
      switch Acknowledgement(mine.seq) {
      case .none: true
      case .doubted: try fullPull() == .reset
      default: false
      }
    if isUnsent { outcome.conflicts += try keepUnsent(mine, theirs, row.name, table) }
    let joined = try join(theirs, into: mine, row.name, table, seq: row.seq)
    outcome.conflicts += joined.conflicts
    try offerLater(than: theirs, joined, mine.localID, row.name, table)
    outcome.isChanged = joined.version != mine.version
    return outcome
  }

  /// Whether a row is in the local trash, and nobody edited it there since.
  private func isPutAside(_ row: StoredRow, in table: SyncedTable) throws -> Bool {
    guard Acknowledgement(row.seq) == .trashed else { return false }
    return try database.entries(of: table.name, localID: row.localID).isEmpty
  }

  /// Keeps the loser where a row that was never sent, and is not queued, meets the cloud's.
  private func keepUnsent(
    _ mine: StoredRow, _ theirs: RowVersion, _ name: RowName, _ table: SyncedTable
  ) throws -> Int {
    let queued = Set(
      try database.entries(of: table.name, localID: mine.localID).flatMap { $0.edits.keys })
    var count = 0
    for key in mine.version.cells.keys.sorted() where !queued.contains(key) {
      guard let cell = mine.version[key], let other = theirs[key],
        Conflict.arises(in: table, key, mine: cell, theirs: other, base: .zero)
      else { continue }
      count += try keep(try conflict(name, key, between: cell, other))
    }
    return count
  }

  /// What the device holds later than the pulled row, by join and not by seq, is offered again.
  private func offerLater(
    than theirs: RowVersion, _ mine: JoinedRow, _ localID: Int64, _ name: RowName,
    _ table: SyncedTable
  ) throws {
    var later: [CellKey: CellEdit] = [:]
    for (key, cell) in mine.version.cells where theirs[key] != cell && !mine.queued.contains(key) {
      let value = try database.localForm(key, cell.value, in: table, localID: localID)
      later[key] = CellEdit(value, stamp: cell.stamp, wall: cell.stamp.instant)
    }
    guard !later.isEmpty else { return }
    try database.enqueue(
      QueueEntry(
        id: 0, operation: .update, table: table.name, localID: localID, cloudID: name.id,
        edits: later, wall: surroundings.now()))
  }
}
