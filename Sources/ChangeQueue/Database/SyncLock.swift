import Glibc
package import Store

/// One sync at a time for a file, across processes. It is let go when the process ends, however it
/// ends.
package final class SyncLock {
  private let descriptor: Int32

  /// Nil where another process is syncing the same file.
  ///
  /// A library in memory, or a folder that cannot be written, needs no lock and gets one that locks
  /// nothing.
  package init?(beside path: String) {
    guard path != ":memory:" else {
      descriptor = -1
      return
    }
    descriptor = open("\(path)-sync", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      close(descriptor)
      return nil
    }
  }

  /// The lock of the file that a connection has open.
  package convenience init?(of connection: Connection) {
    self.init(beside: connection.isOnMachine ? connection.path : ":memory:")
  }

  /// Whether a process is syncing the file. It writes nothing, not even where no file is yet.
  package static func isTaken(of connection: Connection) -> Bool {
    guard connection.isOnMachine else { return false }
    return access("\(connection.path)-sync", F_OK) == 0 && SyncLock(of: connection) == nil
  }

  /// Closing is not enough: a child that another thread has just forked has the lock too, until it
  /// runs its program.
  deinit {
    guard descriptor >= 0 else { return }
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
