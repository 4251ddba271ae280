import Schema
import Vocabulary

/// A page of the cloud's rows, its frame read; the rows lie in the body, to be read one at a time.
struct PullReply {
  enum Status { case page, reset, stale }

  let status: Status
  let now: Instant
  let cloud: String
  let head: Int64
  let purgedBelow: Int64
  let next: SyncPosition
  let hasMore: Bool
  /// Where the list of rows begins in the body.
  let rowsAt: Int

  init(_ body: [UInt8]) throws {
    var frame = JSONObject()
    var rowsAt = 0
    do {
      try body.withUnsafeBufferPointer { bytes in
        var scanner = JSONScanner(bytes)
        try scanner.object(
          { (scanner, key) throws(JSONError) in
            if scanner.text(key, is: "rows") {
              rowsAt = scanner.place
              try scanner.skip()
            } else {
              frame[scanner.string(key)] = try scanner.value()
            }
          }, { $0 })
        try scanner.end()
      }
    } catch let error as JSONError {
      throw SyncError.unreadable(
        function: "sync_pull", problem: "\(error.reason) at byte \(error.offset + 1)")
    }
    let reply = JSONValue.object(frame)
    now = try replyTime("sync_pull", reply)
    cloud = reply["cloud"]?.string ?? ""
    head = reply["head"]?.integer ?? 0
    purgedBelow = reply["purged_below"]?.integer ?? 0
    hasMore = reply["more"]?.bool ?? false
    next = SyncPosition(reply["next"]?.string) ?? .start
    self.rowsAt = rowsAt
    switch reply["status"]?.string {
    case "page":
      guard rowsAt > 0, reply["next"]?.string != nil else {
        throw SyncError.unreadable(function: "sync_pull", problem: "rows or position missing")
      }
      status = .page
    case "reset": status = .reset
    case "stale": status = .stale
    case "not_entitled": throw SyncError.notEntitled
    default: throw SyncError.unreadable(function: "sync_pull", problem: "an unknown status")
    }
  }
}
