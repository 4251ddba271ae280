import Schema
import Store
import Vocabulary

/// A tool may write a set in any order and a time in any form of ISO 8601. Each has one form that
/// is stored and sent: texts are compared, here and in the cloud.
extension UserDatabase {
  /// A tool may write a set in any order; it is kept sorted, each element once.
  func sortSets(_ table: SyncedTable, _ localID: Int64) throws {
    for column in table.columns where column.kind == .set {
      let text = try connection.first(
        "SELECT \(column.name) FROM \(table.name) WHERE id = ?1", .integer(localID)
      ) { $0.text(0) }
      guard let text, text != "[]" else { continue }
      let sorted = JSONValue.array(
        sortedSet(QueueEntry.strings(.string(text))).map(JSONValue.string)
      ).text
      if sorted != text {
        try quietly {
          try connection.run(
            "UPDATE \(table.name) SET \(column.name) = ?2 WHERE id = ?1",
            .integer(localID), .text(sorted))
        }
      }
    }
  }

  /// Is it empty, or like `2026-11-30T09:12:22.123Z`?
  static func isStoredForm(_ time: UnsafeBufferPointer<UInt8>) -> Bool {
    if time.isEmpty { return true }
    return time.count == 24 && time[10] == UInt8(ascii: "T") && time[19] == UInt8(ascii: ".")
      && time[23] == UInt8(ascii: "Z")
  }

  /// Gives a time its stored form, in the row and in what was noted of it. What is no time stays,
  /// and the cloud says so.
  func rewriteTime(_ column: String, _ note: Note) throws {
    let text = try connection.first(
      "SELECT \(column) FROM \(note.table.name) WHERE id = ?1", .integer(note.localID)
    ) { $0.text(0) }
    if let text, let time = Instant(text)?.text, time != text {
      try quietly {
        try connection.run(
          "UPDATE \(note.table.name) SET \(column) = ?2 WHERE id = ?1",
          .integer(note.localID), .text(time))
      }
    }
    guard var payload = try notePayload(note.id), let noted = payload[column] else { return }
    payload[column] = noted.array.map { .array($0.map(Self.storedForm)) } ?? Self.storedForm(noted)
    try connection.run(
      "UPDATE sync_queue SET payload_json = ?2 WHERE id = ?1", .integer(note.id),
      .text(JSONValue.object(payload).text))
  }

  static func storedForm(_ time: JSONValue) -> JSONValue {
    time.string.flatMap { Instant($0) }.map { .string($0.text) } ?? time
  }
}
