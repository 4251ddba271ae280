package import Schema
import Store
package import Vocabulary

/// Writes of clients that know nothing of sync, one row each.
extension EmbeddedProject {
  /// Inserts a row, or edits the one that has its id or natural key. Answers its name; nil where it
  /// belongs to a run that is over, which stores nothing.
  ///
  /// Errors: `RESTRefusal`, with PostgreSQL's code.
  package func plainWrite(_ table: String, _ row: JSONObject, as userID: RecordID) throws
    -> RowName?
  {
    try plainly(table, userID) { statement in
      let row = try PlainRow(row, statement.table)
      let whole = try row.completed(at: statement.now)
      if let id = row.id ?? whole.keyID {
        let place = OwnedRow(owner: userID, id: id)
        let old = try statement.changes(of: userID).row(statement.name(place))
        // Inserting a named row again revives it; else it is an edit.
        if let old, row.id != nil || !old.version.isDead {
          try statement.update(place, row)
          return statement.name(place)
        }
      }
      _ = try statement.insert(whole, of: userID, .refuse)
      return statement.written.last.map(statement.name)
    }
  }

  /// Deletes a row as a plain DELETE does: it becomes a tombstone, and a row of a monotone table
  /// stays. False where it was not there, or dead.
  package func plainDelete(_ name: RowName, as userID: RecordID) throws -> Bool {
    try plainly(name.table, userID) { statement in
      try statement.delete(OwnedRow(owner: userID, id: name.id))
    }
  }

  private func plainly<T>(
    _ name: String, _ userID: RecordID, _ body: (PlainStatement) throws -> T
  ) throws -> T {
    guard let table = catalog[name] else {
      throw RESTRefusal("42P01", "relation \"\(name)\" does not exist")
    }
    return try connection.transaction {
      let statement = plainStatement(on: table, by: userID, at: surroundings.now())
      let result = try body(statement)
      try statement.close()
      return result
    }
  }

  /// A statement of a person's, or of the service role; to be closed in the same transaction.
  ///
  /// `requiresAccount`: rows are of those who have one, as the foreign key has it.
  func plainStatement(
    on table: SyncedTable, by person: RecordID?, isService: Bool = false, at now: Instant,
    requiresAccount: Bool = false
  ) -> PlainStatement {
    PlainStatement(
      table, by: person, isService: isService, at: now,
      people: { owner in
        try UserChanges(
          RPCCall(
            name: "", connection: self.connection, userID: owner, claims: .null, body: [],
            now: now, surroundings: self.surroundings), self.catalog)
      },
      requireAccount: { owner in
        if requiresAccount {
          try self.requireAccount(owner, of: "sync_heads", isService: isService)
        }
      })
  }

  /// The row that is written first, mostly the head, belongs to an account.
  func requireAccount(_ owner: RecordID, of table: String, isService: Bool = false) throws {
    let isThere = try connection.first(
      "SELECT 1 FROM auth_users WHERE id = ?1", .text(owner.text)
    ) { _ in true }
    guard isThere == nil else { return }
    let key = isService ? " (user_id)=(\(owner.text))" : ""
    throw RESTRefusal(
      "23503",
      "insert or update on table \"\(table)\" violates foreign key constraint "
        + "\"\(table)_user_id_fkey\"",
      details: "Key\(key) is not present in table \"users\".")
  }
}
