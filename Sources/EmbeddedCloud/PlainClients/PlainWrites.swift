package import Schema
import Store
package import Vocabulary

/// Writes of clients that know nothing of sync, as the triggers of the deployed tables do them:
/// stamped, numbered, joined, and a deletion leaves a tombstone.
extension EmbeddedProject {
  /// Inserts a row, or edits the one that has its id or natural key. Answers its name; nil where it
  /// belongs to a run that is over, which stores nothing.
  ///
  /// Errors: `RESTRefusal`, with PostgreSQL's code.
  package func plainWrite(_ table: String, _ row: JSONObject, as userID: RecordID) throws
    -> RowName?
  {
    try plainly(table, userID) { user, table in
      let plain = try PlainRow(row, table)
      let key = plain.keyID
      let id =
        key ?? plain.id
        ?? RecordID(
          at: user.now, random: surroundings.random(), surroundings.random())
      // Who edits by id may leave the key out, and may not change it.
      if let given = plain.id, let old = try user.row(RowName(table: table.name, id: given)) {
        guard key == nil || key == given else {
          throw PushRefusal(
            "22023",
            "what names a row of \(table.name) does not change: delete it and insert another")
        }
        return try user.edit(RowName(table: table.name, id: given), plain, over: old)
      }
      let name = RowName(table: table.name, id: id)
      if let old = try user.row(name) { return try user.edit(name, plain, over: old) }
      return try user.insert(name, plain)
    }
  }

  /// Deletes a row as a plain DELETE does: it becomes a tombstone, and a row of a monotone table
  /// stays. False where it was not there, or dead.
  package func plainDelete(_ name: RowName, as userID: RecordID) throws -> Bool {
    try plainly(name.table, userID) { user, table in
      guard !table.isMonotone, let old = try user.row(name), !old.version.isDead else {
        return false
      }
      var next = old.version
      let stamp = PlainRow.stamp(after: old.version[.deletedAt]?.stamp, at: user.now)
      next[.deletedAt] = Cell(.string(user.now.text), stamp)
      try user.store(next, name, stamp: old.stamp, isNew: false)
      return true
    }
  }

  private func plainly<T>(
    _ name: String, _ userID: RecordID, _ body: (UserChanges, SyncedTable) throws -> T
  ) throws -> T {
    guard let table = catalog[name] else {
      throw RESTRefusal("42P01", "relation \"\(name)\" does not exist")
    }
    let call = RPCCall(
      name: "", connection: connection, userID: userID, claims: .null, body: [],
      now: surroundings.now(), surroundings: surroundings)
    do {
      return try connection.transaction {
        let user = try UserChanges(call, catalog)
        let result = try body(user, table)
        try user.close()
        return result
      }
    } catch let refusal as PushRefusal {
      throw RESTRefusal(refusal.code, refusal.message)
    } catch StoreError.constraint(let reason, _) {
      let refusal = PushRefusal(constraint: reason, table: name)
      throw RESTRefusal(refusal.code, refusal.message)
    }
  }
}

extension UserChanges {
  fileprivate func insert(_ name: RowName, _ plain: PlainRow) throws -> RowName? {
    let version = try plain.inserted(at: now)
    try requireParents(version, plain.table)
    guard try !isPast(version, in: plain.table) else { return nil }
    let stamp = PlainRow.stamp(after: nil, at: now)
    try store(version, name, stamp: stamp, isNew: true)
    return name
  }

  fileprivate func edit(_ name: RowName, _ plain: PlainRow, over old: CloudRow) throws -> RowName {
    // Inserting a named row again revives it, whatever it says of deletion.
    let isRevival = plain.keyID != nil && old.version.isDead
    let next = plain.joined(
      with: old.version, at: now,
      namesDeletion: !isRevival && plain.named.contains(CellKey.deletedAt.column))
    guard let next else { return name }
    try requireParents(next, plain.table)
    try store(next, name, stamp: old.stamp, isNew: false)
    return name
  }

  private func requireParents(_ version: RowVersion, _ table: SyncedTable) throws {
    for parent in version.parents(in: table) where try !has(parent) {
      throw PushRefusal(
        "23503",
        "insert or update on table \"\(table.name)\" violates foreign key constraint, as "
          + "\(parent.table) has no row \(parent.id.text)")
    }
  }
}
