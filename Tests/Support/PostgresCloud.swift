import CloudSchema
package import Schema
package import Vocabulary

/// A database on the shared throw-away server, deployed as the cloud of a catalog.
///
/// Tests of one catalog share it: row-level security keeps their people apart, which is the point.
package struct PostgresCloud {
  package let server: ThrowawayPostgres
  package let database: String

  package init(_ catalog: Catalog) throws {
    server = try ThrowawayPostgres.shared()
    database = try server.database(running: Self.sql(catalog))
  }

  /// What is deployed for a catalog.
  package static func sql(_ catalog: Catalog) -> String { CloudMigration(catalog).sql }

  package func connect() throws(PostgresError) -> PostgresConnection {
    try server.connect(to: database)
  }
}

extension PostgresConnection {
  /// Adds somebody new to `auth.users`.
  package func addUser() throws(PostgresError) -> RecordID {
    let number = UInt64(try value("select nextval('auth.people')") ?? "")
    let user = RecordID(high: 0x0bad_cafe, low: number ?? 0)
    try query("insert into auth.users (id) values ('\(user.text)')")
    return user
  }

  /// Calls a function as PostgREST does: in a transaction of its own, as `authenticated` with the
  /// person's claims, arguments by name. Without a person it is called as `anon`.
  ///
  /// `now` stands still at the given moment, where one is given.
  package func rpc(
    user: RecordID?, _ name: String, _ arguments: JSONValue, now: Instant? = nil
  ) throws(PostgresError) -> JSONValue {
    try asUser(user, now: now) { () throws(PostgresError) -> JSONValue in
      try call(name, arguments)
    }
  }

  /// Runs work in one transaction as a signed-in person (nil: as `anon`); a failure undoes it.
  package func asUser<Outcome>(
    _ user: RecordID?, now: Instant? = nil, _ work: () throws(PostgresError) -> Outcome
  ) throws(PostgresError) -> Outcome {
    try begin(as: user, now: now)
    do throws(PostgresError) {
      let outcome = try work()
      try query("commit")
      return outcome
    } catch {
      try query("rollback")
      throw error
    }
  }

  /// Begins a transaction as `asUser` does and leaves it open.
  package func begin(as user: RecordID?, now: Instant? = nil) throws(PostgresError) {
    let claims = user.map { "{\"sub\":\"\($0.text)\",\"role\":\"authenticated\"}" } ?? ""
    try query(
      """
      begin; set local lectern.now = '\(now.map { String($0.milliseconds) } ?? "")';
      set local role \(user == nil ? "anon" : "authenticated");
      select set_config('request.jwt.claims', '\(claims)', true)
      """)
  }

  /// Calls a function in the transaction that is open.
  package func call(_ name: String, _ arguments: JSONValue) throws(PostgresError) -> JSONValue {
    try send(call: name, arguments)
    return try receiveJSON()
  }

  /// Sends a call and does not wait for its answer.
  package func send(call name: String, _ arguments: JSONValue) throws(PostgresError) {
    let named = (arguments.object ?? JSONObject()).map { member in
      "\"\(member.key)\" => \(literal(member.value))"
    }
    try send("select public.\(name)(\(named.joined(separator: ", ")))")
  }

  /// Waits for the JSON that a call returns.
  package func receiveJSON() throws(PostgresError) -> JSONValue {
    let text = try receive().first?.first ?? nil
    do throws(JSONError) { return try JSONValue(parsing: text ?? "null") } catch {
      throw PostgresError(code: "22P02", message: "not JSON at \(error.offset)")
    }
  }

  /// Returns when another session waits for a lock; throws if it never does.
  package func awaitBlocked(_ other: PostgresConnection) throws(PostgresError) {
    for _ in 0..<20_000 where try isBlocked(other) { return }
    throw PostgresError(code: "08000", message: "the other session does not wait")
  }

  /// Whether another session waits for a lock.
  package func isBlocked(_ other: PostgresConnection) throws(PostgresError) -> Bool {
    try value("select cardinality(pg_blocking_pids(\(other.process))) > 0") == "t"
  }

  private func literal(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): String(number)
    case .bool(let flag): String(flag)
    case .string(let text): quoted(text)
    case .array, .object, .number: quoted(value.text)
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
