import Testing

@testable import Console

/// A session file that a program or a person has spoilt, and a console that starts with it.
@Suite struct SessionFileProgramTests {
  private let shell: Shell
  private let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  private static let file = ".local/state/lectern/sessions/default.json"

  /// Each way to spoil it, and a word of the cure.
  private static let ways = [
    (": > \(file)", "sign in again"), ("echo '{}' > \(file)", "sign in again"),
    ("head -c $(($(wc -c < kept) / 2)) kept > \(file)", "sign in again"),
    ("head -c $(($(wc -c < kept) - 2)) kept > \(file)", "sign in again"),
    ("head -c 400000 /dev/zero > \(file)", "sign in again"), ("chmod 640 \(file)", "chmod 600"),
  ]

  @Test func `it is named with its cure, no token is shown, edits go on, and signing in mends it`()
    throws
  {
    for (spoil, cure) in Self.ways {
      let result = try shell.run(
        """
        rm -rf .local
        lectern -e 'auth.sign_up("a@b.example", "password-1")' > /dev/null 2>&1
        cp \(Self.file) kept
        \(spoil)
        for c in 'auth.user()' 'auth.change_password("password-2")' 'auth.sign_out{}'; do
          lectern -e "$c"; echo "status $?"
        done > told 2>&1
        lectern sync >> told 2>&1; echo "status $?" >> told
        lectern -e 'notes.add("jn 3.16", "x") return sync.now().pushed, #queue'
        grep -c '^status [1-9]' told
        grep -c 'session file.*default.json' told
        grep -c '\(cure)' told
        grep -o '"\\(access\\|refresh\\)_token":"[^"]*' kept | cut -d'"' -f4 > tokens
        wc -l < tokens
        grep -c -F -f tokens told
        lectern -e 'auth.sign_in("a@b.example", "password-1")' > /dev/null
        lectern -e 'return auth.user().email, sync.now().pushed, #queue'
        stat -c %a \(Self.file)
        """)
      #expect(
        result.output.split(separator: "\n").map(String.init) == [
          "0\t1", "4", "4", "4", "2", "0", "a@b.example\t1\t0", "600",
        ], "\(spoil): \(result.output)")
    }
  }
}
