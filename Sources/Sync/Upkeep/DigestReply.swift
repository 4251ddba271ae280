import Schema
import Vocabulary

/// What the cloud says its rows come to: table by table, part by part, or row by row.
struct DigestReply {
  let head: Int64
  let purgedBelow: Int64
  /// By table, or by part.
  private(set) var sums: [String: RowSum] = [:]
  /// What stands for the columns of each table.
  private(set) var forms: [String: String] = [:]
  /// Of each row in the parts that were asked for.
  private(set) var rows: [RecordID: RowDigest] = [:]

  init(_ body: [UInt8]) throws {
    let reply = try parseReply("sync_digest", body)
    if reply["status"]?.string == "not_entitled" { throw SyncError.notEntitled }
    guard reply["status"]?.string == "digest", let head = reply["head"]?.integer,
      let purgedBelow = reply["purged_below"]?.integer
    else { throw Self.unreadable }
    self.head = head
    self.purgedBelow = purgedBelow
    for member in (reply["tables"] ?? reply["parts"])?.object ?? JSONObject() {
      guard let rows = member.value["rows"]?.integer,
        let digest = member.value["digest"]?.string.flatMap({ RowDigest($0) })
      else { throw Self.unreadable }
      sums[member.key] = RowSum(rows: Int(clamping: rows), digest: digest)
      forms[member.key] = member.value["form"]?.string
    }
    for member in reply["ids"]?.object ?? JSONObject() {
      guard let id = RecordID(member.key),
        let digest = member.value.string.flatMap({ RowDigest($0) })
      else { throw Self.unreadable }
      rows[id] = digest
    }
  }

  private static let unreadable = SyncError.unreadable(
    function: "sync_digest", problem: "sums without their parts")
}
