extension Connection {
  /// Whether the right to write is taken at once or at the first write.
  package enum TransactionKind: Sendable { case deferred, immediate }

  /// Runs `body` as one transaction; whatever it throws, nothing of it stays.
  ///
  /// Inside another transaction it is a savepoint of its own.
  package func transaction<T>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> T
  ) throws -> T {
    if isInTransaction { return try savepoint(body) }
    try cached(kind == .immediate ? "BEGIN IMMEDIATE" : "BEGIN").run()
    let before = totalChanges
    noteDepth(1)
    defer { noteDepth(-1) }
    do {
      let result = try body()
      try cached("COMMIT").run()
      noteCommit(since: before)
      return result
    } catch {
      try rollBack()
      throw error
    }
  }

  private func savepoint<T>(_ body: () throws -> T) throws -> T {
    try cached("SAVEPOINT nested").run()
    do {
      let result = try body()
      try cached("RELEASE nested").run()
      return result
    } catch {
      // SQLite undoes the whole transaction by itself when the disk is full.
      if isInTransaction {
        try cached("ROLLBACK TO nested").run()
        try cached("RELEASE nested").run()
      }
      throw error
    }
  }

  private func rollBack() throws(StoreError) {
    if isInTransaction { try cached("ROLLBACK").run() }
  }
}
