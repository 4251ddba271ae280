import LuaRuntime
import Vocabulary

/// Values of a script as JSON, and back.
///
/// A table with items 1…n is a list, one with text keys an object; the empty table is a list. A
/// whole number stays one, and 3.0 is written as 3. JSON's null is `null`.
enum LuaJSON {
  static func luaValue(_ json: JSONValue, in state: LuaState) -> LuaValue {
    switch json {
    case .null: .null
    case .bool(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    case .array(let items):
      .table(
        state.makeTable { table in
          for item in items { table.append(luaValue(item, in: state)) }
        })
    case .object(let object):
      .table(
        state.makeTable { table in
          for member in object { table.set(key: member.key, luaValue(member.value, in: state)) }
        })
    }
  }

  /// Errors: a table inside itself or deeper than `Limits.jsonDepth`, a number that is none, text
  /// that is no UTF-8, a function.
  static func json(_ value: LuaValue) throws -> JSONValue { try json(value, inside: []) }

  private static func json(_ value: LuaValue, inside outer: [LuaTable]) throws -> JSONValue {
    switch value {
    case .nil, .null: return .null
    case .boolean(let flag): return .bool(flag)
    case .integer(let number): return .integer(number)
    case .number(let number):
      guard number.isFinite else { throw unfit("holds a number that is not finite") }
      return Int64(exactly: number).map { .integer($0) } ?? .number(number)
    case .string(let text): return .string(text)
    case .bytes: throw unfit("holds text that is not UTF-8")
    case .table(let table): return try json(table, inside: outer)
    case .function, .object, .other: throw unfit("holds a \(value.kind.name)")
    }
  }

  private static func json(_ table: LuaTable, inside outer: [LuaTable]) throws -> JSONValue {
    guard !outer.contains(where: { $0.reference.isSame(as: table.reference) }) else {
      throw unfit("holds a table that is inside itself")
    }
    guard outer.count < Limits.jsonDepth else {
      throw unfit("is nested deeper than \(Limits.jsonDepth) levels")
    }
    let inside = outer + [table]
    let count = table.count
    var members: [(String, JSONValue)] = []
    var fields = 0
    try table.forEach { key, value in
      fields += 1
      if let place = key.integer, (1...max(count, 1)).contains(Int(clamping: place)) { return }
      guard let name = key.text else { throw unfit("mixes a list with other keys") }
      members.append((name, try json(value, inside: inside)))
    }
    let columns = table.columns ?? []
    let known = Set(members.map(\.0))
    members += columns.filter { !known.contains($0) }.map { ($0, .null) }
    if members.isEmpty {
      guard fields == count else { throw unfit("mixes a list with other keys") }
      return .array(try (0..<count).map { try json(table[$0 + 1], inside: inside) })
    }
    guard count == 0 else { throw unfit("mixes a list with other keys") }
    members.sort { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    return .object(JSONObject(members))
  }

  private static func unfit(_ problem: String) -> APIError {
    .badValue(argument: "value", problem: problem, hint: "JSON has no form for it")
  }
}
