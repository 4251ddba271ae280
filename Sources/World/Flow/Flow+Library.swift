import ChangeQueue
package import Cloud
import Store
import Vocabulary

extension Flow {
  /// What is known of a library that no world plays: the requests in its log, the edits that wait
  /// in its queue, and its conflicts.
  package init(of device: Device, log: [LogLine]) throws {
    self.init(title: "Sync of \(device.name)", lanes: [device.name])
    let connection = device.database.connection
    events = log.map(Self.exchange)
    events += try connection.all(
      """
      SELECT operation, table_name, local_id, payload_json, wall_ms, state, last_error
      FROM sync_queue WHERE table_name <> 'sync_conflicts' ORDER BY id DESC LIMIT ?1
      """, .integer(Self.shown)
    ) { row in
      let state = [row.text(5), row.optionalText(6)].compactMap(\.self).joined(separator: ": ")
      return FlowEvent(
        at: Instant(milliseconds: row.integer(4)), lane: 0, .edits(1),
        "\(row.text(0)) \(row.text(1)) \(row.integer(2))",
        details: FlowRecorder.cut(["in the queue, \(state)"] + EditText.lines(of: row.text(3))))
    }
    events += try connection.all(
      """
      SELECT table_name, column_name, mine, theirs, updated_at FROM sync_conflicts
      WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ?1
      """, .integer(Self.shown)
    ) { row in
      FlowEvent(
        at: Instant(row.text(4)) ?? Instant(milliseconds: 0), lane: 0, .conflict,
        ConflictText.title(row.text(0), row.text(1)),
        details: FlowRecorder.cut(ConflictText.lines(row.optionalText(2), row.optionalText(3))))
    }
    events.sort { $0.at < $1.at }
  }

  private static func exchange(_ line: LogLine) -> FlowEvent {
    let sizes = "\(line.bytesOut) bytes there, \(line.bytesIn) back"
    return FlowEvent(
      at: line.at, lane: 0,
      .exchange(
        FlowExchange(line.isDone ? .answered : .refused, at: line.at + line.took, line.reply)),
      line.request, details: [sizes])
  }

  /// Of each kind. Unit: events.
  private static let shown: Int64 = 1_000
}
