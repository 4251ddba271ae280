import LuaRuntime
import Vocabulary

/// Runs the cases of one file, each in a library and a Lua state of its own.
struct TestFile {
  let workplace: any Workplace
  let reporter: Reporter
  let terms: RecordingTerms
  let now: () -> Instant
  let script: Script
  /// What errors and reports call it.
  var path: String { script.name }

  /// One run of the file, up to where its cases begin.
  private struct Stage {
    let session: any Session
    let page: Output
    let caught: CaughtOutput?
    let evaluator: Evaluator
    let functions: TestFunctions
    let failure: (any Error)?
    let startedAt: Instant
  }

  /// Runs what `choice` picks of its cases, in the order that it gives; a file that declares none
  /// is one case, which runs to its end.
  ///
  /// Errors: only what ends the whole run, such as Ctrl-C.
  func run(
    _ choice: ([TestCase], [TestGroup]) -> [TestCase], tell: (TestResult) throws -> Void
  ) throws {
    var first: Stage? = try stage()
    guard let declared = first else { return }
    defer { first?.session.close() }
    if let failure = declared.failure {
      try requireOwnFailure(failure)
      return try tell(result(of: whole, .failed, declared, failure))
    }
    let cases = declared.functions.cases
    guard !cases.isEmpty else {
      guard !choice([whole], []).isEmpty else { return }
      return try tell(result(of: whole, .passed, declared, nil))
    }
    for chosen in choice(cases, declared.functions.groups.map(TestGroup.init)) {
      if chosen.isPending {
        try tell(
          TestResult(
            file: path, names: chosen.names, line: chosen.line, outcome: .pending, milliseconds: 0))
        continue
      }
      // The run that told what there is serves its first case.
      let stage =
        try first ?? self.stage(TestFunctions.Rerun(cases: cases, number: chosen.number))
      first = nil
      defer { stage.session.close() }
      try tell(try run(chosen, on: stage))
    }
  }

  private func run(_ chosen: TestCase, on stage: Stage) throws -> TestResult {
    if let failure = stage.failure {
      try requireOwnFailure(failure)
      return result(of: chosen, .failed, stage, failure)
    }
    guard stage.functions.declaresTheSame else {
      return result(
        of: chosen, .failed, stage,
        ConsoleError.command(
          "the file does not declare the same cases each time it runs",
          hint: "let names and number of cases follow from nothing that changes"))
    }
    do { try stage.functions.run(chosen.number) } catch {
      try requireOwnFailure(error)
      return result(of: chosen, .failed, stage, error)
    }
    return result(of: chosen, .passed, stage, nil)
  }

  /// Runs the file as far as it declares.
  private func stage(_ rerun: TestFunctions.Rerun? = nil) throws -> Stage {
    let session = try workplace.openSession(testing: terms)
    let startedAt = now()
    let page = Output(renderer: .recording, isQuiet: true, isMuted: true)
    page.startCopy()
    let evaluator = Evaluator(session, output: page)
    let caught = CaughtOutput()
    evaluator.showStrayErrors(by: reporter)
    let functions = TestFunctions(in: session.lua, for: rerun)
    var failure: (any Error)?
    do { _ = try evaluator.run(script) } catch { failure = error }
    return Stage(
      session: session, page: page, caught: caught, evaluator: evaluator, functions: functions,
      failure: failure,
      startedAt: startedAt)
  }

  /// The case that a file is where it declares none.
  private var whole: TestCase { TestCase(number: 0, names: [path], line: 0, isPending: false) }

  private func requireOwnFailure(_ error: any Error) throws {
    if (error as? LuaFailure)?.cause == .interrupted { throw error }
  }

  private func result(
    of chosen: TestCase, _ outcome: TestResult.Outcome, _ stage: Stage, _ error: (any Error)?
  ) -> TestResult {
    let printed = stage.caught?.end() ?? ""
    return TestResult(
      file: path, names: chosen.names, line: chosen.line, outcome: outcome,
      milliseconds: max(0, (now() - stage.startedAt).wholeMilliseconds),
      message: error.map { message(of: $0, stage) } ?? "", printed: stage.page.takeCopy() + printed)
  }

  private func message(of error: any Error, _ stage: Stage) -> String {
    stage.evaluator.text(
      of: Reporter.explained(error), after: NamedSource(name: path, text: script.text), by: reporter
    )
  }
}

/// A group of cases: `describe`.
struct TestGroup {
  let names: [String]
  let line: Int
}
