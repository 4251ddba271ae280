import ChangeQueue
import Schema

/// What every world begins with, made once a process.
struct WorldForm: Sendable {
  let catalog: Catalog
  /// A device's file before its first use.
  let library: [UInt8]

  /// That of the program's own tables.
  static let lectern = Result { try WorldForm(.lectern()) }

  init(_ catalog: Catalog) throws {
    self.catalog = catalog
    library = try UserDatabase.newFile(catalog)
  }
}
