import Cloud
import Glibc
import Testing

/// The real caller with a tool of the test in its place.
@Suite final class SecretToolTests {
  private let scratch: SessionFolder

  init() throws { scratch = try SessionFolder() }

  private var kept: String { "\(scratch.path)/kept" }
  private var words: String { SessionFolder.text(of: "\(scratch.path)/words") }

  /// A tool that does as the real one, with a file for its keyring.
  private func tool(
    _ script: String? = nil, bus: String = "unix:path=/nowhere", patience: Duration = .seconds(5)
  ) -> SecretTool {
    let whole = """
      #!/bin/sh
      echo "$@" >> '\(scratch.path)/words'
      \(script ?? usual)
      """
    SessionFolder.write(whole, to: "\(scratch.path)/secret-tool", mode: 0o700)
    let environment = ["PATH": "/nowhere:\(scratch.path)", "DBUS_SESSION_BUS_ADDRESS": bus]
    return SecretTool(profile: "/p/default.json", patience: patience) { environment[$0] }
  }

  private var usual: String {
    """
    case "$1" in
      store) /bin/cat > '\(kept)' ;;
      lookup) [ -f '\(kept)' ] || exit 1; /bin/cat '\(kept)' ;;
      clear) [ -f '\(kept)' ] || exit 1; /bin/rm '\(kept)' ;;
    esac
    """
  }

  @Test func `a secret goes in by its input and comes back whole`() throws {
    let tool = tool()
    #expect(tool.isThere)
    #expect(try tool.secret() == nil)
    let secret = Array(String(repeating: "säcret ", count: 20_000).utf8)
    try tool.keep(secret)
    #expect(try tool.secret() == secret)
    #expect(!words.contains("säcret"))
    #expect(words.contains("application lectern profile /p/default.json"))
    try tool.forget()
    #expect(try tool.secret() == nil)
    try tool.forget()
  }

  @Test func `without a bus or a tool there is none, and none is started`() throws {
    let noBus = tool(bus: "")
    #expect(!noBus.isThere)
    #expect(throws: KeyringSilence.self) { try noBus.secret() }
    let noTool = SecretTool(profile: "p") { $0 == "PATH" ? "/nowhere" : "x" }
    #expect(!noTool.isThere)
    #expect(words.isEmpty)
  }

  @Test func `what it complains of is its silence`() throws {
    let tool = tool("echo 'secret-tool: Cannot autolaunch D-Bus' >&2; exit 1")
    let silence = KeyringSilence("secret-tool: Cannot autolaunch D-Bus")
    #expect(throws: silence) { try tool.secret() }
    #expect(throws: silence) { try tool.keep([1]) }
    #expect(throws: silence) { try tool.forget() }
  }

  @Test func `one that asks and waits is ended, with what it started`() throws {
    let tool = tool("/bin/sleep 600 & /bin/sleep 600", patience: .seconds(1))
    #expect(throws: KeyringSilence("it did not answer; it may be locked")) { try tool.secret() }
  }

  @Test func `one that does not read its input ends nobody`() throws {
    let tool = tool("exit 0")
    try tool.keep([UInt8](repeating: 65, count: 1_000_000))
  }
}
