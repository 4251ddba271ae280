import LuaRuntime

/// Writes a value as Lua source: one line where it fits, indented lines where it does not.
///
/// Keys keep the order they come in. What Lua has no literal for stands as a comment-like mark:
/// `<function>`, `<again: t.a>`.
struct LuaText {
  private let width: Int

  /// Unit: columns; a value that takes more is broken over lines.
  init(width: Int) { self.width = width }

  func text(of value: Shown) -> String { text(of: value, indent: 0, before: 0) }

  /// The value on one line, however long.
  static func oneLine(_ value: Shown) -> String {
    switch value {
    case .list(let items): braces(items.map(oneLine))
    case .record(let fields): braces(fields.map { key(of: $0.name) + " = " + oneLine($0.value) })
    case .pairs(let pairs): braces(pairs.map { key(of: $0.key) + " = " + oneLine($0.value) })
    default: scalar(value)
    }
  }

  /// A string in quotes, with the escapes that Lua reads back to the same bytes.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        result += "\\"
        result.unicodeScalars.append(scalar)
      } else if let escape = Escaping.escape(for: scalar) {
        result += escape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func braces(_ parts: [String]) -> String {
    "{" + parts.joined(separator: ", ") + "}"
  }

  private static func scalar(_ value: Shown) -> String {
    switch value {
    case .nothing: "nil"
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): exactText(of: number)
    case .text(let text): quoted(text)
    case .bytes(let bytes): quoted(bytes: bytes)
    case .opaque(let name): "<" + name + ">"
    case .again(let path): "<again: " + path + ">"
    case .list, .record, .pairs: oneLine(value)
    }
  }

  private static func quoted(bytes: [UInt8]) -> String {
    var result = "\""
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += "\\" + String(Unicode.Scalar(byte))
      case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "\\x" + Escaping.hexadecimal(UInt32(byte), digits: 2)
      }
    }
    return result + "\""
  }

  private static func key(of name: String) -> String {
    isName(name) ? name : "[" + quoted(name) + "]"
  }

  private static func key(of key: Shown) -> String {
    if case .text(let name) = key { return self.key(of: name) }
    return "[" + oneLine(key) + "]"
  }

  private func text(of value: Shown, indent: Int, before: Int) -> String {
    let short = Self.oneLine(value)
    if value.isScalar || indent + before + DisplayWidth.of(short) <= width { return short }
    let inner = indent + 2
    let lines = parts(of: value).map { key, value in
      let start = key.map { $0 + " = " } ?? ""
      let before = DisplayWidth.of(start) + 1
      return String(repeating: " ", count: inner) + start
        + text(of: value, indent: inner, before: before) + ","
    }
    return "{\n" + lines.joined(separator: "\n") + "\n"
      + String(repeating: " ", count: indent) + "}"
  }

  private func parts(of value: Shown) -> [(key: String?, value: Shown)] {
    switch value {
    case .list(let items): items.map { (nil, $0) }
    case .record(let fields): fields.map { (Self.key(of: $0.name), $0.value) }
    case .pairs(let pairs): pairs.map { (Self.key(of: $0.key), $0.value) }
    default: []
    }
  }
}

/// Whether `text` may stand as a name in Lua source.
func isName(_ text: String) -> Bool {
  guard let first = text.utf8.first, isNameStart(first) else { return false }
  return text.utf8.allSatisfy(isNamePart) && !LuaLexer.keywords.contains(text)
}

func isNameStart(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
}

func isNamePart(_ byte: UInt8) -> Bool {
  isNameStart(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
