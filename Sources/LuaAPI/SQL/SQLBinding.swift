import Library
import LuaRuntime
import Store

/// Values of a script as values of SQL, and back.
struct SQLBinding {
  let statement: Statement
  let call: APICall

  /// Binds the values behind the text: by place, or one table by name or by place.
  func bind() throws {
    let values = call.lua.values(from: 2)
    if values.count == 1, let table = values[0].table {
      try bind(table)
      return
    }
    guard values.count == statement.parameterCount else { throw wrongCount(values.count) }
    for (place, value) in values.enumerated() {
      statement.bind(place + 1, try Self.sqlValue(value, "value \(place + 1)"))
    }
  }

  private func bind(_ table: LuaTable) throws {
    let count = statement.parameterCount
    for place in 0..<count {
      var name = "value \(place + 1)"
      var value = table[place + 1]
      if let written = statement.parameterName(place + 1), !written.hasPrefix("?") {
        name = String(written.dropFirst())
        value = table[name]
      }
      guard !value.isNil else {
        throw APIError.badValue(
          argument: name, problem: "is not among the values", hint: "null stands for NULL")
      }
      statement.bind(place + 1, try Self.sqlValue(value, name))
    }
    guard table.count <= count else { throw wrongCount(table.count) }
  }

  private func wrongCount(_ count: Int) -> APIError {
    .badValue(
      argument: "sql", problem: "got \(count) values for \(statement.parameterCount) places",
      hint: "give one value for each ?, null for NULL")
  }

  static func sqlValue(_ value: LuaValue, _ name: String) throws -> SQLValue {
    switch value {
    case .nil, .null: return .null
    case .boolean(let flag): return .integer(flag ? 1 : 0)
    case .integer(let number): return .integer(number)
    case .number(let number): return .real(number)
    case .string(let text):
      try TextRule.check(text, name, mayBeEmpty: true)
      return .text(text)
    case .bytes(let bytes): return .blob(bytes)
    default:
      throw APIError.wrongType(
        function: "sql", argument: name, expected: "text, number, boolean or null",
        found: value.kind.name)
    }
  }

  /// Names of columns, each once: the second `n` is `n:1`, as SQLite names the columns of a table
  /// made from a query.
  ///
  /// Source: https://www.sqlite.org/lang_createtable.html#create_table_as_select_statements
  static func distinct(_ names: [String]) -> [String] {
    var taken = Set(names)
    var seen: Set<String> = []
    return names.map { name in
      if seen.insert(name).inserted { return name }
      var number = 1
      while !taken.insert("\(name):\(number)").inserted { number += 1 }
      return "\(name):\(number)"
    }
  }

  static func luaValue(_ value: SQLValue) -> LuaValue {
    switch value {
    case .null: .nil
    case .integer(let number): .integer(number)
    case .real(let number): .number(number)
    case .text(let text): .string(text)
    case .blob(let bytes): .bytes(bytes)
    }
  }
}
