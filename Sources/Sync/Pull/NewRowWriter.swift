import ChangeQueue
import Schema
import Store
import Vocabulary

/// Inserts rows of one table that are not on the device, straight from a page's bytes.
struct NewRowWriter {
  let table: SyncedTable
  private let database: UserDatabase
  private let names: [[UInt8]]
  private let insertion: Statement
  private let lookUp: Statement
  private let parents: [Statement?]
  private var buffer: [UInt8] = []

  init(_ table: SyncedTable, _ database: UserDatabase) throws {
    self.table = table
    self.database = database
    let columns = table.columns.map(\.name) + (table.isMonotone ? [] : [Catalog.deletedAt.name])
    names = columns.map { Array($0.utf8) }
    insertion = try database.connection.cached(for: table.name) {
      let all = ["cloud_id", "seq", "stamp", "updated_at"] + columns
      return "INSERT INTO \(table.name)(\(all.joined(separator: ", "))) "
        + "VALUES(\((1...all.count).map { "?\($0)" }.joined(separator: ", ")))"
    }
    lookUp = try database.connection.cached(for: table.name) {
      "SELECT 1 FROM \(table.name) WHERE cloud_id = ?1"
    }
    parents = try table.columns.map { column in
      try column.parent.map { parent in
        try database.connection.cached(for: parent) {
          "SELECT id FROM \(parent) WHERE cloud_id = ?1"
        }
      }
    }
  }

  /// False, with nothing written, where the row is here already, has stamps of its own, belongs to
  /// a run, names a parent that is not here, has a column that we do not know, or may be sealed.
  mutating func insert(_ row: RowSlices, _ outer: JSONScanner) throws -> Bool {
    guard row.stamps.isEmpty, !table.isMonotone, let id = row.idText, let stamp = row.stamp,
      stamp.range.count == Stamp.length
    else { return false }
    lookUp.bind(1, utf8: slice(outer, id.range))
    if try lookUp.first({ _ in true }) != nil { return false }
    for place in 5..<5 + names.count { insertion.bindNull(place) }
    var scanner = outer
    scanner.setPlace(row.valuesAt)
    var isKnown = true
    var expected = 0
    try scanner.object(
      { (scanner, key) throws in
        guard isKnown, let place = place(of: key, in: scanner, expected: &expected),
          try bind(place, &scanner)
        else {
          isKnown = false
          return try scanner.skip()
        }
      }, { $0 as any Error })
    let text = String(decoding: outer.bytes[stamp.range], as: UTF8.self)
    guard isKnown, row.seq > 0, let time = Stamp(text) else { return false }
    insertion.bind(1, utf8: slice(outer, id.range))
    insertion.bind(2, row.seq)
    insertion.bind(3, utf8: slice(outer, stamp.range))
    insertion.bind(4, time.instant.text)
    try insertion.run()
    return true
  }

  private func slice(_ scanner: JSONScanner, _ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: scanner.bytes[range])
  }

  /// Keys come in the same order in row after row, so the one expected is tried first.
  private func place(
    of key: JSONScanner.Text, in scanner: JSONScanner, expected: inout Int
  ) -> Int? {
    let bytes = scanner.bytes[key.range]
    for step in names.indices {
      let place = (expected + step) % names.count
      if names[place].count == bytes.count, names[place].elementsEqual(bytes) {
        expected = place + 1
        return place
      }
    }
    return nil
  }

  /// Binds a value; false, with the value not taken, where it is of another kind or names a parent
  /// that is not here.
  private mutating func bind(_ place: Int, _ scanner: inout JSONScanner) throws -> Bool {
    let next = scanner.peek()
    if next == UInt8(ascii: "n") {
      _ = try scanner.scalar()
      insertion.bindNull(place + 5)
      return true
    }
    let column = place < table.columns.count ? table.columns[place] : Catalog.deletedAt
    switch column.kind {
    case .integer:
      guard next != UInt8(ascii: "\""), let value = try scanner.scalar().integer else {
        return false
      }
      insertion.bind(place + 5, value)
    case .text:
      guard next == UInt8(ascii: "\""), try bindText(place + 5, &scanner) else { return false }
    case .time:
      let start = scanner.place
      guard next == UInt8(ascii: "\"") else { return false }
      let text = try scanner.text()
      // Another form of time, or none, is looked at with care.
      guard text.range.count == 24, !text.hasEscapes,
        scanner.bytes[text.range.upperBound - 1] == UInt8(ascii: "Z")
      else {
        scanner.setPlace(start)
        return false
      }
      insertion.bind(place + 5, utf8: slice(scanner, text.range))
    case .reference:
      guard next == UInt8(ascii: "\""), let parent = parents[place] else { return false }
      let start = scanner.place
      let text = try scanner.text()
      parent.bind(1, utf8: slice(scanner, text.range))
      guard let id = try parent.first({ $0.integer(0) }) else {
        scanner.setPlace(start)
        return false
      }
      insertion.bind(place + 5, id)
    case .set:
      let start = scanner.place
      let list = StampedValues.elementsOn(try scanner.value()).text
      if column.isSealed, list.contains(SealedText.word) {
        scanner.setPlace(start)
        return false
      }
      insertion.bind(place + 5, list)
    }
    return true
  }

  /// False where it looks like a sealed one, which is to be opened first.
  private mutating func bindText(_ place: Int, _ scanner: inout JSONScanner) throws -> Bool {
    let start = scanner.place
    let text = try scanner.text()
    if table.isSealed, looksSealed(scanner.bytes[text.range]) {
      scanner.setPlace(start)
      return false
    }
    if !text.hasEscapes {
      insertion.bind(place, utf8: slice(scanner, text.range))
      return true
    }
    buffer.removeAll(keepingCapacity: true)
    scanner.unescape(text, to: &buffer)
    buffer.withUnsafeBufferPointer { insertion.bind(place, utf8: $0) }
    return true
  }

  /// A conflict's column is sealed behind its point.
  private func looksSealed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let word = SealedText.word.utf8
    if bytes.starts(with: word) { return true }
    guard table.name == Catalog.conflictsTable, let point = bytes.firstIndex(of: UInt8(ascii: "."))
    else { return false }
    return bytes[point...].dropFirst().starts(with: word)
  }
}
