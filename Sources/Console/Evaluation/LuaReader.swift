import LuaRuntime

/// Turns values of Lua into what the console shows, past their metamethods.
///
/// Only a value without a written form is asked for its `__tostring`.
struct LuaReader {
  /// How deep tables may nest. Why: recursion is bounded; nobody reads deeper.
  private static let deepest = 100

  private let toText: LuaFunction?

  init(_ lua: LuaState) { toText = lua.globals["tostring"].function }

  func shown(_ value: LuaValue, at path: String = "value") throws -> Shown {
    try shown(value, path: path, above: [])
  }

  /// The first items of a list of records; nil for what is none.
  func shown(first count: Int, of value: LuaValue) throws -> Shown? {
    guard let table = value.table, table.columns == nil, table.className == nil else { return nil }
    let items = try (1...count).map { try shown(table[$0], at: "value[\($0)]") }
    let list = Shown.list(items)
    return Rows(list) == nil ? nil : list
  }

  private struct Outer {
    let reference: LuaReference
    let path: String
  }

  private func shown(_ value: LuaValue, path: String, above: [Outer]) throws -> Shown {
    switch value {
    case .nil: .nothing
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    case .table(let table): try shown(table, path: path, above: above)
    case .function, .object, .other: .opaque(name(of: value))
    }
  }

  private func shown(_ table: LuaTable, path: String, above: [Outer]) throws -> Shown {
    if let outer = above.first(where: { $0.reference.isSame(as: table.reference) }) {
      return .again(outer.path)
    }
    guard above.count < Self.deepest else { return .opaque("table nested too deep") }
    let inner = above + [Outer(reference: table.reference, path: path)]
    var pairs: [ShownPair] = []
    try table.forEach { key, value in
      let shownKey = try shown(key, path: path, above: inner)
      let place = Self.path(path, to: shownKey)
      pairs.append(ShownPair(shownKey, try shown(value, path: place, above: inner)))
    }
    if let columns = table.columns { return Self.row(of: pairs, columns) }
    return Self.container(of: pairs)
  }

  /// A row of a query: its columns in their order, NULL too, then what a script added.
  private static func row(of pairs: [ShownPair], _ columns: [String]) -> Shown {
    var values: [String: Shown] = [:]
    for case (.text(let name), let value) in pairs.map({ ($0.key, $0.value) }) {
      values[name] = value
    }
    guard values.count == pairs.count else { return container(of: pairs) }
    let fields = columns.map { ShownField($0, values[$0] ?? .null) }
    let added = values.filter { !columns.contains($0.key) }.map { ShownField($0.key, $0.value) }
    return .record(fields + FieldOrder.sorted(added))
  }

  /// A list has the keys 1...n and no other; a record has names only.
  private static func container(of pairs: [ShownPair]) -> Shown {
    let isList = pairs.allSatisfy { pair in
      if case .integer(let key) = pair.key { key >= 1 && key <= pairs.count } else { false }
    }
    if isList {
      var items = [Shown](repeating: .nothing, count: pairs.count)
      for case (.integer(let key), let value) in pairs.map({ ($0.key, $0.value) }) {
        items[Int(key) - 1] = value
      }
      return .list(items)
    }
    let fields = pairs.compactMap { pair -> ShownField? in
      if case .text(let name) = pair.key { ShownField(name, pair.value) } else { nil }
    }
    if fields.count == pairs.count { return .record(FieldOrder.sorted(fields)) }
    return .pairs(pairs.sorted { order(of: $0.key) < order(of: $1.key) })
  }

  /// Whole numbers first, by size; the rest by their text.
  private static func order(of key: Shown) -> (Int, Int64, String) {
    if case .integer(let number) = key { return (0, number, "") }
    return (1, 0, LuaText.oneLine(key))
  }

  private static func path(_ path: String, to key: Shown) -> String {
    if case .text(let name) = key, isName(name) { return path + "." + name }
    return path + "[" + LuaText.oneLine(key) + "]"
  }

  /// What `tostring` says, without the address: that differs from run to run.
  private func name(of value: LuaValue) -> String {
    let text: String?
    do { text = try toText?.call([value]).first?.text } catch { text = nil }
    guard let text else { return value.kind.name }
    if let address = text.range(ofFirst: ": 0x") { return String(text[..<address.lowerBound]) }
    return text
  }
}

/// The order of a record's fields: what names it first, times last, the rest by name.
///
/// Lua's tables have no order of their own, and a table on the screen needs a steady one.
enum FieldOrder {
  private static let first = [
    "kind", "id", "ref", "name", "title", "label", "color", "text", "note", "tags", "collection",
  ]
  private static let last = ["created_at", "updated_at", "deleted_at", "cloud_id"]

  /// What a table leaves out first where a window is narrow.
  static let leastMissed = ["cloud_id", "created_at", "updated_at", "deleted_at"]

  static func sorted(_ fields: [ShownField]) -> [ShownField] {
    fields.sorted { (rank($0.name), $0.name) < (rank($1.name), $1.name) }
  }

  private static func rank(_ name: String) -> Int {
    if let place = first.firstIndex(of: name) { return place }
    if let place = last.firstIndex(of: name) { return first.count + 1 + place }
    return first.count
  }
}
