package import Store
package import Vocabulary

/// Where worlds are played one after the other: connections that one has done with are those of the
/// next, with all that they have prepared, and so are those of a device that starts again.
///
/// What a world finds is only ever what is on its disks. One thread owns the stage.
package final class WorldStage {
  private var idle: [String: [Connection]] = [:]

  package init() {}

  /// A connection to a file that lies on the disk.
  package func connect(
    to path: String, on disk: MemoryDisk, _ surroundings: any Surroundings
  ) throws(StoreError) -> Connection {
    while let known = idle[path]?.popLast() {
      if known.reopen(on: disk, surroundings: surroundings) { return known }
    }
    return try Connection(path: path, surroundings: surroundings, on: disk)
  }

  /// Takes back a connection that nobody uses any more.
  package func leave(_ connection: Connection) {
    idle[connection.path, default: []].append(connection)
  }
}
