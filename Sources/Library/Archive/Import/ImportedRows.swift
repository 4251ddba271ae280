import ChangeQueue
import Schema
import Store
import Vocabulary

/// Puts rows of a file into the library: as what they are, and no edit of anybody.
///
/// | here | the file's row | becomes |
/// |---|---|---|
/// | no such row | any | the row, to be offered to the cloud whole |
/// | living | any | each column by its rule; what changes goes to the cloud |
/// | in the trash | later than its deletion | the same |
/// | in the trash | anything else | nothing: it was deleted here |
///
/// Rules join: another order, or the same file again, gives the same rows.
final class ImportedRows {
  enum Outcome: Equatable {
    case taken
    case changed
    case here
    case skipped(String)
  }

  let database: UserDatabase
  private var writers: [String: NewRows] = [:]
  private var runs: RunsOfFile
  private let now: Instant
  private let isOwned: Bool
  private let device: String
  private var newest = Stamp.zero
  private var isOfferDue = false

  init(_ database: UserDatabase, now: Instant) throws {
    self.database = database
    self.now = now
    isOwned = try database.state(.owner) != nil
    device = database.clock.device
    runs = RunsOfFile(database)
  }

  /// Takes a row, and says in it what a person should know of that.
  func take(_ row: inout ArchiveRow) throws -> Outcome {
    if let reason = RowCheck(row, now: now).problem { return .skipped(reason) }
    if let begun = try runs.fit(&row) {
      if let begun { try begin(begun) }
    } else {
      return .skipped("it was begun anew here")
    }
    let name = RowName(table: row.table.name, id: row.id)
    do {
      return try put(&row, name)
    } catch StoreError.constraint(let reason, _) {
      return .skipped(reason)
    } catch StoreError.idsExhausted(let table) {
      return .skipped("\(table) has no id left for it")
    }
  }

  /// Due before a transaction ends that took rows.
  func endPiece() throws {
    if !newest.isZero { database.see(newest) }
    if isOfferDue { try database.setState(.offersDue, "1") }
    isOfferDue = false
  }

  private func writer(_ table: SyncedTable) throws -> NewRows {
    if let known = writers[table.name] { return known }
    let made = try NewRows(table, database, now: now)
    writers[table.name] = made
    return made
  }

  private func put(_ row: inout ArchiveRow, _ name: RowName) throws -> Outcome {
    switch try writer(row.table).insert(&row) {
    case .written(let localID, let stamp):
      newest = max(newest, stamp)
      try offer(row.table, localID)
      return .taken
    case .known:
      guard let mine = try database.storedRow(name) else { return .here }
      let given = row
      return try database.connection.transaction { try join(given, into: mine, name) }
    case .lacks(let reason): return .skipped(reason)
    }
  }

  /// A guest's rows are offered when there is a cloud; those of an account wait in its queue, so
  /// that nobody is told that all is there.
  private func offer(_ table: SyncedTable, _ localID: Int64) throws {
    if isOwned { try database.offer(table, localID: localID) } else { isOfferDue = true }
  }

  /// A run that the file's rows tell of goes on here.
  private func begin(_ run: ArchiveRow) throws {
    var run = run
    _ = try put(&run, RowName(table: run.table.name, id: run.id))
  }

  // MARK: - Rows that are here

  private func join(_ row: ArchiveRow, into stored: StoredRow, _ name: RowName) throws -> Outcome {
    var mine = stored
    if Acknowledgement(mine.seq) == .trashed {
      guard row.table.isMonotone else { return .skipped(Self.deleted) }
      mine = try revived(mine, row.table, name)
    }
    let theirs = RowVersion(row.stamped, in: row.table)
    let join = try JoinedCells(mine.version, theirs, in: row.table, database)
    if mine.version.isDead, join.version.isDead, !theirs.isDead { return .skipped(Self.deleted) }
    guard !join.changed.isEmpty else {
      guard join.older.isEmpty else {
        return .skipped("what is here is newer: \(join.older.joined(separator: ", "))")
      }
      return stored.seq == mine.seq ? .here : .changed
    }
    newest = max(newest, join.newest)
    try database.store(join.version, as: name, over: mine, stamp: mine.stamp, seq: mine.seq)
    try send(join.changed, of: mine, row.table, name)
    for key in join.changed { try keepLoser(of: key, mine.version, join.version, name) }
    return .changed
  }

  private static let deleted = "it was deleted here"

  /// A reading that was given up unsent, and is wanted after all.
  private func revived(
    _ row: StoredRow, _ table: SyncedTable, _ name: RowName
  ) throws -> StoredRow {
    try database.connection.run(
      "UPDATE \(table.name) SET seq = NULL WHERE id = ?1", .integer(row.localID))
    try offer(table, row.localID)
    return try database.storedRow(name) ?? row
  }

  /// What the cloud has, or will get by what is queued, it is told of; every other row goes whole.
  private func send(
    _ keys: [CellKey], of mine: StoredRow, _ table: SyncedTable, _ name: RowName
  ) throws {
    let isQueued = try !database.entries(of: table.name, localID: mine.localID).isEmpty
    guard mine.seq != nil || isQueued else { return try offer(table, mine.localID) }
    guard let row = try database.storedRow(name) else { return }
    var edits: [CellKey: CellEdit] = [:]
    for key in keys {
      guard let cell = row.version[key] else { continue }
      let value = try database.localForm(key, cell.value, in: table, localID: row.localID)
      edits[key] = CellEdit(
        value, stamp: cell.stamp, base: mine.version[key]?.stamp ?? .zero,
        wall: cell.stamp.instant)
    }
    try database.enqueue(
      QueueEntry(
        id: 0, operation: .update, table: table.name, localID: row.localID, cloudID: name.id,
        edits: edits, wall: database.surroundings.now()))
  }

  /// What was written on this device and gives way is kept, as where a sync brings the later value.
  private func keepLoser(
    of key: CellKey, _ mine: RowVersion, _ joined: RowVersion, _ name: RowName
  ) throws {
    guard key != .deletedAt, let table = database.catalog[name.table], let own = mine[key],
      let other = joined[key], own.stamp.device == device,
      Conflict.arises(in: table, key, mine: own, theirs: other, base: .zero)
    else { return }
    _ = try database.keep(Conflict(name, key, between: own, other))
  }
}
