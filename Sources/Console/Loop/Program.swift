import CReadline
import Glibc
import LuaRuntime
package import Vocabulary

/// The program as the shell sees it: words in, an exit status out.
package struct Program {
  /// Its version; `--version` and the banner show it.
  package static let version = "0.1.0"

  private let options: Options
  private let output: Output
  private let reporter: Reporter
  private let surroundings: any Surroundings

  /// Runs the command line and gives the status to exit with; a signal ends the process in here.
  ///
  /// `open` makes the workplace that the options ask for.
  package static func run(
    arguments: [String], surroundings: any Surroundings,
    open: (Options) throws -> any Workplace
  ) -> Int32 {
    do {
      let options = try Options(arguments: arguments)
      let program = Program(options: options, surroundings: surroundings)
      return program.exitCode(of: program.run(open))
    } catch {
      let reporter = Reporter(options: Options(withOutputOf: arguments))
      Output(renderer: .recording, isQuiet: false)
        .complain(reporter.text(of: error, source: nil, hint: nil))
      return ExitStatus(for: error).rawValue
    }
  }

  private init(options: Options, surroundings: any Surroundings) {
    self.options = options
    self.surroundings = surroundings
    output = Output.ofProcess(mode: options.output, isQuiet: options.isQuiet)
    reporter = Reporter(options: options)
  }

  private func exitCode(of ending: Ending) -> Int32 {
    let ending = isWritten(beside: ending) ? ending : .status(.inputOutput)
    if cr_ended_by() != 0 { cr_die_by_signal(cr_ended_by()) }
    switch ending {
    case .status(let status): return status.rawValue
    case .code(let code): return code
    case .interrupted:
      cr_die_by_signal(SIGINT)
      return 128 + SIGINT
    }
  }

  /// Whether all output arrived, or what ended the run says more than that it did not.
  private func isWritten(beside ending: Ending) -> Bool {
    output.flush()
    guard let reason = output.trouble else { return true }
    output.complain(
      reporter.text(
        of: ConsoleError.unwritten(path: "standard output", reason: reason), source: nil, hint: nil
      ))
    return ending != .status(.success) && ending != .code(0)
  }

  private func run(_ open: (Options) throws -> any Workplace) -> Ending {
    switch options.task {
    case .help(let command):
      output.write(command.flatMap(Usage.text(of:)) ?? Usage.text)
      return .status(.success)
    case .version:
      output.write("lectern \(Self.version)\n")
      return .status(.success)
    default: break
    }
    do {
      if case .completion(let shell) = options.task {
        output.write(try ShellCompletion.text(for: shell))
        return .status(.success)
      }
      // Until here Ctrl-C simply ends the program, as while stdin is read.
      let script = try Script(options)
      ControlC.install()
      ControlC.onPress(cr_interrupted, context: nil)
      ControlC.onUnansweredPress(cr_warn, context: nil)
      ControlC.onLastPress(cr_restore_terminal, context: nil)
      cr_end_softly { ControlC.press() }
      return try run(script, in: open(options))
    } catch {
      return fail(error)
    }
  }

  private func run(_ script: Script?, in workplace: any Workplace) throws -> Ending {
    switch options.task {
    case .serve(let serve): .status(try workplace.serve(serve))
    case .sync: .status(try workplace.sync())
    case .supabase(let supabase): .status(try workplace.writeSupabaseProject(supabase))
    case .doctor: .status(try workplace.examine())
    case .backup(let path): .status(try workplace.backUp(to: path))
    case .restore(let path): .status(try workplace.restore(from: path))
    case .test(let test):
      try TestRun(workplace, output, reporter, surroundings, options, test).run()
    case .simulate(let simulate): .status(try workplace.simulate(simulate))
    case .replay(let paths, let isAccepting):
      Replay(
        workplace: workplace, output: output, reporter: reporter, isAccepting: isAccepting
      ).run(paths)
    case .editorTypes(let folder): .status(try Paperwork(workplace).writeEditorTypes(to: folder))
    case .manuals(let folder): .status(try Paperwork(workplace).writeManuals(to: folder))
    case .prompt, .script, .chunk, .help, .version, .completion:
      try runSession(script, of: workplace)
    }
  }

  private func runSession(_ script: Script?, of workplace: any Workplace) throws -> Ending {
    let session = try workplace.openSession()
    defer { session.close() }
    if let notice = session.notice { output.notice(notice) }
    let evaluator = Evaluator(session, output: output)
    evaluator.showStrayErrors(by: reporter)
    if let script {
      let ending = run(script, evaluator)
      if ending != .status(.success) || !options.isInteractiveAfter { return ending }
    }
    return try Prompt(
      options: options, output: output, reporter: reporter, surroundings: surroundings
    ).run(evaluator, in: workplace)
  }

  private func run(_ script: Script, _ evaluator: Evaluator) -> Ending {
    do {
      let evaluation = try evaluator.run(script)
      if script.reading == .lastExpression && !Evaluator.endsQuietly(script.text) {
        try output.show(evaluation.results)
      }
      return .status(.success)
    } catch {
      return fail(error, after: NamedSource(name: script.name, text: script.text), evaluator)
    }
  }

  private func fail(
    _ error: any Error, after ran: NamedSource? = nil, _ evaluator: Evaluator? = nil
  ) -> Ending {
    let explained = Reporter.explained(error)
    if let failure = explained as? LuaFailure {
      if case .exit(let code) = failure.cause { return .code(code) }
      if failure.cause == .interrupted { return .interrupted }
    }
    if case .interrupted = explained as? ConsoleError { return .interrupted }
    let text = ran.flatMap { evaluator?.text(of: explained, after: $0, by: reporter) }
    output.complain(text ?? reporter.text(of: explained, source: nil, hint: nil))
    return .status(ExitStatus(for: explained))
  }
}
