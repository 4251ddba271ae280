import LuaRuntime
import Vocabulary

/// `lectern test`: finds files, runs their cases, reports.
struct TestRun {
  let workplace: any Workplace
  let output: Output
  let reporter: Reporter
  let surroundings: any Surroundings
  let options: Options
  let test: TestOptions
  /// Library, chance and order follow from it.
  let seed: UInt64

  init(
    _ workplace: any Workplace, _ output: Output, _ reporter: Reporter,
    _ surroundings: any Surroundings, _ options: Options, _ test: TestOptions
  ) {
    self.workplace = workplace
    self.output = output
    self.reporter = reporter
    self.surroundings = surroundings
    self.options = options
    self.test = test
    // Short, so that a person can type it again.
    let drawn = test.isShuffled ? surroundings.random() % 1_000_000 : 1
    seed = options.seed ?? drawn
  }

  func run() throws -> Ending {
    guard test.isWatching else { return try runOnce() }
    let watch = TestWatch(surroundings)
    while true {
      let ending = try runOnce()
      if ending == .interrupted { return ending }
      output.notice("watching; Ctrl-C ends")
      guard watch.waitForChange(of: try TestFiles.named(test.paths).map(\.path)) else {
        return .interrupted
      }
      output.write("\n")
    }
  }

  private func runOnce() throws -> Ending {
    let start = surroundings.now()
    let files = try TestFiles.named(test.paths)
    let reports = self.reports
    var counts = TestCounts()
    var isInterrupted = false
    for report in reports { report.begin() }
    func tell(_ result: TestResult) throws {
      counts.add(result.outcome)
      for report in reports { try report.tell(result) }
    }
    do { try run(files, tell) } catch let failure as LuaFailure where failure.cause == .interrupted
    {
      isInterrupted = true
    }
    let took = max(0, (surroundings.now() - start).wholeMilliseconds)
    for report in reports { try report.end(counts, milliseconds: took) }
    if isInterrupted { return .interrupted }
    if counts.all == 0 {
      output.complain(
        reporter.text(of: nothingRan(files), source: nil, hint: nil))
      return .status(.failure)
    }
    return .status(counts.failed == 0 ? .success : .failure)
  }

  private func run(
    _ files: [TestFiles.Named], _ tell: @escaping (TestResult) throws -> Void
  ) throws {
    if test.jobs > 1, files.count > 1 {
      return try ParallelTests(options, test, seed: seed).run(files, tell)
    }
    for file in files {
      let script = try Script(path: file.path, arguments: [])
      try TestFile(
        workplace: workplace, reporter: plainReporter,
        terms: RecordingTerms(
          seed: seed, clock: options.clock ?? RecordingTerms.usual.clock,
          cloud: options.cloud == "none" ? "none" : RecordingTerms.usual.cloud),
        now: { [surroundings] in surroundings.now() }, script: script
      ).run({ chosen($0, $1, file, of: script) }, tell: tell)
    }
  }

  /// Errors within a report have no colours of their own, and are no JSON.
  private var plainReporter: Reporter {
    var plain = Options()
    plain.color = .never
    return Reporter(options: plain)
  }

  private func nothingRan(_ files: [TestFiles.Named]) -> ConsoleError {
    if let filter = test.filter {
      return .command("no case has '\(filter)' in its name", hint: "leave --filter out to see all")
    }
    if let file = files.first(where: { $0.line != nil }), let line = file.line {
      return .command(
        "no case of \(file.path) is at line \(line)",
        hint: "name the line of an 'it' or a 'describe'")
    }
    return .command("there is no test file", hint: "files of tests are called NAME.lua")
  }

  // Which cases run, and in which order

  private func chosen(
    _ cases: [TestCase], _ groups: [TestGroup], _ file: TestFiles.Named, of script: Script
  ) -> [TestCase] {
    var chosen = cases
    if let line = file.line {
      guard line <= SourceLines(script.text).count else { return [] }
      chosen = Self.cases(at: line, cases, groups)
    }
    if let filter = test.filter {
      chosen = chosen.filter { $0.title.contains(filter) || file.path.contains(filter) }
    }
    return test.isShuffled ? Self.shuffled(chosen, seed: seed) : chosen
  }

  /// Those of a group that begins there, else the last that begins there or before.
  static func cases(at line: Int, _ cases: [TestCase], _ groups: [TestGroup]) -> [TestCase] {
    if cases.count == 1, cases[0].line == 0 { return cases }
    if let group = groups.first(where: { $0.line == line }) {
      return cases.filter { $0.names.starts(with: group.names) }
    }
    guard let nearest = cases.map(\.line).filter({ $0 <= line }).max() else { return [] }
    return cases.filter { $0.line == nearest }
  }

  static func shuffled(_ cases: [TestCase], seed: UInt64) -> [TestCase] {
    let dice = SeededSurroundings(seed: seed, start: Instant(milliseconds: 0))
    var rest = cases
    var order: [TestCase] = []
    while !rest.isEmpty {
      order.append(rest.remove(at: Int(dice.random() % UInt64(rest.count))))
    }
    return order
  }

  // Who is told

  private var reports: [any TestReport] {
    var reports: [any TestReport] = []
    if test.isTAP {
      reports.append(TAPReport(output, isUnderHarness: variable("HARNESS_ACTIVE") != nil))
    } else if options.output == .json || options.output == .jsonl {
      reports.append(LinesReport(output))
    } else {
      let isColored = reporter.isColored(onTerminal: output.renderer.isForTerminal)
      reports.append(ScreenReport(output, isColored: isColored, again: again))
    }
    if let path = test.junit { reports.append(JUnitReport(path: path)) }
    return reports
  }

  /// What must be said for the same library and the same order.
  private var again: String {
    (seed == 1 && !test.isShuffled ? "" : " --seed \(seed)") + (test.isShuffled ? " --shuffle" : "")
  }
}
