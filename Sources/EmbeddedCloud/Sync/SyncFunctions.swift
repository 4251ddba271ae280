import Schema
import Store
import Vocabulary

/// The functions that a device calls: `sync_push`, `sync_pull`, `sync_missing`, `sync_digest`,
/// `sync_describe`.
///
/// They answer as the deployed ones do; a test holds the two against each other.
enum SyncFunctions {
  static func all(_ catalog: Catalog, pageRows: Int) -> [String: RPCFunction] {
    [
      "sync_push": { call in try push(call, catalog) },
      "sync_pull": { call in try pull(call, catalog, pageRows: pageRows) },
      "sync_missing": { call in try missing(call, catalog) },
      "sync_digest": { call in try digest(call, catalog) },
      "sync_describe": { call in try describe(call, catalog) },
    ]
  }

  // MARK: - sync_push

  private static func push(_ call: RPCCall, _ catalog: Catalog) throws -> [UInt8] {
    let arguments = try Arguments(call, names: ["device", "cursor", "newest", "changes"])
    let user = try UserChanges(call, catalog)
    if let doubt = try user.doubt(
      cursor: arguments.text("cursor"), newest: arguments.text("newest"))
    {
      return doubt.bytes
    }
    guard let changes = arguments["changes"].array else {
      throw RESTRefusal("22023", "the changes are not an array")
    }
    try user.see(arguments["device"].string, pulled: nil)
    let from = try user.positionText(user.head)
    let results = try changes.map { try answer($0, user) }
    try user.close()
    let reply: JSONValue = [
      "status": "pushed", "now": .string(user.now.text), "cloud": .string(try user.cloudID()),
      "from": from, "to": try user.positionText(user.head), "results": .array(results),
    ]
    return reply.bytes
  }

  /// One change in a savepoint of its own: what it refuses leaves nothing behind.
  private static func answer(_ change: JSONValue, _ user: UserChanges) throws -> JSONValue {
    let before = user.head
    do {
      return try user.connection.transaction { try apply(PushedChange(change, user.catalog), user) }
    } catch let refusal as PushRefusal {
      user.takeBack(to: before)
      return [
        "result": "refused", "code": .string(refusal.code), "message": .string(refusal.message),
      ]
    } catch StoreError.constraint(let reason, _) {
      user.takeBack(to: before)
      let refusal = PushRefusal(constraint: reason, table: change["table"]?.string ?? "")
      return [
        "result": "refused", "code": .string(refusal.code), "message": .string(refusal.message),
      ]
    }
  }

  /// Beside SQLSTATEs: a device that does not know yet that texts are sealed asks again later.
  private static let unsealed = "LS001"

  private static func apply(_ change: PushedChange, _ user: UserChanges) throws -> JSONValue {
    if change.newest.milliseconds > (user.now + Limits.ahead).milliseconds {
      return ["result": "ahead"]
    }
    if try user.isSealing(), change.isBare(in: user.catalog) {
      return [
        "result": "refused", "code": .string(Self.unsealed),
        "message": "texts of this account are sealed, and this one is not",
      ]
    }
    let stored = try user.row(change.name)
    if stored == nil, !change.isInsert { return ["result": "absent"] }
    let sent = RowVersion(cells: change.cells.mapValues(\.cell))
    let orphaned = try sent.parents(in: change.table).filter { try !user.has($0) }
    if !orphaned.isEmpty {
      let parents = orphaned.map { name -> JSONValue in
        ["table": .string(name.table), "id": .string(name.id.text)]
      }
      return ["result": "orphan", "parents": .array(parents)]
    }
    let whole = RowVersion(cells: (stored?.version.cells ?? [:]).merging(sent.cells) { $1 })
    if try user.isPast(whole, in: change.table) {
      return ["result": "applied", "seq": .integer(user.head)]
    }
    return try user.take(change, over: stored)
  }

  // MARK: - sync_pull

  private static func pull(
    _ call: RPCCall, _ catalog: Catalog, pageRows: Int
  ) throws -> [UInt8] {
    let arguments = try Arguments(call, names: ["device", "cursor", "newest", "page"])
    let user = try UserChanges(call, catalog)
    let cursor = arguments.text("cursor")
    if let doubt = try user.doubt(cursor: cursor, newest: arguments.text("newest")) {
      return doubt.bytes
    }
    let after = SyncPosition.read(cursor)?.seq ?? 0
    try user.see(arguments["device"].string, pulled: after)
    let asked = Int(arguments["page"].integer ?? 0)
    let limit = asked > 0 ? min(asked, pageRows) : pageRows
    let page = try PulledPage(user, after: after, limit: limit)
    try user.purgeIfDue()
    return try page.reply(user)
  }

  // MARK: - sync_missing

  private static func missing(_ call: RPCCall, _ catalog: Catalog) throws -> [UInt8] {
    let arguments = try Arguments(call, names: ["cursor", "newest", "table", "ids"])
    let user = try UserChanges(call, catalog)
    if let doubt = try user.doubt(
      cursor: arguments.text("cursor"), newest: arguments.text("newest"))
    {
      return doubt.bytes
    }
    let table = arguments.text("table")
    guard catalog[table] != nil else {
      throw RESTRefusal("42P01", "relation \"\(table)\" does not exist")
    }
    let ids = arguments["ids"].array?.map { item in item.string.flatMap { RecordID($0) } }
    guard let ids, !ids.contains(nil) else {
      throw RESTRefusal("22023", "the ids are not an array of UUIDs")
    }
    let missing = try ids.compactMap { $0 }.filter { id in
      try !user.has(RowName(table: table, id: id))
    }
    let reply: JSONValue = [
      "status": "asked", "now": .string(user.now.text),
      "missing": .array(missing.map { .string($0.text) }),
    ]
    return reply.bytes
  }
}
