package import Schema
import Store

extension UserDatabase {
  /// A library's file before its first use, as bytes: to be planted on disks in memory.
  ///
  /// Why: making the schema takes far longer than copying it.
  package static func newFile(_ catalog: Catalog) throws -> [UInt8] {
    try MemoryDisk.file { connection in try makeForm(catalog, in: connection) }
  }
}
