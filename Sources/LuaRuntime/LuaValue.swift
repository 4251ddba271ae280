/// What sort of value a script passes.
package enum LuaKind: Sendable, Equatable {
  case none
  case `nil`
  case boolean
  case number
  case string
  case table
  case function
  case object
  case null
  case other

  /// The word of Lua for it.
  package var name: String {
    switch self {
    case .none: "no value"
    case .nil: "nil"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .table: "table"
    case .function: "function"
    case .object: "object"
    case .null: "null"
    case .other: "other value"
    }
  }
}

/// A value of Lua, as Swift holds it.
///
/// Text that is no UTF-8 comes as `.bytes`. Tables, functions and objects are references that keep
/// the value alive.
package enum LuaValue {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case bytes([UInt8])
  case table(LuaTable)
  case function(LuaFunction)
  case object(LuaObject)
  /// NULL, where nil can not stand.
  case null
  /// A coroutine or a userdata that is not ours.
  case other(LuaReference)

  /// What sort of value it is.
  package var kind: LuaKind {
    switch self {
    case .nil: .nil
    case .boolean: .boolean
    case .integer, .number: .number
    case .string, .bytes: .string
    case .table: .table
    case .function: .function
    case .object: .object
    case .null: .null
    case .other: .other
    }
  }

  /// Whether it is nil; null is not.
  package var isNil: Bool { kind == .nil }

  /// The text, or nil where it is no UTF-8 text.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The whole number, also of 3.0; nil for any other value.
  package var integer: Int64? {
    switch self {
    case .integer(let integer): integer
    case .number(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// The number, or nil.
  package var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// The truth value, or nil where it is no boolean.
  package var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }

  /// The table, or nil.
  package var table: LuaTable? { if case .table(let table) = self { table } else { nil } }

  /// The function, or nil.
  package var function: LuaFunction? {
    if case .function(let function) = self { function } else { nil }
  }

  /// The Swift object of this type, or nil.
  package func object<T>(as type: T.Type) -> T? {
    if case .object(let object) = self { object.object as? T } else { nil }
  }
}
