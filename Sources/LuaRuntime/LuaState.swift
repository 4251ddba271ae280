import CLua
import CLuaGuard
import Vocabulary

/// A Lua 5.4 interpreter with the safe part of its libraries.
///
/// One thread owns it; the compiler keeps it there. Scripts load text only. `pcall` and `xpcall`
/// let a stop through, `setmetatable` takes no `__gc`, C modules do not load, `os.exit` ends the
/// run with `LuaFailure.Cause.exit`. Closures that a script can reach must not hold the state
/// strongly (nor a table or function of it in a cycle), or it lives until `close()`.
package final class LuaState {
  /// What a state allows and how much.
  package struct Options: Sendable {
    /// Leaves out `io`, `debug`, `package`, `require`, `loadfile`, `dofile` and all of `os` but
    /// `clock`, `date`, `difftime` and `time`.
    package var isSandboxed = false
    /// Bytes that scripts may hold; nil: as many as there are.
    package var memoryBytes: Int?
    /// How long one run from outside may take.
    package var timeout: Duration?
    /// Steps of the interpreter in one run, counted by thousands. It halves the speed of loops.
    package var instructions: Int64?

    /// The whole of the libraries, without limits.
    package init() {}
  }

  /// Whether scripts may not touch files.
  package let isSandboxed: Bool
  let lifeline: Lifeline
  var failures: RaisedValues
  /// What the last error that Swift threw is about, and the value that was raised for it.
  var lastArgument: (table: UnsafeRawPointer?, argument: LuaArgument)?
  /// Who wants to see the beginning of the list that the run gives; nil: nobody.
  package var firstRows: FirstRows?
  /// Hears of what functions are given as a password, a code or a token, before they look at it.
  package var onSecret: ((String) -> Void)?
  /// Hears of errors that are nobody's: of a function that was called for what happened, not by the
  /// script. Nil: they are lost.
  package var onStrayError: ((LuaFailure) -> Void)?
  /// What scripts take for the time, where runs repeat; C holds its address.
  var clock: ScriptClock?
  var zone: UniversalTime?

  /// Opens a state.
  package init(_ options: Options = Options()) throws(LuaError) {
    guard let host = guard_open(options.isSandboxed, runFunction, releaseObject) else {
      throw .noState
    }
    isSandboxed = options.isSandboxed
    lifeline = Lifeline(host: host)
    guard let stack = lifeline.stack else { throw .noState }
    failures = RaisedValues(on: stack)
    limit(options)
  }

  deinit { close() }

  /// Ends the state; every object it holds is released. What was taken from it must not be used.
  package func close() {
    guard lifeline.isOpen else { return }
    lifeline.close()
    zone?.giveBack()
    zone = nil
  }

  /// Sets the limits of the runs to come.
  package func limit(_ options: Options) {
    guard_limit_memory(lifeline.host, options.memoryBytes ?? 0)
    guard_limit_time(lifeline.host, options.timeout?.wholeMilliseconds ?? 0)
    guard_limit_instructions(lifeline.host, options.instructions ?? 0)
  }

  /// Bytes that the state holds.
  package var memoryUsed: Int { guard_memory_used(lifeline.host) }

  /// Values on the stack of the running thread; a test sees that it is the same before and after.
  package var stackDepth: Int { Int(stack.top) }

  /// Whether the run is being stopped: a long function looks here and comes back early.
  package var isStopping: Bool { guard_is_stopping(lifeline.host) }

  /// The stack of the thread of Lua that runs.
  var stack: LuaStack {
    guard let stack = lifeline.stack else { preconditionFailure("the Lua state is closed") }
    return stack
  }

  /// The table of global variables.
  package var globals: LuaTable {
    let stack = stack
    lua_rawgeti(stack.pointer, guard_registry(), lua_Integer(LUA_RIDX_GLOBALS))
    return LuaTable(reference: LuaReference(takingTopOf: stack, state: self))
  }

  /// A new empty table.
  package func makeTable() -> LuaTable { makeTable { _ in } }

  /// A new table with the fields that `fill` sets.
  package func makeTable(_ fill: (LuaTableBuilder) throws -> Void) rethrows -> LuaTable {
    let stack = stack
    try LuaTarget(stack: stack, state: self).pushTable(nil, fields: 0, items: 0, fill)
    return LuaTable(reference: LuaReference(takingTopOf: stack, state: self))
  }

  /// A function in Swift. `name` is what messages call it, `notes.add`.
  package func makeFunction(
    _ name: String, _ body: @escaping (LuaCall) throws -> LuaResults
  ) -> LuaFunction {
    let stack = stack
    pushFunction(name, body, on: stack)
    return LuaFunction(reference: LuaReference(takingTopOf: stack, state: self))
  }

  /// Registers a function under a dotted name; modules on the way are made where they lack.
  ///
  /// `root` is where the name begins: the globals, or a table of a device of a world.
  package func register(
    _ path: String, in root: LuaTable? = nil, _ body: @escaping (LuaCall) throws -> LuaResults
  ) {
    let names = path.split(separator: ".").map(String.init)
    guard let last = names.last else { preconditionFailure("a function without a name") }
    let module = module(names.dropLast().joined(separator: "."), in: root)
    module.register(last, as: path, body)
  }

  /// The table of a module by its dotted name, made where it lacks; "" is the root.
  package func module(_ path: String, in root: LuaTable? = nil) -> LuaTable {
    var table = root ?? globals
    for name in path.utf8.split(separator: UInt8(ascii: ".")).map({ String(Substring($0)) }) {
      if let inner = table[name].table {
        table = inner
      } else {
        let made = makeTable()
        table[name] = .table(made)
        table = made
      }
    }
    return table
  }

  func pushFunction(
    _ name: String, _ body: @escaping (LuaCall) throws -> LuaResults, on stack: LuaStack
  ) {
    precondition(stack.hasRoom(8), "the Lua stack is full")
    let box = FunctionBox(state: self, name: name, body: body)
    guard_push_function(stack.pointer, Unmanaged.passRetained(box).toOpaque())
  }
}
