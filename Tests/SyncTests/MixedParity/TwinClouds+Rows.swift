import Cloud
import EmbeddedCloud
import Schema
import Store
import Support
import Vocabulary

extension TwinClouds {
  /// What the cloud keeps of each person beside the rows.
  private static let own = ["sync_heads", "sync_marks", "sync_devices"]

  /// How what is stored of everybody differs.
  func differenceOfRows() throws -> String? {
    for person in people.indices {
      for table in catalog.tables {
        let (one, other) = try (deployedRows(table, person), twinRows(table, person))
        if one != other { return Self.told("\(table.name) of person \(person)", one, other) }
      }
      for sql in Self.ownRows(people[person].user.text) {
        let one = try watcher.query(sql.deployed).map { $0.map { $0 ?? "" } }
        let other = try embedded.connection.all(sql.twin) { row in
          (0..<sql.columns).map { row.optionalText($0) ?? "" }
        }
        if one != other {
          return "person \(person) \(sql.twin)\nPostgreSQL: \(one)\nembedded:   \(other)"
        }
      }
    }
    return nil
  }

  static func told(_ what: String, _ one: JSONValue, _ other: JSONValue) -> String {
    "\(what)\nPostgreSQL: \(one.text)\nembedded:   \(other.text)"
  }

  private func deployedRows(_ table: SyncedTable, _ person: Int) throws -> JSONValue {
    let text = try watcher.value(
      """
      select coalesce(jsonb_agg(to_jsonb(t) order by t.seq), '[]') from public.\(table.name) t
      where t.user_id = '\(people[person].user.text)'
      """)
    return try JSONValue(parsing: text ?? "").compared
  }

  private func twinRows(_ table: SyncedTable, _ person: Int) throws -> JSONValue {
    let answer = embedded.answer(
      HTTPRequest(
        method: "GET", path: "/rest/v1/\(table.name)?select=*&order=seq",
        headers: ["Authorization": "Bearer \(people[person].token)"]))
    return try JSONValue(parsing: answer.body).compared
  }

  private static func ownRows(
    _ user: String
  ) -> [(deployed: String, twin: String, columns: Int)] {
    let whose = "where user_id = '\(user)'"
    let (times, texts) = (("lectern.iso(", ")"), ("(", ")"))
    func heads(_ time: (String, String)) -> String {
      "select head, purged_below, \(time.0)purged_at\(time.1) from sync_heads \(whose) "
        + "and (head, purged_below) <> (0, 0)"
    }
    func marks(_ time: (String, String)) -> String {
      "select upto, \(time.0)written_at\(time.1) from sync_marks \(whose) order by upto"
    }
    func devices(_ time: (String, String), _ order: String) -> String {
      "select device, pulled_seq, \(time.0)seen_at\(time.1) from sync_devices \(whose) "
        + "order by device\(order)"
    }
    return [
      (heads(times), heads(texts), 3), (marks(times), marks(texts), 2),
      (devices(times, " collate \"C\""), devices(texts, ""), 3),
    ]
  }

  /// How many have lost rows to a purge.
  func purgedPeople() throws -> Int64 {
    try embedded.connection.first("SELECT count(*) FROM sync_heads WHERE purged_below > 0") {
      $0.integer(0)
    } ?? 0
  }

  // MARK: - An operator's copy

  /// SQL for a schema that holds a copy of every table.
  static func copies(_ catalog: Catalog) -> String {
    "; create schema kept; "
      + tables(catalog).map { "create table kept.\($0) (like public.\($0))" }
      .joined(separator: "; ")
  }

  private static func tables(_ catalog: Catalog) -> [String] { catalog.tables.map(\.name) + own }

  /// Keeps all that both clouds hold.
  func keep() throws {
    kept = try embedded.backup()
    try copy(from: "public", to: "kept")
  }

  /// Puts back what was kept.
  func putBack() throws {
    try embedded.restore(kept)
    try copy(from: "kept", to: "public")
  }

  private func copy(from source: String, to target: String) throws {
    try unwatched(
      Self.tables(catalog).map { table in
        "delete from \(target).\(table); insert into \(target).\(table) "
          + "select * from \(source).\(table)"
      })
  }

  /// Takes everybody out of PostgreSQL.
  func empty() throws {
    try unwatched(
      (Self.tables(catalog).map { "public.\($0)" } + ["auth.users"]).map { "delete from \($0)" })
  }

  /// Runs statements as a restored dump does: without triggers, foreign keys' among them.
  private func unwatched(_ statements: [String]) throws {
    try watcher.query(
      "begin; set local session_replication_role = replica; "
        + statements.joined(separator: "; ") + "; commit")
  }
}
