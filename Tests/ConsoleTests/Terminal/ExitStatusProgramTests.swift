import Glibc
import Testing
import Vocabulary

@testable import Console

/// Every row of the table of exit statuses, by the program as people have it.
@Suite struct ExitStatusProgramTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  @Test(arguments: [
    (Console.ExitStatus.success, "lectern --memory -e 'return 1'"),
    (.failure, "lectern --memory -e 'error(\"x\")'"),
    (.failure, "echo \"it('x', function() error('no') end)\" > t.lua; lectern test t.lua"),
    (
      .mismatch,
      "printf -- '\(RecordingTerms.usual.header)\\nshow(1)\\n--> 2\\n' > r; lectern replay r"
    ),
    (.usage, "lectern --nonsense"), (.usage, "lectern test --jobs x"),
    (.badInput, "printf '\\377\\376' > bad.lua; lectern bad.lua"), (.noInput, "lectern gone.lua"),
    (.noInput, "lectern test gone.lua"),
    (.inputOutput, "lectern --memory -e 'return 1' > /dev/full"),
    (.inputOutput, "lectern meta /proc/none"),
    (.refused, "lectern sync"), (.configuration, "SUPABASE_URL=http://127.0.0.1:1 lectern sync"),
    (.configuration, "lectern --cloud none sync"),
    (.timeout, "lectern --memory --timeout 0.2 -e 'while true do end'"),
  ])
  func `a row of the table`(status: Console.ExitStatus, command: String) throws {
    let result = try shell.run(command)
    #expect(result.status == status.rawValue, "\(command): \(result.output)")
  }

  @Test func `a sync that is not complete ends with 75`() throws {
    let result = try shell.run(
      """
      lectern -e 'auth.sign_up("a@b.example", "password-1") notes.add("John 3:16", "x") sync.now()'
      sqlite3 .local/share/lectern/profiles/default/cloud.db \
        "CREATE TRIGGER no BEFORE INSERT ON user_notes BEGIN SELECT RAISE(ABORT, 'no'); END"
      lectern -e 'notes.add("John 3:17", "y")'
      lectern sync
      """)
    #expect(result.status == Console.ExitStatus.incomplete.rawValue, "\(result.output)")
  }

  @Test func `a cloud that is not there ends a sync with 69`() throws {
    let served = try shell.run(
      """
      '\(try PseudoTerminal.program())' serve --quiet > served &
      server=$!
      until grep -qs SERVICE served; do sleep 0.05; done
      url=$(sed -n 's/^SUPABASE_URL=//p' served)
      lectern --cloud $url -e 'auth.sign_up("a@b.example", "password-1") sync.now()'
      kill -9 $server
      lectern --cloud $url sync
      """)
    #expect(served.status == Console.ExitStatus.cloudUnavailable.rawValue, "\(served.output)")
  }

  @Test func `an error that no module declared is ours, and ends with 70`() {
    struct Undeclared: Error {}
    let explained = Reporter.explained(Undeclared())
    #expect(Console.ExitStatus(for: explained).rawValue == 70)
    #expect(explained.hint?.contains("a mistake in Lectern") == true)
  }

  @Test func `Ctrl-C and a closed pipe end it by their signal`() throws {
    let terminal = try PseudoTerminal(
      ["--memory", "-e", "print('on') while true do end"], home: home.path)
    try terminal.expect("on")
    terminal.signal(SIGINT)
    #expect(try terminal.end() & 0x7F == SIGINT)
    let piped = try shell.run(
      "bash -c 'set -o pipefail; yes 1 | head -100000 > n; "
        + "\(try PseudoTerminal.program()) --memory -e \"for i = 1, 1e6 do print(i) end\" | head -1'"
    )
    #expect(piped.status == 128 + SIGPIPE)
  }
}
