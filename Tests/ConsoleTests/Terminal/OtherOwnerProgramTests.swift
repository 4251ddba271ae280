import Support
import Testing

@testable import Console

/// What becomes of the files of a profile where another account signs in.
@Suite struct OtherOwnerProgramTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
    _ = try shell.run(
      """
      lectern -e 'auth.sign_up("bob@t.example", "long-pw-1") auth.sign_out{}' > /dev/null
      lectern -e 'auth.sign_up("ann@t.example", "long-pw-1") notes.add("jn 3.16", "ann 1")
        sync.now() notes.add("jn 3.17", "ann 2")' > /dev/null
      """)
  }

  private func signIn(_ offer: String) -> String {
    """
    lectern -e 'auth.sign_in("bob@t.example", "long-pw-1", {on_other_owner = "\(offer)"})'
    """
  }

  private static let count = "lectern -e '#notes.find{}'"
  private static let user = ".local/share/lectern/profiles/default/user.db"

  @Test func `a new profile has the session, and the cloud of this one`() throws {
    let result = try shell.run(
      """
      \(signIn("new_profile"))
      lectern -e 'auth.user().email'
      \(Self.count)
      lectern --profile bob@t.example -e 'auth.user().email'
      lectern --profile bob@t.example -e 'notes.add("jn 3.18", "bob 1") return sync.now().pushed'
      lectern --profile bob@t.example -e '#notes.find{}'
      \(signIn("new_profile")) > /dev/null
      ls ~/.local/share/lectern/profiles
      lectern -e 'sync.now().pushed'
      """)
    #expect(result.output.contains("lectern --profile bob@t.example"), "\(result.output)")
    let lines = result.output.split(separator: "\n").map(String.init).suffix(8)
    #expect(
      Array(lines) == [
        "ann@t.example", "2", "bob@t.example", "1", "1", "bob@t.example", "default", "1",
      ], "\(result.output)")
  }

  @Test func `what is replaced lies in a file beside, with all that was unsent`() throws {
    let result = try shell.run(
      """
      \(signIn("replace"))
      \(Self.count)
      lectern --db ~/\(Self.user)-of-ann@t.example -e '#notes.find{}'
      lectern --db ~/\(Self.user)-of-ann@t.example -e '#queue.find{}'
      lectern -e 'sync.now().reason'
      \(Self.count)
      """)
    #expect(result.output.contains("with 1 edit that no cloud has"), "\(result.output)")
    #expect(result.output.contains("\(home.path)/\(Self.user)-of-ann@t.example"))
    #expect(result.output.hasSuffix("0\n2\n1\nnil\n0\n"), "\(result.output)")
  }

  @Test func `what is copied from stays a profile, signed in as it was`() throws {
    let result = try shell.run(
      """
      \(signIn("copies"))
      lectern -e 'sync.now().pushed'
      lectern -e 'auth.user().email'
      lectern --profile ann@t.example -e 'auth.user().email'
      lectern --profile ann@t.example -e 'sync.now().pushed'
      lectern --profile ann@t.example -e '#notes.find{}'
      \(Self.count)
      lectern doctor > /dev/null; echo $?
      """)
    #expect(result.output.contains("lectern --profile ann@t.example"), "\(result.output)")
    #expect(
      result.output.hasSuffix("2\nbob@t.example\nann@t.example\n1\n2\n2\n0\n"), "\(result.output)")
  }

  @Test func `in a sandbox no file is made`() throws {
    let result = try shell.run(
      """
      lectern --sandbox -e 'auth.sign_in("bob@t.example", "long-pw-1",
        {on_other_owner = "replace"})'
      ls ~/.local/share/lectern/profiles/default | grep -c of-ann
      """)
    #expect(result.output.contains("sandbox"), "\(result.output)")
    #expect(result.output.hasPrefix("0\n"), "\(result.output)")
  }

  @Test func `a deleted account leaves the library`() throws {
    let result = try shell.run(
      """
      lectern -e 'auth.delete_account{confirm = "DELETE"}'
      lectern -e 'auth.user()'
      \(Self.count)
      lectern -e 'auth.sign_up("cid@t.example", "long-pw-1") return sync.now().pushed'
      """)
    #expect(result.output == "true\nnil\n2\n2\n", "\(result.output)")
  }
}
