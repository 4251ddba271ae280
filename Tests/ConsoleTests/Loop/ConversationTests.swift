import Testing
import Vocabulary

@testable import Console

@Suite struct ConversationTests {
  private let folder: ScratchFolder
  private let output = Output(renderer: .recording, isQuiet: true, isMuted: true)
  private let conversation: Conversation

  init() throws {
    folder = try ScratchFolder()
    output.startCopy()
    conversation = Conversation(
      home: Evaluator(try TrialSession(), output: output), workplace: TrialWorkplace(),
      output: output,
      history: History(file: HistoryFile(path: folder.path + "/history")) {
        Instant(milliseconds: 0)
      },
      reporter: Reporter(options: Options()))
  }

  private func text(of name: String) throws -> String {
    String(decoding: try FileBytes.read(folder.path + "/" + name), as: UTF8.self)
  }

  @Test func `a password reaches neither history nor recording`() throws {
    let lines = TrialLines([
      ".record \(folder.path)/flow.lua", "auth.sign_in('a@b.c', 'pass1')",
      "local s =\n  auth['sign_in'] s('a@b.c', 'pass2')", "1 + 1", ".record stop",
    ])
    #expect(try conversation.run(with: lines) == .status(.success))
    #expect(!(try text(of: "history")).contains("pass"))
    #expect(!(try text(of: "flow.lua")).contains("pass"))
    #expect(try text(of: "flow.lua").contains("show(1 + 1)\n--> 2\n"))
    #expect(lines.remembered.allSatisfy { !$0.contains("pass") })
  }

  @Test func `the prompt says how things stand and that a recording runs`() throws {
    let lines = TrialLines([".record \(folder.path)/flow.lua", ".record stop"])
    _ = try conversation.run(with: lines)
    #expect(
      lines.prompts == [
        "lectern(offline) q:2> ", "lectern(recording) q:2> ", "lectern(offline) q:2> ",
      ])
  }

  @Test func `an entry that starts with a space is not kept`() throws {
    _ = try conversation.run(with: TrialLines([" x = 1", "y = 2"]))
    #expect(try text(of: "history") == "0\ty = 2\n")
  }

  @Test func `an exit ends the conversation with its code`() throws {
    #expect(try conversation.run(with: TrialLines(["os.exit(9)", "x = 1"])) == .code(9))
    #expect(try text(of: "history") == "0\tos.exit(9)\n")
  }

  @Test func `a recording never replaces a file`() throws {
    try FileBytes.replace(folder.path + "/mine", with: Array("precious".utf8))
    _ = try conversation.run(with: TrialLines([".record \(folder.path)/mine"]))
    #expect(try text(of: "mine") == "precious")
    #expect(conversation.recorder == nil)
  }

  @Test func `only commands that have something to work on are offered`() {
    let names = conversation.commands.map(\.name)
    for name in ["help", "mode", "history", "record", "account", "wtf", "license", "exit"] {
      #expect(names.contains(name), "\(name)")
    }
    for name in ["sql", "sync", "log", "device"] { #expect(!names.contains(name), "\(name)") }
  }

  @Test func `every command of the contract is there, with help`() {
    let contract = """
      help mode output once last pager timer history rerun edit load record replay profile account \
      sync log device sql wtf watch set license exit
      """
    #expect(
      Set(DotCommand.all.map(\.name)) == Set(contract.split(separator: " ").map(String.init)))
    for command in DotCommand.all { #expect(!command.help.isEmpty) }
  }

  @Test func `help finds functions by a part of their name`() throws {
    _ = output.takeCopy()
    _ = try conversation.run(with: TrialLines([".history sign", ".help note"]))
    #expect(conversation.lastFailure == nil)
  }
}
