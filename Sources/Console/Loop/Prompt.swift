import Glibc
import LuaRuntime
import Vocabulary

/// Sets a conversation up: history, start file, banner, and who types.
struct Prompt {
  let options: Options
  let output: Output
  let reporter: Reporter
  let surroundings: any Surroundings

  func run(_ evaluator: Evaluator, in workplace: any Workplace) throws -> Ending {
    let folders = Folders.ofProcess()
    let isTerminal = isatty(STDIN_FILENO) == 1
    let history = History(
      file: isTerminal ? HistoryFile(path: folders.state + "/history") : nil,
      now: { [surroundings] in surroundings.now() })
    do { try history.load() } catch { complain(of: error) }
    if options.readsStartFiles { runStartFile(folders.config + "/rc.lua", evaluator) }
    let conversation = Conversation(
      home: evaluator, workplace: workplace, output: output, history: history, reporter: reporter,
      terms: RecordingTerms(
        seed: options.seed ?? RecordingTerms.usual.seed,
        clock: options.clock ?? RecordingTerms.usual.clock,
        cloud: options.cloud == "none" ? "none" : RecordingTerms.usual.cloud)
    ) { evaluator in
      if options.readsStartFiles { runStartFile(folders.config + "/rc.lua", evaluator) }
      if isTerminal { sitDown(at: evaluator.session) }
    }
    if isTerminal {
      output.pager = .auto
      sitDown(at: evaluator.session)
      showBanner(evaluator.session.standing)
    }
    return try conversation.run(with: lines(for: conversation, isTerminal: isTerminal))
  }

  private func sitDown(at session: any Session) {
    session.beginPrompt(with: PersonAtTerminal(output: output, isDimming: reporter.isColored))
  }

  private func lines(for conversation: Conversation, isTerminal: Bool) -> any LineSource {
    let isComplete = { [unowned conversation] (text: String) in
      text.hasPrefix(".") || text.hasPrefix("?") || conversation.evaluator.isComplete(text)
    }
    guard isTerminal else { return PipedLines(isComplete: isComplete) }
    let highlighting = Highlighting(names: conversation.evaluator.session.apiNames)
    let questions = EditorQuestions(isComplete: isComplete) {
      [unowned conversation] buffer, range in
      Completer(
        evaluator: conversation.evaluator, commands: conversation.commands
      ).candidates(in: buffer, for: range)
    } olderHistory: {
      [history = conversation.history] in
      guard history.hasMore else { return nil }
      history.loadAll()
      return history.entries
    } styles: { bytes, point in
      highlighting.styles(of: bytes, cursor: point)
    }
    return TerminalLines(
      questions, history: conversation.history.entries,
      isColored: reporter.isColored(onTerminal: isatty(STDOUT_FILENO) == 1))
  }

  private func showBanner(_ standing: Standing) {
    output.notice("Lectern \(Program.version) - .help for help, Ctrl-D to leave")
    output.notice(License.line)
    if let cloud = standing.cloud { output.notice(cloud) }
  }

  /// What a person wants at every prompt; a mistake in it is shown and does no more harm.
  private func runStartFile(_ path: String, _ evaluator: Evaluator) {
    guard access(path, R_OK) == 0 else { return }
    do {
      _ = try evaluator.run(Script(path: path, arguments: []))
    } catch { complain(of: Reporter.explained(error)) }
  }

  private func complain(of error: any Explained) {
    output.complain(reporter.text(of: error, source: nil, hint: nil))
  }
}
