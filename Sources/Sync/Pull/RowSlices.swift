import Schema
import Vocabulary

/// Where the parts of a pulled row lie in the page's bytes.
struct RowSlices {
  private(set) var table: JSONScanner.Text?
  private(set) var idText: JSONScanner.Text?
  private(set) var stamp: JSONScanner.Text?
  private(set) var seq: Int64 = -1
  private(set) var valuesAt = -1
  /// The stamps that differ, as they lie; empty for none.
  private(set) var stamps = 0..<0

  /// Steps over one row. Nil where a part is missing.
  init?(_ scanner: inout JSONScanner) throws(JSONError) {
    var slices = (
      table: JSONScanner.Text?.none, id: JSONScanner.Text?.none, stamp: JSONScanner.Text?.none,
      seq: Int64(-1), valuesAt: -1, stamps: 0..<0
    )
    try scanner.object(
      { (scanner, key) throws(JSONError) in
        if scanner.text(key, is: "values") {
          _ = scanner.peek()
          slices.valuesAt = scanner.place
          try scanner.skip()
        } else if scanner.text(key, is: "id") {
          slices.id = try scanner.text()
        } else if scanner.text(key, is: "table") {
          slices.table = try scanner.text()
        } else if scanner.text(key, is: "stamp") {
          slices.stamp = try scanner.text()
        } else if scanner.text(key, is: "seq") {
          slices.seq = try scanner.scalar().integer ?? -1
        } else if scanner.text(key, is: "stamps") {
          _ = scanner.peek()
          let start = scanner.place
          try scanner.skip()
          slices.stamps = start..<scanner.place
        } else {
          try scanner.skip()
        }
      }, { $0 })
    (table, idText, stamp, seq, valuesAt, stamps) = slices
    guard table != nil, stamp != nil, seq >= 0, valuesAt >= 0,
      let id = idText, !id.hasEscapes, id.range.count == 36
    else { return nil }
  }

  func isOf(_ table: SyncedTable, _ scanner: JSONScanner) -> Bool {
    guard let name = self.table, name.range.count == table.name.utf8.count else { return false }
    return table.name.utf8.elementsEqual(scanner.bytes[name.range])
  }

  func id(_ scanner: JSONScanner) -> RecordID? {
    idText.flatMap { RecordID(String(decoding: scanner.bytes[$0.range], as: UTF8.self)) }
  }

  /// The largest stamp in the row, as far as its default tells; rows with others are read whole.
  func newestStamp(_ scanner: JSONScanner) -> String? {
    stamp.map { String(decoding: scanner.bytes[$0.range], as: UTF8.self) }
  }
}
