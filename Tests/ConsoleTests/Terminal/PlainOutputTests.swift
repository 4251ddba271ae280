import Testing

@testable import Console

/// Where nobody wants them, no escape byte comes: pipes, NO_COLOR, a dumb terminal.
@Suite struct PlainOutputTests {
  private let home: ScratchFolder

  init() throws { home = try ScratchFolder() }

  private static let chunk = """
    notes.add("John 3:16", "\\27[31mred\\27]0;title\\7 \\u{9b}1m", {tags = {"\\27[2J"}}) \
    print(notes.find{}[1].text) return notes.find{}
    """

  @Test(arguments: OutputMode.allCases)
  func `a pipe gets none in any mode, but what is in the data itself`(mode: OutputMode) throws {
    let data = "lectern --memory -o \(mode.rawValue)"
    let plain = try Shell(home: home.path).run(
      """
      \(data) -e 'notes.add("John 3:16", "plain") return notes.find{}'
      \(data) -e 'notes.add("Jonn 3:16", "x")'
      \(data) -e 'nots.add()'
      \(data) -e 'x ='
      """)
    #expect(!plain.output.utf8.contains(0x1B), "\(plain.output)")
    #expect(plain.output.contains("plain"))
  }

  @Test(arguments: ["NO_COLOR", "TERM"], OutputMode.allCases)
  func `a terminal that wants none gets none`(variable: String, mode: OutputMode) throws {
    let environment = variable == "TERM" ? ["TERM": "dumb", "NO_COLOR": ""] : ["NO_COLOR": "1"]
    for chunk in [Self.chunk, "error('\\27[31mred')", "nots.add()"] {
      let terminal = try PseudoTerminal(
        ["--memory", "-o", mode.rawValue, "-e", chunk], home: home.path, environment: environment)
      _ = try terminal.end()
      #expect(!terminal.screen.utf8.contains(0x1B), "\(terminal.screen)")
      #expect(!terminal.screen.unicodeScalars.contains { ("\u{80}"..."\u{9F}").contains($0) })
    }
  }

  @Test func `a dumb terminal gets no escape byte at the prompt either`() throws {
    let terminal = try PseudoTerminal(
      ["--memory", "--no-rc"], home: home.path, environment: ["TERM": "dumb", "NO_COLOR": ""])
    try terminal.expectPrompt()
    try terminal.type("1 + 1\r")
    try terminal.expect("\n2\r\n")
    try terminal.type("nots\t(\r)\r")
    try terminal.expect("error: attempt to call")
    try terminal.expectPrompt()
    try terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
    #expect(!terminal.screen.utf8.contains(0x1B), "\(terminal.screen)")
  }

  @Test func `a reader that has seen enough ends the program silently`() throws {
    let result = try Shell(home: home.path).run(
      """
      lectern -e 'for i = 1, 300 do notes.add("Psalm 1", ("long "):rep(100) .. i) end'
      bash -c "set -o pipefail; timeout 20 '\(try PseudoTerminal.program())' \
      -e 'return notes.find{}' -o csv | head -1"
      """)
    #expect(result.output == "id,ref,text,tags,created_at,updated_at,cloud_id\r\n")
    // 128 and SIGPIPE.
    #expect(result.status == 141)
  }

  @Test func `errors are JSON where results are`() throws {
    let result = try Shell(home: home.path).run(
      #"""
      lectern --memory -o json -e 'notes.add("Jonn 3:16", "x")' 2>&1 | python3 -c '
      import json, sys
      error = json.load(sys.stdin)["error"]
      print(error["kind"], error["code"], "John" in error["hint"], error["line"])'
      """#)
    #expect(result.output.hasPrefix("bad_value "), "\(result.output)")
    #expect(result.output.contains("True 1"))
  }
}
