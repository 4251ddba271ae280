import Testing

@testable import Console

/// Editing at the prompt, key by key, on a real screen.
@Suite struct EditorScreenTests {
  private let home: ScratchFolder

  init() throws { home = try ScratchFolder() }

  private func screen(
    columns: Int = 60, rows: Int = 24, inputrc: String = "", color: Bool = true,
    environment: [String: String] = [:], arguments: [String] = ["--memory", "--no-rc", "--quiet"]
  ) throws -> TerminalScreen {
    try FileBytes.replace(home.path + "/inputrc", with: Array(inputrc.utf8))
    let usual = ["INPUTRC": home.path + "/inputrc", "NO_COLOR": color ? "" : "1"]
    let screen = try TerminalScreen(
      arguments, home: home.path, columns: columns, rows: rows,
      environment: usual.merging(environment) { $1 })
    try screen.wait(forEnd: ">")
    return screen
  }

  /// The prompt with something behind it.
  private static func prompt(_ text: String) -> String { "lectern(guest) q:0> " + text }

  @Test(arguments: [true, false])
  func `keys move within the lines of an entry, and its lines are edited`(color: Bool) throws {
    let screen = try screen(color: color)
    try screen.enter("for i = 1, 2 do")
    try screen.enter("  print('a' .. i)")
    try screen.type("end")
    // Up keeps the column; Home and End are those of the line.
    try screen.press("Up")
    try screen.wait { _ in (try? screen.cursor().row) == 1 }
    #expect(try screen.cursor().column == 3)
    try screen.press("C-e")
    try screen.type(" -- first")
    try screen.press("C-a")
    try screen.type("if true then ")
    try screen.press("C-e")
    try screen.type(" end")
    try screen.press("Down", "C-e", "Enter")
    // What stands behind "--" is a comment, the end too: the entry is not complete yet.
    try screen.press("C-c")
    try screen.wait(forEnd: ">")
    try screen.press("Up")
    try screen.wait(forEnd: ">")
    try screen.enter("x = [[one")
    try screen.enter("two")
    try screen.type("three]]")
    try screen.press("Up", "Up", "C-e", "C-u")
    try screen.type("x = [[eins")
    try screen.press("Down", "C-a", "C-k", "C-k")
    try screen.press("Enter")
    try screen.wait(forEnd: ">")
    try screen.enter("return x")
    #expect(try screen.wait { $0.hasSuffix(">") }.contains("eins\nthree"))
  }

  @Test func `what is typed is coloured, wraps, and stays as it was typed`() throws {
    let screen = try screen(columns: 40)
    try screen.type("local t = {notes.find, \"漢字 λόγος\", 12} -- a comment that is long")
    let styled = try screen.wait(isStyled: true) { $0.contains("long") }
    try GoldenScreen.compare(styled, with: "editor-colours")
    try screen.press("C-a")
    for _ in 0..<24 { try screen.press("Right") }
    try screen.press("BSpace")
    try screen.press("Delete", "Delete")
    try screen.wait { !$0.contains("漢") }
    #expect(try screen.text().contains("find,λόγος\"") || screen.text().contains("λόγος"))
    try screen.press("C-e")
    try screen.wait { _ in (try? screen.cursor().row) == 2 }
  }

  @Test func `signs of several bytes are moved over and taken away whole`() throws {
    let screen = try screen()
    try screen.type("s = \"λόγος — Иоанна 3:16 😀\"")
    try screen.wait { $0.contains("😀\"") }
    try screen.press("Left", "Left", "BSpace")
    try screen.press("C-e")
    try screen.press("Left", "BSpace")
    try screen.type("ü")
    try screen.press("Left", "Left")
    try screen.type("é")
    try screen.press("Enter")
    try screen.wait(forEnd: ">")
    try screen.enter("return s")
    #expect(try screen.wait { $0.hasSuffix(">") }.contains("λόγος — Иоанна 3:1é6ü"))
    for sign in ["👨‍👩‍👧", "🇩🇪", "👍🏽", "שָׁ", "❤️", "e\u{301}"] {
      try screen.type("s = \"x\(sign)y\(sign)🇫🇷\"")
      try screen.press("Left", "BSpace", "BSpace", "Left", "Left", "C-d", "Enter")
      try screen.wait(forEnd: ">")
      try screen.enter("s .. 'right'")
      try screen.wait { $0.contains("xyright") }
      try screen.press("C-l")
    }
    try screen.type("ü")
    try screen.press("BSpace")
    try screen.type("😀")
    try screen.press("C-w")
    try screen.enter("1+1")
    #expect(try screen.wait { $0.hasSuffix("2\n" + Self.prompt("").dropLast()) }.contains("1+1"))
  }

  @Test func `a paste of a thousand lines is one entry with its tabs, and one of the history`()
    throws
  {
    let screen = try screen(rows: 12)
    let lines = (1...1_000).map { "\tn = (n or 0) + \($0)\t-- \($0)" }
    try FileBytes.replace(
      home.path + "/keys", with: Array(lines.joined(separator: "\n").utf8))
    try screen.pasteAsPerson("do\n" + lines.joined(separator: "\n") + "\nend")
    try screen.wait { $0.hasSuffix("\nend") }
    try screen.press("Enter")
    try screen.wait { $0.hasSuffix(">") }
    try screen.enter("n")
    try screen.wait { $0.contains("500500") }
    try screen.press("Up", "Up")
    let back = try screen.wait { $0.hasSuffix("\nend") }
    #expect(back.contains("        n = (n or 0) + 1000"))
  }

  @Test func `the history is searched backwards, entries of several lines too`() throws {
    let screen = try screen()
    try screen.enter("first = [[one")
    try screen.enter("two]]")
    try screen.enter("second = 2")
    try screen.press("C-r")
    try screen.type("two")
    try screen.wait { $0.contains("reverse-i-search)`two'") && $0.contains("first = [[one") }
    try screen.press("Enter")
    try screen.wait(forEnd: ">")
    try screen.enter("first")
    #expect(try screen.wait { $0.hasSuffix(">") }.contains("one\ntwo"))
  }

  @Test func `vi mode edits, and moves between the lines of an entry`() throws {
    let screen = try screen(inputrc: "set editing-mode vi\n")
    try screen.enter("x = {1,")
    try screen.type("2}")
    try screen.press("Escape")
    try screen.type("k0")
    try screen.type("Aa = 3, ")
    try screen.press("Escape", "j", "A", "Enter")
    try screen.wait(forEnd: ">")
    try screen.enter("x.a")
    #expect(try screen.wait { $0.hasSuffix(">") }.contains("3"))
  }

  @Test func `a person's inputrc has the last word`() throws {
    let screen = try screen(
      inputrc: "$if lectern\n\"\\C-g\": \"40 + 2\"\n\"\\C-a\": end-of-line\n$endif\n")
    try screen.press("C-g", "Enter")
    try screen.wait { $0.contains("42") }
    try screen.type("12")
    try screen.press("Left", "C-a")
    try screen.type("3")
    try screen.press("Enter")
    try screen.wait { $0.contains("123") }
  }

  @Test func `Meta and Enter add a line where the entry was complete`() throws {
    let screen = try screen()
    try screen.type("a = 1")
    try screen.press("M-Enter")
    try screen.type("b = 2")
    try screen.press("Enter")
    try screen.wait(forEnd: ">")
    try screen.enter("a + b")
    try screen.wait { $0.contains("\n3\n") }
  }

  @Test func `the entry is opened in an editor, and what comes back is the entry`() throws {
    try FileBytes.replace(
      home.path + "/editor", with: Array("sed -i 's/1/40/; s/$/ + 2/' \"$1\"".utf8))
    let screen = try screen(environment: ["EDITOR": "sh \(home.path)/editor"])
    try screen.type("1")
    try screen.press("C-x", "C-e")
    try screen.wait { $0.hasSuffix("40 + 2") }
    try screen.press("Enter")
    try screen.wait { $0.contains("42") }
  }

  @Test func `an editor that fails leaves the entry as it was, and says so`() throws {
    let screen = try screen(environment: ["EDITOR": "false"])
    try screen.type("40 + 2")
    try screen.press("C-x", "C-e")
    try screen.wait {
      $0.contains("the editor failed: the entry is as it was; set $EDITOR\n")
        && $0.hasSuffix("40 + 2")
    }
    try screen.press("Enter")
    try screen.wait { $0.hasSuffix("\n42\nlectern(guest) q:0>") }
  }

  @Test func `a prompt of its own may be coloured`() throws {
    let screen = try screen()
    try screen.enter(#"_PROMPT = "\27[32mgo\27[0m\62 ""#)
    try screen.wait { $0.hasSuffix("\ngo>") }
    try screen.type("1 + 1")
    try screen.press("C-a", "Delete")
    try screen.type("2")
    try screen.wait { $0.hasSuffix("\ngo> 2 + 1") }
  }

  @Test func `a window that changes its size, Ctrl-L and Ctrl-C leave the screen in order`() throws
  {
    let screen = try screen(columns: 50)
    try screen.type("text = \"" + String(repeating: "abcdefghij", count: 5))
    try screen.wait { $0.hasSuffix("ij") }
    try screen.resize(columns: 30, rows: 24)
    try screen.wait { $0.split(separator: "\n").count >= 3 }
    try screen.type("X")
    try screen.wait { $0.hasSuffix("X") }
    try screen.press("C-l")
    try screen.wait { $0.hasPrefix("lectern(guest)") && $0.hasSuffix("X") }
    try screen.press("C-c")
    try screen.wait { $0.contains("^C") && $0.hasSuffix(">") }
    try screen.enter("1 + 1")
    try screen.wait { $0.contains("\n2\n") }
  }

  @Test func `Tab shows words with what they are, and options with what they say`() throws {
    let screen = try screen(columns: 70)
    try screen.type("notes.add(\"joh")
    try screen.press("Tab")
    try screen.wait { $0.hasSuffix("(\"john") }
    try screen.type("3")
    try screen.press("Tab")
    try screen.type("16\", \"x\", {")
    try screen.wait { $0.hasSuffix("(\"john 3:16\", \"x\", {") }
    try screen.press("Tab", "Tab")
    try screen.wait { $0.contains("tags        its tags") }
    try screen.press("C-c")
    try screen.enter("notes.add(\"Psalm 23\", \"shepherd\");")
    try screen.wait { $0.hasSuffix("q:1>") }
    try screen.press("C-l")
    try screen.type("notes.get(")
    try screen.press("Tab")
    try screen.wait { $0.hasSuffix("notes.get(1") }
    try screen.press("C-u")
    try screen.type("not")
    try screen.press("Tab", "Tab")
    let text = try screen.wait { $0.contains("keyword") }
    try GoldenScreen.compare(text, with: "editor-completion")
  }

  @Test func `older entries of a long history come when they are asked for`() throws {
    let old = (1...20_000).map { "\($0 * 1_000)\tmarker_\($0) = \($0)" }.joined(separator: "\n")
    try FileBytes.makeFolder(home.path + "/.local/state/lectern")
    try FileBytes.replace(
      home.path + "/.local/state/lectern/history", with: Array((old + "\n").utf8))
    let screen = try screen(arguments: ["--quiet", "--no-rc"])
    try screen.press("Up")
    try screen.wait { $0.hasSuffix("marker_20000 = 20000") }
    try screen.press("C-u", "C-r")
    try screen.type("marker_7 ")
    try screen.wait { $0.contains("marker_7 = 7") }
    try screen.press("Enter")
    try screen.wait(forEnd: ">")
    try screen.enter(".history marker_12 =")
    try screen.wait { $0.contains("   11  1970-01-01T00:00  marker_12 = 12") }
  }

  @Test func `what a script wrote without a newline stays before the prompt`() throws {
    let screen = try screen()
    try screen.enter("io.write('kept');")
    try screen.wait { $0.hasSuffix("\nkept\n" + Self.prompt("").dropLast()) }
  }

  @Test func `an entry longer than the window is whole above what it gave`() throws {
    let screen = try screen(rows: 8)
    let lines = ["n = 0"] + (1...30).map { "n = n + 1 -- \($0)" } + ["print('n is ' .. n)"]
    try screen.type("\u{1B}[200~" + lines.joined(separator: "\n") + "\u{1B}[201~")
    try screen.wait { $0.hasSuffix("print('n is ' .. n)") }
    try screen.press("Enter")
    try screen.wait { $0.contains("\nn is 30\n") }
    try screen.resize(columns: 60, rows: 50)
    try screen.wait { text in (1...30).allSatisfy { text.contains("-- \($0)\n") } }
  }

  @Test func `the history lists as many entries as are wanted`() throws {
    let screen = try screen()
    for number in 1...3 { try screen.enter("entry = \(number)") }
    try screen.press("C-l")
    try screen.enter(".history -n 3 entry =")
    let text = try screen.wait { $0.hasSuffix(">") && $0.contains("entry = 3") }
    #expect(text.contains("entry = 2") && !text.contains("entry = 1"))
    try screen.enter(".history -n none")
    try screen.wait { $0.contains("error: .history -n needs a count") }
  }
}
