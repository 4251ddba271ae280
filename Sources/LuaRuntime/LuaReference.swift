import CLua
import CLuaGuard

/// What outlives a Lua state: whether it is still open, for those that come to give something back.
final class Lifeline {
  let host: OpaquePointer

  init(host: OpaquePointer) {
    self.host = host
    guard_retain(host)
  }

  deinit { guard_give_up(host) }

  var isOpen: Bool { guard_running(host) != nil }

  func close() { guard_close(host) }

  /// The stack of the thread of Lua that runs, or nil after close.
  var stack: LuaStack? { guard_running(host).map { LuaStack(pointer: $0) } }
}

/// A value of Lua that Swift keeps alive. It is given back when the last owner is gone, also after
/// the state was closed.
package final class LuaReference {
  /// The state the value lives in; it must still exist where the value is used.
  package unowned let state: LuaState
  private let lifeline: Lifeline
  private let key: Int32

  init(takingTopOf stack: LuaStack, state: LuaState) {
    self.state = state
    lifeline = state.lifeline
    key = luaL_ref(stack.pointer, guard_registry())
  }

  deinit {
    guard let stack = lifeline.stack, stack.hasRoom(3) else { return }
    luaL_unref(stack.pointer, guard_registry(), key)
  }

  func push(on stack: LuaStack) {
    lua_rawgeti(stack.pointer, guard_registry(), lua_Integer(key))
  }

  /// Whether both are the same value, as Lua's rawequal has it.
  package func isSame(as other: LuaReference) -> Bool {
    let stack = state.stack
    guard stack.hasRoom(2) else { return false }
    push(on: stack)
    other.push(on: stack)
    defer { stack.pop(2) }
    return lua_rawequal(stack.pointer, -1, -2) != 0
  }
}

/// A Swift object that a script holds.
package struct LuaObject {
  /// What keeps it alive in Lua.
  package let reference: LuaReference

  /// The object itself.
  package var object: AnyObject? {
    let stack = reference.state.stack
    reference.push(on: stack)
    defer { stack.pop() }
    return stack.object(at: -1)
  }
}

extension LuaStack {
  /// The Swift object at `index`, or nil.
  func object(at index: Int32) -> AnyObject? {
    guard let held = guard_to_object(pointer, index) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(held).takeUnretainedValue()
  }
}
