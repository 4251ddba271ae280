import LuaRuntime
import Testing

@testable import Console

/// What failed, with lines of files that the input loaded.
@Suite struct FailureTextTests {
  private let home: ScratchFolder
  private let evaluator: Evaluator
  private let reporter: Reporter
  private let file: String

  init() throws {
    home = try ScratchFolder()
    file = home.path + "/l.lua"
    evaluator = Evaluator(
      try TrialSession(), output: Output(renderer: .recording, isQuiet: true))
    var options = Options()
    options.color = .never
    reporter = Reporter(options: options)
    let text = """
      local function inner(x)
        error("deep " .. x)
      end
      function outer(y)
        inner(y + 1)
      end
      """
    try FileBytes.replace(file, with: Array(text.utf8))
  }

  private func failure(_ input: String) throws -> (failure: LuaFailure, ran: NamedSource) {
    let failure = try #require(throws: LuaFailure.self) { try evaluator.run(input: input) }
    return (failure, NamedSource(name: Evaluator.inputName, text: input))
  }

  @Test func `an error in a file that was loaded shows the file's line and its name`() throws {
    let (failure, ran) = try failure("dofile('\(file)') outer(1)")
    let text = evaluator.text(of: failure, after: ran, by: reporter)
    let place = try #require(failure.position).source
    #expect(text == "error: deep 2\n  at \(place):2\n  2 |   error(\"deep \" .. x)")
  }

  @Test func `the calls that led there have their lines`() throws {
    let (failure, ran) = try failure("dofile('\(file)') outer(1)")
    let lines = evaluator.callLines(of: failure, after: ran)
    #expect(lines.contains("    5 |   inner(y + 1)"), "\(lines)")
    #expect(lines.contains("    1 | dofile('\(file)') outer(1)"), "\(lines)")
    // The error's own line is above them already.
    #expect(!lines.contains { $0.contains("2 |   error") }, "\(lines)")
  }

  @Test(arguments: ["/dev/zero", "gone.lua"])
  func `a chunk that calls itself like what is no script has no line`(name: String) throws {
    let (failure, ran) = try failure("load('error(1)', '@\(name)')()")
    let text = evaluator.text(of: failure, after: ran, by: reporter)
    #expect(text == "error: 1\n  at \(name):1")
  }

  @Test func `a sandbox shows no line of a file, and says why it has no io`() throws {
    let evaluator = Evaluator(
      try TrialSession(isSandboxed: true), output: Output(renderer: .recording, isQuiet: true))
    let input = "load('error(1)', '@\(file)')()"
    let error = try #require(throws: LuaFailure.self) { try evaluator.run(input: input) }
    let ran = NamedSource(name: Evaluator.inputName, text: input)
    #expect(!evaluator.text(of: error, after: ran, by: reporter).contains("|"))
    for input in ["io.open('x')", "os.getenv('HOME')", "dofile('x')", "debug.getinfo(1)"] {
      let error = try #require(throws: LuaFailure.self) { try evaluator.run(input: input) }
      let text = evaluator.text(
        of: error, after: NamedSource(name: Evaluator.inputName, text: input), by: reporter)
      #expect(text.contains("hint: neither a recording nor --sandbox has it"), "\(text)")
    }
  }
}
