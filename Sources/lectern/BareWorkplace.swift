import Console
import LuaRuntime

/// Lua alone, without a library.
final class BareWorkplace: Workplace {
  private let options: Options

  init(_ options: Options) { self.options = options }

  func openSession() throws -> any Session { BareSession(try LuaState(options.luaOptions)) }

  func openSession(recording terms: RecordingTerms) throws -> any Session {
    var sandboxed = options.luaOptions
    sandboxed.isSandboxed = true
    return BareSession(try LuaState(sandboxed))
  }

  func serve(_ options: ServeOptions) throws -> ExitStatus {
    throw ConsoleError.usage("there is no cloud to serve", hint: nil)
  }

  func sync() throws -> ExitStatus {
    throw ConsoleError.usage("there is no library to sync", hint: nil)
  }
}

private final class BareSession: Session {
  let lua: LuaState
  let standing = Standing(state: "offline", queued: 0, cloud: nil)
  let functions: [FunctionHelp] = []

  init(_ lua: LuaState) { self.lua = lua }

  func close() { lua.close() }
}
