import ChangeQueue
import Schema
import Store
import Vocabulary

/// Queue entries as changes on the wire.
extension SyncEngine {
  /// Writes an INSERT as its trigger noted it, copying its values as they lie: no objects are made.
  ///
  /// Answers false, with nothing written, where the payload is of another form.
  func writePlainInsert(
    _ entry: PushBatch.Sent, payload: UnsafeBufferPointer<UInt8>,
    stamp: UnsafeBufferPointer<UInt8>, to changes: inout [UInt8]
  ) throws -> Bool {
    let start = changes.count
    writeHead(entry, isInsert: true, stamp: stamp, to: &changes)
    do {
      if try copyValues(entry, payload, to: &changes) {
        changes.append(contentsOf: [UInt8(ascii: "}"), UInt8(ascii: "}")])
        return true
      }
    } catch is JSONError {
      // Text that another tool wrote and that is none: read with care, not copied.
    }
    changes.removeSubrange(start...)
    return false
  }

  /// What lies between values that look different on the wire is copied in one piece.
  private func copyValues(
    _ entry: PushBatch.Sent, _ payload: UnsafeBufferPointer<UInt8>, to changes: inout [UInt8]
  ) throws -> Bool {
    var scanner = JSONScanner(payload)
    var isPlain = true
    var copied = 0
    var place = 0
    try scanner.object(
      { (scanner, key) throws in
        if copied == 0 { copied = key.range.lowerBound - 1 }
        guard isPlain, scanner.peek() != UInt8(ascii: "["), scanner.peek() != UInt8(ascii: "{")
        else {
          isPlain = false
          return try scanner.skip()
        }
        let column = self.column(payload[key.range], in: entry.table, from: &place)
        guard let column, column.looksDifferentOnTheWire else {
          // A text that looks like a sealed one is marked as none.
          if column?.isSealed == true, payload[scanner.place...].begins(with: "\"sealed:") {
            isPlain = false
          }
          return try scanner.skip()
        }
        changes.append(contentsOf: payload[copied..<scanner.place])
        try self.writeValue(&scanner, column, to: &changes)
        copied = scanner.place
      }, { $0 as any Error })
    changes.append(contentsOf: payload[copied..<max(copied, scanner.place - 1)])
    return isPlain
  }

  private func writeHead(
    _ entry: PushBatch.Sent, isInsert: Bool, stamp: UnsafeBufferPointer<UInt8>,
    to changes: inout [UInt8]
  ) {
    changes.append(contentsOf: #"{"table":""#.utf8)
    changes.append(contentsOf: entry.table.name.utf8)
    changes.append(contentsOf: #"","id":""#.utf8)
    changes.append(contentsOf: entry.cloudID.text.utf8)
    changes.append(
      contentsOf: (isInsert ? #"","op":"insert","stamp":""# : #"","op":"update","stamp":""#).utf8)
    changes.append(contentsOf: stamp)
    changes.append(contentsOf: #"","values":{"#.utf8)
  }

  /// The column of that name. They come in the order of the table: the next is tried first.
  private func column(
    _ name: Slice<UnsafeBufferPointer<UInt8>>, in table: SyncedTable, from place: inout Int
  ) -> SyncedColumn? {
    let columns = table.columns
    if place < columns.count, columns[place].name.hasBytes(name) {
      place += 1
      return columns[place - 1]
    }
    return columns.first { $0.name.hasBytes(name) }
  }

  private func writeValue(
    _ scanner: inout JSONScanner, _ column: SyncedColumn, to changes: inout [UInt8]
  ) throws {
    if let parent = column.parent {
      let value = try scanner.scalar()
      let id = try value.integer.flatMap { try database.cloudID(of: parent, localID: $0) }
      (id.map { JSONValue.string($0.text) } ?? .null).write(to: &changes)
    } else {
      let text = try scanner.text()
      let isEmpty = scanner.text(text, is: "[]")
      let list = isEmpty ? .array([]) : try JSONValue(parsing: scanner.string(text))
      wireSet(list, isPerElement: column.rule == .perElement).write(to: &changes)
    }
  }

  private func wireSet(_ list: JSONValue, isPerElement: Bool) -> JSONValue {
    let elements = sortedSet((list.array ?? []).compactMap(\.string))
    return isPerElement
      ? .object(JSONObject(elements.map { ($0, .bool(true)) }))
      : .array(elements.map(JSONValue.string))
  }

  /// Writes any entry: values, and by column the stamps, bases and unanswered stamps that differ.
  func writeChange(
    _ entry: QueueEntry, _ sent: PushBatch.Sent, to changes: inout [UInt8]
  ) throws {
    let table = sent.table
    let stamp = entry.newestStamp
    var values = JSONObject()
    var parts = (stamps: JSONObject(), bases: JSONObject(), sent: JSONObject())
    for column in table.columns where column.rule == .perElement && entry.operation == .insert {
      values[column.name] = .object(JSONObject())
    }
    for key in entry.edits.keys.sorted() {
      guard let edit = entry.edits[key] else { continue }
      put(try database.wireValue(key.column, edit.value, in: table), key, &values)
      guard table.rule(of: key.column)?.isStamped == true else { continue }
      if edit.stamp != stamp { put(.string(edit.stamp.text), key, &parts.stamps) }
      if !edit.base.isZero { put(.string(edit.base.text), key, &parts.bases) }
      if !edit.sent.isEmpty {
        put(.array(edit.sent.map { .string($0.text) }), key, &parts.sent)
      }
    }
    var change = JSONObject([
      ("table", .string(table.name)), ("id", .string(entry.cloudID.text)),
      ("op", entry.operation == .insert ? "insert" : "update"), ("stamp", .string(stamp.text)),
      ("values", .object(values)),
    ])
    if !parts.stamps.isEmpty { change["stamps"] = .object(parts.stamps) }
    if !parts.bases.isEmpty { change["bases"] = .object(parts.bases) }
    if !parts.sent.isEmpty { change["sent"] = .object(parts.sent) }
    try seal(&change, entry, in: table)
    JSONValue.object(change).write(to: &changes)
  }

  private func put(_ value: JSONValue, _ key: CellKey, _ object: inout JSONObject) {
    guard let element = key.element else {
      object[key.column] = value
      return
    }
    var elements = object[key.column]?.object ?? JSONObject()
    elements[element] = value
    object[key.column] = .object(elements)
  }
}

extension SyncedColumn {
  /// Ids of other rows and sets are stored in another form than they are sent in.
  fileprivate var looksDifferentOnTheWire: Bool {
    switch kind {
    case .reference, .set: true
    case .text, .integer, .time: false
    }
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  fileprivate func begins(with word: String) -> Bool { starts(with: word.utf8) }
}

extension String {
  fileprivate func hasBytes(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    utf8.count == bytes.count && utf8.elementsEqual(bytes)
  }
}
