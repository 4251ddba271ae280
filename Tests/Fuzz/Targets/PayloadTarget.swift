import ChangeQueue
import Schema
import Vocabulary

/// The edits that a payload stands for are written as a payload that stands for the same.
enum PayloadTarget {
  static func problem(_ input: [UInt8]) -> String? {
    guard let first = input.first, let payload = JSONTarget.read(Array(input.dropFirst())) else {
      return nil
    }
    do {
      let tables = try catalog.get().tables
      let table = tables[Int(first) % tables.count]
      let stamp = Stamp(milliseconds: 1, counter: 0, device: "00000000000a")
      let wall = Instant(milliseconds: 1)
      var entry = QueueEntry(
        id: 1, operation: .insert, table: table.name, localID: 1,
        cloudID: RecordID(high: 1, low: 1),
        edits: QueueEntry.edits(payload: payload, table: table, stamp: stamp, wall: wall),
        wall: wall)
      entry.wasSent = true
      let again = QueueEntry.edits(
        payload: entry.payload(in: table), table: table, stamp: stamp, wall: wall, wasSent: true)
      return again == entry.edits.mapValues(written) ? nil : "\(table.name): other edits"
    } catch { return "\(error)" }
  }

  /// That there was no value is written as that it was null.
  private static func written(_ edit: CellEdit) -> CellEdit {
    var edit = edit
    edit.old = edit.old ?? .null
    return edit
  }

  private static let catalog = Result { try Catalog.lectern() }
}
