import LuaRuntime
import Vocabulary

/// A person at the prompt, or a pipe that stands in for one: input by input until the end.
final class Conversation {
  let output: Output
  let history: History
  let reporter: Reporter
  let workplace: any Workplace
  private let terms: RecordingTerms
  /// The person's own library.
  var home: Evaluator
  /// What a `.record` under way works on: its own library, in memory.
  private(set) var recorder: Recorder?
  private var lines: (any LineSource)?
  /// What the history was gone through for.
  private var knownSecrets: Set<String> = []
  private(set) var lastFailure: (error: any Explained, ran: NamedSource)?
  /// The Lua that failed, until a recording knows of it.
  private var failed: (source: String, error: any Explained)?
  /// The results of the last input that had some, as Lua has them.
  private(set) var lastResults: [LuaValue]?
  /// The device of a world that the prompt speaks as; nil for the library's own.
  var device: SpokenDevice?
  /// Whether it is told how long each input took.
  var isTimed = false
  /// Makes a session that was opened later the prompt's.
  private let beginSession: (Evaluator) -> Void
  private var ending: Ending?

  init(
    home: Evaluator, workplace: any Workplace, output: Output, history: History,
    reporter: Reporter, terms: RecordingTerms = .usual,
    beginSession: @escaping (Evaluator) -> Void = { _ in }
  ) {
    self.beginSession = beginSession
    self.terms = terms
    self.home = home
    self.workplace = workplace
    self.output = output
    self.history = history
    self.reporter = reporter
  }

  /// The session that inputs run in now.
  var evaluator: Evaluator { recorder?.evaluator ?? home }

  /// Talks until the input ends or somebody leaves.
  func run(with lines: any LineSource) throws(ConsoleError) -> Ending {
    self.lines = lines
    defer { self.lines = nil }
    while ending == nil {
      output.flush()
      home.session.attend()
      guard let entry = try lines.next(prompt: prompt) else { break }
      take(entry)
    }
    if recorder != nil { stopRecording() }
    output.flush()
    return ending ?? .status(.success)
  }

  /// Values of a session that is about to close.
  func forgetResults() { lastResults = nil }

  func begin(_ evaluator: Evaluator) { beginSession(evaluator) }

  /// Ends the conversation after this input.
  func leave() { ending = .status(.success) }

  /// Runs one input and keeps it in the history, whatever becomes of it.
  func take(_ entry: LineEntry) {
    let text = Self.withoutLastNewlines(entry.text)
    guard !text.allSatisfy(\.isWhitespace) else { return }
    output.measureWindow()
    device?.enter(evaluator.session.lua.globals)
    let start = history.now()
    defer { tellTime(since: start) }
    if !evaluator.secrets.areIn(text) { remember(text) }
    do {
      if entry.isTyped && text.hasPrefix(".") {
        try runCommand(text)
      } else if entry.isTyped && text.hasPrefix("?") {
        try answer(text)
      } else {
        try runInput(text)
      }
    } catch {
      fail(error, source: text)
      recordFailure()
    }
    forgetSecrets()
  }

  private func tellTime(since start: Instant) {
    guard isTimed else { return }
    let milliseconds = max(0, (history.now() - start).wholeMilliseconds)
    output.complain("\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst()) s")
  }

  /// An input before may have put a secret into a variable: now that a function took it, that input
  /// is no history either.
  private func forgetSecrets() {
    let seen = evaluator.seenSecrets
    let new = seen.words.subtracting(knownSecrets)
    guard !new.isEmpty else { return }
    knownSecrets.formUnion(new)
    var words = SecretWords()
    for word in new { words.add(word) }
    do {
      for text in try history.forget(words) { lines?.forget(text) }
    } catch { output.complain(reporter.text(of: error, source: nil, hint: nil)) }
  }

  private func remember(_ text: String) {
    guard history.add(text) else { return }
    lines?.remember(text)
    do { try history.save() } catch {
      output.complain(reporter.text(of: error, source: nil, hint: nil))
    }
  }

  func runInput(_ text: String) throws {
    recorder?.begin()
    let evaluation: Evaluation
    let rows = recorder == nil ? output.rowsForEyes : nil
    let isQuiet = Evaluator.endsQuietly(text)
    do {
      evaluation = try evaluator.run(input: text, rows: rows) { [output] first in
        try output.show([first])
        output.flush()
      }
    } catch {
      failed = (text, Reporter.explained(error))
      throw error
    }
    if evaluation.results == [.nothing], Self.leavingWords.contains(text) {
      output.complain("  hint: " + Self.leavingHint)
    }
    if !evaluation.values.isEmpty { lastResults = evaluation.values }
    do {
      if !isQuiet, !evaluation.isShown { try output.show(evaluation.results) }
      output.tellLeftOut()
      if !isQuiet, let count = evaluation.cutFrom {
        output.notice(
          "(the first \(grouped(rows ?? 0)) of \(grouped(count)) rows; .last shows all)")
      }
    } catch {
      // It ran, whatever becomes of its results.
      try recorder?.keep(text, evaluation, isQuiet: true)
      throw error
    }
    try recorder?.keep(text, evaluation, isQuiet: isQuiet)
  }

  /// Hands what failed to the recording that is under way, after the person saw the error.
  private func recordFailure() {
    guard let (source, error) = failed else { return }
    failed = nil
    do { try recorder?.keep(source, failedWith: error) } catch {
      output.complain(reporter.text(of: error, source: nil, hint: nil))
    }
  }

  /// Runs the Lua that a dot command stands for.
  func runForCommand(_ source: String, taking rest: String, of name: String) throws {
    guard rest.isEmpty else {
      throw ConsoleError.command(".\(name) takes nothing after it", hint: nil)
    }
    try runInput(source)
  }

  /// Shows an error, unless it is a wish to leave.
  private func fail(_ error: any Error, source: String) {
    let explained = Reporter.explained(error)
    if let failure = explained as? LuaFailure, case .exit(let code) = failure.cause {
      ending = .code(code)
      return
    }
    // The terminal shows ^C and stays on its line.
    if (explained as? LuaFailure)?.cause == .interrupted { output.complain("") }
    show(explained, of: source, name: Evaluator.inputName)
  }

  /// Shows an error of a file that was run here.
  func showError(_ error: any Error, of source: String, name: String) {
    show(Reporter.explained(error), of: source, name: name)
  }

  private func show(_ explained: any Explained, of input: String, name: String) {
    let ran = NamedSource(name: name, text: input)
    lastFailure = (explained, ran)
    output.complain(evaluator.text(of: explained, after: ran, by: reporter))
  }

  /// What stands before the cursor: `_PROMPT` of the script, a text or a function, or the usual.
  private var prompt: String {
    let standing = evaluator.session.standing
    let state = recorder == nil ? device?.name ?? standing.state : "recording"
    let queued = device == nil ? standing.queued : nil
    let usual = "lectern(\(state))" + (queued.map { " q:\($0)" } ?? "") + "> "
    switch evaluator.session.lua.globals["_PROMPT"] {
    case .string(let text): return text
    case .function(let function): return made(by: function, state, queued) ?? usual
    default: return usual
    }
  }

  /// What fails there is said once; the prompt is the usual one then.
  private func made(by function: LuaFunction, _ state: String, _ queued: Int?) -> String? {
    let table = evaluator.session.lua.makeTable { table in
      table.set("state", state)
      if let queued { table.set("queued", queued) }
    }
    do {
      if let text = try function.call([.table(table)]).first?.text { return text }
      output.complain("_PROMPT gave no text; the usual prompt is back")
    } catch { showError(error, of: "", name: "_PROMPT") }
    evaluator.session.lua.globals["_PROMPT"] = .nil
    return nil
  }

  static func withoutLastNewlines(_ text: String) -> String {
    var text = text[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }

  // Recording

  func startRecording(at path: String) throws {
    guard recorder == nil else {
      throw ConsoleError.command("a recording is under way", hint: "end it with .record stop")
    }
    let evaluator = Evaluator(try workplace.openSession(recording: terms), output: output)
    evaluator.showStrayErrors(by: reporter)
    recorder = try Recorder(path: path, terms: terms, evaluator: evaluator, output: output)
    output.notice(
      "recording to \(path), in an empty library in memory; yours is untouched until .record stop"
    )
  }

  func stopRecording() {
    guard let recorder else { return }
    recorder.end()
    forgetResults()
    recorder.evaluator.session.close()
    self.recorder = nil
    output.notice(
      "recorded \(counted(recorder.count, "input")) to \(recorder.path); back in your library")
  }
}

/// How the program is to end.
enum Ending: Equatable {
  case status(ExitStatus)
  /// What a script gave to `os.exit`.
  case code(Int32)
  /// Ctrl-C: a shell must see the signal.
  case interrupted
}
