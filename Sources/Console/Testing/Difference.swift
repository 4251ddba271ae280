import LuaRuntime

/// Where two values of Lua differ, one line a place.
struct Difference {
  /// Places that are told. Why a bound: nobody reads more.
  private static let shown = 12
  /// How deep tables may nest.
  private static let deepest = 100
  /// What is shown of a value. Unit: columns.
  private static let width = 60

  private let reader: LuaReader
  private(set) var lines: [String] = []
  private var more = 0
  private var pairs: [(LuaReference, LuaReference)] = []
  /// Whether fields that only the actual value has are no difference.
  private let isPart: Bool

  /// Compares at once; no lines where they are alike. `isPart`: what `expected` does not name is
  /// not looked at.
  init(_ actual: LuaValue, expected: LuaValue, isPart: Bool = false, _ reader: LuaReader) throws {
    self.reader = reader
    self.isPart = isPart
    try compare(actual, expected, "")
    if more > 0 { lines.append("… and \(counted(more, "place")) more") }
  }

  private mutating func compare(_ actual: LuaValue, _ expected: LuaValue, _ path: String) throws {
    if let one = actual.table, let other = expected.table {
      guard !one.reference.isSame(as: other.reference), pairs.count < Self.deepest,
        !pairs.contains(where: {
          $0.0.isSame(as: one.reference) && $0.1.isSame(as: other.reference)
        })
      else { return }
      pairs.append((one.reference, other.reference))
      defer { pairs.removeLast() }
      return try compare(one, other, path)
    }
    guard try !isSame(actual, expected) else { return }
    try add(path, expected: expected, actual: actual)
  }

  private mutating func compare(_ one: LuaTable, _ other: LuaTable, _ path: String) throws {
    var keys: [(key: LuaValue, shown: Shown)] = []
    try other.forEach { key, _ in keys.append((key, try reader.shown(key))) }
    var extra: [(key: LuaValue, shown: Shown)] = []
    if !isPart {
      try one.forEach { key, _ in
        if try other.value(of: key).isNil { extra.append((key, try reader.shown(key))) }
      }
    }
    for (key, shown) in Self.sorted(keys) + Self.sorted(extra) {
      let place = Self.path(path, shown)
      try compare(one.value(of: key), other.value(of: key), place)
    }
  }

  private static func sorted(
    _ keys: [(key: LuaValue, shown: Shown)]
  ) -> [(key: LuaValue, shown: Shown)] {
    keys.sorted { first, second in
      if case .integer(let one) = first.shown, case .integer(let other) = second.shown {
        return one < other
      }
      return LuaText.oneLine(first.shown) < LuaText.oneLine(second.shown)
    }
  }

  private func isSame(_ actual: LuaValue, _ expected: LuaValue) throws -> Bool {
    if let one = actual.number, let other = expected.number { return one == other }
    if case .function(let one) = actual, case .function(let other) = expected {
      return one.reference.isSame(as: other.reference)
    }
    if case .table = actual { return false }
    if case .table = expected { return false }
    return try reader.shown(actual) == reader.shown(expected)
  }

  private mutating func add(_ path: String, expected: LuaValue, actual: LuaValue) throws {
    guard lines.count < Self.shown else {
      more += 1
      return
    }
    let place = path.isEmpty ? "" : path + ": "
    lines.append(
      "\(place)expected \(try text(expected)), got \(try text(actual))")
  }

  private func text(_ value: LuaValue) throws -> String {
    value.isNil ? "nothing" : Self.cut(LuaText.oneLine(try reader.shown(value)))
  }

  static func cut(_ text: String) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    return DisplayWidth.prefix(of: text, columns: width - 1) + "…"
  }

  private static func path(_ path: String, _ key: Shown) -> String {
    if case .text(let name) = key, isName(name) { return path.isEmpty ? name : path + "." + name }
    return path + "[" + LuaText.oneLine(key) + "]"
  }
}
