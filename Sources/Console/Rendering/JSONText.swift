/// Writes a value as JSON on one line.
///
/// A table inside itself has no JSON; neither has a function, nor a number that is none.
/// Source: https://www.rfc-editor.org/rfc/rfc8259
enum JSONText {
  static func text(of value: Shown) throws(ConsoleError) -> String {
    var result = ""
    try append(value, to: &result)
    return result
  }

  private static func append(_ value: Shown, to result: inout String) throws(ConsoleError) {
    switch value {
    case .nothing, .null: result += "null"
    case .boolean(let flag): result += flag ? "true" : "false"
    case .integer(let number): result += String(number)
    case .number(let number):
      guard number.isFinite else { throw .notShown(what: exactText(of: number), mode: .json) }
      result += exactText(of: number)
    case .text(let text): result += quoted(text)
    case .bytes: throw .notShown(what: "text that is not UTF-8", mode: .json)
    case .list(let items): try append(items, to: &result)
    case .record(let fields): try append(fields, to: &result)
    case .pairs(let pairs):
      try append(pairs.map { ShownField(name(of: $0.key), $0.value) }, to: &result)
    case .opaque(let name): throw .notShown(what: "a " + name, mode: .json)
    case .again(let path): throw .cycle(path: path)
    }
  }

  private static func append(_ items: [Shown], to result: inout String) throws(ConsoleError) {
    result += "["
    for (index, item) in items.enumerated() {
      if index > 0 { result += "," }
      try append(item, to: &result)
    }
    result += "]"
  }

  private static func append(
    _ fields: [ShownField], to result: inout String
  ) throws(ConsoleError) {
    result += "{"
    for (index, field) in fields.enumerated() {
      if index > 0 { result += "," }
      result += quoted(field.name) + ":"
      try append(field.value, to: &result)
    }
    result += "}"
  }

  private static func name(of key: Shown) -> String {
    if case .text(let name) = key { return name }
    return LuaText.oneLine(key)
  }

  /// A JSON string. Controls of C1 and the marks that turn lines around are escaped too.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if Escaping.escape(for: scalar) != nil {
          result += "\\u" + Escaping.hexadecimal(scalar.value, digits: 4)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
