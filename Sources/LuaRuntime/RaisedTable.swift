/// What a table that was raised as an error says: its fields, as its address says nothing.
enum RaisedTable {
  /// Fields that are shown. Why: a message is one line.
  private static let shown = 8

  /// `{code = 1, why = "x"}`, sorted by name; tables inside are told by their sort alone.
  static func text(of table: LuaTable) -> String {
    var fields: [(name: String, value: String)] = []
    do {
      try table.forEach { key, value in
        let name = key.text ?? key.integer.map { "[\($0)]" } ?? "[\(key.kind.name)]"
        fields.append((name, text(of: value)))
      }
    } catch { return "a table" }
    fields.sort { ($0.name, $0.value) < ($1.name, $1.value) }
    let rest = fields.count > shown ? ["…"] : []
    let words = fields.prefix(shown).map { "\($0.name) = \($0.value)" } + rest
    return "{" + words.joined(separator: ", ") + "}"
  }

  private static func text(of value: LuaValue) -> String {
    switch value {
    case .string(let text): "\"\(text)\""
    case .integer(let number): String(number)
    case .number(let number): number.description
    case .boolean(let flag): flag ? "true" : "false"
    default: value.kind.name
    }
  }
}
