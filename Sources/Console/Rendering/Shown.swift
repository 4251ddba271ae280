import Glibc

/// A value as the console shows it, free of Lua.
///
/// Every way of writing a value out (a table, JSON, CSV) works on this alone, so none of them can
/// run a script's code.
indirect enum Shown: Sendable, Hashable {
  /// Lua's nil: no value at all.
  case nothing
  /// A NULL, which Lua's tables cannot hold as nil.
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  /// A string of a script that is no valid UTF-8.
  case bytes([UInt8])
  case list([Shown])
  case record([ShownField])
  /// A table whose keys are of several kinds, in a stable order.
  case pairs([ShownPair])
  /// What has no written form: a function, a coroutine.
  case opaque(String)
  /// A table inside itself; the text is the path to the outer one.
  case again(String)

  /// Whether it holds no other values.
  var isScalar: Bool {
    switch self {
    case .list, .record, .pairs: false
    default: true
    }
  }

  /// Whether Lua's `print` writes it as the console does, on every machine.
  var isPlain: Bool {
    switch self {
    case .nothing, .null, .boolean, .integer, .number, .text: true
    default: false
    }
  }

  /// Whether it is a number, which a column sets to the right.
  var isNumeric: Bool {
    switch self {
    case .integer, .number: true
    default: false
    }
  }
}

/// One named value of a record, in the record's own order.
struct ShownField: Sendable, Hashable {
  var name: String
  var value: Shown

  init(_ name: String, _ value: Shown) {
    self.name = name
    self.value = value
  }
}

/// One key and value of a table that is neither a list nor a record.
struct ShownPair: Sendable, Hashable {
  var key: Shown
  var value: Shown

  init(_ key: Shown, _ value: Shown) {
    self.key = key
    self.value = value
  }
}

/// A number's text for programs: the shortest that reads back the same, and never an integer's.
func exactText(of number: Double) -> String {
  if number.isNaN { return "nan" }
  if number.isInfinite { return number < 0 ? "-inf" : "inf" }
  return number.description
}

/// A number's text for eyes, as Lua's `print` has it: at most 14 digits.
/// Source: https://www.lua.org/source/5.4/luaconf.h.html#LUAI_NUMFFORMAT
func printedText(of number: Double) -> String {
  var buffer = [CChar](repeating: 0, count: 40)
  let length = withVaList([number]) { vsnprintf(&buffer, buffer.count, "%.14g", $0) }
  let text = String(
    decoding: buffer.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  return text.allSatisfy { $0.isNumber || $0 == "-" } ? text + ".0" : text
}
