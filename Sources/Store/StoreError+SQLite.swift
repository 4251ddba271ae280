import CSQLite

extension StoreError {
  /// What the connection's last call says went wrong.
  init(connection: OpaquePointer?, path: String, sql: String = "") {
    let extended = connection.map { sqlite3_extended_errcode($0) } ?? SQLITE_NOMEM
    let reason = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    self.init(extendedCode: extended, reason: reason ?? "out of memory", path: path, sql: sql)
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
