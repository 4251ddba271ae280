import Testing

@testable import Console

/// Commands that begin with a dot, typed into the program as people have it.
@Suite struct DotCommandProgramTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  /// Types lines at a prompt and gives the screen, once it ended.
  private func prompt(
    _ lines: [String], arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> String {
    let terminal = try PseudoTerminal(
      arguments, home: home.path, environment: environment, columns: 120)
    for line in lines {
      // Each prompt is waited for once: what is typed ahead would be echoed twice.
      try terminal.expect("> ")
      try terminal.type(line + "\r")
    }
    try terminal.expect("> ")
    try terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
    // The marks by which a terminal tells a paste from typing.
    return terminal.screen.replacing("\u{1B}[?2004l\r", with: "")
      .replacing("\u{1B}[?2004h", with: "")
  }

  @Test func `results go to a file or a program, once or until they are called back`() throws {
    let screen = try prompt([
      #"notes.add("John 3:16", "x");"#, ".once notes.csv", ".mode csv", "notes.find{}", "#queue",
      ".output all.txt", "#queue", #"print("p")"#, ".output", ".output | tr a-z A-Z >up", "'abc'",
      ".output", ".once", ".once /no/such/x", ".mode table", "'here'",
    ])
    let files = try shell.run("cat notes.csv; echo; cat all.txt up").output
    #expect(files.hasPrefix("id,ref,text,tags,created_at,updated_at,cloud_id\r\n1,john 3:16,x,"))
    #expect(files.hasSuffix("1\r\np\nABC\r\n"), "\(files)")
    #expect(screen.contains("results are shown here again, no longer in all.txt"))
    #expect(screen.contains(".once needs a file or a command"))
    #expect(screen.contains("cannot write '/no/such/x'"))
    #expect(screen.contains("\r\nhere\r\n"))
  }

  @Test func `the last result comes again whole, in any mode`() throws {
    let screen = try prompt([
      ".last", #"{{text = ("long "):rep(60) .. "end"}}"#, ".last", ".last json", ".last xml",
    ])
    #expect(screen.contains("no result yet"))
    #expect(screen.contains("cells that end in … are cut; .last line shows all"))
    #expect(screen.contains("\"}]") && screen.contains("long end"))
    #expect(screen.contains("there is no mode 'xml'"))
  }

  @Test func `settings are listed, told and changed; a wrong one is near a right one`() throws {
    let screen = try prompt([
      ".set", ".set timr on", ".set timer on", "1", ".set timer", ".timer maybe", ".set width 19",
      ".set width 30", "{{a = ('x'):rep(50)}}", ".pager nope",
    ])
    #expect(screen.contains("mode   table   how results are written"))
    #expect(screen.contains("there is no setting 'timr'"))
    #expect(screen.contains("did you mean 'timer'?"))
    #expect(screen.contains("\r\n1\r\n0.0"))
    #expect(screen.contains(".timer takes on or off, not 'maybe'"))
    #expect(screen.contains("width is auto or 20 to 10000, not '19'"))
    #expect(screen.contains(String(repeating: "x", count: 29) + "…\r\n"))
    #expect(screen.contains(".pager takes auto or off, not 'nope'"))
  }

  @Test func `another profile opens in place of the first, and both keep what they have`() throws {
    let screen = try prompt([
      ".profile", #"notes.add("John 3:16", "mine");"#, ".profile work", "#notes.find{}",
      #"notes.add("John 3:17", "at work");"#, ".profile ../x", ".profile default",
      "notes.find{}[1].text", ".record r.lua", ".profile work", ".record stop",
    ])
    #expect(screen.contains("profile work; names that were defined before are gone\r\n"))
    #expect(screen.contains("q:0> #notes.find{}\r\n") && screen.contains("\r\n0\r\n"))
    #expect(screen.contains("'../x' is no name of a profile"))
    #expect(screen.contains("\r\nmine\r\n"))
    #expect(screen.contains(".profile does not work in a recording"))
    #expect(try shell.run("lectern --profile work -e 'notes.find{}[1].text'").output == "at work\n")
  }

  @Test func `the prompt speaks as a device of a world until it is told otherwise`() throws {
    let screen = try prompt([
      ".device", ".device phone", "w = world{}", ".device phone", #"notes.add("John 3:16", "x");"#,
      "#queue", "w:settle()", ".device w.tablet", "notes.find{}[1].text", "w.tablet:restart()",
      "notes.find{}[1].text", ".device nobody", ".device", "#notes.find{}",
    ])
    #expect(screen.contains("no device of a world: the library is your own"))
    #expect(screen.contains("there is no world here"))
    #expect(screen.contains("lectern(phone)> #queue\r\n1\r\n"))
    #expect(screen.components("lectern(tablet)> notes.find{}[1].text\r\nx\r\n") == 2)
    #expect(screen.contains("'nobody' is no device of a world"))
    #expect(screen.contains("q:0> #notes.find{}\r\n0\r\n"))
  }

  @Test func `a file runs in the session, and its error names file and line`() throws {
    try FileBytes.replace(home.path + "/f.lua", with: Array("loaded = 41\n".utf8))
    try FileBytes.replace(home.path + "/bad.lua", with: Array("\nnots.add()\n".utf8))
    let screen = try prompt([
      ".load f.lua", "loaded + 1", ".load bad.lua", ".load", ".load gone.lua", ".wtf",
    ])
    #expect(screen.contains("\r\n42\r\n"))
    #expect(screen.contains("  2 | nots.add()"))
    #expect(screen.contains("did you mean 'notes'?"))
    #expect(screen.contains(".load needs a file"))
    #expect(screen.contains("cannot read 'gone.lua'"))
  }

  @Test func `entries run again by number, beginning or text, and through the editor`() throws {
    try FileBytes.replace(
      home.path + "/editor", with: Array("#!/bin/sh\nsed -i s/40/50/ \"$1\"\n".utf8))
    _ = try shell.run("chmod 755 editor")
    let screen = try prompt(
      [
        "40 + 2", ".rerun", ".rerun 2", ".rerun 40 +", ".rerun nothing", ".rerun 1",
        ".edit 40 +", ".history",
      ],
      environment: ["EDITOR": home.path + "/editor"])
    #expect(screen.components("\r\n42\r\n") == 4, "\(screen)")
    #expect(screen.contains("the history has no 'nothing'"))
    #expect(screen.contains("50 + 2\r\n52\r\n"))
    #expect(screen.contains("entry 1 is a .rerun itself"))
    let failing = try prompt([".edit 40 +"], environment: ["EDITOR": "false"])
    #expect(failing.contains("the editor failed; nothing was run"))
  }

  @Test func `a statement is watched until Ctrl-C`() throws {
    let terminal = try PseudoTerminal(["--memory"], home: home.path)
    try terminal.expectPrompt()
    try terminal.type(".watch\r")
    try terminal.expect(".watch needs seconds and a statement")
    try terminal.type("n = 0\r.watch 0.05 (function() n = n + 1 return n end)()\r")
    try terminal.expect("\r\n3\r\n")
    try terminal.type("\u{3}")
    try terminal.expectPrompt()
    try terminal.type("'after'\r")
    try terminal.expect("\r\nafter\r\n")
  }

  @Test func `a function makes the prompt, and one that fails does it once`() throws {
    // What is typed has no prompt's end in it: that is what is waited for.
    let screen = try prompt([
      "_PROMPT = function(s) return s.state .. ':' .. s.queued .. '\\62 ' end", "1",
      "_PROMPT = function() error('no') end", "2", "_PROMPT = 'plain\\62 '", "3",
    ])
    #expect(screen.contains("guest:0> 1\r\n"))
    #expect(screen.components("error: no") == 1)
    #expect(screen.contains("plain> 3\r\n"))
  }

  @Test func `a recording is replayed from the prompt`() throws {
    let screen = try prompt([
      ".record r.lua", "1 + 1", ".record stop", ".replay r.lua", ".replay", ".replay gone.lua",
    ])
    #expect(screen.contains("r.lua: the same"))
    #expect(screen.contains(".replay needs a file"))
    #expect(screen.contains("cannot read 'gone.lua'"))
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(_ part: String) -> Int { split(separator: part).count - 1 }
}
