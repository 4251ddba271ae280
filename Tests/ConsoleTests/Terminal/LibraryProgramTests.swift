import Testing

@testable import Console

/// The real program on libraries that are kept: what it does to them and how it ends.
@Suite struct LibraryProgramTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  private static let endless =
    "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n"

  @Test(
    arguments: [
      ("echo hello > x; lectern --db x -e 1", 65),
      ("lectern --db x -e 1; lectern --db x --read-only -e 'notes.find{}'", 0),
      ("lectern -e 1; lectern --read-only -e 'notes.add(\"jn 3.16\", \"x\")'", 1),
      ("lectern --db none/x -e 1", 74),
      ("lectern --read-only --db missing -e 1", 66), ("lectern --read-only -e 1", 66),
      ("lectern --seed 1 -e 1", 64), ("lectern --clock 2026-01-01T00:00:00Z -e 1", 64),
      ("SUPABASE_URL=http://cloud.example lectern -e 1", 78),
      ("SUPABASE_ANON_KEY=k lectern --memory -e 1", 78),
      ("lectern --cloud https://cloud.example -e 1", 78),
      ("lectern sync", 77), ("lectern sync --cloud http://127.0.0.1:1", 77),
      ("lectern sync --cloud none", 78),
      ("lectern --memory --timeout 0.2 -e 'sql(\"\(endless)\")'", 124),
      ("lectern --memory --timeout 0.2 -e 'world{}.phone.sql(\"\(endless)\")'", 124),
    ] as [(String, Int32)])
  func `an ending has its status`(command: String, status: Int32) throws {
    #expect(try shell.run(command).status == status)
  }

  @Test(arguments: [
    "auth.sign_up(\"a@b.example\", \"a-good-pass\")", "auth.sign_in(\"a@b.example\", \"x-pass-1\")",
    "auth.sign_out{}", "auth.delete_account{confirm = \"DELETE\"}", "sync.now()", "sync.push()",
    "sync.pull()", "notes.add(\"jn 3.16\", \"x\")", "prefs.set(\"theme\", \"dark\")",
    "sql(\"DELETE FROM user_notes\")", "import(\"x.json\")", "sync.seal(\"a long passphrase\")",
  ])
  func `whoever may only read changes nothing`(call: String) throws {
    let result = try shell.run(
      """
      lectern -e 'notes.add("jn 3.16", "kept")' > /dev/null
      files() { find . -type f ! -empty ! -name x.json ! -name '*-shm' -exec md5sum {} + | sort; }
      before=$(files)
      echo '{"lectern_library": 1, "rows": []}' > x.json
      lectern --read-only -e 'local ok, e = pcall(function() \(call) end) return ok, e.kind'
      test "$(files)" = "$before" && echo same
      """)
    #expect(result.output == "false\tread_only\nsame\n", "\(result.output)")
  }

  @Test(
    arguments: [
      "--memory -e 'print(1)'", "--memory -e 1", "--memory -o csv -e '{{a = 1}}'", "--help",
      "--version", "--memory -e 'io.write(1) io.flush()'", "--memory -e 'print(1) os.exit(0)'",
      "--memory -e 'for i = 1, 9999 do print(i) end'",
    ])
  func `output that finds no room is one error`(words: String) throws {
    let result = try shell.run("lectern \(words) > /dev/full")
    #expect(result.status == 74)
    #expect(result.output.hasPrefix("error: cannot write 'standard output'"))
    #expect(result.output.split(separator: "\n").count == 2)
  }

  @Test(
    arguments: [
      (".", "is a folder"), ("/dev/null", "is no file"), ("pipe", "is no file"),
      ("file:x?mode=ro", "is a URI"),
    ])
  func `what can be no library is refused at once`(path: String, problem: String) throws {
    let result = try shell.run("mkfifo pipe; lectern --db '\(path)' -e 1; s=$?; ls; exit $s")
    #expect(result.status == 65)
    #expect(result.output.contains(problem))
    #expect(result.output.hasPrefix("errors\npipe\n"))
  }

  @Test func `a library that is removed while it is open takes no more writes`() throws {
    let script =
      "notes.add('jn 3.16', 'x') os.execute('mv x y') print(pcall(notes.add, 'jn 3.16', 'y')) "
      + "os.execute('mv y x') print(notes.add('jn 3.16', 'z').text)"
    let result = try shell.run("lectern --db x -e \"\(script)\"")
    #expect(result.output.contains("was removed or replaced while it was open"))
    #expect(result.output.hasSuffix("z\n"))
  }

  @Test func `a library that is only read is left as it was`() throws {
    let result = try shell.run(
      """
      lectern --db x -e 'notes.add("jn 3.16", "x")' > /dev/null
      lectern --db x --read-only -e '#notes.find{}'; ls x*
      """)
    #expect(result.output == "1\nx\n")
  }

  @Test func `what a run printed arrives although it is told to end`() throws {
    let result = try shell.run(
      """
      lectern --memory -e 'print("said") os.execute("kill $PPID") while true do end' > out
      echo $?; cat out
      """)
    #expect(result.output.hasPrefix("143\nsaid\n"))
  }

  @Test func `one folder has one server`() throws {
    let result = try shell.run(
      """
      lectern serve --data d > served & until grep -q SERVICE served; do :; done
      lectern serve --data d; echo $?; kill -INT $(pgrep -P $!); wait
      """)
    #expect(result.output.contains("75\n"))
    #expect(result.output.contains("is served by another lectern"))
  }

  @Test func `a read does not wait for one who writes`() throws {
    let result = try shell.run(
      """
      lectern --db x -e 'notes.add("jn 3.16", "x")' > /dev/null
      mkfifo go
      lectern --db x -e 'transaction(function()
        notes.add("jn 3.16", "y") io.open("go", "w"):close() io.open("go"):read(1) end)' &
      : < go
      lectern --db x --timeout 3 -e '#notes.find{}'; s=$?
      echo > go; wait; exit $s
      """)
    #expect(result.status == 0)
    #expect(result.output == "1\n")
  }

  @Test func `a mark at the start of a script is passed over`() throws {
    let result = try shell.run(
      "printf '\\357\\273\\277#!/usr/bin/env lectern\\nprint(1)' > s; lectern --memory s")
    #expect(result.output == "1\n")
  }

  @Test func `an error in a long line shows what is around it`() throws {
    let result = try shell.run(
      "many=$(printf 'x=1 %.0s' $(seq 999)); lectern --memory -e \"$many nots.add() $many\""
    )
    #expect(result.output.utf8.count < 500)
    #expect(result.output.contains("nots.add()"))
    #expect(result.output.contains("^^^^"))
  }

  @Test func `a cloud in memory is no option of serve`() throws {
    #expect(try shell.run("lectern serve --memory").status == 64)
  }

  @Test func `an error of a listener is shown beside what was done`() throws {
    let result = try shell.run(
      "lectern --memory -e 'on(\"change\", function() error(\"boom\") end) "
        + "return notes.add(\"John 3:16\", \"x\").id'")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("1\nerror: a function for on(\"change\") failed: -e:1: boom"))
  }

  @Test func `a sync ends as it went`() throws {
    let result = try shell.run(
      """
      lectern serve > served & cloud=$!
      until grep -q SERVICE served; do :; done
      export $(grep URL served) $(grep ANON served)
      lectern -e 'auth.sign_up("a@b.example", "long-pw-1") notes.add("jn 3.16", "x")'
      lectern sync | grep -o '"pushed":1'; lectern sync | grep -o no_data
      kill -INT $(pgrep -P $cloud) 2> /dev/null || kill -INT $cloud
      wait $cloud
      lectern sync > /dev/null; exit $?
      """)
    #expect(result.output.hasPrefix("\"pushed\":1\nno_data\n"))
    #expect(result.status == 69)
  }

  @Test func `from the cloud of this computer to another one everything goes up`() throws {
    let result = try shell.run(
      """
      lectern -e 'auth.sign_up("me@example.org", "a-good-pass-1") notes.add("jn 3.16", "x")
        plans.start("advent") plans.complete("advent", 1) return sync.now().pushed > 0'
      lectern serve > served & cloud=$!
      until grep -q SERVICE served; do :; done
      (export $(grep URL served) $(grep ANON served)
        lectern -e 'auth.sign_up("me@example.org", "a-good-pass-1") return sync.now().reason or "sent"'
        lectern -e 'return #cloud.rows("user_notes") + #cloud.rows("plan_progress")'
        lectern -e 'return sync.status().hint or "up to date", plans.progress("advent").done')
      kill -INT $(pgrep -P $cloud) 2> /dev/null || kill -INT $cloud
      wait $cloud
      lectern -e 'auth.sign_in("me@example.org", "a-good-pass-1")' 2>&1 | grep -o 'another account'
      """)
    #expect(
      result.output.hasPrefix("true\nsent\n2\nup to date\t1\nanother account\n"),
      "\(result.output)")
  }

  @Test func `a served cloud fails as often as it is told, and nothing is lost or twice`() throws {
    let result = try shell.run(
      """
      lectern serve --data d > served & cloud=$!
      until grep -q SERVICE served; do :; done
      export $(grep URL served) $(grep ANON served)
      sign() { lectern --db $1 -e "auth.$2('a@b.example', 'long-pw-1')" > /dev/null; }
      sign one sign_up; sign two sign_in
      port=${SUPABASE_URL##*:}
      stop() { kill -INT $(pgrep -P $cloud) 2> /dev/null || kill -INT $cloud; wait $cloud; }
      stop
      lectern serve --data d --port $port --fault lose_reply=30%,duplicate=20% \\
        --fault 503=20%,portal=10% --fault latency=1ms > served 2> faults & cloud=$!
      until grep -q SERVICE served; do :; done
      cat > push.lua <<'end'
      local failed = 0
      local function push() if sync.push().reason then failed = failed + 1 end end
      for i = 1, 30 do notes.add("jn 3.16", "n" .. i) push() end
      for i = 1, 100 do if sync.status().pending == 0 then break end push() end
      print(failed > 0)
      end
      lectern --db one push.lua
      stop; lectern serve --data d --port $port > served & cloud=$!
      until grep -q SERVICE served; do :; done
      lectern --db two -e 'sync.pull() return #notes.find{}'
      cat faults; stop
      """)
    #expect(result.output.hasPrefix("true\n30\nfaults: lose_reply=30%, duplicate=20%, 503=20%, "))
  }

  @Test func `two scripts write one library at once, and every row is there`() throws {
    let script = "for i = 1, 200 do notes.add('Psalm 119:' .. i % 176 + 1, 'note ' .. i) end"
    let result = try shell.run(
      """
      lectern -e 1 > /dev/null
      lectern -e "\(script)" & one=$!
      lectern -e "\(script)" & other=$!
      wait $one && wait $other && lectern -e 'return notes.count{}, #queue'
      """)
    #expect(result.output == "400\t400\n")
    #expect(result.status == 0)
  }

  @Test func `a library is one device, however it is named`() throws {
    let device = "sql([[SELECT value FROM sync_state WHERE key = ?]], {[[device_id]]})[1].value"
    let made = try shell.run("lectern --db new.db -e 'return \(device)'")
    #expect(made.status == 0 && made.output.count == 13)
    for name in ["new.db", "./new.db", "$PWD/new.db"] {
      #expect(try shell.run("lectern --db \(name) -e 'return \(device)'").output == made.output)
    }
  }

  @Test func `profiles are apart, and their files are for their owner only`() throws {
    let result = try shell.run(
      """
      lectern --profile one -e 'notes.add("jn 3.16", "x");'
      lectern --profile two -e 'return notes.count{}'
      cd .local/share/lectern/profiles; find . ! -perm -077 -prune -o -print; ls
      """)
    #expect(result.output == "0\none\ntwo\n")
  }

  @Test func `errors are JSON where results are`() throws {
    for command in ["lectern -o json --nope", "echo x > x; lectern -o json --db x -e 1"] {
      let result = try shell.run(command)
      #expect(result.output.hasPrefix(#"{"error":{"kind":""#))
    }
  }

  @Test func `a world makes its script repeat, and a profile's run keeps the machine's time`()
    throws
  {
    let script = "print(os.date(), math.random(1 << 40), next{z = 1, y = 1, x = 1}, {})"
    let world = "lectern --memory -e 'world{} \(script)'"
    let one = try shell.run(world)
    #expect(one.output.hasPrefix("Thu Jan  1 00:00:00 2026\t"))
    #expect(try shell.run("export TZ=Asia/Tokyo LANG=fr_FR; " + world).output == one.output)
    #expect(try shell.run("lectern -e '\(script)'").output != one.output)
  }
}
