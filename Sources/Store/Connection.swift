import CSQLite
package import Vocabulary

/// A connection to one SQLite file. One thread owns it.
///
/// On every connection: foreign keys and recursive triggers on, a busy wait, WAL with
/// synchronous=NORMAL for files.
package final class Connection {
  /// What the connection may do, and whether it may make the file.
  package enum Mode: Sendable { case readWrite, readOnly, existing }

  /// The file, as it was named.
  package let path: String
  /// Whether it was opened without the right to write.
  package let isReadOnly: Bool
  let handle: OpaquePointer
  /// SQLite itself, set up once. Where it refuses, it counts, and that is only slower.
  private static let library = lectern_count_no_memory()
  /// Unit: bytes. The largest of our triggers needs about so much.
  private static let slotBytes: Int32 = 4_096
  private static let slots: Int32 = 64
  private var statements: [String: Statement] = [:]
  /// Those whose text a call puts together, by where that is and what it is put together for.
  private var placed: [CallPlace: Statement] = [:]
  private struct CallPlace: Hashable { let file: Int, line: UInt, subject: String }
  /// A file system of its own, where time and chance are made up or the disk is one in memory.
  let fileSystem: FileSystem?
  private var stopQuestion: StopQuestion?
  private let busyWait = BusyWait()
  var writeGuard: WriteGuard?
  /// Whether a log beside the file is there because of us, who may not take it away.
  private let makesLog: Bool
  /// What is due before the first statement.
  private var due: (() throws(StoreError) -> Void)?
  /// How many transactions or savepoints are open.
  package private(set) var depth = 0

  /// Opens or makes the file; `:memory:` is a database that goes with the connection.
  ///
  /// `existing` refuses to make a file. Where the surroundings are virtual, `now` and `random()` of
  /// SQL follow them. The file lies on `disk`, or else on the machine's.
  package init(
    path: String, mode: Mode = .readWrite, surroundings: (any Surroundings)? = nil,
    on disk: MemoryDisk? = nil
  ) throws(StoreError) {
    _ = Self.library
    let virtual = surroundings.flatMap { $0.isVirtual ? $0 : nil }
    fileSystem =
      virtual == nil && disk == nil
      ? nil : try FileSystem(virtual: virtual, on: disk, path: path)
    if fileSystem?.mount?.isDown == true { throw .down(path: path) }
    var opened: OpaquePointer?
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    switch mode {
    case .readWrite: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .existing: flags |= SQLITE_OPEN_READWRITE
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    }
    let place = mode == .readOnly && disk == nil ? FilePlace(path: path) : nil
    let named = place?.nameForReading ?? (name: path, flags: 0)
    makesLog = place.map { $0.canBeWritten && !$0.hasLog } ?? false
    let result = sqlite3_open_v2(named.name, &opened, flags | named.flags, fileSystem?.name)
    guard result == SQLITE_OK, let opened else {
      let error = StoreError(connection: opened, path: path)
      sqlite3_close_v2(opened)
      throw error
    }
    self.path = path
    handle = opened
    isReadOnly = mode == .readOnly
    fileSystem?.addFunctions(to: opened)
    _ = lectern_use_slots(opened, Self.slotBytes, Self.slots)
    busyWait.install(on: opened)
    try execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON;")
  }

  deinit {
    dropStatements()
    sqlite3_set_authorizer(handle, nil, nil)
    sqlite3_close_v2(handle)
    if makesLog { FilePlace(path: path).removeEmptyLog() }
  }

  /// Write-ahead logging: readers and one writer at a time, and no fsync at each commit.
  package func useWriteAheadLog() throws(StoreError) {
    var calls: Int32 = 0
    while true {
      do throws(StoreError) {
        return try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")
      } catch {
        // Of two programs that make the file at once SQLite lets the second one not even wait.
        guard error.kind == .busy, busyWait.goesOn(after: calls) != 0 else { throw error }
        calls += 1
      }
    }
  }

  /// Whether the file is still where it was opened.
  ///
  /// Why: what is written to a file that nobody can find any more is lost without a word.
  package func requireFile() throws(StoreError) {
    try requirePower()
    var hasMoved: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    if result == SQLITE_OK, hasMoved != 0 { throw .gone(path: path) }
  }

  /// Whether the file is one of the machine's, which other processes may open too.
  package var isOnMachine: Bool { fileSystem?.disk == nil && path != ":memory:" }

  /// What a dead connection holds in memory is nothing that anyone may see.
  private func requirePower() throws(StoreError) {
    if fileSystem?.mount?.isDown == true { throw .down(path: path) }
  }

  /// Runs `body`, which finds another's lock at once rather than wait for it.
  package func withoutWaiting<T>(_ body: () throws -> T) rethrows -> T {
    let limit = busyWait.limit
    busyWait.limit = 0
    defer { busyWait.limit = limit }
    return try body()
  }

  /// Puts off work on the file to the first statement, whatever that is.
  ///
  /// Why: SQLite reads the whole schema then, which costs more than all the rest of a start.
  package func whenFirstUsed(_ body: @escaping () throws(StoreError) -> Void) { due = body }

  /// Does what was put off. Where it fails, it is due again.
  package func makeReady() throws(StoreError) {
    try requirePower()
    guard let body = due else { return }
    due = nil
    do throws(StoreError) { try body() } catch {
      due = body
      throw error
    }
  }

  /// How much of the file may stay in memory.
  package func keepInMemory(kilobytes: Int) throws(StoreError) {
    try execute("PRAGMA cache_size = -\(kilobytes)")
  }

  /// Runs statements without parameters, one after the other.
  package func execute(_ sql: String) throws(StoreError) {
    try makeReady()
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw StoreError(connection: handle, path: path, sql: sql)
    }
  }

  /// Prepares a statement that its caller keeps.
  package func prepare(_ sql: String) throws(StoreError) -> Statement {
    var rest: String = ""
    return try prepare(sql, rest: &rest)
  }

  /// Prepares the first statement of `sql`; what follows it goes to `rest`.
  package func prepare(_ sql: String, rest: inout String) throws(StoreError) -> Statement {
    try makeReady()
    var prepared: OpaquePointer?
    var text = sql
    let (result, used) = text.withUTF8 { bytes -> (Int32, Int) in
      let count = Int32(clamping: bytes.count)
      return bytes.withMemoryRebound(to: CChar.self) { characters in
        var tail: UnsafePointer<CChar>?
        let result = sqlite3_prepare_v3(
          handle, characters.baseAddress, count, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &tail
        )
        let used = tail.flatMap { tail in characters.baseAddress.map { tail - $0 } } ?? 0
        return (result, used)
      }
    }
    guard result == SQLITE_OK else { throw StoreError(connection: handle, path: path, sql: sql) }
    guard let prepared else { throw .sql(reason: "no statement", text: sql) }
    rest = String(decoding: sql.utf8.dropFirst(used), as: UTF8.self)
    return Statement(handle: prepared, sql: sql, path: path, fileSystem: fileSystem)
  }

  /// A statement that the connection keeps prepared.
  package func cached(_ sql: String) throws(StoreError) -> Statement {
    try requirePower()
    if let known = statements[sql] {
      known.reset()
      return known
    }
    let statement = try prepare(sql)
    // There are as many texts as sets of columns; those in use are held by who uses them.
    if statements.count >= Limits.keptStatements {
      statements.removeAll(keepingCapacity: true)
      placed.removeAll(keepingCapacity: true)
    }
    statements[sql] = statement
    return statement
  }

  /// The same for a text that is put together for a `subject`, such as a table's name, which alone
  /// it follows from: the first call makes it, those after it find the statement without it.
  package func cached(
    for subject: String, file: StaticString = #fileID, line: UInt = #line, _ sql: () -> String
  ) throws(StoreError) -> Statement {
    try requirePower()
    let place = CallPlace(file: Int(bitPattern: file.utf8Start), line: line, subject: subject)
    if let known = placed[place] {
      known.reset()
      return known
    }
    let statement = try cached(sql())
    placed[place] = statement
    return statement
  }

  /// Runs one kept statement with these values.
  package func run(_ sql: String, _ values: SQLValue...) throws(StoreError) {
    try bound(sql, values).run()
  }

  /// The first row of one kept statement with these values.
  package func first<T>(
    _ sql: String, _ values: SQLValue..., read: (Statement) -> T
  ) throws(StoreError) -> T? {
    try bound(sql, values).first(read)
  }

  /// All rows of one kept statement with these values.
  package func all<T>(
    _ sql: String, _ values: SQLValue..., read: (Statement) -> T
  ) throws(StoreError) -> [T] {
    try bound(sql, values).all(read)
  }

  private func bound(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> Statement {
    let statement = try cached(sql)
    for (place, value) in values.enumerated() { statement.bind(place + 1, value) }
    return statement
  }

  /// The id of the latest row that was inserted here.
  package var lastInsertID: Int64 { sqlite3_last_insert_rowid(handle) }
  /// Rows changed by the last statement, triggers not counted.
  package var changes: Int64 { sqlite3_changes64(handle) }
  /// Rows changed since the connection was opened, triggers counted.
  package var totalChanges: Int64 { sqlite3_total_changes64(handle) }
  /// Whether a transaction is open, whoever began it.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// What `interrupt` takes; good for as long as the connection lives.
  package var interruptContext: UnsafeMutableRawPointer { UnsafeMutableRawPointer(handle) }

  /// Stops the statement that runs on a connection, from a signal handler too.
  package static func interrupt(_ context: UnsafeMutableRawPointer?) {
    sqlite3_interrupt(context.map(OpaquePointer.init))
  }

  /// Has `isStopped` asked while statements run; true ends the one that does.
  ///
  /// Why beside `interrupt`: that one is lost where it comes just before a statement begins.
  package func stop(
    every steps: Int32 = Limits.stepsBetweenStopQuestions, where isStopped: @escaping () -> Bool
  ) {
    let question = StopQuestion(isStopped)
    stopQuestion = question
    busyWait.question = question
    sqlite3_progress_handler(handle, steps, StopQuestion.ask, question.context)
  }

  /// Rows changed by transactions that were committed, triggers counted.
  package private(set) var keptChanges: Int64 = 0

  func noteCommit(since before: Int64) { keptChanges += totalChanges - before }

  func noteDepth(_ change: Int) { depth += change }

  /// As after an opening, but for what is prepared.
  func forgetUse() {
    depth = 0
    due = nil
    keptChanges = 0
  }

  /// Forgets prepared statements, as the schema has changed or memory is wanted.
  package func dropStatements() {
    statements.removeAll()
    placed.removeAll()
  }
}
