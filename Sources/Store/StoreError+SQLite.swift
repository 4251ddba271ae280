import CSQLite
import Glibc

extension StoreError {
  /// What the connection's last call says went wrong.
  init(connection: OpaquePointer?, path: String, sql: String = "") {
    let extended = connection.map { sqlite3_extended_errcode($0) } ?? SQLITE_NOMEM
    let reason = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    switch (connection, extended & 0xff) {
    case (let connection?, SQLITE_IOERR) where DiskMount.isDown(under: connection):
      self = .down(path: path)
    // Small writes, such as those of the log's index, come as mere trouble with the disk.
    case (let connection?, SQLITE_IOERR) where sqlite3_system_errno(connection) == ENOSPC:
      self = .full(path: path)
    case (let connection?, SQLITE_FULL):
      self = Self.exhausted(connection).map(StoreError.idsExhausted) ?? .full(path: path)
    default:
      self.init(extendedCode: extended, reason: reason ?? "out of memory", path: path, sql: sql)
    }
  }

  /// SQLite says the same of a table without an id left as of a full disk.
  private static func exhausted(_ connection: OpaquePointer) -> String? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let sql = "SELECT name FROM sqlite_sequence WHERE seq = 9223372036854775807"
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { return nil }
    return sqlite3_column_text(statement, 0).map { String(cString: $0) }
  }

  init(extendedCode: Int32, reason: String, path: String, sql: String) {
    switch extendedCode & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy(path: path)
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly(path: path)
    case SQLITE_FULL: self = .full(path: path)
    case SQLITE_IOERR: self = .inputOutput(path: path, reason: reason)
    case SQLITE_CORRUPT: self = .corrupt(path: path, reason: reason)
    case SQLITE_NOTADB: self = .notADatabase(path: path)
    case SQLITE_CANTOPEN, SQLITE_AUTH: self = .cannotOpen(path: path, reason: reason)
    case SQLITE_CONSTRAINT: self = .constraint(reason: reason, extendedCode: extendedCode)
    case SQLITE_INTERRUPT: self = .interrupted
    default: self = .sql(reason: reason, text: sql)
    }
  }
}
