import Cloud
import EmbeddedCloud
import Glibc
import Schema
import Testing
import Vocabulary

@testable import Console

/// A library of 1,203 rows that no cloud has, signed in to a served one that answers syncs when it
/// is told to.
private final class HeldSync {
  /// Where the requests of syncs wait until they may go on; a minute at most.
  final class Gate: Sendable {
    private let ends: (wait: Int32, open: Int32)

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      self.ends = (ends[0], ends[1])
    }

    deinit { close(ends.wait) }

    func wait(milliseconds: Int32) {
      var watched = pollfd(fd: ends.wait, events: Int16(POLLIN), revents: 0)
      poll(&watched, 1, milliseconds)
    }

    /// Whoever waits or comes later goes on. Called once.
    func open() { close(ends.open) }
  }

  /// A cloud that answers syncs when the gate is open, or after a while.
  private final class HeldCloud: RequestAnswering {
    private let cloud: EmbeddedProject
    private let gate: Gate
    private let milliseconds: Int32

    init(_ cloud: EmbeddedProject, _ gate: Gate, milliseconds: Int32) {
      self.cloud = cloud
      self.gate = gate
      self.milliseconds = milliseconds
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
      if request.path.contains("/sync_") { gate.wait(milliseconds: milliseconds) }
      return cloud.answer(request)
    }
  }

  let shell: Shell
  let gate: Gate
  let server: LoopbackServer
  private let home: ScratchFolder

  init(milliseconds: Int32 = 60_000) throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
    let gate = try Gate()
    let catalog = try Catalog.lectern()
    server = try LoopbackServer {
      () throws(EmbeddedCloudError) -> any RequestAnswering in
      HeldCloud(
        try EmbeddedProject(EmbeddedProject.Settings(), MachineSurroundings(), catalog: catalog),
        gate, milliseconds: milliseconds)
    }
    self.gate = gate
    let script = """
      auth.sign_up("a@b.example", "long-pw-1")
      transaction(function()
        for i = 1, 1200 do notes.add("jn 3.16", "note " .. i) end
        progress.visit("jn 3") progress.visit("jn 4")
      end)
      """
    let result = try shell.run("lectern --cloud \(server.url) -e '\(script)'")
    try #require(result.status == 0, "\(result.output)")
    // Nothing is synced but what is asked for.
    try #require(
      try shell.run(
        "mkdir -p .config/lectern; echo 'sync.auto(false)' > .config/lectern/rc.lua"
      ).status == 0)
  }

  func terminal(
    _ words: [String], environment: [String: String] = [:], columns: UInt16 = 100
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      words + ["--cloud", server.url], home: home.path, environment: environment, columns: columns)
  }

  func rowsInCloud() throws -> String {
    try shell.run(
      "lectern --cloud \(server.url) -e '#cloud.rows(\"user_notes\", {limit = 9999})'"
    ).output
  }

  deinit { server.stop() }
}

/// The line of a sync under way, on a real terminal and a served cloud.
@Suite struct ProgressLineProgramTests {
  /// What a person sees in the end, line by line.
  private func lines(_ screen: String) -> [String] {
    screen.split(separator: "\r\n", omittingEmptySubsequences: false).map { text in
      var signs: [Character] = []
      for part in text.split(separator: "\r", omittingEmptySubsequences: false) {
        signs = Array(part) + signs.dropFirst(part.count)
      }
      while signs.last == " " { signs.removeLast() }
      return String(signs)
    }
  }

  @Test func `a sync on a terminal shows how far it has come, and leaves no trace`() throws {
    let held = try HeldSync()
    let terminal = try held.terminal(["sync"])
    try terminal.expect("Uploading 1,200 notes, 2 chapters read, 1 day of reading… [░░░░░░░░░░] ")
    try terminal.expect("0 of 1,203")
    held.gate.open()
    #expect(try terminal.end() == 0)
    #expect(!terminal.screen.contains("\u{1B}"))
    let seen = lines(terminal.screen)
    #expect(seen.count == 2 && seen[1].isEmpty, "\(seen)")
    #expect(seen[0].hasPrefix(#"{"result":"new_data","pushed":1203,"#), "\(seen)")
    #expect(try held.rowsInCloud() == "1200\n")
  }

  @Test func `a prompt shows it too, in the width and the signs that there are`() throws {
    let held = try HeldSync()
    let terminal = try held.terminal([], environment: ["LANG": "C"], columns: 62)
    try terminal.expect("q:1203> ")
    try terminal.type("sync.now().pushed\r")
    try terminal.expect("Uploading 1,200 notes... [..........] 0 of 1,203")
    held.gate.open()
    try terminal.expect("\r1203\r\n")
    try terminal.expectPrompt()
    let seen = lines(terminal.screen)
    #expect(!seen.contains { $0.contains("loading") }, "\(seen)")
    #expect(seen.contains("1203"))
    try terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
  }

  @Test func `Ctrl-C takes it away, and the next sync sends all of it once`() throws {
    let held = try HeldSync()
    let terminal = try held.terminal([])
    try terminal.expect("q:1203> ")
    try terminal.type("sync.now().reason\r")
    try terminal.expect("0 of 1,203")
    try terminal.type("\u{3}")
    try terminal.expect("error: interrupted")
    try terminal.expectPrompt()
    #expect(!lines(terminal.screen).contains { $0.contains("loading") }, "\(terminal.screen)")
    held.gate.open()
    try terminal.type("sync.now().pending\r")
    try terminal.expect("\r0\r\n")
    try terminal.expectPrompt()
    try terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
    #expect(try held.rowsInCloud() == "1200\n")
  }

  @Test func `a listener that is interrupted leaves everything whole`() throws {
    let held = try HeldSync()
    held.gate.open()
    let terminal = try held.terminal([])
    try terminal.expect("q:1203> ")
    try terminal.type(
      "on('progress', function(e) if e.done > 0 then print('lis' .. 'tens') while not stop do end "
        + "end end);\r")
    try terminal.expect("q:1203> ")
    try terminal.type("sync.now()\r")
    try terminal.expect("listens\r\n")
    try terminal.type("\u{3}")
    try terminal.expect("error: interrupted")
    try terminal.expect("q:203> ")
    try terminal.type("stop = true sync.now();\r")
    try terminal.expect("q:0> ")
    try terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
    #expect(try held.rowsInCloud() == "1200\n")
  }

  @Test func `a program that is ended wipes it first`() throws {
    let held = try HeldSync()
    let terminal = try held.terminal(["sync"])
    try terminal.expect("0 of 1,203")
    terminal.signal(SIGTERM)
    #expect(try terminal.end() & 0x7F == SIGTERM)
    #expect(!lines(terminal.screen).contains { $0.contains("loading") }, "\(terminal.screen)")
  }

  @Test(arguments: [
    (["sync", "--quiet"], [:]), (["sync"], ["TERM": "dumb"]), (["sync"], ["TERM": ""]),
    (["-e", "sync.now().pushed"], [:]),
  ])
  func `where nobody looks or wants it there is none`(
    words: [String], environment: [String: String]
  ) throws {
    let held = try HeldSync(milliseconds: 700)
    let terminal = try held.terminal(words, environment: environment)
    #expect(try terminal.end() == 0)
    #expect(terminal.screen.contains("1203"))
    #expect(!terminal.screen.contains("loading"), "\(terminal.screen)")
    held.gate.open()
  }

  @Test func `a pipe gets none`() throws {
    let held = try HeldSync(milliseconds: 700)
    let result = try held.shell.run("lectern sync --cloud \(held.server.url)")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("{") && !result.output.contains("loading"))
    held.gate.open()
  }
}
