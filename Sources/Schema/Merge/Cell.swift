package import Vocabulary

/// Which value of a row: a column, or one element of a set whose elements travel by themselves.
package struct CellKey: Sendable, Hashable, Comparable {
  /// The column's name.
  package let column: String
  /// The element of the set; nil for the column itself.
  package let element: String?

  package init(_ column: String, element: String? = nil) {
    self.column = column
    self.element = element
  }

  /// The cell that says whether a row is in the trash.
  package static let deletedAt = CellKey(Catalog.deletedAt.name)

  /// `note_text`, or `tags_json.grace` for an element.
  package var name: String { element.map { "\(column).\($0)" } ?? column }

  package static func < (one: CellKey, other: CellKey) -> Bool {
    one.column == other.column
      ? (one.element ?? "").utf8.lexicographicallyPrecedes((other.element ?? "").utf8)
      : one.column.utf8.lexicographicallyPrecedes(other.column.utf8)
  }
}

/// One value and when it was written. Rules without stamps carry the zero stamp.
///
/// `value` is null, a whole number, text, true or false (an element), or a list (a union); a
/// reference is its parent's cloud id.
package struct Cell: Sendable, Hashable {
  /// What stands there.
  package var value: JSONValue
  /// When it was written.
  package var stamp: Stamp

  package init(_ value: JSONValue, _ stamp: Stamp) {
    self.value = value
    self.stamp = stamp
  }

  /// The value as a conflict keeps it: text, or nil for null.
  package var text: String? {
    switch value {
    case .null: nil
    case .string(let text): text
    default: value.text
    }
  }
}

extension MergeRule {
  /// The one cell that two versions become: idempotent, commutative, associative.
  package func join(_ one: Cell, _ other: Cell) -> Cell {
    switch self {
    case .lww, .perElement: precedes(one, other) ? other : one
    case .earliest: later(one, other, wantsEarlier: true)
    case .latest: later(one, other, wantsEarlier: false)
    case .union: union(one, other)
    case .max: (one.value.integer ?? .min) < (other.value.integer ?? .min) ? other : one
    }
  }

  private func precedes(_ one: Cell, _ other: Cell) -> Bool {
    if one.stamp != other.stamp { return one.stamp < other.stamp }
    let (first, second) = (SealedText.key(of: one.text), SealedText.key(of: other.text))
    if first != second { return bytesPrecede(first, second) }
    return bytesPrecede(one.text, other.text)
  }

  private func later(_ one: Cell, _ other: Cell, wantsEarlier: Bool) -> Cell {
    if one.value == .null { return other }
    if other.value == .null { return one }
    return bytesPrecede(one.text, other.text) == wantsEarlier ? one : other
  }

  private func union(_ one: Cell, _ other: Cell) -> Cell {
    let strings = (one.value.array ?? []) + (other.value.array ?? [])
    return Cell(.array(sortedSet(strings.compactMap(\.string)).map(JSONValue.string)), .zero)
  }
}

/// Null first, then by bytes.
func bytesPrecede(_ one: String?, _ other: String?) -> Bool {
  switch (one, other) {
  case (nil, nil), (_?, nil): false
  case (nil, _?): true
  case (let one?, let other?): one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}

/// The strings once each, sorted by their bytes, as both databases sort them.
package func sortedSet(_ strings: [String]) -> [String] {
  var sorted = strings.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  var place = 1
  while place < sorted.count {
    if sorted[place].utf8.elementsEqual(sorted[place - 1].utf8) {
      sorted.remove(at: place)
    } else {
      place += 1
    }
  }
  return sorted
}
