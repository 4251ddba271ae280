import CSQLite
import Vocabulary

/// What `now` and `random()` of SQL are on a connection whose time and chance are made up.
///
/// SQLite asks its file system for the time, so such a connection has one of its own. Defaults and
/// triggers follow it like everything else.
extension FileSystem {
  /// Has SQLite ask the surroundings for the time.
  func setClock(of base: inout sqlite3_vfs) {
    base.xCurrentTimeInt64 = { system, time in
      time?.pointee = FileSystem.owner(of: system).julianMilliseconds
      return SQLITE_OK
    }
    base.xCurrentTime = { system, time in
      time?.pointee = Double(FileSystem.owner(of: system).julianMilliseconds) / 86_400_000
      return SQLITE_OK
    }
  }

  /// Gives a connection random functions that follow the seed; it must not outlive this.
  func addFunctions(to connection: OpaquePointer) {
    guard virtual != nil else { return }
    let owner = Unmanaged.passUnretained(self).toOpaque()
    _ = lectern_add_function(connection, "random", 0, owner) { context, _, _ in
      let number = FileSystem.owner(at: sqlite3_user_data(context)).draw()
      sqlite3_result_int64(context, Int64(bitPattern: number))
    }
    _ = lectern_add_function(connection, "randomblob", 1, owner) { context, _, values in
      let length = sqlite3_value_int64(values?[0])
      FileSystem.owner(at: sqlite3_user_data(context)).giveBlob(length, to: context)
    }
  }

  /// The longest random blob. Why: it is made in memory before SQLite sees it.
  private static let longestBlob: Int64 = 1_000_000

  private func giveBlob(_ length: Int64, to context: OpaquePointer?) {
    guard length <= Self.longestBlob else { return sqlite3_result_error_toobig(context) }
    let bytes = (0..<max(1, length)).map { _ in UInt8(truncatingIfNeeded: draw()) }
    bytes.withUnsafeBytes { lectern_result_blob(context, $0.baseAddress, UInt64($0.count)) }
  }

  private func draw() -> UInt64 { virtual?.random() ?? 0 }

  /// SQLite counts from noon of 24 November 4714 BC.
  private var julianMilliseconds: Int64 {
    (virtual?.now().milliseconds ?? 0) + 210_866_760_000_000
  }
}
