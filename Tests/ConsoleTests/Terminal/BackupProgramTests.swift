import EmbeddedCloud
import Schema
import Support
import Testing
import Vocabulary

@testable import Console

/// `lectern doctor`, `backup` and `restore`, as a shell sees them.
@Suite struct BackupProgramTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  private static let user = "~/.local/share/lectern/profiles/default/user.db"

  @Test func `a library is copied, goes on, and comes back`() throws {
    let result = try shell.run(
      """
      lectern -e 'notes.add("jn 3.16", "one")' > /dev/null
      lectern backup copy.db
      lectern backup copy.db; echo $?
      lectern -e 'notes.add("jn 3.17", "two")' > /dev/null
      lectern restore copy.db
      lectern -e '#notes.find{}'
      lectern --db \(Self.user)-before-restore -e '#notes.find{}'
      lectern restore \(Self.user)-before-restore > /dev/null
      lectern -e '#notes.find{}'
      lectern doctor > /dev/null; echo $?
      """)
    let kept = "\(home.path)/.local/share/lectern/profiles/default/user.db-before-restore"
    #expect(
      result.output == """
        {"file":"copy.db","rows":{"user_notes":1},"unsent":1}
        65
        {"file":"copy.db","rows":{"user_notes":1},"unsent":1,"kept":"\(kept)","kept_unsent":2}
        1
        2
        2
        0
        error: copy.db is there already
          hint: name another file; nothing is written over
        what was there, with 2 edits that no cloud has, is kept in \(kept)
        what was there, with 1 edit that no cloud has, is kept in \(kept)-2

        """)
  }

  @Test func `a backup of another account's library is kept out`() throws {
    let sign = { (email: String) in
      #"auth.sign_up("\#(email)", "long-pw-1") notes.add("jn 3.16", "x") sync.now()"#
    }
    let result = try shell.run(
      """
      lectern -e '\(sign("a@b.example"))' > /dev/null; lectern backup a.db > /dev/null
      lectern --profile b -e '\(sign("b@b.example"))' > /dev/null
      lectern --profile b restore a.db; echo $?
      lectern --profile b -e '#notes.find{}'
      lectern --profile new restore --quiet a.db
      """)
    #expect(
      result.output == """
        77
        1
        {"file":"a.db","rows":{"user_notes":1},"unsent":0}
        error: a.db belongs to another account than this library
          hint: nothing was changed; --profile NAME makes it a library of its own

        """)
  }

  @Test(arguments: [
    ("lectern backup", 64, "write lectern backup FILE"),
    ("lectern restore a b", 64, "write lectern restore FILE"),
    ("lectern --memory doctor", 64, "--memory has nothing"),
    ("lectern restore x --read-only", 64, "does not belong to restore"),
    ("lectern backup x", 66, "there is no file"), ("lectern restore x", 66, "there is no file x"),
    ("lectern doctro", 66, "did you mean 'lectern doctor'?"),
    ("lectern -e 1 >/dev/null; lectern restore \(user)", 65, "is the library itself"),
    ("lectern -e 1 >/dev/null; lectern backup no/copy", 74, "cannot open no/copy"),
    ("lectern -e 1 >/dev/null; echo x > f; lectern restore f", 65, "f is not a database"),
  ]) func `what cannot be is one error with its cure`(
    command: String, status: Int32, text: String
  ) throws {
    let result = try shell.run(command)
    #expect(result.output.contains(text), "\(result.output)")
    #expect(result.status == status)
  }

  @Test func `a restore that is killed leaves the old library or the new one`() throws {
    let program = try PseudoTerminal.program()
    let result = try shell.run(
      """
      lectern -e 'notes.add("jn 3.16", "one")' > /dev/null
      lectern backup copy.db > /dev/null
      lectern -e 'for i = 2, 40 do notes.add("jn 3.17", "note " .. i) end'
      lectern backup full.db > /dev/null
      for ms in 002 004 006 008 010 012 014 016 018 020 022 024 026 028 030 035 040 050 060 080; do
        rm -f \(Self.user)*; cp full.db \(Self.user)
        timeout -s KILL "0.$ms" '\(program)' restore copy.db > /dev/null 2>&1
        lectern -e '#notes.find{}' 2>&1
      done | sort | uniq -c | awk '$2 != 1 && $2 != 40 { print } END { print "done" }'
      lectern doctor > found 2>&1; grep ^wrong found
      """)
    #expect(result.output == "done\n")
  }

  // MARK: - doctor

  @Test func `the doctor tells until when a subscription lasts`() throws {
    let result = try shell.run(
      """
      lectern -e 'auth.sign_up("p@t.example", "correct-horse-9").email' > /dev/null
      for time in 2199-01-01T00:00:00Z 2020-01-01T00:00:00Z; do
        lectern -e "cloud.entitle('p@t.example', '$time')" > /dev/null
        lectern -e 'auth.sign_in("p@t.example", "correct-horse-9").email' > /dev/null
        lectern doctor | grep subscription
      done
      """)
    #expect(result.output.contains("it lasts until 2199-01-01T00:00:00.000Z"), "\(result.output)")
    #expect(result.output.contains("it ended at 2020-01-01T00:00:00.000Z"), "\(result.output)")
  }

  @Test func `the doctor makes nothing, and shows no secret`() throws {
    let none = try shell.run("lectern doctor; s=$?; find . -type f | grep -v errors; exit $s")
    #expect(none.status == 0 && !none.output.contains("./."))
    let result = try shell.run(
      """
      lectern -e 'auth.sign_up("a@b.example", "long-pw-1") notes.add("jn 3.16", "x") sync.now()' \
        > /dev/null
      find .local -type f | xargs cksum > before
      lectern doctor; s=$?
      find .local -type f | xargs cksum | cmp - before
      token=$(grep -o '"access_token":"[^"]*' .local/state/lectern/sessions/default.json | cut -c17-)
      lectern doctor | grep -c "$token"; exit $s
      """)
    #expect(result.status == 0, "\(result.output)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.last == "0")
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("ok ") }, "\(result.output)")
    for area in ["session", "policies", "device", "rights", "full text"] {
      #expect(lines.contains { $0.hasPrefix("ok    \(area)") }, "\(area)")
    }
  }

  @Test func `its cure for a form that is not whole makes it whole`() throws {
    let result = try shell.run(
      """
      lectern -e 'notes.add("jn 3.16", "grace")' > /dev/null
      sqlite3 \(Self.user) 'DROP TRIGGER notes_fts_updated; DROP INDEX notes_by_verse'
      chmod 644 \(Self.user)
      lectern doctor > found; echo $?; grep ^wrong found
      sh -c "$(sed -n 's/.*cure: \\(sqlite3.*\\), then.*/\\1/p' found | head -1)"
      sh -c "$(sed -n 's/.*cure: \\(chmod.*\\)/\\1/p' found)"
      lectern -e 'notes.search("grace")[1].text'
      lectern doctor -o json > found; echo $?; grep -c wrong found
      """)
    let path = "\(home.path)/.local/share/lectern/profiles/default/user.db"
    #expect(
      result.output == """
        1
        wrong form        the index notes_by_verse is missing
        wrong form        the trigger notes_fts_updated is missing
        wrong rights      others may read \(path)
        grace
        0
        0

        """, "\(result.output)")
  }

  @Test func `an app's file is no library yet, and is told so`() throws {
    try AppFileMaker.make(at: home.path + "/user.db", version: 20)
    let result = try shell.run(
      """
      cp user.db before
      lectern --db user.db backup copy.db; echo $?
      lectern --db x.db restore user.db; echo $?
      cmp user.db before && ls x.db copy.db 2>/dev/null; echo end
      """)
    let told = "user.db is the app's file, version 20, and not upgraded yet"
    #expect(result.output.ranges(of: told).count == 2, "\(result.output)")
    #expect(result.output.hasPrefix("74\n74\nend\n"), "\(result.output)")
  }

  @Test(arguments: [
    ("echo hello there, this is no database > x.db", "x.db is not a database", 1),
    ("sqlite3 x.db 'CREATE TABLE t(x)'", "x.db is another program's database", 1),
    ("lectern --db x.db -e 1; sqlite3 x.db 'PRAGMA user_version = 99'", "version 99", 1),
    ("lectern --db x.db -e 1; sqlite3 x.db 'PRAGMA user_version = 1'", "has form 1", 0),
    (": > x.db", "x.db is empty", 0), (":", "there is no library at x.db yet", 0),
  ]) func `a file that is none of ours is told apart`(
    make: String, text: String, status: Int32
  ) throws {
    let result = try shell.run("{ \(make); } > /dev/null; chmod 600 x.db; lectern --db x.db doctor")
    #expect(result.output.contains(text), "\(result.output)")
    #expect(result.status == status, "\(result.output)")
  }

  @Test(arguments: [
    ("--cloud http://127.0.0.1:1", "note  cloud       the cloud cannot be reached", 0),
    ("--cloud none", "note  cloud       none is wanted", 0),
    ("", "note  cloud       this computer only", 0),
  ]) func `a cloud that is away, or not wanted, is no fault`(
    options: String, text: String, status: Int32
  ) throws {
    let result = try shell.run("lectern -e 1 > /dev/null; lectern doctor \(options)")
    #expect(result.output.contains(text), "\(result.output)")
    #expect(result.status == status)
  }

  @Test func `half a setting is a fault`() throws {
    let result = try shell.run("lectern -e 1 > /dev/null; SUPABASE_URL=http://x lectern doctor")
    #expect(result.output.contains("wrong cloud       SUPABASE_ANON_KEY is not set"))
    #expect(result.status == 1)
  }

  @Test func `a cloud that answers a guest, and one that does not know the account`() throws {
    let catalog = try Catalog.lectern()
    let server = try LoopbackServer {
      () throws(EmbeddedCloudError) -> any RequestAnswering in
      try EmbeddedProject(EmbeddedProject.Settings(), MachineSurroundings(), catalog: catalog)
    }
    defer { server.stop() }
    let result = try shell.run(
      """
      lectern --cloud \(server.url) -e 1 > /dev/null; lectern --cloud \(server.url) doctor
      lectern -e 'auth.sign_up("a@b.example", "long-pw-1")' > /dev/null
      lectern --cloud \(server.url) doctor
      """)
    #expect(result.output.contains("ok    cloud       \(server.url) answers"), "\(result.output)")
    #expect(result.output.contains("note  session     the session kept is of another cloud"))
  }
}
