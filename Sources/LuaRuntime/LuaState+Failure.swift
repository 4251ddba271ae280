import CLua
import CLuaGuard
import Vocabulary

extension LuaState {
  /// Takes the error value off the stack and says what it was.
  func takeFailure(_ status: Int32, from stack: LuaStack) -> LuaFailure {
    if status == GUARD_STOPPED {
      stack.pop()
      return LuaFailure(stoppedBy: stopCause)
    }
    let trace = takeTrace(of: stack)
    let ticket = failures.keepTop(of: stack)
    defer { stack.pop() }
    if status == LUA_ERRMEM { return .memory }
    switch stack.kind(at: -1) {
    case .string: return textFailure(stack, trace, ticket)
    case .table: return tableFailure(stack, trace, ticket)
    default: return otherFailure(stack, trace, ticket)
    }
  }

  /// Pushes what a script sees of an error thrown in Swift.
  func pushError(_ error: any Error, on stack: LuaStack) {
    guard stack.hasRoom(6) else {
      stack.pushNil()
      return
    }
    if let failure = error as? LuaFailure, failures.push(failure.ticket, on: stack) { return }
    if let explained = error as? any Explained {
      pushTable(explained.kind, explained.code, explained.summary, explained.hint, on: stack)
      lastArgument = (error as? MisplacedArgument).map {
        (table: lua_topointer(stack.pointer, -1), argument: $0.argument)
      }
    } else {
      pushTable(.internal, "lua.unknown", String(describing: error), nil, on: stack)
    }
  }

  private var stopCause: LuaFailure.Cause {
    switch guard_stop_reason(lifeline.host) {
    case GUARD_REASON_TIMEOUT: .timedOut
    case GUARD_REASON_INSTRUCTIONS: .outOfInstructions
    case GUARD_REASON_EXIT: .exit(code: guard_exit_code(lifeline.host))
    default: .interrupted
    }
  }

  private func pushTable(
    _ kind: ErrorKind, _ code: String, _ message: String, _ hint: String?, on stack: LuaStack
  ) {
    let table = LuaTableBuilder(on: stack, state: self, fields: 4)
    table.set("kind", kind.rawValue)
    table.set("code", code)
    table.set("message", message)
    if let hint { table.set("hint", hint) }
    guard_make_error(stack.pointer)
  }

  private struct Trace {
    var position: LuaPosition?
    var functionLine: Int?
    var prefixBytes = 0
    var lines: [String] = []
  }

  private func takeTrace(of stack: LuaStack) -> Trace {
    var trace = Trace()
    let host = lifeline.host
    guard guard_has_trace(host), stack.hasRoom(1) else { return trace }
    let line = guard_trace_line(host)
    if line > 0, let source = guard_trace_source(host) {
      trace.position = LuaPosition(source: String(cString: source), line: Int(line))
      let begin = Int(guard_trace_function_line(host))
      trace.functionLine = begin > 0 ? begin : nil
    }
    trace.prefixBytes = guard_trace_prefix(host)
    guard_push_trace(stack.pointer)
    trace.lines = LuaState.frames(of: stack.lossyText(at: -1) ?? "")
    stack.pop()
    return trace
  }

  /// The lines of a traceback that are of the script.
  private static func frames(of traceback: String) -> [String] {
    var frames = traceback.split(separator: "\n").dropFirst().map { line in
      String(line.drop { $0 == "\t" || $0 == " " })
    }
    frames.removeAll { $0.hasPrefix("[C]: in ?") }
    // A chunk that keeps its locals is compiled as a function that begins on its line 1.
    let mark = " in function <"
    if let last = frames.last, last.hasSuffix(":1>"),
      let start = last.indices.first(where: { last[$0...].hasPrefix(mark) })
    {
      frames[frames.count - 1] = last[..<start] + " in main chunk"
    }
    return frames
  }

  private func textFailure(_ stack: LuaStack, _ trace: Trace, _ ticket: UInt64) -> LuaFailure {
    let message = stack.withText(at: -1) { bytes in
      String(decoding: bytes.dropFirst(trace.prefixBytes), as: UTF8.self)
    }
    if message == LuaFailure.memory.summary { return .memory }
    return LuaFailure(
      .raised, kind: .badValue, code: "lua.error", summary: message,
      position: trace.position, functionLine: trace.functionLine, traceback: trace.lines,
      ticket: ticket)
  }

  private func tableFailure(_ stack: LuaStack, _ trace: Trace, _ ticket: UInt64) -> LuaFailure {
    let table = stack.top
    func field(_ key: LuaKey) -> String? {
      guard stack.hasRoom(2) else { return nil }
      stack.pushField(key, of: table)
      defer { stack.pop() }
      return stack.lossyText(at: -1)
    }
    guard let message = field("message") else { return otherFailure(stack, trace, ticket) }
    let code = field("code") ?? "lua.error"
    return LuaFailure(
      Self.cause(of: code), kind: field("kind").flatMap(ErrorKind.init(rawValue:)) ?? .badValue,
      code: code, summary: message, hint: field("hint"),
      position: trace.position, functionLine: trace.functionLine, argument: argument(of: stack),
      traceback: trace.lines,
      ticket: ticket)
  }

  /// Limits that a script could have caught.
  private static func cause(of code: String) -> LuaFailure.Cause {
    switch code {
    case "lua.instructions": .outOfInstructions
    case LuaFailure.memory.code: .outOfMemory
    default: .raised
    }
  }

  /// What the error on top is about, if it is the last one that Swift threw.
  private func argument(of stack: LuaStack) -> LuaArgument? {
    lastArgument.flatMap { lua_topointer(stack.pointer, -1) == $0.table ? $0.argument : nil }
  }

  private func otherFailure(_ stack: LuaStack, _ trace: Trace, _ ticket: UInt64) -> LuaFailure {
    let name = stack.exactKind(at: -1).name
    if case .table(let table) = stack.value(at: -1, of: self), !stack.hasOwnText(at: -1) {
      return LuaFailure(
        .raised, kind: .badValue, code: "lua.error", summary: RaisedTable.text(of: table),
        position: trace.position, functionLine: trace.functionLine, traceback: trace.lines,
        ticket: ticket)
    }
    let isText = guard_to_text(stack.pointer, -1) == LUA_OK
    let text = isText ? stack.lossyText(at: -1) : nil
    stack.pop()
    return LuaFailure(
      .raised, kind: .badValue, code: "lua.error", summary: text ?? "(a \(name) was raised)",
      position: trace.position, functionLine: trace.functionLine, traceback: trace.lines,
      ticket: ticket)
  }
}
