import ChangeQueue
import Cloud
import EmbeddedCloud
import Store
import Sync
import Vocabulary

/// Tells the recorder what happens on one device: edits as they are captured, exchanges,
/// conflicts, and what becomes of its queue.
///
/// It only reads. What it cannot read, since the device's power just went, is not in the picture.
final class DeviceDiary {
  private let recorder: FlowRecorder
  private let lane: Int
  private var lastConflict: Int64 = 0
  private var editsSinceCount = 0

  init(_ recorder: FlowRecorder, lane: Int) {
    self.recorder = recorder
    self.lane = lane
  }

  func note(_ title: String) { recorder.noteDevice(lane, title) }

  func noteSkew(_ skew: Duration) {
    let seconds = skew.wholeMilliseconds / 1000
    note(seconds == 0 ? "its clock is right" : "its clock is off by \(seconds) s")
  }

  /// Follows a device that was just started.
  func follow(_ device: Device) {
    let database = device.database
    do { lastConflict = try newestConflict(in: database) } catch { lastConflict = 0 }
    // Functions of a device outlive its world: nobody looks at the picture then.
    database.onWrite = { [weak self, unowned database, weak engine = device.engine] known in
      do {
        if engine?.isRunning != true { try self?.noteEdits(after: known, in: database) }
        try self?.noteConflicts(in: database)
      } catch {
        // Its disk has just failed, which the write itself is about to say.
        return
      }
    }
    device.onCall = { [weak self, unowned database] function in
      if function.hasPrefix("queue.") { self?.noteQueue(after: function, in: database) }
    }
  }

  func noteExchange(
    of request: HTTPRequest, since start: Instant, _ result: ExchangeResult, fault: Fault,
    in database: UserDatabase?
  ) {
    let queue = database.flatMap(counted) ?? recorder.queue(of: lane)
    recorder.noteExchange(
      lane, of: request, since: start, result, fault: fault.words, queue: queue)
  }

  private func noteQueue(after function: String, in database: UserDatabase) {
    guard let queue = counted(database), queue != recorder.queue(of: lane) else { return }
    recorder.noteDevice(lane, function, queue: queue)
  }

  private func noteEdits(after known: Int64, in database: UserDatabase) throws {
    let edits = try database.connection.all(
      """
      SELECT operation, table_name, local_id,
        CASE WHEN EXISTS (SELECT 1 FROM sync_state WHERE key = 'sealing_keys')
          THEN '{}' ELSE payload_json END
      FROM sync_queue WHERE id > ?1 AND table_name <> 'sync_conflicts' ORDER BY id
      """, .integer(known)
    ) { row in
      (title: "\(row.text(0)) \(row.text(1)) \(row.integer(2))", payload: row.text(3))
    }
    for edit in edits {
      recorder.noteEdit(
        lane, edit.title, details: EditText.lines(of: edit.payload),
        queue: grown(in: database))
    }
  }

  /// Counting is as dear as the queue is long; in a loop of edits it grows by one each.
  private func grown(in database: UserDatabase) -> FlowQueue {
    editsSinceCount += 1
    var queue = recorder.queue(of: lane)
    queue.ready += 1
    guard queue.ready % Self.countedEvery == 0 else { return queue }
    return counted(database) ?? queue
  }

  private func noteConflicts(in database: UserDatabase) throws {
    guard try newestConflict(in: database) > lastConflict else { return }
    let conflicts = try database.connection.all(
      """
      SELECT id, table_name, iif(is_sealed, 'a sealed text', column_name),
        iif(is_sealed, NULL, mine), iif(is_sealed, NULL, theirs)
      FROM sync_conflicts,
        (SELECT EXISTS (SELECT 1 FROM sync_state WHERE key = 'sealing_keys') AS is_sealed)
      WHERE id > ?1 ORDER BY id
      """, .integer(lastConflict)
    ) { row in
      (
        id: row.integer(0), title: ConflictText.title(row.text(1), row.text(2)),
        lines: ConflictText.lines(row.optionalText(3), row.optionalText(4))
      )
    }
    for conflict in conflicts {
      recorder.noteConflict(lane, conflict.title, details: conflict.lines)
      lastConflict = max(lastConflict, conflict.id)
    }
  }

  private func newestConflict(in database: UserDatabase) throws(StoreError) -> Int64 {
    try database.connection.first("SELECT max(id) FROM sync_conflicts") { $0.integer(0) } ?? 0
  }

  private func counted(_ database: UserDatabase) -> FlowQueue? {
    var queue = FlowQueue()
    let counts: [(state: String, count: Int)]
    do {
      counts = try database.connection.all(
        "SELECT state, count(*) FROM sync_queue GROUP BY state"
      ) { ($0.text(0), Int($0.integer(1))) }
    } catch { return nil }
    for (state, count) in counts {
      switch state {
      case "sending": queue.sending = count
      case "parked": queue.parked = count
      default: queue.ready += count
      }
    }
    return queue
  }

  /// Unit: edits.
  private static let countedEvery = 64
}

/// What a conflict is called, and both its sides.
enum ConflictText {
  static func title(_ table: String, _ column: String) -> String { "conflict: \(table).\(column)" }

  static func lines(_ mine: String?, _ theirs: String?) -> [String] {
    ["lost: \(mine ?? "nothing")", "stands: \(theirs ?? "nothing")"]
  }
}

/// What an entry of the queue changes, a line a column.
enum EditText {
  static func lines(of payload: String) -> [String] {
    let object: JSONObject
    do { object = try JSONValue(parsing: Array(payload.utf8)).object ?? JSONObject() } catch {
      return []
    }
    return object.compactMap { member in
      // A column's value, the one before it, and stamps; or what an INSERT wrote.
      guard let parts = member.value.array else {
        return member.value == .null ? nil : "\(member.key): \(member.value.text)"
      }
      guard parts.count > 1, parts[0] != parts[1] else { return nil }
      return "\(member.key): \(parts[1].text) → \(parts[0].text)"
    }
  }
}

extension Fault {
  /// What goes wrong, in words; nil for nothing.
  var words: String? {
    var words: [String] = []
    if let status { words.append("the cloud answers \(status)") }
    if isDropped { words.append("the request does not arrive") }
    if losesReply { words.append("the reply is lost") }
    if isDoubled { words.append("the request arrives twice") }
    if expiresToken { words.append("the token counts as expired") }
    if isPortal { words.append("a network's sign-in page answers") }
    if latency > .zero { words.append("\(latency.wholeMilliseconds) ms on the way") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
