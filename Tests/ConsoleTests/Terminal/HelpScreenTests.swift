import Testing

@testable import Console

/// Help at the prompt, and errors that teach, on a real screen.
@Suite struct HelpScreenTests {
  private let home: ScratchFolder
  private let screen: TerminalScreen

  init() throws {
    home = try ScratchFolder()
    screen = try TerminalScreen(
      ["--memory", "--seed", "1", "--no-rc", "--quiet"], home: home.path, columns: 90, rows: 50)
    try screen.wait(forEnd: ">")
  }

  private func answer(_ input: String) throws -> String {
    try screen.press("C-l")
    try screen.wait { $0.split(separator: "\n").count == 1 }
    try screen.enter(input)
    return try screen.wait { $0.contains("\n") && $0.hasSuffix(">") }
  }

  @Test func `a question mark explains names, values and functions of one's own`() throws {
    try GoldenScreen.compare(try answer("?notes.add"), with: "help-function")
    _ = try answer("function greet(name) return 'hi ' .. name end")
    #expect(try answer("?greet").contains("greet is a function of input, lines 1 to 1"))
    #expect(try answer("??greet").contains("\nfunction greet(name) return 'hi ' .. name end\n"))
    _ = try answer(#"n = notes.add("John 3:16", "x")"#)
    #expect(try answer("?n").contains("n is a note\nnote:update{"))
    #expect(try answer("?notse").contains("did you mean 'note'?"))
    #expect(try answer("help('notes:add')").contains("did you mean 'notes.add'?"))
    #expect(try answer("?#").contains("nothing is called"))
  }

  @Test(arguments: [
    ("nots.add()", "nots.add()\n    | ^^^^", "did you mean 'notes'?"),
    (#"notes.fnd{}"#, "^^^", "did you mean 'find'?"),
    (#"notes.add("John 3:16", "漢字", {tag = "a"})"#, "tag", "did you mean 'tags'?"),
    (#"highlights.set("John 3:16", "golf")"#, "golf", "did you mean"),
    (#"plans.start("mcheyn")"#, "mcheyn", "did you mean"),
    (#"prefs.set("them", "dark")"#, "them", "did you mean 'theme'?"),
    (".hsitory", ".hsitory", "did you mean '.history'?"), (".mode jsno", "jsno", "did you mean"),
    (#"sql("SELECT * FROM user_note")"#, "user_note", "hint"),
  ])
  func `a slip is answered with what was probably meant`(
    input: String, shown: String, hint: String
  ) throws {
    let text = try answer(input)
    #expect(text.contains("error:") && text.contains(shown) && text.contains(hint), "\(text)")
  }

  @Test func `wtf tells where an error came from, without frames of ours`() throws {
    _ = try answer("function f() local x = nil; return x.y end")
    _ = try answer("function g() return f() + 1 end")
    _ = try answer("g()")
    let text = try answer(".wtf")
    #expect(text.contains("kind: bad_value") || text.contains("code: lua."), "\(text)")
    #expect(text.contains("from input:1"), "\(text)")
    #expect(!text.contains("[C]") && !text.contains(".swift"))
  }
}
