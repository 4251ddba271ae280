import Glibc
import Testing

@testable import Console

/// The real program in a real terminal, with a library and a cloud under it.
@Suite struct LibraryPromptTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  private func start(_ arguments: String...) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(arguments, home: home.path)
    try terminal.expect("> ")
    return terminal
  }

  private func text(of file: String) throws -> String {
    String(decoding: try FileBytes.read(home.path + "/" + file), as: UTF8.self)
  }

  @Test func `a note waits in the queue, and the session is recorded, replayed and edited`() throws
  {
    let terminal = try start()
    try terminal.enter(".record flow.lua", gives: "lectern(recording) q:0> ")
    try terminal.enter("notes.add(\"John 3:16\",\"x\")", gives: "q:1> ")
    let loop = "print('be' .. 'gun') coroutine.wrap(function() while true do end end)()"
    try terminal.enter(loop, gives: "begun\r\n")
    try terminal.type("\u{3}")
    try terminal.expect("error: interrupted")
    try terminal.expect("q:1> ")
    try terminal.enter("#queue", gives: "\r\n1\r\n", "q:1> ")
    for line in [
      "sql(\"insert into user_notes(verse_ref,note_text) values('john 3:17','y')\")",
      "for k, v in pairs(notes.get(2)) do print(k, v) end", "os.date(), os.time(), os.clock()",
      "math.random(1000000), tostring({}), tostring(print)",
      "auth.sign_up('a@b.example', 'long-pw-1')",
      "sql('select random() r, datetime(\"now\", \"localtime\") at')", "sync.now()",
      "sync.status()",
    ] {
      try terminal.enter(line, gives: "recording) q:")
    }
    try terminal.enter(".record stop", gives: "lectern(guest) q:0> ")
    try terminal.leave()
    let recorded = try text(of: "flow.lua")
    #expect(!recorded.contains("long-pw"))
    #expect(recorded.contains("--> {\n-->   id = 1,\n-->   ref = \"john 3:16\","))
    for environment in ["TZ=Asia/Tokyo", "LANG=de_DE.UTF-8 LC_ALL=C", "COLUMNS=20"] {
      let result = try shell.run("export \(environment); lectern replay flow.lua")
      #expect(result.output == "")
      #expect(result.status == 0)
    }
    try FileBytes.replace(
      home.path + "/flow.lua",
      with: Array(recorded.utf8).replacing("show(#queue)".utf8, with: "show(#queue + 1)".utf8))
    let edited = try shell.run("lectern replay flow.lua")
    #expect(edited.status == 2)
    #expect(edited.output.hasSuffix("\n-1\n+2\n"))
  }

  @Test(arguments: ["sql", "world{}.phone.sql"])
  func `Ctrl-C ends a long query`(function: String) throws {
    let terminal = try start("--memory")
    let query =
      "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n"
    for _ in 0..<2 {
      try terminal.enter("print('be' .. 'gun') \(function)(\"\(query)\")", gives: "begun\r\n")
      try terminal.type("\u{3}")
      try terminal.expect("error: interrupted")
      try terminal.expect("q:0> ")
    }
    try terminal.enter("sql('select 6 * 7 n')[1].n", gives: "\r\n42\r\n")
    try terminal.leave()
  }

  @Test func `Ctrl-C ends a sync with a cloud that does not answer, and the next one works`() throws
  {
    let cloud = try PseudoTerminal(["serve"], home: home.path)
    try cloud.expect("SUPABASE_URL=")
    let address = try cloud.expect("\r\n")
    let terminal = try start("--cloud", address)
    // So that nothing but what is typed is sent.
    try terminal.enter("sync.auto(false)", gives: "false", "q:0> ")
    try terminal.enter("auth.sign_up('a@b.example', 'long-pw-1')", gives: "lectern(online) q:0> ")
    try terminal.enter("notes.add('jn 3.16', 'x')", gives: "lectern(online) q:1> ")
    cloud.signal(SIGSTOP)
    defer { cloud.signal(SIGCONT) }
    try terminal.enter("print('be' .. 'gun') sync.now()", gives: "begun\r\n")
    try terminal.type("\u{3}")
    try terminal.expect("error: interrupted")
    try terminal.expect("q:1> ")
    cloud.signal(SIGCONT)
    try terminal.enter(".sync now", gives: "pushed = 1", "lectern(online) q:0> ")
    try terminal.enter(".sync", gives: "Status     signed in\r\n", "Pending    0\r\n", "q:0> ")
    try terminal.enter(".account", gives: "Account       a@b.example\r\n", address, "q:0> ")
    try terminal.leave()
    cloud.signal(SIGINT)
  }

  @Test func `a password never reaches history, nor a recording`() throws {
    let terminal = try start()
    let lines = [
      "auth.sign_up('a@b.example', 'secret-1')", "auth.sign_in('a@b.example',\r'secret-2'\r)",
      "local p = 'harmless'",
    ]
    for line in lines { try terminal.enter(line, gives: "q:0> ") }
    try terminal.enter(".record flow.lua", gives: "q:0> ")
    for line in lines { try terminal.enter(line, gives: "q:0> ") }
    try terminal.leave()
    for file in [".local/state/lectern/history", "flow.lua"] {
      let text = try text(of: file)
      #expect(!text.contains("secret"))
      #expect(text.contains("harmless"))
    }
    let path = home.path + "/.local/state/lectern/history"
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `names, fields, methods and option keys are completed`() throws {
    let terminal = try start("--memory")
    try terminal.enter("n = notes.ad\t'jn 3.16', 'x', {ta\t'grace'})", gives: "q:1> ")
    try terminal.enter("n.te\t", gives: "\r\nx\r\n", "q:1> ")
    try terminal.enter("n:upd\t{te\t'y'}).text", gives: "\r\ny\r\n", "> ")
    try terminal.enter("highlights.coll\t.ad\t'Light', 'gold').name", gives: "\r\nLight\r\n")
    try terminal.leave()
  }

  @Test func `help explains what is asked for`() throws {
    let terminal = try start("--memory")
    try terminal.enter(".help notes.add", gives: "notes.add(ref, text, {tags=, collection=})")
    try terminal.enter(".help unlink", gives: "note:unlink(other)\r\n    Takes the link")
    try terminal.enter(".help show", gives: "show(value, [mode])")
    try terminal.enter(".sync", gives: "Status     not signed in", "Last sync  never", "> ")
    try terminal.enter(".account", gives: "none: not signed in", "Hint", "> ")
    try terminal.enter(".sql select 6 * 7 as n", gives: "\r\n42\r\n", "> ")
    try terminal.leave()
  }
}
