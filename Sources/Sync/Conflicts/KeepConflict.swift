import ChangeQueue
import Schema
import Store
import Vocabulary

extension SyncEngine {
  /// Keeps a conflict that the device found itself; it goes up as an INSERT. Answers 1, or 0 where
  /// it is known already: the cloud and every device make the same row of it.
  func keep(_ conflict: Conflict) throws -> Int {
    let name = conflict.name
    guard try database.localID(of: name) == nil else { return 0 }
    let version = conflict.version
    let localID = try database.store(
      version, as: name, over: nil, stamp: conflict.mine.stamp, seq: nil)
    let edits = version.cells.mapValues {
      CellEdit($0.value, stamp: $0.stamp, wall: $0.stamp.instant)
    }
    try database.enqueue(
      QueueEntry(
        id: 0, operation: .insert, table: name.table, localID: localID, cloudID: name.id,
        edits: edits, wall: surroundings.now()))
    return 1
  }

  /// Keeps a conflict that the cloud wrote and told of.
  func keepPulledConflict(_ row: PulledRow) throws {
    guard let table = catalog[row.table] else { return }
    guard try database.localID(of: row.name) == nil else { return }
    try database.store(
      RowVersion(row.stamped, in: table), as: row.name, over: nil, stamp: row.stamped.stamp,
      seq: row.seq)
    onChange?(row.name)
  }
}
