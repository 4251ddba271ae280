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
    let reply = try parseReply("sync_push", body)
    now = try replyTime("sync_push", reply)
    switch reply["status"]?.string {
    case "reset": status = .reset
    case "stale": status = .stale
    case "not_entitled": throw SyncError.notEntitled
    case "pushed":
      status = .pushed
      guard let from = SyncPosition(reply["from"]?.string),
        let to = SyncPosition(reply["to"]?.string), let results = reply["results"]?.array
      else {
        throw SyncError.unreadable(function: "sync_push", problem: "positions or results missing")
      }
      self.from = from
      self.to = to
      self.results = try results.map(Self.result)
    default: throw SyncError.unreadable(function: "sync_push", problem: "an unknown status")
    }
  }

  private static func result(_ value: JSONValue) throws -> Result {
    switch value["result"]?.string {
    case "applied":
      guard let seq = value["seq"]?.integer, seq >= 0 else { break }
      return .applied(seq: seq)
    case "merged":
      guard let seq = value["seq"]?.integer, seq >= 0,
        let stamp = value["stamp"]?.string.flatMap({ Stamp($0) }),
        let values = value["values"]?.object, let stamps = checkedStamps(value["stamps"])
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
  do { return try JSONValue(parsing: body) } catch {
    throw SyncError.unreadable(
      function: function, problem: "\(error.reason) at byte \(error.offset + 1)")
  }
}

/// The cloud's time in a reply.
func replyTime(_ function: String, _ reply: JSONValue) throws -> Instant {
  guard let now = reply["now"]?.string.flatMap({ Instant($0) }) else {
    throw SyncError.unreadable(function: function, problem: "no time in it")
  }
  return now
}
