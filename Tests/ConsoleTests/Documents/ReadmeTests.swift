import LuaAPI
import Testing

@testable import Console

/// What the README promises is true.
@Suite struct ReadmeTests {
  @Test func `every line of the session runs and prints what stands below it`() throws {
    let home = try ScratchFolder()
    let session = try Document("README.md").lines(from: "```console", to: "```")
    var rest = session[...]
    while let command = rest.popFirst() {
      try #require(command.hasPrefix("$ scripts/lectern"), "\(command)")
      let words = command.dropFirst("$ scripts/lectern".count)
      let shown = rest.prefix { !$0.hasPrefix("$ ") }
      rest = rest.dropFirst(shown.count)
      if words.isEmpty {
        try prompt(Array(shown), home.path)
      } else {
        let result = try Shell(home: home.path).run("lectern\(words)")
        #expect(result.status == 0)
        #expect(result.output == shown.map { $0 + "\n" }.joined(), "\(command)")
      }
    }
  }

  /// Types each line behind a prompt; what is printed up to the next prompt must be what is shown.
  private func prompt(_ lines: [String], _ home: String) throws {
    let terminal = try PseudoTerminal([], home: home, columns: 120)
    var rest = lines[...]
    var printed: String?
    while let line = rest.popFirst() {
      let end = try #require(line.firstIndex(of: ">"))
      let prompt = line[...end]
      let typed = line[end...].dropFirst(2)
      let before = try terminal.expect("\(prompt) ")
      if let printed { #expect(before == printed, "before \(line)") }
      let answer = rest.prefix { !$0.hasPrefix("lectern(") }
      rest = rest.dropFirst(answer.count)
      printed = ([String(typed)] + answer).map { $0 + "\r\n" }.joined()
      try terminal.type("\(typed)\r")
    }
    #expect(try terminal.end() == 0)
  }

  @Test func `every function of the app has a function here that exists`() throws {
    let registry = try ScriptDesk().api.registry
    let rows = try Document("README.md").lines(from: "| the app | here |", to: "").dropFirst()
    #expect(rows.count >= 44)
    for row in rows {
      let calls = row.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 && $0.element.contains { "({".contains($0) } }
      #expect(!calls.isEmpty, "\(row)")
      for call in calls {
        let name = String(call.element.prefix { !"({".contains($0) })
        #expect(registry[name] != nil, "\(name)")
      }
    }
  }

  @Test func `every example is listed`() throws {
    let rows = try Document("README.md").lines(from: "| script | story |", to: "").dropFirst()
    let listed = rows.map { String($0.split(separator: "`")[1]) + ".lua" }
    #expect(listed == Document.scripts)
  }
}
