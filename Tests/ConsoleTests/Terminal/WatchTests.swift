import Testing

@testable import Console

/// Syncs that nobody asks for, by a process of their own.
@Suite struct WatchTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  /// Waits, in a shell, until a command succeeds; half a minute at most.
  private func until(_ command: String) -> String {
    "n=0; until \(command); do n=$((n + 1)); [ $n -lt 300 ] || break; sleep 0.1; done"
  }

  @Test func `what another process writes is sent, and a signal ends the watch`() throws {
    let result = try shell.run(
      """
      lectern -e 'auth.sign_up("a@b.example", "password-1")' > /dev/null
      lectern sync --watch > watch &
      \(until("grep -q no_data watch"))
      lectern -e 'notes.add("jn 3.16", "one")' > /dev/null
      \(until("grep -q new_data watch"))
      lectern -e '#queue'
      kill %1; wait %1
      cut -d, -f1,2 watch
      """)
    #expect(
      result.output.hasPrefix(
        """
        0
        {"result":"no_data","pushed":0
        {"result":"new_data","pushed":1

        """), "\(result.output)")
  }

  @Test func `a watch ends with the process that wanted it`() throws {
    let result = try shell.run(
      """
      lectern -e 'auth.sign_up("a@b.example", "password-1")' > /dev/null
      cat > s.lua <<'END'
      print(sync.auto(), sync.auto(true), sync.status().auto)
      notes.add("jn 3.16", "one")
      local n = 0
      while #queue > 0 and n < 300 do n = n + 1 os.execute("sleep 0.1") end
      print(#queue)
      END
      watches() {
        for p in $(grep -lz "^PWD=$PWD$" /proc/[0-9]*/environ 2>/dev/null); do
          tr '\\0' ' ' 2>/dev/null < "${p%environ}cmdline"; echo
        done | grep -c '[-]-watch'
      }
      mkdir watched; cd watched
      lectern ../s.lua
      n=0; while [ "$(watches)" != 0 ] && [ $n -lt 100 ]; do n=$((n + 1)); sleep 0.1; done
      watches
      """)
    #expect(result.output.hasPrefix("false\ttrue\ttrue\n0\n0\n"), "\(result.output)")
  }

  @Test func `a library that is only read is not synced unasked, and nothing is made beside it`()
    throws
  {
    let result = try shell.run(
      """
      lectern --db x.db -e 'notes.add("jn 3.16", "one")' > /dev/null
      : > before; ls | grep -v errors > before
      lectern --db x.db --read-only -e 'sync.status().syncing'
      lectern --db x.db --read-only -e 'sync.auto(false)'
      lectern --db x.db --read-only -e 'sync.auto(true)'; echo $?
      rm -f x.db-wal x.db-shm; ls | grep -v errors | diff before - && echo same
      """)
    #expect(result.output.hasPrefix("false\nfalse\n"), "\(result.output)")
    #expect(result.output.contains("x.db cannot be written"), "\(result.output)")
    #expect(result.output.contains("\nsame\n"), "\(result.output)")
  }

  @Test func `a prompt sends what is written while the person goes on`() throws {
    let sign = "auth.sign_up(\"a@b.example\", \"password-1\")"
    _ = try shell.run("lectern -e '\(sign)' > /dev/null")
    let terminal = try PseudoTerminal([], home: home.path)
    try terminal.expectPrompt()
    try terminal.type("notes.add(\"jn 3.16\", \"one\");\r")
    try terminal.expectPrompt()
    let wait =
      "for n=1,300 do if #queue==0 then break end os.execute('sleep 0.1') end "
      + "return 'left '..#queue"
    try terminal.type(wait + "\r")
    try terminal.expect("left 0")
    try terminal.expectPrompt()
    try terminal.type("sync.auto()\r")
    try terminal.expect("true")
    try terminal.expectPrompt()
    try terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
  }
}
