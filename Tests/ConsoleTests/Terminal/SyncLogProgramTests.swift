import Testing

@testable import Console

/// `.log`: what was asked of the cloud, by the program as people have it.
@Suite struct SyncLogProgramTests {
  private let home: ScratchFolder

  init() throws { home = try ScratchFolder() }

  private func prompt(_ lines: [String], _ arguments: [String] = []) throws -> String {
    let terminal = try PseudoTerminal(arguments, home: home.path, columns: 120)
    for line in lines {
      try terminal.expect("> ")
      try terminal.type(line + "\r")
    }
    try terminal.expect("> ")
    try terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
    return terminal.screen
  }

  private let synced = """
    auth.sign_up('me@here.example', 'password-1') \
    notes.add('John 3:16', 'nobody else reads this') sync.now()
    """

  @Test func `the latest requests are listed, without what they carried`() throws {
    _ = try Shell(home: home.path).run("lectern -e \"\(synced)\"")
    let screen = try prompt([".log", ".log 1", ".log nowhere/page.html", ".log 0"])
    #expect(screen.contains("push 1 change"))
    #expect(screen.contains("200, 1 applied"))
    #expect(screen.contains("sign up"))
    #expect(screen.contains("path cannot be written"))
    #expect(screen.contains("'0' is no number of requests"))
    let log = try Shell(home: home.path).run("cat .local/state/lectern/sync.log").output
    for secret in ["nobody else", "password-1", "me@here", "eyJ"] {
      #expect(!log.contains(secret), "\(secret)")
      #expect(!screen.contains(secret), "\(secret)")
    }
    let mode = try Shell(home: home.path).run("stat -c %a .local/state/lectern/sync.log").output
    #expect(mode == "600\n")
  }

  @Test func `a page shows requests, the queue and nothing of another profile`() throws {
    _ = try Shell(home: home.path).run(
      """
      lectern -e "\(synced) bookmarks.add('John 1:1')"
      lectern --profile other -e "auth.sign_up('o@here.example', 'password-1') sync.now()"
      """)
    // Nothing is synced in the background there.
    let screen = try prompt([".log page.html"], ["--read-only"])
    #expect(screen.contains("events in page.html"))
    let page = try Shell(home: home.path).run("cat page.html").output
    #expect(page.contains("push 1 change"))
    #expect(page.contains("INSERT bookmarks 1"))
    #expect(page.contains("in the queue, ready"))
    #expect(page.split(separator: ">sign up<").count == 2)
  }

  @Test func `in memory there is no log, and a world is pointed at`() throws {
    let terminal = try PseudoTerminal(["--memory"], home: home.path)
    try terminal.expectPrompt()
    try terminal.type(".log\r")
    try terminal.expect("w:report(\"flow.html\")")
  }

  @Test func `a full log begins anew, and the file before it stays`() throws {
    _ = try Shell(home: home.path).run(
      """
      lectern -e "\(synced)"
      line=$(tail -1 .local/state/lectern/sync.log)
      yes "$line" | head -c 1100000 >> .local/state/lectern/sync.log
      lectern -e 'sync.now()'; lectern -e 'sync.now()'
      """)
    let sizes = try Shell(home: home.path).run(
      "cd .local/state/lectern; wc -c < sync.log; wc -c < sync.log.1"
    ).output
    let counts = sizes.split(separator: "\n").compactMap { Int($0) }
    #expect(counts.count == 2)
    #expect(counts.first ?? 0 < 10_000)
    #expect(counts.last ?? 0 > 1_000_000)
  }
}
