import ChangeQueue
import EmbeddedCloud
import Schema
import Store

/// What every world begins with, made once a process.
struct WorldForm: Sendable {
  let catalog: Catalog
  /// A device's file before its first use.
  let library: PagedBytes
  /// The cloud's file before its first use.
  let cloud: PagedBytes

  /// That of the program's own tables.
  static let lectern = Result { try WorldForm(.lectern()) }

  /// That of a version that is not there yet.
  static let next = Result { try WorldForm(.next()) }

  init(_ catalog: Catalog) throws {
    self.catalog = catalog
    library = PagedBytes(try UserDatabase.newFile(catalog))
    cloud = PagedBytes(try EmbeddedProject.newFile(catalog))
  }
}
