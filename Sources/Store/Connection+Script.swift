extension Connection {
  /// Prepares the first statement of a script's `sql`; what follows it goes to `rest`.
  ///
  /// It may not write the tables that `isOurs` names. Errors: `StoreError.ownTable` then.
  package func prepare(
    script sql: String, rest: inout String, refusing isOurs: (String) -> Bool
  ) throws(StoreError) -> Statement {
    let guarding: WriteGuard
    if let known = writeGuard { guarding = known } else { guarding = try makeGuard(isOurs) }
    guarding.begin()
    defer { guarding.isForScript = false }
    do throws(StoreError) { return try prepare(sql, rest: &rest) } catch {
      if let table = guarding.refused { throw .ownTable(name: table) }
      throw error
    }
  }

  private func makeGuard(_ isOurs: (String) -> Bool) throws(StoreError) -> WriteGuard {
    let names = try all("SELECT type, lower(name) FROM main.sqlite_schema") {
      (type: $0.text(0), name: $0.text(1))
    }
    let made = WriteGuard(
      tables: Set(names.filter { $0.type != "trigger" && isOurs($0.name) }.map(\.name)),
      triggers: Set(names.filter { $0.type == "trigger" }.map(\.name)))
    made.install(on: handle)
    writeGuard = made
    return made
  }
}
