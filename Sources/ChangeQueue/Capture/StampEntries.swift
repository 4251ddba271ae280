import Schema
import Store
package import Vocabulary

/// Completes what the triggers noted: a stamp for every edit, a cloud id for every new row.
///
/// Unstamped notes are always the newest entries of the queue, so finding them costs what there is
/// to do, not what is queued.
extension UserDatabase {
  /// An entry as a trigger notes it.
  struct Note {
    let id: Int64
    let operation: String
    let table: SyncedTable
    var localID: Int64
    let wall: Instant
    /// What the row was named when it was noted; nil for a row that gets its id later.
    let cloudID: String?

    /// What a tool gave it for an id may be none.
    var isNamed: Bool { cloudID.map { RecordID($0)?.text == $0 } ?? false }
  }

  /// Stamps what other tools left, each from the wall reading of its own write. Answers the id of
  /// the newest entry.
  func stampForeignEntries() throws -> Int64 {
    guard let newest = try newestEntry() else { return 0 }
    guard newest.isUnstamped else { return newest.id }
    try complete(after: try newestStampedID(), wall: nil, since: nil)
    return try newestEntry()?.id ?? 0
  }

  private func newestEntry() throws(StoreError) -> (id: Int64, isUnstamped: Bool)? {
    try statements.newest.on(connection).first { ($0.integer(0), $0.integer(1) != 0) }
  }

  /// Stamps what other tools left, now and not at the next write: due before the queue is shown.
  package func adoptForeignEntries() throws {
    guard !isReadOnly, !connection.isInTransaction || isHoldingRead else { return }
    if try newestEntry()?.isUnstamped == true { try write {} }
  }

  private func newestStampedID() throws(StoreError) -> Int64 {
    let statement = try connection.cached(
      "SELECT id, stamp IS NULL FROM sync_queue ORDER BY id DESC")
    defer { statement.reset() }
    while try statement.step() { if statement.integer(1) == 0 { return statement.integer(0) } }
    return 0
  }

  /// Stamps the entries of this transaction from our clock, which stood at `start` when it began.
  func stampOwnEntries(after known: Int64, since start: Stamp) throws {
    try complete(after: known, wall: surroundings, since: start)
  }

  private func complete(
    after known: Int64, wall: (any Surroundings)?, since start: Stamp?
  ) throws {
    var notes = try notes(after: known)
    guard !notes.isEmpty else { return }
    let areNew = notes.allSatisfy { $0.operation == "INSERT" }
    if !areNew, try reconcile(notes, after: known) {
      notes = Self.inOrderOfTime(try self.notes(after: known))
      // The newest stamp need not be that of the newest entry.
      hasEnqueued = true
    }
    entriesAdded += notes.count
    let now = wall?.now()
    // Rows with a drawn id first: a link's own id follows from the ids of its notes.
    for isNamed in [false, true] {
      for note in notes
      where note.table.naturalKey.isEmpty == !isNamed && (isNamed || !note.isNamed) {
        try name(note, wall: now ?? note.wall)
      }
    }
    for note in notes { try stamp(note, wall: now ?? note.wall, since: start) }
  }

  /// Notes that were written anew stand in the order of their tables. Those of one record stay in
  /// the order they have.
  private static func inOrderOfTime(_ notes: [Note]) -> [Note] {
    var latest: [RowHandle: Instant] = [:]
    let dated = notes.enumerated().map { place, note in
      let row = RowHandle(table: note.table.name, localID: note.localID)
      let wall = max(latest[row] ?? note.wall, note.wall)
      latest[row] = wall
      return (wall: wall, place: place, note: note)
    }
    return dated.sorted { ($0.wall, $0.place) < ($1.wall, $1.place) }.map(\.note)
  }

  /// Writes the notes of tables anew in which rows went or changed their key. Parents come first,
  /// since a link's own id follows from theirs.
  private func reconcile(_ notes: [Note], after known: Int64) throws -> Bool {
    let due = try catalog.tables.filter { table in
      try needsReconciling(table, notes.filter { $0.table == table })
    }
    guard !due.isEmpty else { return false }
    var moved: [String: MovedIDs] = [:]
    for table in catalog.tables {
      let own = notes.filter { $0.table == table }
      if due.contains(table) {
        try quietly { try reconcile(table, own, after: known, moved: &moved) }
      }
      // A link's own id follows from the ids of its notes.
      for note in try self.notes(after: known) where note.table == table {
        if table.naturalKey.isEmpty { try name(note, wall: note.wall) }
      }
    }
    return true
  }

  private func needsReconciling(_ table: SyncedTable, _ notes: [Note]) throws -> Bool {
    if notes.contains(where: { $0.operation != "INSERT" && $0.operation != "UPDATE" }) {
      return true
    }
    for note in notes where note.operation == "UPDATE" {
      for column in table.naturalKey {
        let isKeyed = try connection.first(
          "SELECT json_type(payload_json, ?2) IS NOT NULL FROM sync_queue WHERE id = ?1",
          .integer(note.id), .text("$.\(column)")
        ) { $0.integer(0) != 0 }
        if isKeyed == true { return true }
      }
    }
    return false
  }

  private func notes(after known: Int64) throws -> [Note] {
    let statement = try statements.notes.on(connection)
    statement.bind(1, known)
    defer { statement.reset() }
    var notes: [Note] = []
    while try statement.step() {
      guard let table = catalog[statement.text(2)] else { continue }
      notes.append(
        Note(
          id: statement.integer(0), operation: statement.text(1), table: table,
          localID: statement.integer(3), wall: Instant(milliseconds: statement.integer(4)),
          cloudID: statement.optionalText(5)))
    }
    return notes
  }

  /// Gives a new row its cloud id.
  private func name(_ note: Note, wall: Instant) throws {
    guard note.operation == "INSERT" else { return }
    let table = note.table
    let given = try connection.first(
      "SELECT cloud_id FROM \(table.name) WHERE id = ?1", .integer(note.localID)
    ) { $0.optionalText(0) }
    guard let given else { return }
    let natural = try naturalName(table, localID: note.localID)
    if let given, natural?.text ?? RecordID(given)?.text == given { return }
    let id = natural ?? drawID(wall)
    func write() throws {
      try connection.run(
        "UPDATE \(table.name) SET cloud_id = ?2 WHERE id = ?1", .integer(note.localID),
        .text(id.text))
    }
    // What a tool gave it for one is no id.
    if given == nil { try write() } else { try quietly(write) }
  }

  /// A new id for a row without a natural key, made at `wall`.
  package func drawID(_ wall: Instant) -> RecordID {
    RecordID(at: wall, random: surroundings.random(), surroundings.random())
  }

  /// The name-based id of a row as it stands; nil where its table draws ids.
  func naturalName(_ table: SyncedTable, localID: Int64) throws -> RecordID? {
    guard case .named(let key) = table.identity else { return nil }
    let parts = key.map { name in
      table.column(name)?.parent.map { "(SELECT cloud_id FROM \($0) WHERE id = \(name))" } ?? name
    }
    let values = try connection.first(
      "SELECT \(parts.joined(separator: ", ")) FROM \(table.name) WHERE id = ?1",
      .integer(localID)
    ) { row in (0..<key.count).map { row.text($0) } }
    return values.map { RecordID(table: table.name, key: $0.joined(separator: "|")) }
  }

  /// Stamps one note: entry and row.
  private func stamp(_ note: Note, wall: Instant, since start: Stamp?) throws {
    let known = statements.rows(of: note.table)
    let row = try known.read.on(connection)
    row.bind(1, note.localID)
    guard try row.step() else { return try removeEntry(note.id) }
    let cloudID = row.text(0)
    let stamp = row.optionalText(1).map(Stamp.init(unchecked:))
    let isSorted = known.sets.indices.allSatisfy { row.text($0 + 2) == "[]" }
    let first = 2 + known.sets.count
    let odd = known.times.indices.filter { !Self.isStoredForm(row.utf8(first + $0)) }
    row.reset()
    for place in odd { try rewriteTime(known.times[place], note) }
    guard note.operation == "INSERT" else { return try stampUpdate(note, wall: wall) }
    if let stamp {
      guard let start, isOurs(stamp, since: start) else {
        return try stampUpdate(note, wall: wall)
      }
      try stampEntry(note, stamp, cloudID: cloudID, wall: wall)
    } else {
      try stampInsert(note, cloudID: cloudID, wall: wall)
    }
    if !isSorted { try sortSets(note.table, note.localID) }
  }

  /// Did the writer of the row take its stamp from our clock, in this transaction?
  private func isOurs(_ stamp: Stamp, since start: Stamp) -> Bool {
    stamp > start && stamp <= clock.highWater && stamp.device == clock.device
  }

  private func stampInsert(_ note: Note, cloudID: String, wall: Instant) throws {
    let stamp = tick(wall)
    try stampEntry(note, stamp, cloudID: cloudID, wall: wall)
    let mark = try statements.rows(of: note.table).stamp.on(connection)
    mark.bind(1, note.localID)
    mark.bind(2, stamp.text)
    mark.bind(3, stamp.instant.text)
    try mark.run()
  }

  /// Tells the triggers from when on stamps are of this write, so that they note them. Where a
  /// savepoint took the word back, entries are stamped before the commit, as those of other tools.
  func announceStamps() throws(StoreError) {
    guard let stampsBegin, !areStampsAnnounced else { return }
    let announce = try statements.announce.on(connection)
    announce.bind(1, stampsBegin.text)
    try announce.run()
    areStampsAnnounced = true
  }

  /// Remembers that an entry was written with its stamp.
  func noteStamped(_ stamp: Stamp) {
    queuedStamp = stamp
    entriesAdded += 1
  }

  private func stampEntry(
    _ note: Note, _ stamp: Stamp, cloudID: String, wall: Instant
  ) throws(StoreError) {
    let mark = try statements.stampEntry.on(connection)
    mark.bind(1, note.id)
    mark.bind(2, stamp.text)
    mark.bind(3, cloudID)
    mark.bind(4, wall.milliseconds)
    try mark.run()
    queuedStamp = stamp
  }

  /// Runs, inside `apply`, a change of rows that is an edit all the same.
  package func noting(_ body: () throws -> Void) throws {
    try connection.run("DELETE FROM sync_applying")
    try body()
    try connection.run("INSERT INTO sync_applying(id) VALUES(1)")
  }

  /// Runs a change of rows that is not to be noted as an edit.
  package func quietly(_ body: () throws -> Void) throws {
    let isApplying = try connection.first("SELECT 1 FROM sync_applying") { _ in true } ?? false
    if isApplying { return try body() }
    try connection.run("INSERT INTO sync_applying(id) VALUES(1)")
    try body()
    try connection.run("DELETE FROM sync_applying")
  }
}
