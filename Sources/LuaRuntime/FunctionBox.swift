import CLua
import CLuaGuard

/// A Swift function that Lua owns.
final class FunctionBox {
  unowned let state: LuaState
  let name: String
  let body: (LuaCall) throws -> LuaResults

  init(state: LuaState, name: String, body: @escaping (LuaCall) throws -> LuaResults) {
    self.state = state
    self.name = name
    self.body = body
  }
}

/// Runs a function for the trampoline: its count of results, or the error value on top.
///
/// Why a free function: a closure in an isolated context gets a check at each call.
func runFunction(_ pointer: OpaquePointer?, _ object: UnsafeMutableRawPointer?) -> Int32 {
  guard let pointer, let object else { return 0 }
  let held = Unmanaged<FunctionBox>.fromOpaque(object)
  let stack = LuaStack(pointer: pointer)
  let call = LuaCall(stack: stack, top: stack.top, function: held)
  return held._withUnsafeGuaranteedRef { box in
    do {
      return try box.body(call).count
    } catch {
      box.state.pushError(error, on: stack)
      return GUARD_RAISE
    }
  }
}

/// Gives up Lua's hold on a function or an object.
func releaseObject(_ object: UnsafeMutableRawPointer?) {
  guard let object else { return }
  Unmanaged<AnyObject>.fromOpaque(object).release()
}
