import Schema
import Store
import Vocabulary

/// Where rows went, took another's place or changed their natural key, the order of statements no
/// longer tells what became of a record. So the records that were touched are compared as they were
/// before and as they stand now, and the notes are written anew: one for each record that differs.
///
/// | before | now | note |
/// |---|---|---|
/// | not there | a row | INSERT |
/// | a row | a row | UPDATE of what differs; none where nothing does |
/// | a living row | not there | put back as a tombstone; UPDATE of `deleted_at` and what changed |
/// | a dead row | not there | put back as it was |
/// | a row of a monotone table | not there | put back as it was: nothing un-completes |
///
/// A row that replaced another one (INSERT OR REPLACE by its local id or its natural key) is that
/// record, edited. A row that got the local id of a deleted one is a record of its own. A note has
/// the wall reading of the last that its record had.
extension UserDatabase {
  /// `moved` holds, by table, the local ids of records that had to take another; it gets those of
  /// `table`.
  func reconcile(
    _ table: SyncedTable, _ notes: [Note], after known: Int64, moved: inout [String: MovedIDs]
  ) throws {
    let before = try recordsBefore(table, notes, moved)
    let nameless = try namelessGone(table, notes)
    let now = try rowsNow(table, notes, before)
    for row in now where row.cloudID != row.identity {
      try setCloudID(table, row.localID, nil)
    }
    for note in notes { try removeEntry(note.id) }
    let walls = NoteWalls(notes, else: surroundings.now())
    var standing: Set<String> = []
    var own = MovedIDs()
    for row in now {
      let wall = walls.last(row.localID, row.identity)
      guard let identity = row.identity else {
        try addNote(table, "INSERT", row.localID, nil, payload: row.whole, wall)
        continue
      }
      standing.insert(identity)
      if let old = before[identity] {
        try edit(table, row, identity, from: old, wall)
        own.note(old.localID, row.localID)
      } else {
        try setCloudID(table, row.localID, identity)
        try addNote(table, "INSERT", row.localID, identity, payload: row.whole, wall)
      }
    }
    for (cloudID, record) in before.sorted(by: { $0.key < $1.key })
    where !standing.contains(cloudID) {
      let wall = walls.last(record.lastID, cloudID)
      guard let localID = try putBack(table, cloudID, record, moved, wall) else { continue }
      own.note(record.localID, localID)
    }
    try repointChildren(of: table, own, after: known)
    for gone in nameless {
      try putBackNamed(table, gone, moved, walls.last(gone.localID, nil))
    }
    moved[table.name] = own
  }

  private func setCloudID(
    _ table: SyncedTable, _ localID: Int64, _ cloudID: String?
  ) throws(StoreError) {
    try connection.run(
      "UPDATE \(table.name) SET cloud_id = ?2 WHERE id = ?1", .integer(localID),
      cloudID.map { .text($0) } ?? .null)
  }

  /// The row is the record as edited: it takes over what sync keeps of it.
  private func edit(
    _ table: SyncedTable, _ row: CurrentRow, _ identity: String, from old: RecordImage,
    _ wall: Instant
  ) throws {
    try connection.run(
      "UPDATE \(table.name) SET cloud_id = ?2, seq = ?3, stamp = ?4, stamps = ?5 WHERE id = ?1",
      .integer(row.localID), .text(identity), SQLValue(old.seq), SQLValue(old.stamp),
      SQLValue(old.stamps))
    try follow(table, identity, to: row.localID)
    let changed = changes(to: row.values, from: old.values)
    if !changed.isEmpty {
      try addNote(table, "UPDATE", row.localID, identity, payload: changed, wall)
    }
  }

  /// The payload of an UPDATE: what differs, new and old.
  private func changes(to new: JSONObject, from old: JSONObject) -> JSONObject {
    var changed = JSONObject()
    for member in new where old[member.key] ?? .null != member.value {
      changed[member.key] = .array([member.value, old[member.key] ?? .null])
    }
    return changed
  }

  /// Entries of the record that are queued already follow it to its local id.
  private func follow(_ table: SyncedTable, _ cloudID: String, to localID: Int64) throws(StoreError)
  {
    try connection.run(
      "UPDATE sync_queue SET local_id = ?3 WHERE table_name = ?1 AND cloud_id = ?2",
      .text(table.name), .text(cloudID), .integer(localID))
  }

  private func addNote(
    _ table: SyncedTable, _ operation: String, _ localID: Int64, _ cloudID: String?,
    payload: JSONObject, _ wall: Instant
  ) throws(StoreError) {
    guard try travels(table, localID) else { return }
    try connection.run(
      """
      INSERT INTO sync_queue(operation, table_name, local_id, cloud_id, wall_ms, payload_json)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6)
      """, .text(operation), .text(table.name), .integer(localID),
      cloudID.map { .text($0) } ?? .null, .integer(wall.milliseconds),
      .text(JSONValue.object(payload).text))
  }

  /// Answers the local id; nil where a row that it needs was never a record.
  private func putBack(
    _ table: SyncedTable, _ cloudID: String, _ record: RecordImage, _ moved: [String: MovedIDs],
    _ wall: Instant
  ) throws -> Int64? {
    let deletedAt = Catalog.deletedAt.name
    let dies = !table.isMonotone && (record.last[deletedAt] ?? .null) == .null
    var values = record.last
    // Under another key it is another record: this one keeps its own.
    for name in table.naturalKey { values[name] = record.values[name] }
    guard try clearLooseReferences(&values, in: table, moved) else {
      try connection.run(
        "DELETE FROM sync_queue WHERE table_name = ?1 AND cloud_id = ?2", .text(table.name),
        .text(cloudID))
      return nil
    }
    if dies { values[deletedAt] = .string(wall.text) }
    let localID = try insert(table, cloudID, record, values)
    try follow(table, cloudID, to: localID)
    let changed = changes(to: values, from: record.values)
    if !changed.isEmpty {
      try addNote(table, "UPDATE", localID, cloudID, payload: changed, wall)
    }
    return localID
  }

  /// A row that came and went, and that another row names all the same, is a dead record.
  private func putBackNamed(
    _ table: SyncedTable, _ gone: RecordImage, _ moved: [String: MovedIDs], _ wall: Instant
  ) throws {
    let isTaken = try connection.first(
      "SELECT 1 FROM \(table.name) WHERE id = ?1", .integer(gone.localID)
    ) { _ in true }
    guard isTaken == nil, try isNamed(table, gone.localID) else { return }
    var values = gone.last
    guard try clearLooseReferences(&values, in: table, moved) else { return }
    if !table.isMonotone, (values[Catalog.deletedAt.name] ?? .null) == .null {
      values[Catalog.deletedAt.name] = .string(wall.text)
    }
    let localID = try insert(table, nil, gone, values)
    try addNote(table, "INSERT", localID, nil, payload: values, wall)
  }

  private func insert(
    _ table: SyncedTable, _ cloudID: String?, _ record: RecordImage, _ values: JSONObject
  ) throws -> Int64 {
    let names = values.members.map(\.key)
    let isFree =
      try connection.first(
        "SELECT 1 FROM \(table.name) WHERE id = ?1", .integer(record.lastID)
      ) { _ in true } == nil
    let statement = try connection.cached(
      """
      INSERT INTO \(table.name)(id, cloud_id, seq, stamp, stamps, \(names.joined(separator: ", ")))
      VALUES(\((1...names.count + 5).map { "?\($0)" }.joined(separator: ", ")))
      """)
    statement.bind(1, isFree ? record.lastID : nil)
    statement.bind(2, cloudID)
    statement.bind(3, SQLValue(record.seq))
    statement.bind(4, SQLValue(record.stamp))
    statement.bind(5, SQLValue(record.stamps))
    for (place, member) in values.members.enumerated() {
      statement.bind(place + 6, SQLValue(member.value))
    }
    try quietly { try statement.run() }
    return connection.lastInsertID
  }
}

/// What the clock showed when records were last written.
private struct NoteWalls {
  private var byRow: [Int64: Instant] = [:]
  private var byName: [String: Instant] = [:]
  private let newest: Instant

  init(_ notes: [UserDatabase.Note], else now: Instant) {
    newest = notes.last?.wall ?? now
    for note in notes {
      byRow[note.localID] = note.wall
      if let name = note.cloudID { byName[name] = note.wall }
    }
  }

  func last(_ localID: Int64, _ cloudID: String?) -> Instant {
    cloudID.flatMap { byName[$0] } ?? byRow[localID] ?? newest
  }
}
