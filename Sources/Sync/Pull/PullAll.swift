import ChangeQueue
import Cloud
import Schema
import Store
import Vocabulary

extension SyncEngine {
  /// Takes pages up to the head that the first one saw; after a full pull also asks for what is
  /// missing.
  func pullAll(_ report: inout SyncReport) throws {
    var head: Int64?
    var doubts = 0
    var count = PullCount(from: try cursor())
    try tellPull(count)
    while true {
      guard report.requests < Limits.cycleRequests else {
        throw SyncError.endless(requests: report.requests)
      }
      report.requests += 1
      let account = try cloud.account()
      let body = try cloud.call("sync_pull", body: try pullRequest())
      let reply = try PullReply(body)
      // A reply to another owner's request is ignored.
      guard try database.state(.owner) == account else { return }
      switch reply.status {
      case .reset, .stale:
        doubts += 1
        guard doubts <= Limits.doubts else {
          throw SyncError.unreadable(
            function: "sync_pull", problem: "it doubts the position that it gave")
        }
        try startFullPull(reply)
        head = nil
        count = PullCount(from: .start)
      case .page:
        let isFirst = head == nil
        head = head ?? reply.head
        let place = try cursor()?.seq ?? 0
        guard !reply.hasMore || reply.next.seq > place else {
          throw SyncError.unreadable(function: "sync_pull", problem: "the pages do not move on")
        }
        try takePage(reply, body, &report)
        count.note(reply, head: head ?? 0)
        try tellPull(count)
        if !reply.hasMore || (!isFirst && reply.next.seq >= head ?? 0) {
          return try finishFullPull(&report)
        }
      }
    }
  }

  func pullRequest() throws -> [UInt8] {
    let request: JSONValue = [
      "device": .string(device()), "cursor": .string(try cursorText()),
      "newest": .string(try newest()?.text ?? ""), "page": .integer(Int64(Limits.askedRows)),
    ]
    return request.bytes
  }

  /// The cloud does not know our position: everything is pulled again, and nothing is forgotten.
  private func startFullPull(_ reply: PullReply) throws {
    try database.apply {
      try learnTime(reply.now)
      let known = try database.state(.cloudID)
      let isOther = known != nil && known != reply.cloud
      if isOther { try forgetCloud() }
      let kind: FullPull = isOther ? .first : reply.status == .stale ? .stale : .reset
      try database.setState(.fullPull, kind.rawValue)
      try database.setState(.fullPullCopied, nil)
      try database.setState(.cursor, SyncPosition.start.text)
      try database.setState(.newest, SyncPosition.start.text)
      try database.setState(.purgedBelow, String(reply.purgedBelow))
      try database.setState(.purgedHere, nil)
      try database.setState(.cloudID, reply.cloud)
      try doubtAside()
      for table in catalog.tables {
        try connection.run("UPDATE \(table.name) SET seq = -2 - seq WHERE seq >= 0")
      }
    }
  }

  /// One page is one transaction: rows, shelf, cursor.
  private func takePage(
    _ reply: PullReply, _ body: [UInt8], _ report: inout SyncReport
  ) throws {
    var counted = report
    try database.apply {
      try learnTime(reply.now)
      if try cursor() == nil { try database.setState(.purgedBelow, String(reply.purgedBelow)) }
      try database.setState(.cloudID, reply.cloud)
      if try fullPull() == .verify {
        try database.setState(.verifiedPurge, String(reply.purgedBelow))
      }
      var taker = try RowTaker(engine: self)
      do { try taker.takeAll(body, at: reply.rowsAt) } catch let error as JSONError {
        throw SyncError.unreadable(
          function: "sync_pull", problem: "\(error.reason) at byte \(error.offset + 1)")
      }
      try loadSealing()
      try taker.emptyShelf()
      try taker.finish()
      counted.pulled += taker.changed
      counted.conflicts += taker.conflicts
      try database.setState(.cursor, reply.next.text)
      try see(reply.next)
      if !reply.hasMore { try purge(upTo: reply.purgedBelow) }
      if !reply.hasMore, try fullPull() != nil { try database.setState(.fullPullCopied, "1") }
    }
    let shelved = try connection.first("SELECT count(*) FROM sync_shelf") { $0.integer(0) }
    counted.shelved = Int(shelved ?? 0)
    report = counted
  }
}
