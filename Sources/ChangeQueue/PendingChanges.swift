import Schema
package import Store
package import Vocabulary

/// Reads and writes queue entries. Every entry here is stamped; see `Capture` for how that comes.
extension UserDatabase {
  private static let entryColumns = """
    id, operation, table_name, local_id, cloud_id, payload_json, stamp, wall_ms, state, attempts,
    was_sent, not_before_ms, error_code, last_error
    """

  /// The columns of a queue entry, in the order that `entry(_:)` reads.
  private func selectEntries(_ rest: String) -> String {
    "SELECT \(Self.entryColumns) FROM sync_queue WHERE stamp IS NOT NULL AND \(rest)"
  }

  /// Entries in the order they were made.
  package func entries(state: QueueEntry.State? = nil, table: String? = nil) throws -> [QueueEntry]
  {
    try adoptForeignEntries()
    return try queryEntries(
      "(?1 IS NULL OR state = ?1) AND (?2 IS NULL OR table_name = ?2) ORDER BY id",
      state.map { .text($0.rawValue) } ?? .null, table.map { .text($0) } ?? .null)
  }

  /// The entry with that id, if it is still queued.
  package func entry(id: Int64) throws -> QueueEntry? {
    try queryEntries("id = ?1", .integer(id)).first
  }

  /// The entries of one row, oldest first.
  package func entries(of table: String, localID: Int64) throws -> [QueueEntry] {
    try queryEntries(
      "table_name = ?1 AND local_id = ?2 ORDER BY id", .text(table), .integer(localID))
  }

  /// How many entries are queued, parked ones too.
  package func queueLength() throws(StoreError) -> Int64 {
    try connection.first("SELECT count(*) FROM sync_queue") { $0.integer(0) } ?? 0
  }

  /// The entries that an SQL condition, and what may follow it, picks.
  package func queryEntries(_ rest: String, _ values: SQLValue...) throws -> [QueueEntry] {
    let statement = try connection.cached(selectEntries(rest))
    for (place, value) in values.enumerated() { statement.bind(place + 1, value) }
    defer { statement.reset() }
    var entries: [QueueEntry] = []
    while try statement.step() {
      if let entry = entry(statement) { entries.append(entry) }
    }
    return entries
  }

  /// What a tool wrote as text may be none: what is no UTF-8 reads as U+FFFD, here as everywhere.
  private static func payload(_ row: Statement, _ column: Int) -> JSONValue? {
    do { return try JSONValue(parsing: row.utf8(column)) } catch {
      do { return try JSONValue(parsing: row.text(column)) } catch { return nil }
    }
  }

  /// Nil for an entry of a table that this program does not know, and for one that was damaged: the
  /// next sync sends its row in its place.
  private func entry(_ row: Statement) -> QueueEntry? {
    guard let table = catalog[row.text(2)], let cloudID = RecordID(row.text(4)),
      let payload = Self.payload(row, 5), payload.object != nil
    else { return nil }
    let wall = Instant(milliseconds: row.integer(7))
    return QueueEntry(
      id: row.integer(0), operation: QueueEntry.Operation(rawValue: row.text(1)) ?? .update,
      table: table.name, localID: row.integer(3), cloudID: cloudID,
      edits: QueueEntry.edits(
        payload: payload, table: table, stamp: Stamp(unchecked: row.text(6)), wall: wall,
        wasSent: row.integer(10) != 0),
      state: QueueEntry.State(rawValue: row.text(8)) ?? .ready, attempts: Int(row.integer(9)),
      wasSent: row.integer(10) != 0, wall: wall,
      notBefore: row.optionalInteger(11).map(Instant.init(milliseconds:)),
      errorCode: row.optionalText(12), lastError: row.optionalText(13))
  }

  /// Adds an entry that Lectern itself makes, already stamped. Answers its id.
  @discardableResult
  package func enqueue(_ entry: QueueEntry) throws -> Int64 {
    guard let table = catalog[entry.table], try travels(table, entry.localID) else { return 0 }
    hasEnqueued = true
    try connection.run(
      """
      INSERT INTO sync_queue(operation, table_name, local_id, cloud_id, payload_json, stamp,
        wall_ms, state, attempts, was_sent)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """, .text(entry.operation.rawValue), .text(entry.table), .integer(entry.localID),
      .text(entry.cloudID.text), .text(entry.payload(in: table).text),
      .text(entry.newestStamp.text), .integer(entry.wall.milliseconds),
      .text(entry.state.rawValue), .integer(Int64(entry.attempts)),
      .integer(entry.wasSent ? 1 : 0))
    return connection.lastInsertID
  }

  /// Whether the queue may tell of a row: some that are here never leave.
  func travels(_ table: SyncedTable, _ localID: Int64) throws(StoreError) -> Bool {
    guard table.staying != nil else { return true }
    let stays = "SELECT 1 FROM \(table.name) WHERE id = ?1 AND NOT (true\(table.travels("")))"
    return try connection.first(stays, .integer(localID)) { _ in true } == nil
  }

  /// Writes an entry back.
  package func update(_ entry: QueueEntry) throws {
    guard let table = catalog[entry.table] else { return }
    try connection.run(
      """
      UPDATE sync_queue SET operation = ?2, local_id = ?3, payload_json = ?4, stamp = ?5,
        state = ?6, attempts = ?7, was_sent = ?8, not_before_ms = ?9, error_code = ?10,
        last_error = ?11 WHERE id = ?1
      """, .integer(entry.id), .text(entry.operation.rawValue), .integer(entry.localID),
      .text(entry.payload(in: table).text), .text(entry.newestStamp.text),
      .text(entry.state.rawValue), .integer(Int64(entry.attempts)),
      .integer(entry.wasSent ? 1 : 0),
      entry.notBefore.map { .integer($0.milliseconds) } ?? .null,
      entry.errorCode.map { .text($0) } ?? .null, entry.lastError.map { .text($0) } ?? .null)
  }

  /// Takes an entry out of the queue; what it changed stays.
  package func removeEntry(_ id: Int64) throws(StoreError) {
    try connection.run("DELETE FROM sync_queue WHERE id = ?1", .integer(id))
  }
}

extension QueueEntry {
  /// The newest stamp among its edits; zero where none carries one.
  package var newestStamp: Stamp { edits.values.map(\.stamp).max() ?? .zero }
}
