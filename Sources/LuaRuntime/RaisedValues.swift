import CLua
import CLuaGuard

/// The last error values, so that throwing a failure on raises the same value.
struct RaisedValues {
  /// Values kept. Why: a failure is thrown on at once or not at all.
  private static let capacity: UInt64 = 8

  private let table: lua_Integer
  private var last: UInt64 = 0

  init(on stack: LuaStack) {
    lua_createtable(stack.pointer, Int32(Self.capacity), 0)
    table = lua_Integer(luaL_ref(stack.pointer, guard_registry()))
  }

  /// Keeps the value on top, which stays there.
  mutating func keepTop(of stack: LuaStack) -> UInt64 {
    last += 1
    guard stack.hasRoom(2) else { return last }
    lua_rawgeti(stack.pointer, guard_registry(), table)
    lua_pushvalue(stack.pointer, -2)
    lua_rawseti(stack.pointer, -2, lua_Integer(last % Self.capacity))
    stack.pop()
    return last
  }

  /// Pushes the value of that ticket; false where it is no longer kept.
  func push(_ ticket: UInt64?, on stack: LuaStack) -> Bool {
    guard let ticket, ticket + Self.capacity > last else { return false }
    lua_rawgeti(stack.pointer, guard_registry(), table)
    lua_rawgeti(stack.pointer, -1, lua_Integer(ticket % Self.capacity))
    lua_rotate(stack.pointer, -2, 1)
    stack.pop()
    return true
  }
}
