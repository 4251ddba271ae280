import Schema
import Vocabulary

/// The cloud's answer to a push, read and checked: it is somebody else's bytes.
struct PushReply {
  enum Status { case pushed, reset, stale }

  /// What became of one change.
  enum Result {
    case applied(seq: Int64)
    case merged(seq: Int64, winning: StampedValues, dropped: [PulledRow])
    case absent
    case orphan(parents: [RowName])
    case ahead
    case refused(code: String, message: String)
  }

  let status: Status
  let now: Instant
  var from = SyncPosition.start
  var to = SyncPosition.start
  var results: [Result] = []

  init(_ body: [UInt8]) throws {
    let (reply, results) = try Self.read(body)
    now = try replyTime("sync_push", reply)
    switch reply["status"]?.string {
    case "reset": status = .reset
    case "stale": status = .stale
    case "not_entitled": throw SyncError.notEntitled
    case "pushed":
      status = .pushed
      guard let from = SyncPosition(reply["from"]?.string),
        let to = SyncPosition(reply["to"]?.string), let results
      else {
        throw SyncError.unreadable(function: "sync_push", problem: "positions or results missing")
      }
      self.from = from
      self.to = to
      self.results = try results.map { try $0.result ?? Self.result($0.value) }
    default: throw SyncError.unreadable(function: "sync_push", problem: "an unknown status")
    }
  }

  /// One of the results as it is read: most say `applied` and no more, and need no object.
  private struct Item {
    var result: Result?
    var value = JSONValue.null
  }

  private static func read(_ body: [UInt8]) throws -> (reply: JSONValue, results: [Item]?) {
    var members = JSONObject()
    var results: [Item]?
    func member(_ scanner: inout JSONScanner, _ key: JSONScanner.Text) throws(JSONError) {
      let isResults = scanner.text(key, is: "results")
      guard isResults, scanner.peek() == UInt8(ascii: "[") else {
        if isResults { results = nil }
        members[scanner.string(key)] = try scanner.value()
        return
      }
      var items: [Item] = []
      try scanner.array(
        { (scanner) throws(JSONError) in items.append(try item(&scanner)) }, { $0 })
      results = items
    }
    do throws(JSONError) {
      try body.withUnsafeBufferPointer { (bytes) throws(JSONError) in
        var scanner = JSONScanner(bytes)
        if scanner.peek() == UInt8(ascii: "{") {
          try scanner.object(member, { $0 })
        } else {
          try scanner.skip()
        }
        try scanner.end()
      }
    } catch { throw unreadable("sync_push", error) }
    return (.object(members), results)
  }

  private static func item(_ scanner: inout JSONScanner) throws(JSONError) -> Item {
    guard scanner.peek() == UInt8(ascii: "{") else {
      return Item(value: try scanner.value())
    }
    let start = scanner.place
    var (isPlain, isApplied) = (true, false)
    var seq: Int64?
    try scanner.object(
      { (scanner, key) throws(JSONError) in
        let next = scanner.peek()
        if scanner.text(key, is: "result"), next == UInt8(ascii: "\"") {
          let word = try scanner.text()
          isApplied = scanner.text(word, is: "applied")
        } else if scanner.text(key, is: "seq"), (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= next {
          seq = try scanner.scalar().integer
        } else {
          isPlain = false
          try scanner.skip()
        }
      }, { $0 })
    if isPlain, isApplied, let seq, seq >= 0 { return Item(result: .applied(seq: seq)) }
    scanner.setPlace(start)
    return Item(value: try scanner.value())
  }

  private static func result(_ value: JSONValue) throws -> Result {
    switch value["result"]?.string {
    case "applied":
      guard let seq = value["seq"]?.integer, seq >= 0 else { break }
      return .applied(seq: seq)
    case "merged":
      guard let seq = value["seq"]?.integer, seq >= 0,
        let stamp = value["stamp"]?.string.flatMap({ Stamp($0) }),
        let values = value["values"]?.object,
        let stamps = StampedValues.checkedStamps(value["stamps"])
      else { break }
      return .merged(
        seq: seq,
        winning: StampedValues(values: values, stamp: stamp, stamps: stamps),
        dropped: try (value["dropped"]?.array ?? []).map { try PulledRow($0) })
    case "absent": return .absent
    case "orphan":
      return .orphan(
        parents: (value["parents"]?.array ?? []).compactMap { parent in
          guard let table = parent["table"]?.string,
            let id = parent["id"]?.string.flatMap({ RecordID($0) })
          else { return nil }
          return RowName(table: table, id: id)
        })
    case "ahead": return .ahead
    case "refused":
      return .refused(
        code: value["code"]?.string ?? "", message: value["message"]?.string ?? "refused")
    default: break
    }
    throw SyncError.unreadable(function: "sync_push", problem: "an unknown result")
  }
}

/// Reads a body as one JSON object.
func parseReply(_ function: String, _ body: [UInt8]) throws -> JSONValue {
  do { return try JSONValue(parsing: body) } catch { throw unreadable(function, error) }
}

private func unreadable(_ function: String, _ error: JSONError) -> SyncError {
  .unreadable(function: function, problem: "\(error.reason) at byte \(error.offset + 1)")
}

/// The cloud's time in a reply.
func replyTime(_ function: String, _ reply: JSONValue) throws -> Instant {
  guard let now = reply["now"]?.string.flatMap({ Instant($0) }) else {
    throw SyncError.unreadable(function: function, problem: "no time in it")
  }
  return now
}
