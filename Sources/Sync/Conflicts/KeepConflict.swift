import ChangeQueue
import Schema
import Store
import Vocabulary

extension SyncEngine {
  /// Keeps a conflict that the device found itself. Answers 1, or 0 where it is known already.
  func keep(_ conflict: Conflict) throws -> Int {
    try database.keep(conflict, as: try name(of: conflict)) ? 1 : 0
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
