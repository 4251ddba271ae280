import CSQLite

extension Connection {
  /// Copies the whole database, the log included, into an empty file that is there.
  ///
  /// Not in a write transaction of this connection. Where another one holds the right to write and
  /// has changed nothing yet, the copy is what that one begins with.
  /// Source: https://www.sqlite.org/backup.html
  ///
  /// `tell` hears now and then how many of the pages are copied.
  package func backUp(
    to path: String, telling tell: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws(StoreError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2(path, &opened, flags, nil)
    defer { sqlite3_close_v2(opened) }
    guard result == SQLITE_OK, let opened else {
      throw StoreError(connection: opened, path: path)
    }
    try copy(to: opened, path, telling: tell)
  }

  /// A copy that goes with its connection; what memory does not hold of it SQLite puts on the disk.
  package func temporaryCopy() throws(StoreError) -> Connection {
    let made = try Connection(path: "")
    try copy(to: made.handle, made.path)
    return made
  }

  /// Copies the whole database into one that another connection has open.
  func copy(
    to other: OpaquePointer, _ path: String, telling tell: ((Int, Int) -> Void)? = nil
  ) throws(StoreError) {
    // What others write between two steps would let the copy begin anew.
    let holds = tell != nil && sqlite3_get_autocommit(handle) != 0
    if holds { try execute("BEGIN; SELECT count(*) FROM sqlite_schema") }
    defer { if holds { sqlite3_exec(handle, "COMMIT", nil, nil, nil) } }
    guard let copying = sqlite3_backup_init(other, "main", handle, "main") else {
      throw StoreError(connection: other, path: path)
    }
    var copied = sqlite3_backup_step(copying, tell == nil ? -1 : Self.pagesOfStep)
    while copied == SQLITE_OK, let tell {
      let total = Int(sqlite3_backup_pagecount(copying))
      tell(total - Int(sqlite3_backup_remaining(copying)), total)
      copied = sqlite3_backup_step(copying, Self.pagesOfStep)
    }
    let finished = sqlite3_backup_finish(copying)
    guard copied == SQLITE_DONE, finished == SQLITE_OK else {
      let code = finished == SQLITE_OK ? copied : finished
      let isOurs = [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_BUSY].contains(code & 0xff)
      throw StoreError(
        extendedCode: code, reason: String(cString: sqlite3_errstr(code)),
        path: isOurs ? self.path : path, sql: "")
    }
  }

  /// 4 MiB, which takes some milliseconds.
  private static let pagesOfStep: Int32 = 1_024

  /// Ends write-ahead logging: all is in the one file then. Others must have closed it.
  ///
  /// Errors: `busy` where they have not; nothing changed.
  package func endWriteAheadLog() throws(StoreError) {
    let mode = try first("PRAGMA journal_mode = DELETE") { $0.text(0) }
    guard mode == "delete" else { throw .busy(path: path) }
  }

  /// What SQLite finds wrong with the pages of the file; nil for nothing.
  ///
  /// A row that breaks a rule of its table is no damage, nor is an index of full text that does not
  /// fit its rows.
  package func damage() throws(StoreError) -> String? {
    let lines = try all("PRAGMA quick_check(20)") { $0.text(0) }
    let marks = ["*** in database", "Tree ", "Page ", "Freelist", "malformed database"]
    return lines.first { line in marks.contains { line.hasPrefix($0) } }
      .map { String($0.split(whereSeparator: \.isNewline).prefix(2).joined(separator: " ")) }
  }

  /// Closing leaves the file as it is, although a log of another program's lies beside it.
  package func leaveLog(_ isLeft: Bool) {
    _ = lectern_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isLeft ? 1 : 0)
  }
}
