import Cloud
import EmbeddedCloud
import Schema
import Store
import Support
import Testing
import Vocabulary

/// One person in two clouds, under one clock.
final class PlainClouds {
  private let catalog: Catalog
  private let session: PostgresConnection
  private let embedded: EmbeddedProject
  private let surroundings = SeededSurroundings(seed: 1, start: PostgresDevice.noon)
  private var user = RecordID(high: 0, low: 0)
  private var token = ""
  private var requests: PlainRequests
  private var pushes: ParitySequence
  private var queries: PlainQueries
  /// What was done, for the report.
  private(set) var steps: [String] = []
  /// How many rows reads have found.
  private(set) var rowsRead = 0
  /// How often each code was the answer.
  private(set) var refusals: [String: Int] = [:]

  init(_ catalog: Catalog) throws {
    self.catalog = catalog
    session = try PostgresCloud(catalog).connect()
    var settings = EmbeddedProject.Settings()
    settings.passwordCost = .trivial
    settings.tokenLifetime = .seconds(1_000_000)
    embedded = try EmbeddedProject(settings, surroundings, catalog: catalog)
    requests = PlainRequests(seed: 0, catalog, user: user)
    pushes = ParitySequence(seed: 0, catalog)
    queries = PlainQueries(seed: 0, ids: [])
  }

  /// Somebody new, at a time of the seed's own.
  func begin(_ seed: UInt64) throws {
    let start = Instant(milliseconds: PostgresDevice.noon.milliseconds + Int64(seed) * 1000)
    surroundings.advance(start - surroundings.now())
    let made = embedded.answer(
      HTTPRequest(
        method: "POST", path: "/auth/v1/signup",
        body: Array(#"{"email":"p\#(seed)@t.example","password":"correct-horse-9"}"#.utf8)))
    let reply = try JSONValue(parsing: made.body)
    token = try #require(reply["access_token"]?.string)
    user = try #require(reply["user"]?["id"]?.string.flatMap { RecordID($0) })
    try session.query("insert into auth.users (id) values ('\(user.text)')")
    requests = PlainRequests(seed: seed, catalog, user: user)
    pushes = ParitySequence(seed: seed, catalog)
    queries = PlainQueries(seed: seed, ids: requests.ids)
    steps = []
  }

  /// One random write to both, of a plain client or a device; how what they say differs.
  func step() throws -> String? {
    surroundings.advance(.milliseconds(requests.roll(3) - 1))
    return requests.chance(1, in: 5) ? try push() : try write()
  }

  private func push() throws -> String? {
    let changes = JSONValue.array(pushes.push(at: surroundings.now()))
    let body: JSONValue = [
      "device": "aaaaaaaaaaaa", "cursor": "", "newest": "", "changes": changes,
    ]
    steps.append("\(surroundings.now().text) push \(changes.text)")
    let one = try session.rpc(user: user, "sync_push", body, now: surroundings.now())
    let other = try JSONValue(parsing: embedded.call("sync_push", as: user, body: body.bytes))
    let (first, second) = (one.withoutNumbers, other.withoutNumbers)
    return first == second ? nil : "PostgreSQL: \(first.text)\nembedded:   \(second.text)"
  }

  private func write() throws -> String? {
    let isService = requests.chance(1, in: 8)
    let request = requests.next(at: surroundings.now(), isService: isService)
    steps.append(
      "\(surroundings.now().text) \(isService ? "service" : "person") \(request.verb.rawValue) "
        + "\(request.path) \(request.prefer) \(request.body)")
    let (one, other) = (try deployed(request, isService), try twin(request, isService))
    if case .object(let object) = one, let code = object["code"]?.string {
      refusals[code, default: 0] += 1
    }
    return one == other ? nil : "PostgreSQL: \(one.text)\nembedded:   \(other.text)"
  }

  private func deployed(_ request: PlainRequest, _ isService: Bool) throws -> JSONValue {
    do throws(PostgresError) {
      try session.begin(as: user, now: surroundings.now())
      if isService {
        try session.query(
          """
          set local role service_role;
          select set_config('request.jwt.claims', '{"role":"service_role"}', true)
          """)
      }
      try session.query(request.reading)
      let row = try session.query(request.sql).first ?? []
      try session.query("commit")
      let written = row.first.flatMap { $0 } ?? "[]"
      let isFresh = request.verb == .insert && (row.last ?? "0") != "0"
      return .array([.bool(isFresh), compared(written)])
    } catch {
      try session.query("rollback")
      // Whole rows that broke something are told to the service role alone.
      let isRow = error.detail?.hasPrefix("Failing row contains") == true
      return refused(error.code, error.message, isRow ? nil : error.detail, error.hint)
    }
  }

  private func twin(_ request: PlainRequest, _ isService: Bool) throws -> JSONValue {
    let headers: HTTPHeaders = [
      "Authorization": "Bearer \(isService ? embedded.keys.service : token)",
      "Prefer": request.prefer,
    ]
    let answer = embedded.answer(
      HTTPRequest(
        method: request.verb.rawValue, path: request.path, headers: headers,
        body: request.verb == .delete ? [] : Array(request.body.utf8)))
    let body = try JSONValue(parsing: answer.body)
    if answer.status >= 400 {
      return refused(
        body["code"]?.string ?? "", body["message"]?.string ?? "", body["details"]?.string,
        body["hint"]?.string)
    }
    let isFresh =
      request.verb == .insert && answer.status == 201 && body.array?.isEmpty == false
    return .array([.bool(isFresh), compared(body.text)])
  }

  private func refused(
    _ code: String, _ message: String, _ detail: String?, _ hint: String?
  ) -> JSONValue {
    [
      "code": .string(code), "message": .string(message),
      "details": detail.map(JSONValue.string) ?? .null, "hint": hint.map(JSONValue.string) ?? .null,
    ]
  }

  /// Rows in the order of their ids, without numbers, which each database gives in its own order.
  private func compared(_ rows: String) -> JSONValue {
    do throws(JSONError) {
      let rows = try JSONValue(parsing: rows).array ?? []
      return .array(
        rows.sorted { ($0["id"]?.string ?? "") < ($1["id"]?.string ?? "") }.map { row in
          .object(
            JSONObject(
              (row.object ?? JSONObject()).members.filter { $0.key != "seq" }
                .sorted { $0.key < $1.key }.map { ($0.key, $0.value.inOrder) }))
        })
    } catch { return .string("no JSON: \(rows)") }
  }

  /// All that is stored of the person, and how far the numbers went.
  func differenceOfRows() throws -> String? {
    for table in catalog.tables {
      let query = "/rest/v1/\(table.name)?select=*"
      let answer = embedded.answer(
        HTTPRequest(method: "GET", path: query, headers: ["Authorization": "Bearer \(token)"]))
      let stored = try session.value(
        """
        select coalesce(jsonb_agg(to_jsonb(t)), '[]') from public.\(table.name) t
        where t.user_id = '\(user.text)'
        """)
      let (one, other) = (
        compared(stored ?? ""), compared(String(decoding: answer.body, as: UTF8.self))
      )
      if one != other { return "\(table.name)\nPostgreSQL: \(one.text)\nembedded:   \(other.text)" }
    }
    let head = "select head from sync_heads where user_id = '\(user.text)'"
    let deployed = try session.value(head) ?? "0"
    let twin = try embedded.connection.first(head) { $0.text(0) } ?? "0"
    return deployed == twin ? nil : "head: PostgreSQL \(deployed), embedded \(twin)"
  }

  /// What random reads of every table find.
  func differenceOfReads() throws -> String? {
    let filled = try catalog.tables.filter { table in
      try embedded.connection.first(
        "SELECT 1 FROM \(table.name) WHERE user_id = ?1", .text(user.text)
      ) { _ in true } ?? false
    }
    for table in filled.flatMap({ Array(repeating: $0, count: 8) }) {
      let query = queries.next(in: table)
      let name = table.name
      let columns = "id,\(table.columns.map(\.name).joined(separator: ","))"
      let path =
        "/rest/v1/\(name)?select=\(columns)&and=\(PlainRequest.encoded(query.filter.http))"
        + "&order=\(query.order.http)&offset=\(query.window.offset)&limit=\(query.window.limit)"
      let answer = embedded.answer(
        HTTPRequest(method: "GET", path: path, headers: ["Authorization": "Bearer \(token)"]))
      let found = try session.value(
        """
        select coalesce(json_agg(r), '[]') from (
          select \(columns.split(separator: ",").map { "t.\($0)" }.joined(separator: ", "))
          from public.\(name) t where t.user_id = '\(user.text)' and \(query.filter.sql)
          order by \(query.order.sql) limit \(query.window.limit) offset \(query.window.offset)
        ) r
        """)
      let one = try JSONValue(parsing: found ?? "").inOrder
      let other = try JSONValue(parsing: answer.body).inOrder
      rowsRead += one.array?.count ?? 0
      guard one == other else {
        return "\(name) \(query.filter.http) \(query.order.http)\n\(query.filter.sql)\n"
          + "PostgreSQL: \(one.text)\nembedded:   \(other.text)"
      }
    }
    return nil
  }
}

extension JSONValue {
  /// With the keys of objects sorted.
  fileprivate var inOrder: JSONValue { sorted { _, _ in true } }

  /// A reply to a push without what each cloud draws for itself, or names as it comes to it first.
  fileprivate var withoutNumbers: JSONValue {
    sorted { key, object in
      key != "seq" && !["cloud", "from", "to"].contains(key)
        && (key != "message" || object["code"] != "23514")
    }
  }

  private func sorted(_ isKept: (String, JSONObject) -> Bool) -> JSONValue {
    switch self {
    case .array(let items): return .array(items.map { $0.sorted(isKept) })
    case .object(let object):
      let members = object.members.filter { isKept($0.key, object) }.sorted { $0.key < $1.key }
      return .object(JSONObject(members.map { ($0.key, $0.value.sorted(isKept)) }))
    default: return self
    }
  }
}
