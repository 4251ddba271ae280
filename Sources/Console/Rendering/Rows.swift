/// A list of records laid out for a table: one column a name, in the order of first appearance.
struct Rows {
  let columns: [String]
  let rows: [[Shown]]

  /// Nil where `value` is no list of records: then it is no table.
  init?(_ value: Shown) {
    guard case .list(let items) = value, !items.isEmpty else { return nil }
    var records: [[ShownField]] = []
    var names: [String] = []
    var known: [String: Int] = [:]
    for item in items {
      guard case .record(let fields) = item else { return nil }
      records.append(fields)
      for field in fields where known[field.name] == nil {
        known[field.name] = names.count
        names.append(field.name)
      }
    }
    columns = names
    rows = records.map { fields in
      var row = [Shown](repeating: .null, count: names.count)
      for field in fields {
        if let at = known[field.name] { row[at] = field.value }
      }
      return row
    }
  }

  /// One record as a table of names and values.
  init(record fields: [ShownField]) {
    columns = ["field", "value"]
    rows = fields.map { [.text($0.name), $0.value] }
  }
}

/// A value in a cell: strings bare, a list of words joined, everything on one line.
func cellText(of value: Shown) -> String {
  switch value {
  case .nothing, .null: ""
  case .number(let number): printedText(of: number)
  case .text(let text): Escaping.visible(text, isOneLine: true)
  case .bytes(let bytes): Escaping.visible(bytes: bytes, isOneLine: true)
  case .list(let items) where items.allSatisfy(\.isScalar):
    items.map(cellText).joined(separator: ", ")
  default: LuaText.oneLine(value)
  }
}
