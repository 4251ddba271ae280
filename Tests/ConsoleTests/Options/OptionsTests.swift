import Testing

@testable import Console

@Suite struct OptionsTests {
  private func options(_ words: String...) throws -> Options { try Options(arguments: words) }

  @Test func `nothing asks for the prompt`() throws {
    #expect(try options() == Options())
  }

  @Test func `a script takes every word after it`() throws {
    let options = try options("--memory", "a.lua", "-o", "json", "--", "x")
    #expect(options.task == .script(path: "a.lua", arguments: ["-o", "json", "--", "x"]))
    #expect(options.isInMemory && options.output == nil)
  }

  @Test func `a chunk leaves the options after it to the program`() throws {
    let options = try options("-e", "return 1", "-o", "csv")
    #expect(options.task == .chunk("return 1", arguments: []))
    #expect(options.output == .csv)
  }

  @Test func `a value may be joined to its short option`() throws {
    #expect(try options("-ojson").output == .json)
    #expect(try options("-e'x'").task == .chunk("'x'", arguments: []))
    #expect(throws: ConsoleError.self) { try options("-ofoo") }
    #expect(throws: ConsoleError.self) { try options("-ix") }
    #expect(throws: ConsoleError.self) { try options("--version=2") }
  }

  @Test func `a dash is stdin and i prompts afterwards`() throws {
    #expect(try options("-").task == .script(path: "-", arguments: []))
    let both = try options("-i", "a.lua")
    #expect(both.isInteractiveAfter && both.task == .script(path: "a.lua", arguments: []))
  }

  @Test func `a file named like a command is reached by its path`() throws {
    #expect(try options("sync").task == .sync)
    #expect(try options("./sync").task == .script(path: "./sync", arguments: []))
    #expect(try options("--", "sync").task == .script(path: "sync", arguments: []))
  }

  @Test func `help is of the command that is named before or after it`() throws {
    #expect(try options("--help").task == .help(command: nil))
    #expect(try options("sync", "--help").task == .help(command: "sync"))
    #expect(try options("--help", "sync").task == .help(command: "sync"))
    #expect(try options("test", "a.lua", "-h").task == .help(command: "test"))
    for row in CommandTable.rows {
      let text = try #require(Usage.text(of: row.name))
      #expect(text.hasPrefix("lectern \(row.name)") && text.contains("--profile NAME"))
      #expect(text.count < Usage.text.count / 2)
    }
    #expect(Usage.text(of: "sync")?.contains("--watch") == true)
  }

  @Test func `commands take their own options`() throws {
    #expect(
      try options("replay", "--accept", "a", "b").task
        == .replay(paths: ["a", "b"], isAccepting: true))
    var serve = ServeOptions()
    serve.port = 8080
    serve.folder = "d"
    var supabase = SupabaseOptions()
    supabase.folder = "d"
    supabase.isForced = true
    #expect(try options("supabase", "--force", "d").task == .supabase(supabase))
    #expect(try options("serve", "--port=8080", "--data", "d").task == .serve(serve))
  }

  @Test func `values are checked and converted`() throws {
    let options = try options(
      "--memory", "--seed", "7", "--timeout", "1.5", "--max-memory=2", "--max-instructions", "9")
    #expect(options.seed == 7)
    #expect(options.timeout == .milliseconds(1500))
    #expect(options.maxMemory == 2 << 20)
    #expect(options.maxInstructions == 9)
  }

  @Test(arguments: [
    (["--memroy"], "did you mean '--memory'?"), (["-o", "jsno"], "did you mean 'json'?"),
    (["--seed", "7"], "a real profile must not get made-up ids or times"),
    (["--memory", "--db", "x"], "leave one of them out"), (["replay"], "write lectern replay FILE"),
    (["--profile"], "write --profile NAME"), (["serve", "x"], "see 'lectern --help'"),
    (["sync", "--watch", "--dry-run"], "leave one of them out"),
    (["sync", "-i"], "see 'lectern --help'"), (["-e"], "write -e 'return #queue'"),
  ])
  func `what is wrong is refused with a cure`(words: [String], hint: String) {
    let error = #expect(throws: ConsoleError.self) { try Options(arguments: words) }
    #expect(error?.hint == hint)
    #expect(error?.code == "console.usage")
  }

  @Test func `help names every option`() {
    for row in OptionTable.rows {
      for name in row.names { #expect(Usage.text.contains(name)) }
    }
  }
}
