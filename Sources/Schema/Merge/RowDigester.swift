package import Vocabulary

/// Makes the digests of rows of one table: SHA-256 over their cells, in a form that follows from
/// nothing else. The deployed functions write the same bytes.
///
/// | part | bytes |
/// |---|---|
/// | row | id, then its columns in the catalog's order, `deleted_at` last |
/// | `lww` | stamp, value |
/// | `per_element` | those that are on, as a list; then their stamp, or each element's |
/// | each element | `+` or `-`, value, stamp: unless all are on and have one stamp |
/// | `union` | the list |
/// | other rules | value |
/// | value | `-` for null, else the number of its bytes, `:`, its bytes |
/// | list | as PostgreSQL writes `jsonb`: `["a", "b"]`, sorted by bytes |
///
/// The stamp of a cell counts, not where it is kept: a row's own stamp differs between a device
/// and the cloud where changes were folded into one.
package struct RowDigester {
  /// What reads a column by its place in the catalog; nil for NULL. A set is a JSON list.
  package typealias Reading = (Int) -> UnsafeBufferPointer<UInt8>?

  private let columns: [SyncedColumn]
  private var text: [UInt8] = []

  /// The table whose rows are read.
  package init(_ table: SyncedTable) { columns = table.joinedColumns }

  /// The digest of a row. `stamps` is its JSON text as it is stored; nil for none.
  package mutating func digest(
    id: UnsafeBufferPointer<UInt8>, stamp: UnsafeBufferPointer<UInt8>,
    stamps: UnsafeBufferPointer<UInt8>?, _ value: Reading
  ) throws(JSONError) -> RowDigest {
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: id)
    let others = try stamps.map { (bytes) throws(JSONError) in
      try JSONValue(parsing: bytes).object ?? JSONObject()
    }
    for (place, column) in columns.enumerated() {
      switch column.rule {
      case .lww:
        write(stamp: others?[column.name]?.string, or: stamp)
        write(column, value(place))
      case .perElement:
        try writeElements(value(place), others?[column.name]?.object, stamp)
      case .union: write(list: sortedSet(try strings(value(place))))
      case .earliest, .latest, .max: write(column, value(place))
      }
    }
    return RowDigest(SHA256.digest(text))
  }

  /// The digest of a row that lies in no table.
  package mutating func digest(
    _ id: RecordID, _ row: StampedValues
  ) throws(JSONError) -> RowDigest {
    var bytes = Array(id.text.utf8) + Array(row.stamp.text.utf8)
    let (idEnd, stampEnd) = (id.text.utf8.count, bytes.count)
    bytes += JSONValue.object(row.stamps).bytes
    let stampsEnd = bytes.count
    let ranges = columns.map { column -> Range<Int>? in
      guard let value = row.values[column.name], value != .null else { return nil }
      let start = bytes.count
      let stored = column.kind == .set ? StampedValues.elementsOn(value) : value
      bytes += Array((stored.string ?? stored.text).utf8)
      return start..<bytes.count
    }
    return try bytes.withUnsafeBufferPointer { (all) throws(JSONError) in
      func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: all[range])
      }
      return try digest(
        id: slice(0..<idEnd), stamp: slice(idEnd..<stampEnd), stamps: slice(stampEnd..<stampsEnd)
      ) { ranges[$0].map(slice) }
    }
  }

  private mutating func write(
    stamp own: String?, or stamp: UnsafeBufferPointer<UInt8>
  ) {
    if let own { text.append(contentsOf: own.utf8) } else { text.append(contentsOf: stamp) }
  }

  private mutating func write(_ column: SyncedColumn, _ bytes: UnsafeBufferPointer<UInt8>?) {
    // What another tool wrote may be a time in another form.
    if let bytes, column.kind == .time, bytes.count != 24 {
      let word = String(decoding: bytes, as: UTF8.self)
      return write(Array((Instant(word)?.text ?? word).utf8))
    }
    write(bytes)
  }

  private mutating func write(_ bytes: (some Collection<UInt8>)?) {
    guard let bytes else { return text.append(UInt8(ascii: "-")) }
    text.append(contentsOf: String(bytes.count).utf8)
    text.append(UInt8(ascii: ":"))
    text.append(contentsOf: bytes)
  }

  private func strings(_ list: UnsafeBufferPointer<UInt8>?) throws(JSONError) -> [String] {
    // The usual set has nothing in it.
    guard let list, list.count > 2 else { return [] }
    return try JSONValue(parsing: list).array?.compactMap(\.string) ?? []
  }

  private mutating func write(list: [String]) {
    text.append(UInt8(ascii: "["))
    for (place, element) in list.enumerated() {
      if place > 0 { text.append(contentsOf: [UInt8(ascii: ","), UInt8(ascii: " ")]) }
      text.append(UInt8(ascii: "\""))
      for byte in element.utf8 { write(escaped: byte) }
      text.append(UInt8(ascii: "\""))
    }
    text.append(UInt8(ascii: "]"))
  }

  private mutating func write(escaped byte: UInt8) {
    let short: [UInt8: Unicode.Scalar] = [
      8: "b", 9: "t", 10: "n", 12: "f", 13: "r", UInt8(ascii: "\""): "\"",
      UInt8(ascii: "\\"): "\\",
    ]
    guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
      return text.append(byte)
    }
    if let letter = short[byte] {
      text.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: letter)])
    } else {
      text.append(contentsOf: "\\u00".utf8)
      text.append(contentsOf: [lowerHex(byte >> 4), lowerHex(byte & 15)])
    }
  }

  /// Those in the list are on; those that only have a stamp are off.
  private mutating func writeElements(
    _ list: UnsafeBufferPointer<UInt8>?, _ stamps: JSONObject?,
    _ stamp: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) {
    let on = sortedSet(try strings(list))
    write(list: on)
    guard let stamps else {
      if !on.isEmpty { text.append(contentsOf: stamp) }
      return
    }
    let common = String(decoding: stamp, as: UTF8.self)
    let off = stamps.members.map(\.key).filter { !on.contains($0) }
    let own = Set(on.map { stamps[$0]?.string ?? common })
    if off.isEmpty, own.count < 2 { return text.append(contentsOf: (own.first ?? "").utf8) }
    for element in sortedSet(on + off) {
      text.append(on.contains(element) ? UInt8(ascii: "+") : UInt8(ascii: "-"))
      write(Array(element.utf8))
      write(stamp: stamps[element]?.string, or: stamp)
    }
  }
}

extension SyncedTable {
  /// 16 digits that stand for the names and rules of its columns: whoever has others counts
  /// otherwise.
  package var form: String {
    let words = joinedColumns.map { "\($0.name) \($0.rule.rawValue)" }.joined(separator: ",")
    return String(RowDigest(SHA256.digest(words.utf8)).text.prefix(16))
  }
}

extension Catalog {
  /// The same for all its tables.
  package var form: String {
    let words = tables.map { "\($0.name) \($0.form)" }.joined(separator: ",")
    return String(RowDigest(SHA256.digest(words.utf8)).text.prefix(16))
  }
}
