import LuaRuntime

/// `describe`, `it` and the other functions of a test file, and what it declared by them.
final class TestFunctions {
  private struct Hooks {
    var before: [LuaFunction] = []
    var after: [LuaFunction] = []
  }

  private struct Body {
    let function: LuaFunction?
    /// Those of its groups, the outermost first.
    let groups: [Int]
  }

  /// A later run of a file, for one of the cases that the first one told of.
  struct Rerun {
    let cases: [TestCase]
    let number: Int
  }

  private(set) var cases: [TestCase] = []
  private let rerun: Rerun?
  private var declared = 0
  private var isDeclaredAlike = true
  /// The lines on which groups begin and end, for those who ask for a line.
  private(set) var groups: [(names: [String], line: Int)] = []
  private var bodies: [Int: Body] = [:]
  private var hooks = [Hooks()]
  /// The groups that are being declared, the outermost first; 0 is the file.
  private var open = [0]
  private var names: [String] = []
  /// Whether a case runs: then nothing is declared any more.
  private var isRunning = false

  init(in lua: LuaState, for rerun: Rerun? = nil) {
    self.rerun = rerun
    lua.register("describe") { [unowned self] call in try describe(call) }
    lua.register("it") { [unowned self] call in
      try declare(call, isPending: false)
    }
    lua.register("pending") { [unowned self] call in try declare(call, isPending: true) }
    lua.register("before_each") { [unowned self] call in
      let function = try call.function(at: 1)
      try requireDeclaring(call)
      hooks[open[open.count - 1]].before.append(function)
      return call.result()
    }
    lua.register("after_each") { [unowned self] call in
      let function = try call.function(at: 1)
      try requireDeclaring(call)
      hooks[open[open.count - 1]].after.append(function)
      return call.result()
    }
  }

  /// Whether a later run declared the same cases as the first.
  var declaresTheSame: Bool {
    rerun.map { isDeclaredAlike && declared == $0.cases.count } ?? true
  }

  /// Runs a case with the functions around it. Those after it run whatever became of it.
  func run(_ number: Int) throws {
    isRunning = true
    guard let body = bodies[number] else { return }
    var failure: (any Error)?
    func attempt(_ function: LuaFunction) -> Bool {
      do { try function.call() } catch {
        if failure == nil { failure = error }
        return false
      }
      return true
    }
    let before = body.groups.flatMap { hooks[$0].before }
    if before.allSatisfy(attempt), let function = body.function { _ = attempt(function) }
    for function in body.groups.reversed().flatMap({ hooks[$0].after }) { _ = attempt(function) }
    if let failure { throw failure }
  }

  private func describe(_ call: LuaCall) throws -> LuaResults {
    let name = try call.string(at: 1)
    let function = try call.function(at: 2)
    try requireDeclaring(call)
    names.append(name)
    groups.append((names, call.line ?? 0))
    hooks.append(Hooks())
    open.append(hooks.count - 1)
    defer {
      names.removeLast()
      open.removeLast()
    }
    try function.call()
    return call.result()
  }

  private func declare(_ call: LuaCall, isPending: Bool) throws -> LuaResults {
    let name = try call.string(at: 1)
    try requireDeclaring(call)
    let number = declared
    declared += 1
    func keep() throws {
      let function = isPending ? nil : try call.function(at: 2)
      bodies[number] = Body(function: function, groups: open)
    }
    guard let rerun else {
      try keep()
      cases.append(
        TestCase(number: number, names: names + [name], line: call.line ?? 0, isPending: isPending))
      return call.result()
    }
    // A file of a thousand cases is run a thousand times: only one of them is kept.
    if number == rerun.number { try keep() }
    isDeclaredAlike =
      isDeclaredAlike && number < rerun.cases.count
      && rerun.cases[number].isCalled(name, in: names)
    return call.result()
  }

  private func requireDeclaring(_ call: LuaCall) throws {
    guard isRunning else { return }
    throw ConsoleError.command(
      "\(call.name) inside a case declares nothing", hint: "move it out of the function of 'it'")
  }

  /// Outside of `lectern test` the same names say where they belong.
  static func installRefusals(in lua: LuaState) {
    for name in ["describe", "it", "before_each", "after_each", "pending"] {
      lua.register(name) { _ in
        throw ConsoleError.command(
          "\(name) belongs into a test file", hint: "run it with 'lectern test FILE'")
      }
    }
  }
}
