import CloudSchema
import EmbeddedCloud
import Cloud
import Schema
import Store
import Support
import Testing
import Vocabulary

/// Two people in two clouds, under one clock: PostgreSQL with two sessions that write, and the
/// embedded cloud, which does one thing after another.
final class TwinClouds {
  struct Person {
    let user: RecordID
    let token: String
  }

  let catalog: Catalog
  let sessions: [PostgresConnection]
  /// Looks on while others wait.
  let watcher: PostgresConnection
  private(set) var embedded: EmbeddedProject
  private(set) var surroundings = SeededSurroundings(seed: 0)
  private(set) var people: [Person] = []
  /// The embedded cloud as an operator kept it; PostgreSQL's copy lies in a schema of its own.
  var kept: [UInt8] = []

  /// A database of its own: its tables are emptied, and put back from copies.
  init(_ catalog: Catalog) throws {
    self.catalog = catalog
    let server = try ThrowawayPostgres.shared()
    let database = try server.database(
      running: PostgresCloud.sql(catalog) + Self.copies(catalog))
    sessions = try [server.connect(to: database), server.connect(to: database)]
    watcher = try server.connect(to: database)
    embedded = try Self.project(surroundings, catalog)
  }

  private static func project(
    _ surroundings: SeededSurroundings, _ catalog: Catalog
  ) throws -> EmbeddedProject {
    var settings = EmbeddedProject.Settings()
    settings.passwordCost = .trivial
    settings.tokenLifetime = .seconds(1_000_000_000)
    return try EmbeddedProject(settings, surroundings, catalog: catalog)
  }

  /// Two new people in empty clouds, at a time of the seed's own.
  func begin(_ seed: UInt64) throws {
    let start = Instant(milliseconds: PostgresDevice.noon.milliseconds + Int64(seed) * 1000)
    surroundings = SeededSurroundings(seed: seed, start: start)
    embedded = try Self.project(surroundings, catalog)
    try empty()
    people = try (0..<2).map { number in
      let made = embedded.answer(
        HTTPRequest(
          method: "POST", path: "/auth/v1/signup",
          body: Array(#"{"email":"p\#(number)@t.example","password":"correct-horse-9"}"#.utf8)))
      let reply = try JSONValue(parsing: made.body)
      let user = try #require(reply["user"]?["id"]?.string.flatMap { RecordID($0) })
      try watcher.query("insert into auth.users (id) values ('\(user.text)')")
      return Person(user: user, token: try #require(reply["access_token"]?.string))
    }
    try keep()
  }

  // MARK: - One request

  /// What both clouds answer to a request.
  func answers(_ request: TwinRequest) throws -> (deployed: TwinAnswer, twin: TwinAnswer) {
    let deployed =
      try start(request, on: sessions[0]) ?? finish(request, on: sessions[0])
    return (deployed, try twin(request))
  }

  /// Begins a transaction for the request and sends its statement; an answer that came before that.
  func start(_ request: TwinRequest, on session: PostgresConnection) throws -> TwinAnswer? {
    do throws(PostgresError) {
      try session.begin(as: people[request.person].user, now: surroundings.now())
      if case .write(let plain, let isService) = request.kind {
        if isService {
          try session.query(
            """
            set local role service_role;
            select set_config('request.jwt.claims', '{"role":"service_role"}', true)
            """)
        }
        try session.query(plain.reading)
      }
      try session.send(request.sql)
      return nil
    } catch { return try refused(error, session) }
  }

  /// Waits for the statement's answer, and commits.
  func finish(_ request: TwinRequest, on session: PostgresConnection) throws -> TwinAnswer {
    try received(request, on: session) { () throws(PostgresError) in try session.query("commit") }
  }

  /// Waits for the statement's answer. `end` is done to the transaction then.
  func received(
    _ request: TwinRequest, on session: PostgresConnection,
    end: () throws(PostgresError) -> Void = { () throws(PostgresError) in }
  ) throws -> TwinAnswer {
    let row: [String?]
    do throws(PostgresError) {
      row = try session.receive().first ?? []
      try end()
    } catch { return try refused(error, session) }
    return try TwinAnswer(row, to: request)
  }

  /// A failure of the connection itself is none of PostgreSQL's answers.
  func refused(_ error: PostgresError, _ session: PostgresConnection) throws -> TwinAnswer {
    guard error.code != "08000" else { throw error }
    try session.query("rollback")
    return TwinAnswer(error)
  }

  /// What the embedded cloud answers; `among`: of the rows that the request means, only these.
  func twin(_ request: TwinRequest, among ids: [String]? = nil) throws -> TwinAnswer {
    let before = try head(of: request.person)
    let response = embedded.answer(
      request.http(token: token(of: request), among: ids))
    let answer = try TwinAnswer(response, to: request)
    // Only pulls and pushes number their rows in an order that is said.
    if case .write = request.kind, !answer.isRefusal { unaligned.append((request.person, before)) }
    return answer
  }

  private func token(of request: TwinRequest) -> String {
    if case .write(_, isService: true) = request.kind { return embedded.keys.service }
    return people[request.person].token
  }

  private func head(of person: Int) throws -> Int64 {
    try embedded.connection.first(
      "SELECT head FROM sync_heads WHERE user_id = ?1", .text(people[person].user.text)
    ) { $0.integer(0) } ?? 0
  }

  /// Plain writes whose rows may have other numbers in the embedded cloud, and the numbers before.
  private var unaligned: [(person: Int, after: Int64)] = []

  /// The rows that one statement of a plain client wrote get the numbers that PostgreSQL gave them:
  /// the same numbers, in an order that nobody promises.
  func align() throws {
    for (person, after) in unaligned {
      let user = people[person].user.text
      let parts = catalog.tables.map { table in
        "select '\(table.name)', id::text, seq from public.\(table.name) "
          + "where user_id = '\(user)' and seq > \(after)"
      }
      let rows = try watcher.query(parts.joined(separator: " union all "))
      guard rows.count > 1 else { continue }
      for row in rows {
        guard let table = row[0], let id = row[1], let seq = row[2] else { continue }
        try embedded.connection.execute(
          "UPDATE \(table) SET seq = -\(seq) WHERE user_id = '\(user)' AND id = '\(id)' "
            + "AND seq > \(after)")
      }
      for table in catalog.tables {
        try embedded.connection.execute(
          "UPDATE \(table.name) SET seq = -seq WHERE user_id = '\(user)' AND seq < 0")
      }
    }
    unaligned = []
  }
}
