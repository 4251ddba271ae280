import CLua
import CLuaGuard

/// A function of a script, or one of ours.
package struct LuaFunction {
  /// What keeps it alive in Lua.
  package let reference: LuaReference

  /// The name that a function of ours was registered under; nil for one of a script or of Lua.
  package var registeredName: String? {
    let stack = reference.state.stack
    guard stack.hasRoom(4) else { return nil }
    reference.push(on: stack)
    defer { stack.pop() }
    guard let object = guard_function_object(stack.pointer, -1) else { return nil }
    return Unmanaged<FunctionBox>.fromOpaque(object).takeUnretainedValue().name
  }

  /// Calls it; the values it returns.
  ///
  /// Errors: what the script raised, or why it was stopped.
  @discardableResult
  package func call(_ arguments: [LuaValue] = []) throws(LuaFailure) -> [LuaValue] {
    let state = reference.state
    let stack = state.stack
    let floor = stack.top
    guard stack.hasRoom(Int32(clamping: arguments.count) + 4) else { throw .stackOverflow }
    reference.push(on: stack)
    for argument in arguments { stack.push(argument) }
    let status = guard_call(stack.pointer, Int32(arguments.count), LUA_MULTRET)
    guard status == LUA_OK else { throw state.takeFailure(status, from: stack) }
    return stack.takeValues(above: floor, of: state)
  }
}
