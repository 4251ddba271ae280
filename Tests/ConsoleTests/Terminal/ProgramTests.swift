import Glibc
import Testing

@testable import Console

/// The real program without a terminal: scripts, chunks, pipes and how it ends.
@Suite struct ProgramTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  @Test(arguments: [
    ("lectern --memory -e '1 + 1'", "2\n"), ("lectern --memory -e 'return 1, nil'", "1\tnil\n"),
    ("lectern --memory -e 'x = 1'", ""), ("lectern --memory -e 'local a = 2\na * 2'", "4\n"),
    ("printf 'q = {1}\\nreturn #q\\n' | lectern --memory -", "1\n"),
    ("printf 'local a = 1\\na + 1\\n' | lectern --memory", "2\n"),
    ("printf 'local a = 1\\na + 1\\n.mode json\\n{1}' | lectern --memory -i", "2\n[1]\n"),
    (
      "printf '#!/usr/bin/env lectern\\nprint(arg[0], ...)' > s; lectern --memory s a -o",
      "s\ta\t-o\n"
    ),
    ("printf 'return 5' > s; lectern --memory s", ""),
    ("lectern --memory -e 'return \"\\27[1m\"'", "\u{1B}[1m\n"),
    ("lectern --memory -e '{{a = 1}}' -o csv", "a\r\n1\r\n"),
    ("printf 'io.write(\"a\") print(\"b\") io.write(\"c\")' | lectern --memory", "ab\nc"),
    ("printf '1 +\\n2\\n' | lectern --memory -i", "3\n"),
    ("lectern --memory -o csv -e '{}'", ""), ("lectern --memory -o jsonl -e '{}'", ""),
    ("lectern --memory -o markdown -e '{}'", ""), ("lectern --memory -o tsv -e '{}'", ""),
    ("lectern --memory -o json -e '{}'", "[]\n"),
    ("lectern --version", "lectern \(Program.version)\n"),
  ])
  func `a run prints what it should and nothing else`(command: String, output: String) throws {
    let result = try shell.run(command)
    #expect(result.output == output)
    #expect(result.status == 0)
  }

  @Test(
    arguments: [
      ("lectern --memory -e 'error(1)'", 1), ("lectern --memory -e 'for'", 1),
      ("lectern --memory -e 'os.exit(7)'", 7), ("lectern --memory -e 'os.exit(true)'", 0),
      ("lectern --nope", 64), ("lectern serve --nope", 64), ("lectern --memory nothing.lua", 66),
      ("echo x > r; lectern replay r", 65), ("lectern replay nothing.lua", 66),
      ("printf '\\377' > s; lectern --memory s", 65),
      ("lectern --memory -o json -e 't = {} t.t = t return t'", 65),
      ("lectern --memory --timeout 0.1 -e 'while true do pcall(error) end'", 124),
      ("lectern --memory --max-memory 8 -e 'local s = \"x\" while true do s = s .. s end'", 1),
      ("lectern --memory --sandbox -e 'io.write(1)'", 1),
      ("lectern --memory -e 'for i = 1, 1e6 do print(i) end' | head -1 > x; cat x | grep -qx 1", 0),
    ] as [(String, Int32)])
  func `an ending has its status`(command: String, status: Int32) throws {
    #expect(try shell.run(command).status == status)
  }

  @Test(arguments: [
    ("lectern help", "did you mean 'lectern --help'?"),
    ("lectern serve --fault 503=60% --fault drop=50%", "each request meets one fault at most"),
    ("lectern serve --fault 503=2", "write 10% or 0.1"),
    ("lectern rpelay x", "did you mean 'lectern replay'?"),
    ("lectern nothing.lua", "check the name, or use '-' to read from stdin"),
    ("lectern --cloud foo -e 1", "write it like https://name.supabase.co"),
    ("lectern --cloud embeded -e 1", "did you mean 'embedded'?"),
    ("lectern --memory -e 'quit()'", ".exit leaves; so does Ctrl-D"),
    ("printf '.quit\\n' | lectern --memory -i", ".exit leaves; so does Ctrl-D"),
    ("printf 'exit\\n' | lectern --memory -i", ".exit leaves; so does Ctrl-D"),
    ("printf '.help notes.fnd\\n' | lectern --memory -i", "did you mean 'notes.find'?"),
  ])
  func `a slip is met with what was meant`(command: String, hint: String) throws {
    #expect(try shell.run(command).output.contains("  hint: \(hint)\n"))
  }

  @Test func `an error that is a table shows its fields`() throws {
    let result = try shell.run("lectern --memory -e 'error{code = 1, why = \"x\", t = {}}'")
    #expect(result.output.hasPrefix("error: {code = 1, t = table, why = \"x\"}\n"))
  }

  @Test func `a script that is interrupted dies by the signal`() throws {
    let result = try shell.run(
      """
      mkfifo ready
      '\(try PseudoTerminal.program())' --memory \
        -e 'io.open("ready", "w"):close() while true do end' & 
      cat ready
      kill -INT $!
      wait $!
      """)
    #expect(result.status == 130)
  }

  @Test func `Ctrl-C while stdin is awaited ends the program by the signal`() throws {
    let terminal = try PseudoTerminal(["--memory", "-"], home: home.path)
    try terminal.type("x = 1\r")
    try terminal.expect("x = 1")
    #expect(try terminal.end(pressing: "\u{3}") == SIGINT)
  }

  @Test func `an error shows its line, marks the word and names the cure`() throws {
    #expect(
      try shell.run("lectern --memory -e 'local a = 1\nprnt(a)'").output == """
        error: attempt to call a nil value (global 'prnt')
          2 | prnt(a)
            | ^^^^
          hint: did you mean 'print'?

        """)
  }

  @Test func `an error is json where json was asked for`() throws {
    #expect(
      try shell.run("lectern --memory -o json -e 'error(\"a\\nb\")'").output
        == #"{"error":{"kind":"bad_value","code":"lua.error","message":"a\nb","#
        + #""source":"-e","line":1}}"# + "\n")
  }

  @Test func `a start file runs before the prompt and not before a script`() throws {
    try FileBytes.makeFolder(home.path + "/.config/lectern")
    try FileBytes.replace(home.path + "/.config/lectern/rc.lua", with: Array("x = 5".utf8))
    #expect(try shell.run("echo x | lectern --memory -i").output == "5\n")
    #expect(try shell.run("echo x | lectern --memory -i --no-rc").output == "nil\n")
    #expect(try shell.run("echo x | lectern --memory -").output == "nil\n")
  }
}
