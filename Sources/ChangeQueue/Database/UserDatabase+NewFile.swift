package import Schema
import Store

extension UserDatabase {
  /// A library's file before its first use, as bytes: to be planted on disks in memory.
  ///
  /// Why: making the schema takes far longer than copying it.
  package static func newFile(_ catalog: Catalog) throws -> [UInt8] {
    let disk = MemoryDisk()
    let path = "new.db"
    let connection = try Connection(path: path, on: disk)
    try connection.useWriteAheadLog()
    try makeForm(catalog, in: connection)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return disk.bytes(at: path) ?? []
  }
}
