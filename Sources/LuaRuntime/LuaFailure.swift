package import Vocabulary

/// A place in a chunk.
package struct LuaPosition: Sendable, Equatable {
  /// The chunk's name, as messages show it.
  package let source: String
  /// Counted from 1.
  package let line: Int

  /// A line of a chunk.
  package init(source: String, line: Int) {
    self.source = source
    self.line = line
  }
}

/// What came back from a script instead of its values.
///
/// Errors that Swift threw below the script keep kind, code, message and hint. Throwing a failure
/// on from a Swift function gives the script above the very value that was raised.
package struct LuaFailure: Explained {
  /// How the run ended.
  package enum Cause: Sendable, Equatable {
    /// The script, or a function it called, raised an error.
    case raised
    /// Ctrl-C, or `LuaInterrupter`.
    case interrupted
    /// The run took longer than its limit.
    case timedOut
    /// The run did more steps than its limit.
    case outOfInstructions
    /// The state may not hold more memory.
    case outOfMemory
    /// The script called `os.exit`.
    case exit(code: Int32)
  }

  /// How the run ended.
  package let cause: Cause
  /// What sort of error scripts see.
  package let kind: ErrorKind
  /// The code of the error that Swift threw, or of what a script raised.
  package let code: String
  /// The message without its position.
  package let summary: String
  /// The cure; nil where none is known.
  package let hint: String?
  /// Where it was raised, if a chunk's line is known.
  package let position: LuaPosition?
  /// The line where the function begins that raised it; nil where the chunk itself did.
  package let functionLine: Int?
  /// The argument of a call that it is about, where that is known.
  package let argument: LuaArgument?
  /// The calls under way, innermost first, without frames of ours; empty for inner calls.
  package let traceback: [String]
  /// Under which the state keeps the value itself.
  let ticket: UInt64?

  init(
    _ cause: Cause, kind: ErrorKind, code: String, summary: String, hint: String? = nil,
    position: LuaPosition? = nil, functionLine: Int? = nil, argument: LuaArgument? = nil,
    traceback: [String] = [],
    ticket: UInt64? = nil
  ) {
    self.cause = cause
    self.kind = kind
    self.code = code
    self.summary = summary
    self.hint = hint
    self.position = position
    self.functionLine = functionLine
    self.argument = argument
    self.traceback = traceback
    self.ticket = ticket
  }

  /// The same failure of something that has a name of its own.
  package func within(_ place: String) -> LuaFailure {
    LuaFailure(
      cause, kind: kind, code: code, summary: "\(place) failed: \(summary)", hint: hint,
      position: position, traceback: traceback)
  }

  /// Calls nested deeper than Lua has room for.
  static let stackOverflow = LuaFailure(
    .raised, kind: .limit, code: "lua.stack_overflow", summary: "stack overflow")

  static let memory = LuaFailure(
    .outOfMemory, kind: .limit, code: "lua.memory", summary: "not enough memory")

  /// The failure of a run that was stopped.
  init(stoppedBy cause: Cause) {
    switch cause {
    case .timedOut:
      self.init(cause, kind: .limit, code: "lua.timeout", summary: "the time limit is over")
    case .outOfInstructions:
      self.init(
        cause, kind: .limit, code: "lua.instructions", summary: "the limit of instructions is over")
    case .exit(let exitCode):
      self.init(cause, kind: .limit, code: "lua.exit", summary: "exit with code \(exitCode)")
    case .interrupted, .raised, .outOfMemory:
      self.init(cause, kind: .limit, code: "lua.interrupted", summary: "interrupted")
    }
  }
}
