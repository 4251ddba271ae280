import Cloud
import EmbeddedCloud
import Glibc
import Schema
import Synchronization
import Testing
import Vocabulary

@testable import Console

/// Where the program keeps who is signed in.
@Suite struct SessionProgramTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  private static let sessions = ".local/state/lectern/sessions"
  private static let signUp = #"lectern -e 'auth.sign_up("a@b.example", "correct-horse-9")'"#
  private static let keptIn = "lectern -e 'return auth.session().kept_in'"

  private func run(_ commands: String...) throws -> String {
    try shell.run(commands.joined(separator: "\n")).output
  }

  /// A secret service whose tool keeps everything in a file.
  private func installSecretTool(_ script: String? = nil) throws {
    let usual = """
      case "$1" in
        store) cat > "$HOME/keyring" ;;
        lookup) cat "$HOME/keyring" 2>/dev/null || exit 1 ;;
        clear) rm "$HOME/keyring" 2>/dev/null || exit 1 ;;
      esac
      """
    try FileBytes.makeFolder(home.path + "/bin")
    let text = "#!/bin/sh\necho \"$@\" >> \"$HOME/words\"\n\(script ?? usual)\n"
    try FileBytes.replace(home.path + "/bin/secret-tool", with: Array(text.utf8))
    chmod(home.path + "/bin/secret-tool", 0o700)
  }

  private static let desktop =
    #"export PATH="$HOME/bin:$PATH" DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere"#

  @Test func `without a desktop a session is in a file of its owner`() throws {
    #expect(try run(Self.signUp, Self.keptIn).contains("file\n"))
    let modes = try run("stat -c %a \(Self.sessions) \(Self.sessions)/default.json")
    #expect(modes == "700\n600\n")
  }

  @Test func `where a secret service answers it has the session, and the file a note`() throws {
    try installSecretTool()
    let kept = try run(Self.desktop, Self.signUp, Self.keptIn, "lectern doctor | grep session")
    #expect(kept.contains("secret service\n"))
    #expect(kept.contains("a@b.example is signed in; kept in: secret service"))
    #expect(try run("grep -c refresh_token keyring") == "1\n")
    #expect(try run("grep -c 'refresh_token\\|a@b' \(Self.sessions)/default.json") == "0\n")
    #expect(try run("grep -c 'refresh\\|access\\|a@b' words") == "0\n")
    _ = try run(Self.desktop, "lectern -e 'auth.sign_out{}'")
    #expect(try run("ls keyring \(Self.sessions)/default.json 2>&1 | grep -c 'No such'") == "2\n")
  }

  @Test func `a service that hangs is given up, and the session is in the file`() throws {
    try installSecretTool("sleep 600")
    #expect(try run(Self.desktop, Self.signUp, Self.keptIn).contains("file\n"))
  }

  @Test func `in memory no secret service is asked`() throws {
    try installSecretTool()
    let chunk = #"auth.sign_up("a@b.example", "correct-horse-9") return auth.session().kept_in"#
    let kept = try run(Self.desktop, "lectern --memory -e '\(chunk)'")
    #expect(kept == "memory\n")
    #expect(try run("ls words 2>&1").contains("No such"))
  }

  @Test func `LECTERN_KEYRING=off keeps it in the file`() throws {
    try installSecretTool()
    let kept = try run(Self.desktop, "export LECTERN_KEYRING=off", Self.signUp, Self.keptIn)
    #expect(kept.contains("file\n"))
    #expect(try run("ls keyring 2>&1").contains("No such"))
  }

  @Test func `a passphrase seals it; without, a script is told and a person is asked`() throws {
    let passphrase = "export LECTERN_SESSION_PASSPHRASE='open sesame 1'"
    #expect(try run(passphrase, Self.signUp, Self.keptIn).contains("sealed file\n"))
    #expect(try run("grep -c 'a@b.example' \(Self.sessions)/default.json") == "0\n")
    let refused = try run("lectern -o json -e 'auth.user()'")
    #expect(refused.contains("\"kind\":\"crypto\""))
    #expect(refused.contains("LECTERN_SESSION_PASSPHRASE"))
    let wrong = try run("export LECTERN_SESSION_PASSPHRASE=nope", "lectern -e 'auth.user()'")
    #expect(wrong.contains("does not open with this passphrase") && !wrong.contains("nope"))
    let terminal = try PseudoTerminal([], home: home.path)
    try terminal.expect("Passphrase of the session: ")
    try terminal.type("nope\r")
    try terminal.expect("Passphrase of the session: ")
    try terminal.type("open sesame 1\r")
    try terminal.expect("lectern(online) q:0> ")
    try terminal.type("auth.user().email\r")
    try terminal.expect("a@b.example")
    try terminal.expectPrompt()
    try terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
    #expect(!terminal.screen.contains("sesame"))
  }

  @Test func `programs that are started have no token and no passphrase`() throws {
    let seen = try run(
      "export LECTERN_SESSION_PASSPHRASE=sekret-1 LECTERN_KEYRING=off",
      "lectern --memory -e 'print(os.getenv(\"LECTERN_SESSION_PASSPHRASE\")) os.execute(\"env\")'")
    #expect(seen.contains("nil\n"))
    #expect(seen.contains("LECTERN_KEYRING=off") && !seen.contains("sekret-1"))
  }

  @Test func `a refresh token alone is a half configuration`() throws {
    let half = try shell.run("LECTERN_REFRESH_TOKEN=sekret-1 lectern -e 'return 1'")
    #expect(half.status == 78)
    #expect(half.output.contains("LECTERN_ACCESS_TOKEN is not set"))
    #expect(!half.output.contains("sekret-1"))
  }

  @Test func `a session that others may read is refused with the cure`() throws {
    let refused = try run(
      Self.signUp, "chmod 644 \(Self.sessions)/default.json", "lectern -e 'auth.user()'",
      "lectern doctor")
    #expect(refused.contains("may be read by others"))
    #expect(refused.contains("chmod 600 '"))
    let folder = try run(
      "chmod 600 \(Self.sessions)/default.json; chmod 777 \(Self.sessions)",
      "lectern -e 'auth.user()'")
    #expect(folder.contains("may be changed by others") && folder.contains("chmod 700 '"))
  }
}

/// Counts refreshes, and is late: every token of its project's sign-ups has ended.
private final class CountingCloud: RequestAnswering {
  private let project: EmbeddedProject
  private let count: RefreshTally

  init(_ count: RefreshTally) throws {
    self.count = count
    var settings = EmbeddedProject.Settings()
    settings.path = ":memory:"
    settings.passwordCost = .trivial
    project = try EmbeddedProject(
      settings, MachineSurroundings(), catalog: try Catalog.lectern())
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    if request.path.hasSuffix("grant_type=refresh_token") { count.add() }
    return project.answer(request)
  }
}

private final class RefreshTally: Sendable {
  private let count = Mutex(0)
  func add() { count.withLock { $0 += 1 } }
  var value: Int { count.withLock { $0 } }
}

@Suite struct SharedRefreshTests {
  @Test func `ten processes that need a token at once cause one refresh, and all have it`() throws {
    let home = try ScratchFolder()
    let shell = Shell(home: home.path)
    let count = RefreshTally()
    let server = try LoopbackServer { () throws(EmbeddedCloudError) -> any RequestAnswering in
      do { return try CountingCloud(count) } catch { throw .keysUnreadable }
    }
    defer { server.stop() }
    let file = ".local/state/lectern/sessions/default.json"
    _ = try shell.run(
      """
      lectern --cloud \(server.url) -e 'auth.sign_up("a@b.example", "correct-horse-9")'
      sed -i 's/"expires_at":"2[0-9]*/"expires_at":"2020/' \(file)
      for i in 1 2 3 4 5 6 7 8 9 10; do
        lectern --cloud \(server.url) -o json -e 'return sync.pull().reason or "none"' > out.$i &
      done
      wait
      """)
    #expect(count.value == 1)
    #expect(
      try shell.run("cat out.*").output.split(separator: "\n")
        == Array(
          repeating: "\"none\"", count: 10))
  }
}
