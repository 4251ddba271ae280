import Glibc
import LuaAPI
import Testing
import Vocabulary

@testable import Cloud
@testable import Console
@testable import Sync

/// The manual pages of the repository are those that the program writes.
@Suite struct ManualTests {
  private let pages: [(name: String, text: String)]

  init() throws { pages = Manuals(try ScriptDesk().api.registry).pages }

  private func page(_ name: String) throws -> String {
    try #require(pages.first { $0.name == name }?.text)
  }

  /// `scripts/check --record` writes them anew.
  @Test func `the pages in man are those that lectern man writes`() throws {
    for page in pages {
      let path = "\(Document.root)/man/\(page.name)"
      if getenv("LECTERN_RECORD") != nil {
        try FileBytes.replace(path, with: Array(page.text.utf8))
      }
      #expect(try Document("man/\(page.name)").lines.joined(separator: "\n") == page.text)
    }
    #expect(Document.names(in: "man") == pages.map(\.name).sorted())
  }

  @Test func `every option, command, mode, status and command of the prompt is told`() throws {
    let text = try page("lectern.1")
    for name in OptionTable.rows.flatMap(\.names) {
      #expect(text.contains("Fl \(name.dropFirst())"))
    }
    for row in CommandTable.rows { #expect(text.contains(".It Cm \(row.name)"), "\(row.name)") }
    for mode in OutputMode.allCases {
      #expect(text.contains(".Ql \(mode.rawValue)\n") || text.contains(".Ql \(mode.rawValue) "))
    }
    for status in ExitStatus.allCases {
      #expect(text.contains(".It \(status.rawValue)\n"))
      #expect(CommandProse.statuses[status.rawValue] != nil, "\(status)")
    }
    for command in DotCommand.all {
      #expect(text.contains("\".\(command.name)"), "\(command.name)")
    }
  }

  @Test func `words that no table asks for are none`() {
    let options = OptionTable.rows.flatMap(\.names)
    for name in CommandWords.options.keys { #expect(options.contains(name), "\(name)") }
    for name in CommandWords.commands.keys { #expect(CommandTable.named(name) != nil, "\(name)") }
  }

  @Test func `the troubles are told in the words of the program`() throws {
    let messages = SyncProse.troubles.map(\.message)
    let said =
      [
        CloudError.offline(curl: 0, text: "..."), .unreadable(status: 200, reason: "..."),
        .tokensEndAtOnce(retryAfter: .zero), .notSignedIn(.ended),
      ].map(\.summary)
      + [SyncError.otherOwner(owner: ""), .notEntitled, .busyElsewhere].map(\.summary)
    for summary in said {
      #expect(messages.contains { summary.hasPrefix($0) || $0.hasPrefix(summary) }, "\(summary)")
    }
    #expect(AuthWords.limit("over_request_rate_limit") == messages[2])
  }

  @Test func `the man command writes them, and no file that is another's`() throws {
    let home = try ScratchFolder()
    let shell = Shell(home: home.path)
    #expect(try shell.run("lectern man pages && lectern man pages").status == 0)
    #expect(
      try shell.run("ls pages").output == pages.map(\.name).sorted().map { $0 + "\n" }.joined())
    let other = try shell.run("mkdir mine; echo mine > mine/lectern.1; lectern man mine")
    #expect(other.status == 74)
    #expect(other.output.contains("something else has written it"))
    #expect(try shell.run("cat mine/lectern.1").output == "mine\n")
    #expect(try shell.run("lectern man").status == 64)
  }
}
