import CLua
import CLuaGuard

/// How many values a function in Swift left on the stack; made by `LuaCall` only.
package struct LuaResults {
  let count: Int32
}

/// A call of a Swift function by a script: its arguments, counted from 1, and its results.
///
/// It is valid until the function returns and must not be stored. The accessors that throw name the
/// argument in their error; text is no number here and a number no text. Results are made last:
/// `return call.result(note.id)`.
package struct LuaCall {
  let stack: LuaStack
  let top: Int32
  let function: Unmanaged<FunctionBox>

  /// How many arguments there are.
  package var count: Int { Int(top) }

  /// The state that calls.
  package var state: LuaState { function._withUnsafeGuaranteedRef { $0.state } }

  /// The name the function was registered under.
  package var name: String { function._withUnsafeGuaranteedRef { $0.name } }

  /// The line of the script that calls, counted from 1; nil where none is known.
  package var line: Int? {
    let line = Int(guard_line_of_caller(stack.pointer))
    return line > 0 ? line : nil
  }

  /// What sort of value an argument is; `.none` beyond the last.
  package func kind(at position: Int) -> LuaKind {
    guard position <= count else { return .none }
    return stack.exactKind(at: Int32(position))
  }

  /// Whether the argument is left out or nil.
  package func isMissing(at position: Int) -> Bool {
    position > count || lua_type(stack.pointer, Int32(position)) == LUA_TNIL
  }

  /// The argument as a value; nil where it is left out.
  package func value(at position: Int) -> LuaValue {
    guard position <= count else { return .nil }
    return stack.value(at: Int32(position), of: state)
  }

  /// All arguments from a position on.
  package func values(from position: Int = 1) -> [LuaValue] {
    position > count ? [] : (position...count).map { value(at: $0) }
  }

  /// A whole number.
  package func integer(at position: Int) throws(LuaError) -> Int64 {
    var value: Int64 = 0
    guard position <= count, guard_to_integer(stack.pointer, Int32(position), &value) else {
      throw mismatch(at: position, expected: "integer")
    }
    return value
  }

  /// A number.
  package func number(at position: Int) throws(LuaError) -> Double {
    guard kind(at: position) == .number else {
      throw mismatch(at: position, expected: "number")
    }
    return lua_tonumberx(stack.pointer, Int32(position), nil)
  }

  /// true or false.
  package func boolean(at position: Int) throws(LuaError) -> Bool {
    guard kind(at: position) == .boolean else {
      throw mismatch(at: position, expected: "boolean")
    }
    return lua_toboolean(stack.pointer, Int32(position)) != 0
  }

  /// UTF-8 text.
  package func string(at position: Int) throws(LuaError) -> String {
    let text = try withBytes(at: position) { (bytes) throws(LuaError) in
      String(validating: bytes, as: UTF8.self)
    }
    guard let text else { throw .unreadableText(position: position, function: name) }
    return text
  }

  /// The bytes of a text, in place: they are valid inside `body` only.
  package func withBytes<R>(
    at position: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(LuaError) -> R
  ) throws(LuaError) -> R {
    guard position <= count, stack.kind(at: Int32(position)) == .string else {
      throw mismatch(at: position, expected: "string")
    }
    return try stack.withText(at: Int32(position), body)
  }

  /// A table.
  package func table(at position: Int) throws(LuaError) -> LuaTable {
    guard kind(at: position) == .table else { throw mismatch(at: position, expected: "table") }
    return LuaTable(reference: stack.reference(to: Int32(position), of: state))
  }

  /// A function.
  package func function(at position: Int) throws(LuaError) -> LuaFunction {
    guard kind(at: position) == .function else {
      throw mismatch(at: position, expected: "function")
    }
    return LuaFunction(reference: stack.reference(to: Int32(position), of: state))
  }

  /// A Swift object of that type; `expected` is what messages call it.
  package func object<T: AnyObject>(
    at position: Int, as type: T.Type, expected: String
  ) throws(LuaError) -> T {
    guard position <= count, let object = stack.object(at: Int32(position)) as? T else {
      throw mismatch(at: position, expected: expected)
    }
    return object
  }

  /// The table of a record of that class, which may be an argument of a method.
  package func record(at position: Int, of recordClass: LuaClass) throws(LuaError) -> LuaTable {
    guard position <= count, recordClass.isClass(ofValueAt: Int32(position), on: stack) else {
      throw mismatch(at: position, expected: recordClass.name)
    }
    return LuaTable(reference: stack.reference(to: Int32(position), of: state))
  }

  /// Whether the value at a position is a record of exactly that class.
  package func isRecord(at position: Int, of recordClass: LuaClass) -> Bool {
    position <= count && recordClass.isClass(ofValueAt: Int32(position), on: stack)
  }

  /// The class of the record at a position, as messages name it; nil for anything else.
  package func className(at position: Int) -> String? {
    guard kind(at: position) == .table, stack.hasRoom(3) else { return nil }
    return stack.className(at: Int32(position))
  }

  /// The integer field of the record or table at a position, past its metamethods; nil where there
  /// is none.
  package func integerField(_ key: LuaKey, at position: Int) -> Int64? {
    guard kind(at: position) == .table, stack.hasRoom(8) else { return nil }
    let floor = stack.top
    defer { stack.pop(stack.top - floor) }
    stack.push(key)
    if !guard_push_field(stack.pointer, Int32(position), -1) {
      lua_rawget(stack.pointer, Int32(position))
    }
    var value: Int64 = 0
    return guard_to_integer(stack.pointer, -1, &value) ? value : nil
  }

  /// Visits the fields of a table of options, past its metamethods. Left out or nil: no field.
  package func forEachField(
    at position: Int, _ body: (LuaValue, LuaValue) throws -> Void
  ) throws {
    guard !isMissing(at: position) else { return }
    guard kind(at: position) == .table else { throw mismatch(at: position, expected: "table") }
    guard stack.hasRoom(6) else { return try table(at: position).forEach(body) }
    try state.forEach(at: Int32(position), on: stack, body)
  }

  /// The error of an argument of another sort; a registry that knows parameters words it better.
  package func mismatch(at position: Int, expected: String) -> LuaError {
    .badArgument(
      position: position, function: name, expected: expected, found: kind(at: position).name)
  }
}
