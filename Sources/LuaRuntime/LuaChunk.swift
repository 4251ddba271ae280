import CLua
import CLuaGuard

/// What became of a text that was to be a chunk.
package enum LuaChunk {
  /// It compiles. `isExpression`: its value is that of the expression it consists of.
  case complete(LuaFunction, isExpression: Bool)
  /// It is the beginning of a chunk: more lines may complete it.
  case incomplete
  /// No line can complete it.
  case syntaxError(message: String, line: Int)
}

extension LuaState {
  /// How a text is read.
  package enum Reading: Sendable {
    /// Statements, as in a file.
    case statements
    /// An expression if it is one, else statements: what a prompt reads.
    case expressionOrStatements
    /// Statements; where the last one is an expression or a call, its values are the chunk's.
    case lastExpression
  }

  /// Compiles a text. `name` is what messages call it: "console", or a file's name.
  package func load(
    _ text: String, name: String, as reading: Reading = .statements
  ) -> LuaChunk {
    switch reading {
    case .statements:
      break
    case .expressionOrStatements:
      switch compile("return " + text + "\n", name: name) {
      case .function(let function): return .complete(function, isExpression: true)
      case .failure(let failure):
        // `1 +` begins an expression and no statement.
        if case .incomplete = failure.chunk(of: text) { return .incomplete }
      }
    case .lastExpression:
      if let function = compileLastExpression(of: text, name: name) {
        return .complete(function, isExpression: true)
      }
    }
    switch compile(LuaState.withoutShebang(text), name: name) {
    case .function(let function): return .complete(function, isExpression: false)
    case .failure(let failure): return failure.chunk(of: text)
    }
  }

  enum Compilation {
    case function(LuaFunction)
    case failure(SyntaxFailure)

    var function: LuaFunction? {
      if case .function(let function) = self { function } else { nil }
    }
  }

  func compile(_ text: String, name: String) -> Compilation {
    let stack = stack
    var text = text
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        guard_load(stack.pointer, $0.baseAddress, $0.count, "=" + name)
      }
    }
    if status == LUA_OK {
      return .function(LuaFunction(reference: LuaReference(takingTopOf: stack, state: self)))
    }
    defer { stack.pop() }
    return .failure(SyntaxFailure(stack.lossyText(at: -1) ?? "not enough memory"))
  }

  /// A script may begin with a line for the shell; it stays a line, so that numbers are right.
  private static func withoutShebang(_ text: String) -> String {
    text.utf8.starts(with: "#!".utf8) ? "--" + text : text
  }

  /// Tries "return" before the statements from the last back.
  private func compileLastExpression(of text: String, name: String) -> LuaFunction? {
    let bytes = Array(LuaState.withoutShebang(text).utf8)
    for start in LocalScan(bytes).statementStarts.suffix(LuaState.expressionAttempts).reversed() {
      let changed = bytes[..<start] + Array("return ".utf8) + bytes[start...]
      let candidate = String(decoding: changed, as: UTF8.self) + "\n"
      if let function = compile(candidate, name: name).function { return function }
    }
    return nil
  }

  /// Places tried for the last expression. Why: each is a compilation of the whole text.
  private static let expressionAttempts = 16
}

/// A message of the compiler, `name:line: text near token`.
struct SyntaxFailure {
  let message: String
  let line: Int

  init(_ full: String) {
    let parts = full.utf8.split(
      separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    if parts.count == 3, let line = String(parts[1]).flatMap(Int.init),
      parts[2].first == UInt8(ascii: " ")
    {
      self.line = line
      message = String(full[parts[2].startIndex...].dropFirst())
    } else {
      line = 1
      message = full
    }
  }

  /// Whether more text may help: it ended where more was due. A string is not continued by a new
  /// line unless its line ends in a backslash or in `\z`. Limits of the compiler stay exceeded.
  func chunk(of text: String) -> LuaChunk {
    let isOverLimit = message.hasPrefix("too many") || message.hasPrefix("function or expression")
    guard message.hasSuffix("near <eof>"), !isOverLimit else {
      return .syntaxError(message: message, line: line)
    }
    let isOpenString = message.hasPrefix("unfinished string")
    let continues = text.utf8.last == UInt8(ascii: "\\") || text.hasSuffix("\\z")
    return isOpenString && !continues
      ? .syntaxError(message: message, line: line) : .incomplete
  }
}
