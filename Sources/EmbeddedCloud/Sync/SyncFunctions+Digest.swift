import Schema
import Store
import Vocabulary

extension SyncFunctions {
  // MARK: - sync_digest

  /// Each table's sum; with a table, the sum of each of its parts; with parts too, each row.
  static func digest(_ call: RPCCall, _ catalog: Catalog) throws -> [UInt8] {
    let arguments = try Arguments(call, names: ["table", "upto", "parts"], optional: ["parts"])
    let counted = try CountedRows(call, catalog, arguments["upto"])
    if let lapse = try counted.user.lapse() { return lapse.bytes }
    let answer: (String, JSONObject)
    if arguments["table"] == .null {
      guard arguments["parts"] == .null else { throw unreadableParts }
      answer = ("tables", JSONObject(try catalog.tables.map { ($0.name, try counted.sum($0)) }))
    } else {
      let name = arguments.text("table")
      guard let table = catalog[name] else {
        throw RESTRefusal("42P01", "relation \"\(name)\" does not exist")
      }
      answer =
        arguments["parts"] == .null
        ? ("parts", try counted.parts(table))
        : ("ids", try counted.ids(table, in: try parts(arguments["parts"])))
    }
    var reply = JSONObject([
      ("status", "digest"), ("now", .string(call.now.text)),
      ("cloud", .string(try counted.user.cloudID())), ("head", .integer(counted.user.head)),
      ("purged_below", .integer(counted.user.purgedBelow)),
    ])
    reply[answer.0] = .object(answer.1)
    return JSONValue.object(reply).bytes
  }

  private static let unreadableParts = RESTRefusal(
    "22023", "the parts are not an array of two digits each")

  private static func parts(_ named: JSONValue) throws -> Set<Int> {
    let parts = named.array?.map { item -> Int? in
      guard let digits = item.string, let part = Int(digits, radix: 16) else { return nil }
      return (0..<RowPart.count).contains(part) && RowPart.name(part) == digits ? part : nil
    }
    guard let parts, !parts.contains(nil) else { throw unreadableParts }
    return Set(parts.compactMap { $0 })
  }

  // MARK: - sync_describe

  /// Nothing here can be taken away by hand, so nothing of it is ever missing.
  static func describe(_ call: RPCCall, _ catalog: Catalog) throws -> [UInt8] {
    _ = try Arguments(call, names: [])
    let user = try UserChanges(call, catalog)
    if let lapse = try user.lapse() { return lapse.bytes }
    let reply: JSONValue = [
      "status": "described", "now": .string(user.now.text), "cloud": .string(try user.cloudID()),
      "version": .string(Catalog.cloudVersion),
      "tables": .object(JSONObject(catalog.tables.map { ($0.name, .string($0.form)) })),
      "unguarded": [], "untriggered": [],
      "limits": [
        "page_rows": .integer(Int64(Limits.pageRows)),
        "page_bytes": .integer(Int64(Limits.pageBytes)),
        "ahead_ms": .integer(Limits.ahead.wholeMilliseconds),
      ],
    ]
    return reply.bytes
  }
}

/// The rows of a person that count: up to a number, alive, or dead since the last purge.
private struct CountedRows {
  let user: UserChanges
  private let upto: Int64

  init(_ call: RPCCall, _ catalog: Catalog, _ upto: JSONValue) throws {
    user = try UserChanges(call, catalog)
    self.upto = upto.integer ?? 0
  }

  func sum(_ table: SyncedTable) throws -> JSONValue {
    var sum = RowSum()
    try each(table) { sum.add($1) }
    return Self.told(sum, [("form", .string(table.form))])
  }

  func parts(_ table: SyncedTable) throws -> JSONObject {
    var sums = [RowSum](repeating: RowSum(), count: RowPart.count)
    try each(table) { row, digest in sums[RowPart.of(row.utf8(0))].add(digest) }
    let there = sums.indices.filter { sums[$0].rows > 0 }
    return JSONObject(there.map { (RowPart.name($0), Self.told(sums[$0], [])) })
  }

  func ids(_ table: SyncedTable, in parts: Set<Int>) throws -> JSONObject {
    var ids: [(String, JSONValue)] = []
    try each(table) { row, digest in
      if parts.contains(RowPart.of(row.utf8(0))) {
        ids.append((row.text(0), .string(digest.text)))
      }
    }
    return JSONObject(ids)
  }

  private static func told(_ sum: RowSum, _ more: [(String, JSONValue)]) -> JSONValue {
    .object(
      JSONObject(
        more + [("rows", .integer(Int64(sum.rows))), ("digest", .string(sum.digest.text))]))
  }

  private func each(_ table: SyncedTable, _ body: (Statement, RowDigest) -> Void) throws {
    var digester = RowDigester(table)
    let names = table.joinedColumns.map(\.name).joined(separator: ", ")
    let alive = table.isMonotone ? "" : "AND (deleted_at IS NULL OR seq > ?3)"
    let rows = try user.connection.cached(
      """
      SELECT id, stamp, stamps, \(names) FROM \(table.name)
      WHERE user_id = ?1 AND seq <= ?2 \(alive)
      """)
    rows.bind(1, user.userID)
    rows.bind(2, upto)
    if !table.isMonotone { rows.bind(3, user.purgedBelow) }
    defer { rows.reset() }
    while try rows.step() { body(rows, try digester.digest(of: rows)) }
  }
}
