import CSQLite
import Glibc
import Vocabulary

/// What `now` and `random()` of SQL are on a connection whose time and chance are made up.
///
/// SQLite asks its file system for the time, so such a connection has one of its own: the usual one
/// with another clock. Defaults and triggers follow it like everything else.
/// Source: https://www.sqlite.org/c3ref/vfs.html
final class VirtualTime {
  private let surroundings: any Surroundings
  private let fileSystem: UnsafeMutablePointer<lectern_timed_vfs>

  /// Errors: SQLite has no file system, or no memory.
  init(_ surroundings: any Surroundings, path: String) throws(StoreError) {
    guard let usual = sqlite3_vfs_find(nil) else {
      throw .cannotOpen(path: path, reason: "SQLite has no file system")
    }
    self.surroundings = surroundings
    fileSystem = .allocate(capacity: 1)
    fileSystem.initialize(to: lectern_timed_vfs(base: usual.pointee, owner: nil))
    fileSystem.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    let name = "lectern-\(UInt(bitPattern: fileSystem))"
    fileSystem.pointee.base.zName = UnsafePointer(strdup(name))
    fileSystem.pointee.base.pNext = nil
    fileSystem.pointee.base.xCurrentTimeInt64 = { system, time in
      time?.pointee = VirtualTime.owner(of: system).julianMilliseconds
      return SQLITE_OK
    }
    fileSystem.pointee.base.xCurrentTime = { system, time in
      time?.pointee = Double(VirtualTime.owner(of: system).julianMilliseconds) / 86_400_000
      return SQLITE_OK
    }
    guard register() == SQLITE_OK else {
      throw .cannotOpen(path: path, reason: "no memory for its clock")
    }
  }

  deinit {
    sqlite3_vfs_unregister(base)
    free(UnsafeMutablePointer(mutating: fileSystem.pointee.base.zName))
    fileSystem.deallocate()
  }

  /// The name to open a connection with.
  var name: UnsafePointer<CChar>? { fileSystem.pointee.base.zName }

  /// Gives a connection random functions that follow the seed; it must not outlive this.
  func addFunctions(to connection: OpaquePointer) {
    let owner = Unmanaged.passUnretained(self).toOpaque()
    _ = lectern_add_function(connection, "random", 0, owner) { context, _, _ in
      let number = VirtualTime.owner(of: context).surroundings.random()
      sqlite3_result_int64(context, Int64(bitPattern: number))
    }
    _ = lectern_add_function(connection, "randomblob", 1, owner) { context, _, values in
      VirtualTime.owner(of: context).giveBlob(sqlite3_value_int64(values?[0]), to: context)
    }
  }

  /// The longest random blob. Why: it is made in memory before SQLite sees it.
  private static let longestBlob: Int64 = 1_000_000

  private func giveBlob(_ length: Int64, to context: OpaquePointer?) {
    guard length <= Self.longestBlob else { return sqlite3_result_error_toobig(context) }
    let bytes = (0..<max(1, length)).map { _ in UInt8(truncatingIfNeeded: surroundings.random()) }
    bytes.withUnsafeBytes { lectern_result_blob(context, $0.baseAddress, UInt64($0.count)) }
  }

  private var base: UnsafeMutablePointer<sqlite3_vfs> {
    UnsafeMutableRawPointer(fileSystem).assumingMemoryBound(to: sqlite3_vfs.self)
  }

  private func register() -> Int32 { sqlite3_vfs_register(base, 0) }

  /// SQLite counts from noon of 24 November 4714 BC.
  private var julianMilliseconds: Int64 {
    surroundings.now().milliseconds + 210_866_760_000_000
  }

  private static func owner(of system: UnsafeMutablePointer<sqlite3_vfs>?) -> VirtualTime {
    guard let system else { preconditionFailure("SQLite names the file system it asks") }
    let timed = UnsafeMutableRawPointer(system).assumingMemoryBound(to: lectern_timed_vfs.self)
    return owner(at: timed.pointee.owner)
  }

  private static func owner(of context: OpaquePointer?) -> VirtualTime {
    owner(at: sqlite3_user_data(context))
  }

  private static func owner(at address: UnsafeMutableRawPointer?) -> VirtualTime {
    guard let address else { preconditionFailure("a clock without an owner") }
    return Unmanaged<VirtualTime>.fromOpaque(address).takeUnretainedValue()
  }
}
