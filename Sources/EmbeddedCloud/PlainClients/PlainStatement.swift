import Schema
import Store
import Vocabulary

/// A row by whose it is and its id.
struct OwnedRow: Hashable {
  let owner: RecordID
  let id: RecordID
}

/// One statement of a client that knows nothing of sync, over rows of one table: they are stamped,
/// numbered and joined as the triggers of the deployed tables do it, in the order of PostgreSQL.
///
/// It runs in a transaction of its caller's, who closes it; whatever is thrown, nothing may stay.
final class PlainStatement {
  /// What an INSERT does with a row that is there.
  enum Conflict {
    case refuse
    /// Edits it: sets the columns that the INSERT names.
    case merge(ConflictTarget, columns: Set<String>)
    case ignore(ConflictTarget)
  }

  /// What became of a row of an INSERT.
  enum Outcome {
    case inserted, edited
    /// It was there, or belongs to a run that is over.
    case skipped
  }

  let table: SyncedTable
  let now: Instant
  /// The role whom row-level security does not bind, and who is told keys.
  let isService: Bool
  /// Whose rows the statement may write; nil for whoever is nobody, or the service role.
  let person: RecordID?
  /// The rows that were inserted or edited, in order.
  private(set) var written: [OwnedRow] = []

  private let people: (RecordID) throws -> UserChanges
  private let requireAccount: (RecordID) throws -> Void
  private var known: [RecordID: UserChanges] = [:]
  private var touched: Set<OwnedRow> = []
  private var references: [Reference] = []

  private struct Reference {
    let column: SyncedColumn
    let parent: RowName
    let place: OwnedRow
  }

  init(
    _ table: SyncedTable, by person: RecordID?, isService: Bool = false, at now: Instant,
    people: @escaping (RecordID) throws -> UserChanges,
    requireAccount: @escaping (RecordID) throws -> Void
  ) {
    self.table = table
    self.person = person
    self.isService = isService
    self.now = now
    self.people = people
    self.requireAccount = requireAccount
  }

  func changes(of owner: RecordID) throws -> UserChanges {
    if let one = known[owner] { return one }
    let one = try people(owner)
    known[owner] = one
    return one
  }

  func name(_ row: OwnedRow) -> RowName { RowName(table: table.name, id: row.id) }

  // MARK: - INSERT

  /// Inserts a row that names every column, whose `owner` PostgreSQL would find in `user_id`.
  func insert(
    _ row: PlainRow, of owner: RecordID?, _ conflict: Conflict
  ) throws -> Outcome {
    guard let owner, isService || owner == person else {
      // Of runs that it does not see every one is the first.
      guard row.runCells.run(in: table)?.number ?? 0 >= 0 else { return .skipped }
      throw refusal(ofOwner: owner)
    }
    let user = try changes(of: owner)
    if try user.isPast(row.runCells, in: table) { return .skipped }
    try requireAccount(owner)
    let id =
      row.keyID ?? row.id
      ?? RecordID(at: now, random: user.surroundings.random(), user.surroundings.random())
    let place = OwnedRow(owner: owner, id: id)
    let stored = try user.row(name(place))
    if let stored, row.keyID != nil, stored.version.isDead {
      let next = row.joined(with: stored.version, at: now, namesDeletion: false)
      try store(next ?? stored.version, place, stamp: stored.stamp, over: stored.version)
    } else {
      let version = try row.inserted(at: now)
      try user.requireChecks(version, in: table)
      if let outcome = try meet(row, at: place, isThere: stored != nil, conflict) {
        return outcome
      }
      try store(version, place, stamp: PlainRow.stamp(after: nil, at: now), over: nil)
    }
    touched.insert(place)
    written.append(place)
    return .inserted
  }

  /// What comes of a row that is there already; nil where it is a new one.
  private func meet(
    _ row: PlainRow, at place: OwnedRow, isThere: Bool, _ conflict: Conflict
  ) throws -> Outcome? {
    let user = try changes(of: place.owner)
    let sameKey = try user.id(of: row, in: table)
    switch conflict {
    case .merge(.naturalKey, let columns):
      if let sameKey {
        return try merge(row, into: OwnedRow(owner: place.owner, id: sameKey), columns)
      }
    case .ignore(.naturalKey): if sameKey != nil { return skip(user) }
    case .merge(.id, let columns): if isThere { return try merge(row, into: place, columns) }
    case .ignore(.id): if isThere { return skip(user) }
    case .merge(.number, _), .ignore(.number), .refuse: break
    }
    if isThere {
      throw doubled("pkey", ["user_id", "id"], [place.owner.text, place.id.text])
    }
    guard sameKey == nil else {
      let values = table.naturalKey.map { row.values[$0].flatMap { Cell($0, .zero).text } ?? "" }
      throw doubled(
        "natural_key", ["user_id"] + table.naturalKey, [place.owner.text] + values)
    }
    return nil
  }

  /// The number of a row that is there already was given before that was seen.
  private func skip(_ user: UserChanges) -> Outcome {
    _ = user.nextSeq()
    return .skipped
  }

  private func merge(
    _ row: PlainRow, into place: OwnedRow, _ columns: Set<String>
  ) throws -> Outcome {
    _ = try changes(of: place.owner).nextSeq()
    guard touched.insert(place).inserted else {
      throw RESTRefusal(
        "21000", "ON CONFLICT DO UPDATE command cannot affect row a second time",
        hint: "Ensure that no rows proposed for insertion within the same command have duplicate "
          + "constrained values.")
    }
    try update(place, try PlainRow(row.values.filter { columns.contains($0.key) }, table))
    return .edited
  }

  private func refusal(ofOwner owner: RecordID?) -> RESTRefusal {
    if isService { return .isNull("user_id", table.name) }
    return RESTRefusal(
      "42501", "new row violates row-level security policy for table \"\(table.name)\"")
  }

  private func doubled(_ key: String, _ columns: [String], _ values: [String]) -> RESTRefusal {
    RESTRefusal(
      "23505", "duplicate key value violates unique constraint \"\(table.name)_\(key)\"",
      details: isService
        ? "Key (\(columns.joined(separator: ", ")))=(\(values.joined(separator: ", "))) "
          + "already exists." : nil)
  }

  // MARK: - UPDATE and DELETE

  /// Edits a row that is there: the columns that `row` names.
  func update(_ place: OwnedRow, _ row: PlainRow) throws {
    written.append(place)
    guard let old = try changes(of: place.owner).row(name(place)) else { return }
    let next = row.joined(
      with: old.version, at: now, namesDeletion: row.values[CellKey.deletedAt.column] != nil)
    guard let next else { return }
    let key = table.keyID { next[CellKey($0)]?.value }
    guard key == nil || key == table.keyID({ old.version[CellKey($0)]?.value }) else {
      throw RESTRefusal(
        "22023",
        "what names a row of \(table.name) does not change: delete it and insert another")
    }
    try store(next, place, stamp: old.stamp, over: old.version)
  }

  /// Makes a row a tombstone; one of a monotone table, or a dead one, stays as it is. Answers
  /// whether it was alive.
  func delete(_ place: OwnedRow) throws -> Bool {
    let user = try changes(of: place.owner)
    guard !table.isMonotone, let old = try user.row(name(place)), !old.version.isDead else {
      return false
    }
    var next = old.version
    let stamp = PlainRow.stamp(after: old.version[.deletedAt]?.stamp, at: now)
    next[.deletedAt] = Cell(.string(now.text), stamp)
    try user.store(next, name(place), stamp: old.stamp, isNew: false)
    return true
  }

  /// Takes a row away for good: its person goes.
  func erase(_ place: OwnedRow) throws {
    let connection = try changes(of: place.owner).connection
    try connection.run(
      "DELETE FROM \(table.name) WHERE user_id = ?1 AND id = ?2", .text(place.owner.text),
      .text(place.id.text))
  }

  private func store(
    _ version: RowVersion, _ place: OwnedRow, stamp: Stamp, over old: RowVersion?
  ) throws {
    for column in table.references {
      let value = version[CellKey(column.name)]?.value
      guard value != old?[CellKey(column.name)]?.value, let parent = column.parent,
        let id = value?.string.flatMap({ RecordID($0) })
      else { continue }
      references.append(
        Reference(column: column, parent: RowName(table: parent, id: id), place: place))
    }
    let user = try changes(of: place.owner)
    if old != nil {
      try table.requireValues(in: version)
      try user.requireChecks(version, in: table)
    }
    do {
      try user.store(version, name(place), stamp: stamp, isNew: old == nil)
    } catch StoreError.constraint(let reason, _) {
      let refusal = PushRefusal(constraint: reason, table: table.name)
      throw RESTRefusal(refusal.code, refusal.message)
    }
  }

  // MARK: - The end

  /// Checks what the rows refer to, as is done once all are written, and writes the heads.
  func close() throws {
    for reference in references {
      let user = try changes(of: reference.place.owner)
      guard try !user.has(reference.parent), try stands(reference, user) else { continue }
      let name = reference.column.name
      let owner = reference.place.owner.text
      let key = isService ? " (user_id, \(name))=(\(owner), \(reference.parent.id.text))" : ""
      throw RESTRefusal(
        "23503",
        "insert or update on table \"\(table.name)\" violates foreign key constraint "
          + "\"\(table.name)_\(name)_fkey\"",
        details: "Key\(key) is not present in table \"\(reference.parent.table)\".")
    }
    for user in known.values { try user.close() }
  }

  /// Whether the row still refers to it: a row may be written twice.
  private func stands(_ reference: Reference, _ user: UserChanges) throws -> Bool {
    let value = try user.row(name(reference.place))?.version[CellKey(reference.column.name)]?.value
    return value?.string == reference.parent.id.text
  }
}

/// The unique constraint by which an INSERT knows a row as one that is there.
enum ConflictTarget {
  case id, naturalKey
  /// The number of arrival, which is always a new one.
  case number
}
