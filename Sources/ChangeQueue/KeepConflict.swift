package import Schema
import Vocabulary

extension UserDatabase {
  /// Keeps a conflict that the device found itself; it goes up as an INSERT. False where it is
  /// known already: the cloud and every device make the same row of it.
  ///
  /// `name` is another where the cloud sees the value under another name.
  package func keep(_ conflict: Conflict, as name: RowName? = nil) throws -> Bool {
    let name = name ?? conflict.name
    guard try localID(of: name) == nil else { return false }
    let version = conflict.version
    let localID = try store(version, as: name, over: nil, stamp: conflict.mine.stamp, seq: nil)
    let edits = version.cells.mapValues {
      CellEdit($0.value, stamp: $0.stamp, wall: $0.stamp.instant)
    }
    try enqueue(
      QueueEntry(
        id: 0, operation: .insert, table: name.table, localID: localID, cloudID: name.id,
        edits: edits, wall: surroundings.now()))
    return true
  }
}
