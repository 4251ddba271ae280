package import LuaRuntime

extension Options {
  /// What scripts of this run may do and how much.
  package var luaOptions: LuaState.Options {
    var lua = LuaState.Options()
    lua.isSandboxed = isSandboxed
    lua.memoryBytes = maxMemory
    lua.timeout = timeout
    lua.instructions = maxInstructions.map(Int64.init)
    return lua
  }
}
