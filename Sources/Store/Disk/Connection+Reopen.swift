import CSQLite
package import Vocabulary

extension Connection {
  /// Goes on with the file of its name on another disk in memory, or in another generation of its
  /// own, as if it was opened there only now: of the file that it had open before nothing is left.
  /// What it has prepared stays, so the file's schema must be the same.
  ///
  /// False where it is none to go on with: then it is to be left alone, and another to be opened.
  ///
  /// Why: SQLite reads the whole schema of a file it opens, and prepares every statement for it
  /// anew, which costs far more than all that a small world does.
  ///
  /// How: the log's index in memory is empty, as after a crash of every process, so SQLite reads
  /// the log from the disk and forgets each page it knew.
  /// Source: https://www.sqlite.org/walformat.html#recovery
  package func reopen(on disk: MemoryDisk, surroundings: (any Surroundings)?) -> Bool {
    endWork()
    guard let fileSystem, fileSystem.disk != nil, !isReadOnly, !disk.isDown,
      sqlite3_txn_state(handle, nil) == SQLITE_TXN_NONE,
      let main = DiskHandle.main(of: handle), let log = DiskHandle.log(of: handle),
      main.isAlone, log.isAlone
    else { return false }
    let mount = disk.mount
    guard let file = disk.file(path, isMade: false), file !== main.file, file.handles.isEmpty,
      let logFile = disk.file("\(path)-wal", isMade: true), logFile.handles.isEmpty
    else { return false }
    main.move(to: file, on: mount)
    log.move(to: logFile, on: mount)
    fileSystem.move(to: disk, virtual: surroundings)
    forgetUse()
    return true
  }

  /// Ends what still runs. What SQLite says then changes nothing any more.
  private func endWork() {
    var statement = sqlite3_next_stmt(handle, nil)
    while let open = statement {
      sqlite3_reset(open)
      statement = sqlite3_next_stmt(handle, open)
    }
    if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }
}

extension DiskHandle {
  /// A connection's hold on its file; nil where that lies on no disk in memory.
  static func main(of connection: OpaquePointer) -> DiskHandle? {
    named(SQLITE_FCNTL_FILE_POINTER, of: connection)
  }

  /// Its hold on the log beside the file.
  static func log(of connection: OpaquePointer) -> DiskHandle? {
    named(SQLITE_FCNTL_JOURNAL_POINTER, of: connection)
  }

  private static func named(_ question: Int32, of connection: OpaquePointer) -> DiskHandle? {
    var place: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection, "main", question, &place) == SQLITE_OK,
      DiskMount.holds(place)
    else { return nil }
    return at(place)
  }
}
