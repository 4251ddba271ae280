import Testing

@testable import Console

/// `lectern test`, by the program as people have it.
@Suite struct TestRunTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
    try write(
      "tests/notes.lua",
      """
      local runs = 0
      before_each(function() runs = runs + 1; notes.add("John 1:1", "base") end)
      describe("notes", function()
        it("are kept", function()
          notes.add("John 3:16", "x")
          expect(notes.find{}):has_length(2)
        end)
        it("start anew each time", function()
          expect(#notes.find{}):equals(1)
          expect(runs):equals(1)
        end)
        describe("deeper", function()
          after_each(function() print("after") end)
          it("differ", function()
            print("seen")
            expect({a = {1, 2}, b = "x"}):equals({a = {1, 3}, c = 1})
          end)
        end)
        pending("later")
      end)
      """)
  }

  private func write(_ path: String, _ text: String) throws {
    if let slash = path.lastIndex(of: "/") {
      try FileBytes.makeFolder(home.path + "/" + path[..<slash])
    }
    try FileBytes.replace(home.path + "/" + path, with: Array(text.utf8))
  }

  private func run(_ words: String) throws -> Shell.Result {
    try shell.run("lectern test \(words)")
  }

  @Test func `each case has a library and a state of its own, and what differs is told`() throws {
    let result = try run("")
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        """
        tests/notes.lua
          ✓ notes › are kept
          ✓ notes › start anew each time
          ✗ notes › deeper › differ
            error: expected it to equal {a = {1, 3}, c = 1}
              a[2]: expected 3, got 2
              c: expected 1, got nothing
              b: expected nothing, got "x"
              16 |       expect({a = {1, 2}, b = "x"}):equals({a = {1, 3}, c = 1})
            printed:
            seen
            after
            lectern test tests/notes.lua:14
          · notes › later

        4 cases: 2 passed, 1 failed, 1 pending, in
        """), "\(result.output)")
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test(arguments: [
    ("tests/notes.lua:9", 1, "1 case: 1 passed"), ("tests/notes.lua:3", 3, "4 cases"),
    ("tests/notes.lua:12", 2, "1 case: 0 passed, 1 failed"),
    ("--filter kept", 1, "1 case: 1 passed"),
    ("--filter deeper", 2, "1 case: 0 passed, 1 failed"),
  ])
  func `a line, a group and a filter choose cases`(words: String, _: Int, expected: String) throws {
    #expect(try run(words).output.contains(expected))
  }

  @Test func `nothing that runs is a failure, with the reason`() throws {
    for (words, reason) in [
      ("--filter nowhere", "no case has 'nowhere' in its name"),
      ("tests/notes.lua:2", "no case of tests/notes.lua is at line 2"),
      ("tests/notes.lua:24", "no case of tests/notes.lua is at line 24"),
    ] {
      let result = try run(words)
      #expect(result.status == 1, "\(words)")
      #expect(result.output.contains(reason), "\(result.output)")
    }
    try write("empty/readme.txt", "x")
    #expect(try run("empty").status == 1)
    #expect(try run("missing.lua").status == 66)
    #expect(try run("--jobs 0").status == 64)
    #expect(try shell.run("cd empty && lectern test").status == 64)
  }

  @Test func `a file without cases is one, and passes when it runs to its end`() throws {
    try write("whole/fine.lua", "print(#notes.find{})")
    try write("whole/wrong.lua", "local x = 1\nerror('boom')")
    let result = try run("whole")
    #expect(result.output.contains("✓ whole/fine.lua"))
    #expect(result.output.contains("✗ whole/wrong.lua\n    error: boom\n      2 | error('boom')"))
    #expect(result.status == 1)
  }

  @Test func `what a case writes past print stands beside no line of a report`() throws {
    try write(
      "noisy/a.lua",
      #"it("a", function() io.write("ok 7 x\n") os.execute("echo not ok 8") error("one\ntwo") end)"#
    )
    let prove = try shell.run(
      "prove --exec 'timeout 20 \(try PseudoTerminal.program()) test --tap' noisy/a.lua")
    #expect(prove.output.contains("Failed 1/1 subtests"), "\(prove.output)")
    #expect(!prove.output.contains("Parse errors"), "\(prove.output)")
    let result = try run("noisy/a.lua").output
    #expect(result.contains("    ok 7 x\n") && result.contains("    not ok 8\n"), "\(result)")
  }

  @Test func `a report as TAP is read by prove`() throws {
    let tap = try run("--tap")
    #expect(tap.output.hasPrefix("TAP version 14\nok 1 - tests/notes.lua › notes › are kept\n"))
    #expect(tap.output.contains("ok 4 - tests/notes.lua › notes › later # SKIP pending\n1..4\n"))
    try write("fine/#1.lua", "it('a # and \\\\', function() end) pending('b')")
    let prove = try shell.run(
      "prove --exec 'timeout 20 \(try PseudoTerminal.program()) test --tap' fine/*.lua")
    #expect(prove.status == 0, "\(prove.output)")
    #expect(prove.output.contains("Tests=2"))
    let failing = try shell.run(
      "prove --exec 'timeout 20 \(try PseudoTerminal.program()) test --tap' tests/notes.lua")
    #expect(failing.output.contains("Failed test:  3"))
  }

  @Test func `a report as JUnit is read by Python`() throws {
    try write(
      "odd/odd.lua", "it('<&\">\\27 x', function() print('\\1') expect(1):equals('<>') end)")
    #expect(try run("--junit report.xml tests odd").status == 1)
    let read = try shell.run(
      """
      python3 - <<'END'
      import xml.etree.ElementTree as tree
      root = tree.parse("report.xml").getroot()
      print(root.tag, root.get("tests"), root.get("failures"), root.get("skipped"))
      for case in root.iter("testcase"):
          print(case.get("file"), case.get("name"), [child.tag for child in case])
      END
      """)
    #expect(read.status == 0, "\(read.output)")
    #expect(read.output.hasPrefix("testsuites 5 2 1\n"))
    #expect(
      read.output.contains("tests/notes.lua notes › deeper › differ ['failure', 'system-out']"))
    #expect(read.output.contains("notes › later ['skipped']"))
    #expect(read.output.contains("odd/odd.lua <&\">\u{FFFD} x ['failure', 'system-out']"))
  }

  @Test func `an order that was shuffled comes again by its seed`() throws {
    try write(
      "order.lua", "for i = 1, 20 do it('case ' .. i, function() end) end")
    let first = try run("order.lua --shuffle").output
    let words = first.split(separator: " ")
    let seed = try #require(words.firstIndex(of: "--seed").map { words[$0 + 1] })
    func order(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.contains("case ") && $0.contains("✓") }
    }
    let again = order(try run("order.lua --shuffle --seed \(seed)").output)
    #expect(again == order(first))
    #expect(again != order(try run("order.lua").output))
    #expect(Set(again) == Set(order(try run("order.lua").output)))
  }

  @Test func `several processes give the same report`() throws {
    for name in ["a", "b", "c", "d e'f"] {
      try write(
        "many/\(name).lua", "it('one', function() end) it('two', function() error('x') end)")
    }
    func lines(_ words: String) throws -> String {
      try run(words).output.replacing(#/, in [0-9.]+ s|  \([0-9]+ ms\)/#, with: "")
    }
    #expect(try lines("many --jobs 3") == lines("many"))
  }

  @Test func `a case that hangs ends by its time, whatever it catches, and the next one runs`()
    throws
  {
    try write(
      "hang.lua",
      """
      it("catches", function() while true do pcall(function() while true do end end) end end)
      it("hides in a coroutine", function()
        coroutine.wrap(function() while true do pcall(coroutine.yield) end end)()
        local c = coroutine.create(function() while true do end end)
        while true do coroutine.resume(c) end
      end)
      it("is fine", function() end)
      """)
    let result = try run("hang.lua --timeout 0.5")
    #expect(result.output.contains("3 cases: 1 passed, 2 failed"))
    #expect(result.output.contains("error: the time limit is over"))
    #expect(result.output.contains("✓ is fine"))
  }

  @Test func `os.exit, declarations in a case, and cases that change are failures of their own`()
    throws
  {
    try write(
      "odd.lua",
      """
      it("leaves", function() os.exit(0) end)
      it("declares", function() it("inner", function() end) end)
      """)
    let odd = try run("odd.lua").output
    #expect(odd.contains("2 cases: 0 passed, 2 failed"))
    #expect(odd.contains("it inside a case declares nothing"))
    try write(
      "counter.lua",
      """
      local file = io.open("count", "a+")
      file:write("x") file:seek("set")
      local n = #file:read("a") file:close()
      for i = 1, n + 1 do it("case " .. i, function() end) end
      """)
    #expect(try run("counter.lua").output.contains("does not declare the same cases each time"))
  }

  @Test func `functions of tests say where they belong, and expect works at a prompt too`() throws {
    let stray = try shell.run("lectern --memory -e 'it(\"x\", print)'")
    #expect(stray.status == 1)
    #expect(stray.output.contains("it belongs into a test file"))
    #expect(stray.output.contains("lectern test FILE"))
    #expect(try shell.run("lectern --memory -e 'expect(#queue):equals(0)'").status == 0)
  }

  @Test func `the shipped examples pass`() throws {
    let result = try run("'\(Document.root)/examples'")
    #expect(result.status == 0, "\(result.output)")
    #expect(
      result.output.contains("\(Document.scripts.count) cases: \(Document.scripts.count) passed"))
  }
}
