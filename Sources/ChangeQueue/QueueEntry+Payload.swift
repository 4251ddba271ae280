package import Schema
package import Vocabulary

/// The payload: an object of column → [value, old, base, stamp, wall, [sent]], cut where the rest
/// is default: no old value, zero base, the entry's stamp and wall reading, and sent as it is if
/// the entry was sent at all. A value that is all there is stands alone, as a trigger notes an
/// INSERT.
///
/// A set whose elements travel alone is an object of element → such a list; as a trigger notes an
/// INSERT it is the whole set as text, and every element in it is on.
extension QueueEntry {
  /// The edits that a payload of the table stands for.
  package static func edits(
    payload: JSONValue, table: SyncedTable, stamp: Stamp, wall: Instant, wasSent: Bool = false
  ) -> [CellKey: CellEdit] {
    var edits: [CellKey: CellEdit] = [:]
    for member in payload.object ?? JSONObject() {
      let rule = table.rule(of: member.key)
      if let elements = member.value.object {
        for element in elements {
          edits[CellKey(member.key, element: element.key)] = edit(
            element.value, stamp, wall, wasSent)
        }
      } else if rule == .perElement {
        for element in strings(member.value.array?.first ?? member.value) {
          edits[CellKey(member.key, element: element)] = CellEdit(
            .bool(true), stamp: stamp, wall: wall, sent: wasSent ? [stamp] : [])
        }
      } else {
        var read = edit(member.value, rule?.isStamped == false ? .zero : stamp, wall, wasSent)
        if rule == .union { read.value = union(read.value) }
        edits[CellKey(member.key)] = read
      }
    }
    return edits
  }

  private static func edit(
    _ list: JSONValue, _ stamp: Stamp, _ wall: Instant, _ wasSent: Bool
  ) -> CellEdit {
    let items = list.array ?? [list]
    func item(_ place: Int) -> JSONValue? { place < items.count ? items[place] : nil }
    func stampAt(_ place: Int) -> Stamp? { item(place)?.string.map(Stamp.init(unchecked:)) }
    let own = stampAt(3) ?? stamp
    let sent = item(5)?.array?.compactMap { $0.string.map(Stamp.init(unchecked:)) }
    return CellEdit(
      item(0) ?? .null, old: item(1), stamp: own, base: stampAt(2) ?? .zero,
      wall: item(4)?.integer.map(Instant.init(milliseconds:)) ?? wall,
      sent: sent ?? (wasSent ? [own] : []))
  }

  /// A stored set: a list, or the JSON text of one.
  static func strings(_ value: JSONValue?) -> [String] {
    guard let value else { return [] }
    if let text = value.string {
      do { return strings(try JSONValue(parsing: text)) } catch { return [] }
    }
    return (value.array ?? []).compactMap(\.string)
  }

  /// A stored set whose elements travel together: sorted, each once.
  static func union(_ value: JSONValue?) -> JSONValue {
    .array(sortedSet(strings(value)).map(JSONValue.string))
  }

  /// The payload that `edits` reads back as the same.
  package func payload(in table: SyncedTable) -> JSONValue {
    var payload = JSONObject()
    for key in edits.keys.sorted() {
      guard let edit = edits[key] else { continue }
      if let element = key.element {
        var elements = payload[key.column]?.object ?? JSONObject()
        elements[element] = list(edit, wall)
        payload[key.column] = .object(elements)
      } else {
        payload[key.column] = list(edit, wall)
      }
    }
    return .object(payload)
  }

  private func list(_ edit: CellEdit, _ wall: Instant) -> JSONValue {
    let value = edit.value.array == nil ? edit.value : .string(edit.value.text)
    var items: [JSONValue] = [
      value, edit.old ?? .null, .string(edit.base.text), .string(edit.stamp.text),
      .integer(edit.wall.milliseconds),
    ]
    if wasSent { items.append(.array(edit.sent.map { .string($0.text) })) }
    return .array(items)
  }
}
