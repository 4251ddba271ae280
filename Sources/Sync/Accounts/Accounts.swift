import ChangeQueue
import Schema
import Store

/// What becomes of the library when its account ends, or another one comes.
///
/// Each is one transaction, under the lock of sync: a crash leaves the library the one's or the
/// other's, never in between, and no sync of another process sees half of it.
extension SyncEngine {
  /// Runs `body` while no process syncs the library.
  package func alone<T>(_ body: () throws -> T) throws -> T {
    try database.releaseRead()
    guard !connection.isInTransaction else { throw SyncError.inTransaction }
    guard let lock = try lock(isPatient: true) else { throw SyncError.busyElsewhere }
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  /// The library belongs to nobody, as before the first sign-in. Rows, queue, conflicts and log
  /// stay; the next account gets all of it. Call it while alone; it may be repeated.
  package func disown() throws {
    try database.write {
      try database.setState(.owner, nil)
      try database.setState(.ownerIsHere, nil)
      try forgetCloud()
      for key in [
        SyncStateKey.lastSyncAt, .lastError, .lastErrorKind, .failures, .retryAt, .verifyDue,
      ] { try database.setState(key, nil) }
    }
  }

  /// From now on it is that account's, synced or not: a guest's, or one in which another account
  /// has nothing. Errors: `otherOwner`.
  package func settle(for account: String) throws {
    if let owner = try owner(), owner != account, try isBlank() { try disown() }
    try settleOwner(account)
  }

  /// Whether there is nothing in it that could be anybody's: no row, and nothing that waits.
  package func isBlank() throws -> Bool {
    for table in ["sync_queue", "sync_set_aside"] + catalog.tables.map(\.name)
    where try connection.first("SELECT 1 FROM \(table) LIMIT 1", read: { _ in true }) != nil {
      return false
    }
    return true
  }

  /// Empties the library and gives it to an account, whose rows come with the next pull. What was
  /// in it must be kept elsewhere before. Call it while alone.
  package func replaceLibrary(for account: String) throws {
    try database.write {
      try database.emptyOut()
      try belong(to: account)
    }
  }

  /// Makes the library's rows new ones of an account, which has not seen them. What it was must be
  /// kept elsewhere before. Call it while alone.
  package func copyLibrary(to account: String) throws {
    try database.write {
      try database.makeCopies()
      try belong(to: account)
    }
  }

  /// Whoever owned it before, it is the account's now, and nothing of it is in that cloud yet. Call
  /// it inside a write.
  func belong(to account: String) throws {
    try database.setState(.owner, account)
    try database.setState(.ownerIsHere, cloud.isOwnCloud ? "1" : nil)
    try forgetCloud()
    try database.setState(.fullPull, FullPull.first.rawValue)
    try database.setState(.offersDue, "1")
    try setRunsAside()
  }
}
