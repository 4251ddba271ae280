import LuaRuntime
import Vocabulary

/// What one input gave.
struct Evaluation {
  let results: [Shown]
  /// The same as Lua has them.
  var values: [LuaValue] = []
  /// How long the list is of which only the first rows were read; nil where all was.
  var cutFrom: Int?
  /// Whether those were shown while the rest was being read.
  var isShown = false
  /// Whether the input was an expression, or a single `return` of one.
  let isExpression: Bool
}

/// Runs inputs in a session, and gives scripts the functions that reach the console.
final class Evaluator {
  let session: any Session
  let lines: LuaSession
  private let reader: LuaReader
  private let output: Output
  /// Finds inputs that hold a password, a code or a token.
  private(set) lazy var secrets = SecretCalls(
    secret: session.functions.filter(\.isSecret).map(\.name),
    harmless: session.functions.map(\.name))

  /// What secret functions were given in this session.
  private(set) var seenSecrets = SecretWords()

  /// What messages call an input of the prompt.
  static let inputName = "input"

  init(_ session: any Session, output: Output) {
    self.session = session
    self.output = output
    lines = LuaSession(session.lua)
    reader = LuaReader(session.lua)
    installPrint()
    installShow()
    installFails()
    TestFunctions.installRefusals(in: session.lua)
    Expectation.install(in: session.lua)
    session.lua.onSecret = { [weak self] in self?.seenSecrets.add($0) }
  }

  /// Inputs that have functions in them, the newest last: an error may come out of an earlier one.
  private var inputsWithFunctions: [String] = []

  /// Inputs that are kept for that.
  private static let inputsKept = 1_000

  /// The input that an error lies in, as far as can be told: all have the same name.
  func input(of error: any Explained, after text: String) -> String? {
    guard let failure = error as? LuaFailure, let begin = failure.functionLine,
      let position = failure.position, position.source == Self.inputName
    else { return text }
    return ([text] + inputsWithFunctions.reversed()).first { text in
      let lines = SourceLines(text)
      guard (1...lines.count).contains(begin), position.line <= lines.count else { return false }
      let line = LuaTokens(lines.text(in: lines.range(ofLine: begin)))
      return line.code.contains { $0.text == "function" }
    }
  }

  /// What in a source no message may show.
  func secretWords(in source: String) -> SecretWords {
    var words = secrets.words(in: source)
    words.add(seenSecrets)
    return words
  }

  /// Has errors that are no input's shown beside it.
  func showStrayErrors(by reporter: Reporter) {
    session.lua.onStrayError = { [output] error in
      output.complain(reporter.text(of: error, source: nil, hint: nil))
    }
  }

  /// Whether Enter ends the input: it compiles, or nothing more can make it compile.
  func isComplete(_ text: String) -> Bool {
    if case .incomplete = lines.load(text, name: Self.inputName) { return false }
    return true
  }

  /// `x;` keeps its result to itself.
  static func endsQuietly(_ text: String) -> Bool { LuaTokens(text).code.last?.text == ";" }

  /// Whether the input is an expression, or a `return` of one; it does not run.
  func isExpression(_ text: String) -> Bool {
    if case .complete(_, let isExpression) = lines.load(text, name: Self.inputName) {
      return isExpression
    }
    return false
  }

  /// Runs one input of the prompt; its locals stay for the next.
  ///
  /// `rows`: of a longer list only so many are read for showing; nil reads all. `showFirst` may be
  /// given them before the list is read to its end.
  func run(
    input text: String, rows: Int? = nil, showFirst: ((Shown) throws -> Void)? = nil
  ) throws -> Evaluation {
    let chunk = lines.load(text, name: Self.inputName)
    if text.contains("function") {
      inputsWithFunctions = inputsWithFunctions.suffix(Self.inputsKept - 1) + [text]
    }
    let first = showFirst.flatMap { firstRows(of: text, rows, $0) }
    session.lua.firstRows = first
    defer { session.lua.firstRows = nil }
    var evaluation = try run(chunk, of: text, name: Self.inputName, rows: rows)
    evaluation.isShown = first?.areShown == true
    return evaluation
  }

  private func firstRows(
    of text: String, _ rows: Int?, _ show: @escaping (Shown) throws -> Void
  ) -> FirstRows? {
    guard let rows, Self.givesItsList(text) else { return nil }
    return FirstRows(rows) { [reader] list in
      if let first = try reader.shown(first: rows, of: .table(list)) { try show(first) }
    }
  }

  /// Whether an input is one call that gives a list, and its arguments call nothing: then what the
  /// list has first is what the input gives first.
  static func givesItsList(_ text: String) -> Bool {
    let tokens = LuaTokens(text).code
    guard let call = CallArguments.calls(of: "notes.find", in: tokens).first else { return false }
    let isAll =
      call.head.lowerBound == tokens.first?.range.lowerBound
      && call.end == tokens.last?.range
    return isAll && tokens.dropFirst(4).allSatisfy { $0.text != "(" }
  }

  /// Values of Lua as they are shown, whole.
  func shown(_ values: [LuaValue]) throws -> [Shown] { try values.map { try reader.shown($0) } }

  /// Runs a whole script.
  func run(_ script: Script) throws -> Evaluation {
    setArguments(name: script.name, script.arguments)
    let chunk = session.lua.load(script.text, name: script.name, as: script.reading)
    return try run(chunk, of: script.text, name: script.name, arguments: script.arguments)
  }

  private func run(
    _ chunk: LuaChunk, of text: String, name: String, arguments: [String] = [],
    rows: Int? = nil
  ) throws -> Evaluation {
    switch chunk {
    case .syntaxError(let message, let line):
      throw SyntaxError(
        message: message, line: line, source: name, place: place(of: message, line, in: text))
    case .incomplete:
      let line = text.split(separator: "\n", omittingEmptySubsequences: false).count
      throw SyntaxError(
        message: "the input ends in the middle of a statement", line: line, source: name)
    case .complete(let function, let isExpression):
      let values = try function.call(arguments.map { .string($0) })
      if let last = values.last { session.lua.globals["_"] = values.count == 1 ? last : values[0] }
      if let rows, values.count == 1, let count = values[0].table?.count, count > rows,
        let first = try reader.shown(first: rows, of: values[0])
      {
        return Evaluation(
          results: [first], values: values, cutFrom: count, isExpression: isExpression)
      }
      return Evaluation(
        results: try shown(values), values: values, isExpression: isExpression)
    }
  }

  /// The word that Lua could not read: of those like it on the line the first that the text cannot
  /// go on with. Unit: bytes.
  private func place(of message: String, _ line: Int, in text: String) -> Range<Int>? {
    guard message.hasSuffix("'"), let near = message.range(ofFirst: " near '") else { return nil }
    let word = message[near.upperBound...].dropLast()
    let lines = SourceLines(text)
    let words = LuaTokens(text)
    let places = words.code.map(\.range).filter { lines.number(at: $0.lowerBound) == line }
    return places.first { place in
      guard lines.text(in: place) == word else { return false }
      let start = lines.text(in: 0..<place.upperBound)
      if case .syntaxError = session.lua.load(start, name: Self.inputName) { return true }
      return false
    }
  }

  private func setArguments(name: String, _ arguments: [String]) {
    let table = session.lua.makeTable()
    table[0] = .string(name)
    for (index, argument) in arguments.enumerated() { table[index + 1] = .string(argument) }
    session.lua.globals["arg"] = .table(table)
  }

  /// `print`, but what it writes is copied to a recording and cannot drive a terminal.
  private func installPrint() {
    guard let toText = session.lua.globals["tostring"].function else { return }
    session.lua.register("print") { [output] call in
      var line: [UInt8] = []
      for (index, value) in call.values().enumerated() {
        if index > 0 { line.append(0x09) }
        switch value {
        case .string(let text): line += text.utf8
        case .bytes(let bytes): line += bytes
        case .integer(let number): line += String(number).utf8
        default:
          switch try toText.call([value]).first {
          case .string(let text): line += text.utf8
          case .bytes(let bytes): line += bytes
          default: break
          }
        }
      }
      output.printed(line + [0x0A])
      return call.result()
    }
  }

  /// `show(v, mode)`: writes a value as the prompt does.
  private func installShow() {
    session.lua.register("show") { [output, reader] call in
      let mode = try Self.mode(of: call)
      guard call.count > 0 else { return call.result() }
      call.state.globals["_"] = call.value(at: 1)
      try output.show([reader.shown(call.value(at: 1))], mode: mode)
      return call.result()
    }
  }

  /// `fails(fn)`: runs what is to fail and writes its error, for recordings. What stops a run,
  /// Ctrl-C or a limit, stops this too.
  private func installFails() {
    session.lua.register("fails") { [output] call in
      let function = try call.function(at: 1)
      var line = "no error"
      do throws(LuaFailure) { try function.call() } catch {
        guard error.cause == .raised else { throw error }
        line = FailedInput.line(for: error)
      }
      output.printed(Array((line + "\n").utf8))
      return call.result()
    }
  }

  private static func mode(of call: LuaCall) throws -> OutputMode? {
    guard !call.isMissing(at: 2) else { return nil }
    return try OutputMode(named: call.string(at: 2))
  }
}
