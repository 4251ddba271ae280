import ChangeQueue
import Schema
import Store
import Vocabulary

/// The changes of one push.
struct PushBatch {
  /// What the answer needs to know of an entry, in the order of the changes.
  struct Sent {
    let id: Int64
    let table: SyncedTable
    let localID: Int64
    let cloudID: RecordID
    let operation: String
  }

  var entries: [Sent] = []
  var body: [UInt8] = []
  let account: String
}

extension SyncEngine {
  /// Picks the next changes and marks them as being sent: parents before children, at most
  /// `Limits.pushChanges` and `Limits.pushBytes`. Nil where nothing is ready.
  func beginPush(limit: Int, isForced: Bool) throws -> PushBatch? {
    guard try fullPull() != .stale else { return nil }
    let account = try cloud.account()
    guard try mayHaveChanges() else { return nil }
    _ = try database.compactQueue()
    return try database.write {
      if try fullPull() == nil { try offerUnacknowledged() }
      var batch = PushBatch(account: account)
      var changes: [UInt8] = []
      try fill(&batch, &changes, limit: min(limit, Limits.pushChanges), isForced: isForced)
      if batch.entries.isEmpty { return nil }
      var head = JSONObject()
      head["device"] = .string(device())
      head["cursor"] = .string(try cursorText())
      head["newest"] = .string(try newest()?.text ?? "")
      batch.body = JSONValue.object(head).bytes
      batch.body.removeLast()
      batch.body += Array(#","changes":["#.utf8)
      batch.body += changes
      batch.body += Array("]}".utf8)
      return batch
    }
  }

  private func fill(
    _ batch: inout PushBatch, _ changes: inout [UInt8], limit: Int, isForced: Bool
  ) throws {
    let now = surroundings.now().milliseconds
    let isHeld = try isSealedHeld()
    if isHeld != self.isHeld { self.blocked = nil }
    self.isHeld = isHeld
    var blocked = try self.blocked ?? blockedRows(now, isForced: isForced)
    defer { self.blocked = blocked }
    for table in catalog.tables where try isQueued(table) {
      if isHeld, table.isSealed { continue }
      if table.isMonotone, try fullPull() == .first { continue }
      var marks = SendingMarks(table, isForced: isForced, now: now)
      // In the order of ids, so that no page is read twice.
      let statement = try connection.cached(
        """
        SELECT id, local_id, cloud_id, operation, payload_json, stamp, was_sent
        FROM sync_queue WHERE \(SendingMarks.condition) ORDER BY id
        """)
      marks.bind(statement)
      defer { statement.reset() }
      var isFull = false
      while !isFull, batch.entries.count < limit, try statement.step() {
        guard let entry = row(statement, table), !refusedNow.contains(entry.id),
          try blocked.isEmpty || !waits(entry, for: &blocked)
        else {
          marks.skip()
          continue
        }
        isFull = try !add(entry, statement, to: &batch, &changes, &marks)
      }
      statement.reset()
      try marks.write(to: database)
      if isFull { return }
    }
  }

  /// Is anything queued, or may a row be there that should be? Where not, nothing is written.
  func mayHaveChanges() throws -> Bool {
    let queued = try connection.first("SELECT 1 FROM sync_queue LIMIT 1") { _ in true }
    return try queued != nil || database.state(.offersDue) != nil
  }

  /// Is anything of the table queued? One look into an index.
  private func isQueued(_ table: SyncedTable) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM sync_queue WHERE table_name = ?1 LIMIT 1", .text(table.name)
    ) { _ in true } ?? false
  }

  /// Adds a change to the body; false where it has no room there.
  private func add(
    _ entry: PushBatch.Sent, _ statement: Statement, to batch: inout PushBatch,
    _ changes: inout [UInt8], _ marks: inout SendingMarks
  ) throws -> Bool {
    let start = changes.count
    if start > 0 { changes.append(UInt8(ascii: ",")) }
    let whole = try write(entry, statement, to: &changes)
    if changes.count > Limits.pushBytes, start > 0 {
      changes.removeSubrange(start...)
      return false
    }
    marks.add(entry.id, whole)
    batch.entries.append(entry)
    return true
  }

  private func row(_ statement: Statement, _ table: SyncedTable) -> PushBatch.Sent? {
    guard let cloudID = RecordID(statement.text(2)) else { return nil }
    return PushBatch.Sent(
      id: statement.integer(0), table: table, localID: statement.integer(1), cloudID: cloudID,
      operation: statement.text(3))
  }

  /// Rows whose change is parked, or was refused and waits for its next attempt.
  func blockedRows(_ now: Int64, isForced: Bool) throws -> Set<RowHandle> {
    let refused = try connection.all(
      """
      SELECT id, table_name, local_id, state = 'parked', coalesce(not_before_ms, 0) FROM sync_queue
      WHERE state = 'parked' OR attempts > 0 OR not_before_ms IS NOT NULL
      """
    ) { row in
      (
        id: row.integer(0), row: RowHandle(table: row.text(1), localID: row.integer(2)),
        isParked: row.integer(3) != 0, notBefore: row.integer(4)
      )
    }
    let blocked = refused.filter { entry in
      entry.isParked || refusedNow.contains(entry.id) || !isForced && entry.notBefore > now
    }
    return Set(blocked.map(\.row)).union(isHeld ? try heldRows() : [])
  }

  /// A child of a blocked change waits: it uses no attempt and goes when its parent does. What
  /// hangs on a child that the cloud does not have either waits with it.
  func waits(_ entry: PushBatch.Sent, for blocked: inout Set<RowHandle>) throws -> Bool {
    for column in entry.table.references {
      guard let parent = column.parent else { continue }
      let id = try connection.first(
        "SELECT \(column.name) FROM \(entry.table.name) WHERE id = ?1", .integer(entry.localID)
      ) { $0.optionalInteger(0) }
      if let id = id.flatMap({ $0 }), blocked.contains(RowHandle(table: parent, localID: id)) {
        if try isUnacknowledged(entry) {
          blocked.insert(RowHandle(table: entry.table.name, localID: entry.localID))
        }
        return true
      }
    }
    return false
  }

  /// Writes the change. A row that the cloud has not acknowledged goes whole. Answers the entry as
  /// it is to be stored; nil where only its state changes.
  private func write(
    _ entry: PushBatch.Sent, _ statement: Statement, to changes: inout [UInt8]
  ) throws -> QueueEntry? {
    let isFirst = statement.integer(6) == 0
    let isPlain = !entry.table.isSealed || sealing.active == nil
    if isFirst, isPlain, entry.operation == "INSERT",
      try writePlainInsert(
        entry, payload: statement.utf8(4), stamp: statement.utf8(5), to: &changes)
    {
      return nil
    }
    guard var whole = try database.entry(id: entry.id) else {
      throw SyncError.unexpected("change \(entry.id) cannot be read")
    }
    if whole.operation != .insert, try isUnacknowledged(entry) { try database.makeWhole(&whole) }
    try writeChange(whole, entry, to: &changes)
    for (key, edit) in whole.edits where !edit.sent.contains(edit.stamp) {
      whole.edits[key]?.sent.append(edit.stamp)
    }
    whole.state = .sending
    whole.wasSent = true
    return whole
  }

  /// A row of the local trash that was edited again is none that the cloud has, either.
  private func isUnacknowledged(_ entry: PushBatch.Sent) throws -> Bool {
    try connection.first(
      "SELECT seq IS NULL OR seq = -1 FROM \(entry.table.name) WHERE id = ?1",
      .integer(entry.localID)
    ) { $0.integer(0) != 0 } ?? false
  }
}
