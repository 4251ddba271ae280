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
      let reporter = Reporter(options: Options())
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
    output.flush()
    switch ending {
    case .status(let status): return status.rawValue
    case .code(let code): return code
    case .interrupted:
      cr_die_by_signal(SIGINT)
      return 128 + SIGINT
    }
  }

  private func run(_ open: (Options) throws -> any Workplace) -> Ending {
    switch options.task {
    case .help:
      output.write(Usage.text)
      return .status(.success)
    case .version:
      output.write("lectern \(Self.version)\n")
      return .status(.success)
    default: break
    }
    ControlC.install()
    ControlC.onPress(cr_interrupted, context: nil)
    ControlC.onLastPress(cr_restore_terminal, context: nil)
    do { return try run(in: open(options)) } catch {
      return fail(error, source: nil, nil)
    }
  }

  private func run(in workplace: any Workplace) throws -> Ending {
    switch options.task {
    case .serve(let serve): return .status(try workplace.serve(serve))
    case .sync: return .status(try workplace.sync())
    case .replay(let paths, let isAccepting):
      return Replay(
        workplace: workplace, output: output, reporter: reporter, isAccepting: isAccepting
      ).run(paths)
    case .prompt, .script, .chunk, .help, .version: return try runSession(of: workplace)
    }
  }

  private func runSession(of workplace: any Workplace) throws -> Ending {
    let session = try workplace.openSession()
    defer { session.close() }
    let evaluator = Evaluator(session, output: output)
    switch options.task {
    case .chunk(let source, let arguments):
      let ending = runScript(source, "-e", .lastExpression, arguments, evaluator)
      if ending != .status(.success) || !options.isInteractiveAfter { return ending }
    case .script(let path, let arguments):
      let reading: LuaState.Reading = path == "-" ? .lastExpression : .statements
      let ending = runScript(
        try text(of: path), path == "-" ? "stdin" : path, reading, arguments, evaluator)
      if ending != .status(.success) || !options.isInteractiveAfter { return ending }
    default:
      // Input that is no terminal is a script, as with Lua's own program.
      if isatty(STDIN_FILENO) == 0 && !options.isInteractiveAfter {
        return runScript(try text(of: "-"), "stdin", .lastExpression, [], evaluator)
      }
    }
    return try Prompt(
      options: options, output: output, reporter: reporter, surroundings: surroundings
    ).run(evaluator, in: workplace)
  }

  /// A script's text; bytes that are no UTF-8 cannot be Lua source of ours.
  private func text(of path: String) throws(ConsoleError) -> String {
    guard let text = String(validating: try FileBytes.read(path), as: UTF8.self) else {
      throw .noInput(path: path, reason: "it is not UTF-8")
    }
    return text
  }

  private func runScript(
    _ text: String, _ name: String, _ reading: LuaState.Reading, _ arguments: [String],
    _ evaluator: Evaluator
  ) -> Ending {
    do {
      let evaluation = try evaluator.run(
        script: text, name: name, as: reading, arguments: arguments)
      if reading == .lastExpression { try output.show(evaluation.results) }
      return .status(.success)
    } catch {
      return fail(error, source: (sourceName: name, text: text), evaluator)
    }
  }

  private func fail(
    _ error: any Error, source: (sourceName: String, text: String)?, _ evaluator: Evaluator?
  ) -> Ending {
    let explained = Reporter.explained(error)
    if let failure = explained as? LuaFailure {
      if case .exit(let code) = failure.cause { return .code(code) }
      if failure.cause == .interrupted { return .interrupted }
    }
    let hint = source.flatMap { evaluator?.hint(for: explained, in: $0.text) }
    output.complain(reporter.text(of: explained, source: source, hint: hint))
    return .status(ExitStatus(for: explained))
  }
}
