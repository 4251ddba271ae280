import Schema
import Store
import Vocabulary

/// The rows of all tables after a seq, oldest first, up to a number of rows and bytes.
///
/// The head is read before the rows: read after them it would skip what came in between.
struct PulledPage {
  private var rows: [[UInt8]] = []
  private var last: Int64
  private var hasMore = false

  init(_ user: UserChanges, after: Int64, limit: Int) throws {
    last = after
    var bytes = 0
    for (seq, table) in try Self.due(user, after: after, limit: limit + 1) {
      if rows.count == limit {
        hasMore = true
        break
      }
      guard let name = try Self.name(user, table, seq), let row = try user.row(name)
      else { continue }
      let text = user.pulled(name, row).bytes
      bytes += text.count
      if !rows.isEmpty, bytes > Limits.pageBytes {
        hasMore = true
        break
      }
      rows.append(text)
      last = seq
    }
  }

  /// Which table holds the row of each due seq.
  ///
  /// Why not one statement over all tables: SQLite sorts the parts of such a one in tables of their
  /// own, which takes longer than all the rest of a small page.
  private static func due(
    _ user: UserChanges, after: Int64, limit: Int
  ) throws -> [(Int64, SyncedTable)] {
    guard user.head > after else { return [] }
    var due: [(Int64, SyncedTable)] = []
    for table in user.catalog.tables {
      let statement = try user.connection.cached(for: table.name) {
        "SELECT seq FROM \(table.name) WHERE user_id = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3"
      }
      statement.bind(1, user.userID)
      statement.bind(2, after)
      statement.bind(3, Int64(limit))
      due += try statement.all { ($0.integer(0), table) }
    }
    due.sort { $0.0 < $1.0 }
    return Array(due.prefix(limit))
  }

  private static func name(
    _ user: UserChanges, _ table: SyncedTable, _ seq: Int64
  ) throws -> RowName? {
    let id = try user.connection.first(
      "SELECT id FROM \(table.name) WHERE user_id = ?1 AND seq = ?2", .text(user.userID),
      .integer(seq)
    ) { RecordID($0.text(0)) }
    return id.flatMap { $0 }.map { RowName(table: table.name, id: $0) }
  }

  func reply(_ user: UserChanges) throws -> [UInt8] {
    let next = hasMore ? last : max(last, user.head)
    var reply = Array(#"{"status":"page","now":"#.utf8)
    JSONValue.string(user.now.text).write(to: &reply)
    reply += Array(#","cloud":"#.utf8)
    JSONValue.string(try user.cloudID()).write(to: &reply)
    reply += Array(#","rows":["#.utf8)
    for (place, row) in rows.enumerated() {
      if place > 0 { reply.append(UInt8(ascii: ",")) }
      reply += row
    }
    reply += Array(#"],"next":"#.utf8)
    try user.positionText(next).write(to: &reply)
    reply += Array(#","head":\#(user.head),"more":\#(hasMore),"#.utf8)
    reply += Array(#""purged_below":\#(user.purgedBelow)}"#.utf8)
    return reply
  }
}
