import Schema
import Store
import Vocabulary

/// One user's rows in one transaction: the head is read first, the numbers are given out in order,
/// and head and mark are written once at its end.
final class UserChanges {
  let connection: Connection
  let catalog: Catalog
  let userID: String
  let now: Instant
  let surroundings: any Surroundings
  /// When the time ends for which the person may sync, as the token says; nil for no end.
  let entitledUntil: Instant?
  /// The newest seq that was given out.
  private(set) var head: Int64
  /// Deleted rows up to here may be gone.
  var purgedBelow: Int64
  /// When rows of the person were last purged, as text; nil for never.
  let purgedAt: String?
  private let firstHead: Int64
  private var knownSealing: Bool?

  init(_ call: RPCCall, _ catalog: Catalog) throws {
    connection = call.connection
    self.catalog = catalog
    userID = call.userID.text
    now = call.now
    surroundings = call.surroundings
    entitledUntil = Entitlement.end(in: call.claims)
    let row = try connection.first(
      "SELECT head, purged_below, purged_at FROM sync_heads WHERE user_id = ?1", .text(userID)
    ) { (head: $0.integer(0), purgedBelow: $0.integer(1), purgedAt: $0.optionalText(2)) }
    head = row?.head ?? 0
    firstHead = row?.head ?? 0
    purgedBelow = row?.purgedBelow ?? 0
    purgedAt = row?.purgedAt
  }

  /// The cloud's identity, made with its schema.
  func cloudID() throws -> String {
    if let id = try connection.first("SELECT id FROM sync_cloud", read: { $0.text(0) }) {
      return id
    }
    let id = RecordID(at: now, random: surroundings.random(), surroundings.random()).text
    try connection.run("INSERT INTO sync_cloud(id) VALUES(?1)", .text(id))
    return id
  }

  /// Whether the person had switched sealing on when the call began.
  func isSealing() throws -> Bool {
    if let knownSealing { return knownSealing }
    let isOn = try connection.first(
      """
      SELECT 1 FROM \(Catalog.preferencesTable)
      WHERE user_id = ?1 AND key > 'sealing.' AND key < 'sealing/' LIMIT 1
      """, .text(userID)
    ) { _ in true }
    knownSealing = isOn ?? false
    return isOn ?? false
  }

  func nextSeq() -> Int64 {
    head += 1
    return head
  }

  /// Numbers of a change that was refused are given out again.
  func takeBack(to seq: Int64) { head = seq }

  /// Writes head and mark, if anything was stored.
  func close() throws {
    guard head > firstHead else { return }
    try connection.run(
      """
      INSERT INTO sync_heads(user_id, head) VALUES(?1, ?2)
      ON CONFLICT(user_id) DO UPDATE SET head = excluded.head
      """, .text(userID), .integer(head))
    let bits = surroundings.random()
    let digits = (0..<12).map { lowerHex(UInt8(truncatingIfNeeded: bits >> ($0 * 4)) & 15) }
    let mark = String(decoding: digits, as: UTF8.self)
    try connection.run(
      "INSERT INTO sync_marks(user_id, upto, mark, written_at) VALUES(?1, ?2, ?3, ?4)",
      .text(userID), .integer(head), .text(mark), .text(now.text))
  }

  /// The mark of the transaction that gave out `seq`; nil for one that was never given out.
  func mark(of seq: Int64) throws -> String? {
    if seq == 0 { return "0" }
    guard seq <= head else { return nil }
    return try connection.first(
      "SELECT mark FROM sync_marks WHERE user_id = ?1 AND upto >= ?2 ORDER BY upto LIMIT 1",
      .text(userID), .integer(seq)
    ) { $0.text(0) }
  }

  func positionText(_ seq: Int64) throws -> JSONValue {
    .string("\(seq).\(try mark(of: seq) ?? "0")")
  }

  /// What to answer a device whose position proves nothing any more; nil where it stands.
  ///
  /// `reset`: the cloud was restored, or is another one. `stale`: deletions that the device may not
  /// know of were purged.
  func doubt(cursor: String, newest: String) throws -> JSONValue? {
    if let lapse = try lapse() { return lapse }
    let positions = [SyncPosition.read(cursor), SyncPosition.read(newest)]
    for position in positions {
      guard let position else { continue }
      if try mark(of: position.seq) != position.mark { return try doubt("reset") }
    }
    if let cursor = positions[0], max(cursor.seq, cursor.floor) < purgedBelow {
      return try doubt("stale")
    }
    return nil
  }

  private func doubt(_ status: String) throws -> JSONValue {
    [
      "status": .string(status), "now": .string(now.text), "cloud": .string(try cloudID()),
      "head": .integer(head), "purged_below": .integer(purgedBelow),
    ]
  }

  /// Notes that a device was here, and how far it says it has pulled. Refused where it has no name.
  func see(_ device: String?, pulled: Int64?) throws {
    guard let device else { throw RESTRefusal.isNull("device", "sync_devices") }
    guard (1...64).contains(device.unicodeScalars.count) else {
      throw RESTRefusal(
        "23514",
        "new row for relation \"sync_devices\" violates check constraint "
          + "\"sync_devices_device_check\"")
    }
    try connection.run(
      """
      INSERT INTO sync_devices(user_id, device, pulled_seq, seen_at)
      VALUES(?1, ?2, coalesce(?3, 0), ?4) ON CONFLICT(user_id, device)
      DO UPDATE SET pulled_seq = coalesce(?3, pulled_seq), seen_at = excluded.seen_at
      """, .text(userID), .text(device), pulled.map { .integer($0) } ?? .null, .text(now.text))
  }
}
