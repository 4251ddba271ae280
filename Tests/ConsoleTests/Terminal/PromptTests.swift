import Glibc
import Testing

@testable import Console

/// The real program in a real terminal.
@Suite struct PromptTests {
  private let home: ScratchFolder
  private let prompt = "lectern(guest) q:0> "

  init() throws { home = try ScratchFolder() }

  private func start(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      ["--memory"] + arguments, home: home.path, environment: environment)
    try terminal.expect(prompt)
    return terminal
  }

  /// Types an entry and waits for what it gives and for the next prompt.
  private func enter(_ keys: String, _ terminal: PseudoTerminal, gives text: String = "") throws {
    try terminal.type(keys + "\r")
    if !text.isEmpty { try terminal.expect(text) }
    try terminal.expect(prompt)
  }

  @Test func `a prompt begins with a banner and ends with Ctrl-D`() throws {
    let terminal = try start()
    #expect(terminal.screen.contains("GPL-3.0-or-later"))
    try enter("1+1", terminal, gives: "\r\n2\r\n")
    try terminal.leave()
  }

  @Test func `Ctrl-C drops a half-typed line, as often as it comes`() throws {
    let terminal = try start()
    for _ in 0..<6 {
      try terminal.type("error('never' ..")
      try terminal.expect("..")
      try terminal.type("\u{3}")
      try terminal.expect("^C")
      try terminal.expect(prompt)
    }
    try enter("40+2", terminal, gives: "\r\n42\r\n")
    try terminal.leave()
  }

  @Test(arguments: [
    "while true do end", "coroutine.wrap(function() while true do end end)()",
    "while true do pcall(function() while true do end end) end",
    "while true do xpcall(function() while true do end end, function() while true do end end) end",
    "local s = 'x' while true do s = ('x'):rep(1000) end",
  ])
  func `Ctrl-C ends every loop and the session goes on`(loop: String) throws {
    let terminal = try start()
    try enter("kept = 7", terminal)
    try terminal.type("print('be' .. 'gun') " + loop + "\r")
    try terminal.expect("begun\r\n")
    try terminal.type("\u{3}")
    try terminal.expect("error: interrupted")
    try terminal.expect(prompt)
    try enter("kept * 6", terminal, gives: "\r\n42\r\n")
    try terminal.leave()
  }

  @Test func `an unfinished statement goes on in the same entry`() throws {
    let terminal = try start()
    try terminal.type("for i = 1, 2 do\r")
    try terminal.type("  print(i * 100)\r")
    try enter("end", terminal, gives: "\r\n100\r\n200\r\n")
    try terminal.type("\u{1B}[A")
    try terminal.expect("end")
    try enter("", terminal, gives: "\r\n100\r\n200\r\n")
    try terminal.leave()
    #expect(try historyTexts() == ["for i = 1, 2 do\n  print(i * 100)\nend"])
  }

  @Test func `what was entered is there after a restart, byte for byte`() throws {
    let entries = ["a = 'λόγος \\\\n 😀'", "function f()\n\treturn [[\n\\]]\nend", "f(error)"]
    var terminal = try start()
    for entry in entries {
      try terminal.type("\u{1B}[200~" + entry + "\u{1B}[201~\r")
      try terminal.expect(prompt)
    }
    let loop = "print('be' .. 'gun') while true do end"
    try terminal.type(loop + "\r")
    try terminal.expect("begun\r\n")
    try terminal.type("\u{3}")
    try terminal.expect(prompt)
    try terminal.type("os.exit(3)\r")
    #expect(try terminal.end() == 3 << 8)
    #expect(try historyTexts() == entries + [loop, "os.exit(3)"])
    terminal = try start()
    for _ in 0..<4 { try terminal.type("\u{1B}[A") }
    try enter("", terminal)
    #expect(try historyTexts().last == entries[1])
    try enter("f()", terminal, gives: "\r\n\\\r\n")
    try terminal.leave()
  }

  @Test func `a paste of a thousand lines is one entry with its tabs`() throws {
    let terminal = try start()
    let lines = ["n = 0"] + (1...998).map { "\tn = n + \($0 % 2)" } + ["print('n is ' .. n)"]
    let text = lines.joined(separator: "\n")
    try enter("\u{1B}[200~" + text + "\u{1B}[201~", terminal, gives: "\r\nn is 499\r\n")
    try terminal.leave()
    #expect(try historyTexts() == [text])
  }

  @Test func `a pasted dot is no command`() throws {
    let terminal = try start()
    try enter("\u{1B}[200~.exit\u{1B}[201~", terminal, gives: "error: ")
    try terminal.type(".exit\r")
    #expect(try terminal.end() == 0)
  }

  @Test func `signs of any script are edited whole`() throws {
    let terminal = try start()
    try enter("a = '😀\u{7F}ü\u{7F}ψ'\u{1B}[D\u{1B}[Dשׁ\u{5}", terminal)
    try enter("#a", terminal, gives: "\r\n6\r\n")
    try terminal.leave()
  }

  @Test func `one mistake costs one error`() throws {
    let terminal = try start()
    try enter("\"hello", terminal, gives: "error: unfinished string")
    try enter("there", terminal, gives: "\r\nnil\r\n")
    try enter("1+1", terminal, gives: "\r\n2\r\n")
    try terminal.leave()
  }

  @Test func `locals, the last result and quiet results`() throws {
    let terminal = try start()
    try enter("local x = 20", terminal)
    try terminal.type("x + 1;\r")
    #expect(!(try terminal.expect(prompt)).contains("21"))
    try enter("_ * 2", terminal, gives: "\r\n42\r\n")
    try terminal.leave()
  }

  @Test func `Tab completes names, fields and methods`() throws {
    let terminal = try start()
    try enter("string.le\t'abc')", terminal, gives: "\r\n3\r\n")
    try enter("local verb = 'ab'", terminal)
    try enter("ver\t:upp\t)", terminal, gives: "\r\nAB\r\n")
    try enter(".mo\tjs\t", terminal)
    try enter(".mode", terminal, gives: "\r\njson\r\n")
    try terminal.leave()
  }

  @Test(arguments: ["dumb", "xterm"]) func `no escape byte where none is wanted`(term: String)
    throws
  {
    let environment = ["TERM": term, "NO_COLOR": "1", "INPUTRC": home.path + "/inputrc"]
    try FileBytes.replace(
      home.path + "/inputrc", with: Array("set enable-bracketed-paste off\n".utf8))
    let terminal = try start(environment: environment)
    try enter("error('\\27[31mred')", terminal, gives: "error: \\x1B[31mred")
    try enter("print('\\27]0;x\\7')", terminal, gives: "\\x1B]0;x\\x07\r\n")
    try terminal.leave()
    #expect(!terminal.screen.contains("\u{1B}"))
  }

  @Test func `two prompts with 500 entries each lose none`() throws {
    let terminals = try (0..<2).map { _ in try PseudoTerminal([], home: home.path) }
    for terminal in terminals { try terminal.expectPrompt() }
    // Both are typed into at once: neither waits for the other's answer.
    for number in 0..<500 {
      for (place, terminal) in terminals.enumerated() {
        try terminal.type("x = '\(place):\(number)'\r")
      }
      for terminal in terminals { try terminal.expectPrompt() }
    }
    for terminal in terminals { try terminal.leave() }
    let texts = try historyTexts()
    #expect(texts.count == 1000)
    for place in 0..<2 {
      let own = texts.filter { $0.hasPrefix("x = '\(place):") }
      #expect(own == (0..<500).map { "x = '\(place):\($0)'" })
    }
  }

  @Test func `the third Ctrl-C in one long call of C ends the program, history kept`() throws {
    let terminal = try start()
    let call = "print('be' .. 'gun') ; (('a'):rep(40)):find(('a*'):rep(40) .. 'b')"
    var status: Int32?
    // A press may come in time before the long call; presses in a row may count as one.
    for _ in 0..<10 where status == nil {
      try terminal.type(call + "\r")
      try terminal.expect("begun\r\n")
      status = try terminal.end(pressing: "\u{3}", unless: "interrupted")
    }
    #expect(status == SIGINT)
    #expect(terminal.screen.contains("still in one long call; Ctrl-C once more ends lectern\r\n"))
    #expect(try historyTexts() == [call])
  }

  @Test func `a resized window and a line under way get on`() throws {
    let terminal = try start()
    try terminal.type("20 + ")
    try terminal.expect("20 + ")
    try terminal.resize(columns: 40)
    try terminal.expect("20 + ")
    try enter("22", terminal, gives: "42\r\n")
    try terminal.leave()
  }

  @Test func `a person's inputrc is respected`() throws {
    try FileBytes.replace(
      home.path + "/inputrc", with: Array("$if lectern\n\"\\C-g\": \"6*7\"\n$endif\n".utf8))
    let terminal = try start(environment: ["INPUTRC": home.path + "/inputrc"])
    try enter("\u{7}", terminal, gives: "\r\n42\r\n")
    try terminal.leave()
  }

  @Test func `a session is recorded, replayed, edited and replayed`() throws {
    let terminal = try start()
    try terminal.type("mine = 1\r")
    try terminal.expect(prompt)
    let recording = "lectern(recording) q:0> "
    try terminal.type(".record flow.lua\r")
    try terminal.expect(recording)
    for (keys, text) in [
      ("local a = 20", ""), ("a + 1", "\r\n21\r\n"), ("error('no')", "error: no"), ("mine", "nil"),
      ("print('be' .. 'gun') coroutine.wrap(function() while true do end end)()", "begun\r\n"),
      ("\u{3}", "left out of the recording"),
      ("for i = 1, 2 do\rprint(a * i)\rend", "\r\n20\r\n40\r\n"),
      ("a, 'x'", "\r\n20\tx\r\n"), ("_;", ""), ("{{id = 1, ref = 'John 3:16'}}", "John 3:16"),
    ] {
      try terminal.type(keys.hasPrefix("\u{3}") ? keys : keys + "\r")
      try terminal.expect(text)
      if text != "begun\r\n" { try terminal.expect(recording) }
    }
    try enter(".record stop", terminal, gives: "recorded 7 inputs")
    try enter("mine", terminal, gives: "\r\n1\r\n")
    try terminal.leave()
    let text = String(decoding: try FileBytes.read(home.path + "/flow.lua"), as: UTF8.self)
    #expect(text == Self.recorded)
    let shell = Shell(home: home.path)
    #expect(try shell.run("lectern replay flow.lua").status == 0)
    #expect(try shell.run("TZ=Asia/Tokyo LANG=de_DE COLUMNS=9 lectern replay flow.lua").status == 0)
    let direct = try shell.run("lectern --memory flow.lua | tail -1")
    #expect(direct.output.hasSuffix(" 1  John 3:16\n"))
    try FileBytes.replace(
      home.path + "/flow.lua",
      with: Array(Self.recorded.utf8).replacing("> 21".utf8, with: "> 22".utf8))
    let edited = try shell.run("lectern replay flow.lua")
    #expect(edited.status == 2)
    #expect(edited.output == "flow.lua:2\n-22\n+21\n")
    #expect(try shell.run("lectern replay --accept flow.lua").status == 0)
    #expect(String(decoding: try FileBytes.read(home.path + "/flow.lua"), as: UTF8.self) == text)
  }

  private static let recorded = """
    -- lectern recording 1: seed=1 clock=2026-01-01T00:00:00.000Z cloud=embedded
    local a = 20
    show(a + 1)
    --> 21
    show(mine)
    --> nil
    -- left out (error: interrupted); it had not changed the library:
    -- print('be' .. 'gun') coroutine.wrap(function() while true do end end)()
    for i = 1, 2 do
    print(a * i)
    end
    --> 20
    --> 40
    print(a, 'x')
    --> 20\tx
    _ = _
    show({{id = 1, ref = 'John 3:16'}})
    --> id  ref
    --> --  ---------
    -->  1  John 3:16

    """

  private func historyTexts() throws -> [String] {
    try HistoryFile(path: home.path + "/.local/state/lectern/history").read().map(\.text)
  }
}
