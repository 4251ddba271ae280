import CSQLite
import Glibc
import Vocabulary

/// SQLite's file system for one connection: the usual one with another clock, another place for its
/// files, or both.
///
/// Whoever uses the connection or one of its statements keeps it: SQLite closes a file with its
/// last statement, and asks its file system until then.
/// Source: https://www.sqlite.org/c3ref/vfs.html
final class FileSystem {
  /// What SQL takes for time and chance, where they are made up.
  private(set) var virtual: (any Surroundings)?
  /// The disk in memory that files lie on; nil for the machine's.
  private(set) var disk: MemoryDisk?
  /// Its generation.
  private(set) var mount: DiskMount?
  private let system: UnsafeMutablePointer<lectern_vfs>

  /// Errors: SQLite has no file system, or no memory.
  init(virtual: (any Surroundings)?, on disk: MemoryDisk?, path: String) throws(StoreError) {
    guard let usual = sqlite3_vfs_find(nil) else {
      throw .cannotOpen(path: path, reason: "SQLite has no file system")
    }
    self.virtual = virtual
    self.disk = disk
    mount = disk?.mount
    system = .allocate(capacity: 1)
    system.initialize(to: lectern_vfs(base: usual.pointee, owner: nil))
    system.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    let name = "lectern-\(UInt(bitPattern: system))"
    system.pointee.base.zName = UnsafePointer(strdup(name))
    system.pointee.base.pNext = nil
    if virtual != nil { setClock(of: &system.pointee.base) }
    if mount != nil { DiskMount.setFiles(of: &system.pointee.base) }
    guard sqlite3_vfs_register(base, 0) == SQLITE_OK else {
      throw .cannotOpen(path: path, reason: "no memory for its file system")
    }
  }

  deinit {
    sqlite3_vfs_unregister(base)
    free(UnsafeMutablePointer(mutating: system.pointee.base.zName))
    system.deallocate()
  }

  /// Goes on with another disk in memory, or another generation of it, and another clock.
  func move(to disk: MemoryDisk, virtual: (any Surroundings)?) {
    self.disk = disk
    mount = disk.mount
    if self.virtual != nil, let virtual { self.virtual = virtual }
  }

  /// The name to open a connection with.
  var name: UnsafePointer<CChar>? { system.pointee.base.zName }

  private var base: UnsafeMutablePointer<sqlite3_vfs> {
    UnsafeMutableRawPointer(system).assumingMemoryBound(to: sqlite3_vfs.self)
  }

  /// The one that SQLite asks.
  static func owner(of system: UnsafeMutablePointer<sqlite3_vfs>?) -> FileSystem {
    guard let system else { preconditionFailure("SQLite names the file system it asks") }
    let ours = UnsafeMutableRawPointer(system).assumingMemoryBound(to: lectern_vfs.self)
    return owner(at: ours.pointee.owner)
  }

  /// The one behind an address that was given to SQLite.
  static func owner(at address: UnsafeMutableRawPointer?) -> FileSystem {
    guard let address else { preconditionFailure("a file system without an owner") }
    return Unmanaged<FileSystem>.fromOpaque(address).takeUnretainedValue()
  }
}
