import CLua
import CLuaGuard
import Vocabulary

/// Chunks that share their local variables: the lines of a prompt.
///
/// A line's `local`s stay the locals they are; later lines and functions of earlier lines see the
/// same variable. A second `local x` is a new variable, constants stay constant, and `<close>`
/// variables end with their line.
///
/// How: behind each `local` statement outside of blocks a call hands over one closure for each
/// variable. A later chunk that names it is compiled inside a function that has variables of those
/// names around it, and these are joined with the closures' variables. Lines keep their numbers.
package final class LuaSession {
  private let state: LuaState
  private let locals: LuaTable

  /// Begins without locals.
  package init(_ state: LuaState) {
    self.state = state
    let stack = state.stack
    precondition(stack.hasRoom(4), "the Lua stack is full")
    guard_push_locals(stack.pointer)
    locals = LuaTable(reference: LuaReference(takingTopOf: stack, state: state))
  }

  /// The variables that a line would see, sorted.
  package var localNames: [String] { kept.map(\.name).sorted() }

  /// How many `local` statements of lines were done so far.
  package var declarationCount: Int {
    let stack = state.stack
    locals.reference.push(on: stack)
    defer { stack.pop() }
    return Int(guard_kept_calls(stack.pointer, -1))
  }

  /// Where the first `count` of a line's own `local` statements end, as an offset in its bytes:
  /// what a line that failed had done for good. 0 for none, and where one ends with its line.
  package static func end(ofDeclarations count: Int, in text: String) -> Int {
    let declarations = LocalScan(Array(text.utf8)).declarations
    let isKept = declarations.allSatisfy { $0.variables.allSatisfy { $0.attribute != "close" } }
    guard isKept, count > 0 else { return 0 }
    return declarations.prefix(count).last?.end ?? 0
  }

  /// The value of a variable that a line would see, or nil; nothing of the script runs.
  package func value(of name: String) -> LuaValue {
    let stack = state.stack
    let floor = stack.top
    defer { stack.pop(stack.top - floor) }
    locals.reference.push(on: stack)
    guard_push_local(stack.pointer, -1, name)
    return stack.value(at: -1, of: state)
  }

  /// Compiles a line, or several: an expression if it is one, else statements.
  package func load(_ text: String, name: String) -> LuaChunk {
    let chunk = state.load(text, name: name, as: .expressionOrStatements)
    guard case .complete(_, let isExpression) = chunk else { return chunk }
    let bytes = Array((isExpression ? "return " + text : text).utf8)
    let scan = LocalScan(bytes)
    let kept = kept
    let used = kept.filter { scan.names.contains($0.name) || $0.name == "_ENV" }
    if used.isEmpty && scan.declarations.isEmpty { return chunk }
    guard used.count <= LuaError.localLimit else {
      let error = LuaError.tooManyLocals(count: used.count)
      return .syntaxError(message: error.description, line: 1)
    }
    let keeper = LuaSession.freeName(scan.names.union(kept.map(\.name)))
    return loadAmong(used, bytes, scan, keeper, name: name, isExpression: isExpression)
  }

  private struct Kept {
    let name: String
    let isConstant: Bool
  }

  private var kept: [Kept] {
    let stack = state.stack
    locals.reference.push(on: stack)
    guard_push_local_names(stack.pointer, -1)
    let names = LuaTable(reference: LuaReference(takingTopOf: stack, state: state))
    stack.pop()
    return names.items.compactMap(\.text).map { text in
      let isConstant = text.hasPrefix(LuaSession.constantMark)
      return Kept(name: isConstant ? String(text.dropFirst()) : text, isConstant: isConstant)
    }
  }

  /// Before a name that is handed over: it is a constant.
  private static let constantMark = "!"

  private func loadAmong(
    _ used: [Kept], _ bytes: [UInt8], _ scan: LocalScan, _ keeper: String, name: String,
    isExpression: Bool
  ) -> LuaChunk {
    let header = header(keeper, used)
    let keeping = header + body(bytes, scan, keeper) + "\nend"
    switch state.compile(keeping, name: name) {
    case .function(let maker):
      return join(maker, isExpression)
    case .failure(let failure) where failure.message.hasPrefix(LuaSession.constantMessage):
      return .syntaxError(message: failure.message, line: failure.line)
    case .failure:
      break
    }
    // A label at the end of the line must stay its end: then the line's own locals end with it.
    switch state.compile(header + String(decoding: bytes, as: UTF8.self) + "\nend", name: name) {
    case .function(let maker): return join(maker, isExpression)
    case .failure(let failure): return .syntaxError(message: failure.message, line: failure.line)
    }
  }

  private static let constantMessage = "attempt to assign to const variable"

  private static func freeName(_ taken: Set<String>) -> String {
    var name = "keep"
    while taken.contains(name) { name += "_" }
    return name
  }

  private func header(_ keeper: String, _ used: [Kept]) -> String {
    let variables = used.map { $0.isConstant ? "\($0.name) <const>" : $0.name }
    return "local \(([keeper] + variables).joined(separator: ", ")) = ... return function(...) "
  }

  private func body(_ bytes: [UInt8], _ scan: LocalScan, _ keeper: String) -> String {
    var body: [UInt8] = []
    var done = 0
    for declaration in scan.declarations {
      body += bytes[done..<declaration.end]
      done = declaration.end
      let handed = declaration.variables.filter { $0.attribute != "close" }.map { variable in
        let mark = variable.attribute == "const" ? LuaSession.constantMark : ""
        return "\"\(mark)\(variable.name)\", function() return \(variable.name) end"
      }
      if !handed.isEmpty { body += Array("; \(keeper)(\(handed.joined(separator: ", ")));".utf8) }
    }
    return String(decoding: body + bytes[done...], as: UTF8.self)
  }

  /// Runs the outer function, which returns the chunk, and joins the chunk's outer variables.
  private func join(_ maker: LuaFunction, _ isExpression: Bool) -> LuaChunk {
    let stack = state.stack
    precondition(stack.hasRoom(6), "the Lua stack is full")
    let floor = stack.top
    defer { stack.pop(stack.top - floor) }
    locals.reference.push(on: stack)
    maker.reference.push(on: stack)
    guard_push_keeper(stack.pointer, floor + 1)
    let status = guard_call(stack.pointer, 1, 1)
    guard status == LUA_OK else {
      return .syntaxError(message: state.takeFailure(status, from: stack).description, line: 1)
    }
    guard_join_locals(stack.pointer, floor + 1)
    let chunk = LuaFunction(reference: stack.reference(to: -1, of: state))
    return .complete(chunk, isExpression: isExpression)
  }
}
