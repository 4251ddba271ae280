import Testing

@testable import Console

/// What fails while a recording runs: what it wrote before must be there in a replay.
@Suite struct RecordedFailureTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  /// Records inputs into flow.lua and gives what the file holds.
  private func record(_ inputs: String...) throws -> String {
    let typed = [".record flow.lua"] + inputs + [".record stop", ""]
    try FileBytes.replace(home.path + "/typed", with: Array(typed.joined(separator: "\n").utf8))
    _ = try shell.run("echo > empty.lua; lectern --memory -i empty.lua < typed")
    return try text
  }

  private var text: String {
    get throws { String(decoding: try FileBytes.read(home.path + "/flow.lua"), as: UTF8.self) }
  }

  @Test(arguments: [
    #"notes.add("John 3:16", "x") error("boom")"#, #"return notes.add("John 3:16", "x"), nil + 1"#,
    #"local n = notes.add("John 3:16", "x"); local m = n.text.a.b"#,
    #"notes.add("John 3:16", "x") notes.add("John 3:17", "")"#,
    #"notes.add("John 3:16", "x") error({code = 1, why = {}})"#,
    #"pcall(notes.add, "John 3:16", "x") error(setmetatable({}, {__tostring = error}))"#,
    #"sql("insert into user_notes(verse_ref, note_text) values('john 3:16', 'x')"):nope()"#,
    #"math.random(9) error("a\nb", 0)"#, "n = 1 error()", #"for i = 1, 2 do print(i) nope() end"#,
    #"notes.add("John 3:16", "x").text:rep(-1, {})"#, "local t <const> = 1 t.a.b = 2",
  ])
  func `an input that fails is done again in a replay`(input: String) throws {
    let recorded = try record(
      input, "#queue, n", "n and notes.get(1)", "notes.add('John 3:18', 'y')", "math.random(1000)")
    #expect(recorded.contains("fails(function()\n"))
    let replay = try shell.run("lectern replay flow.lua")
    #expect(replay.output == "" && replay.status == 0)
    #expect(try shell.run("lectern --memory flow.lua").status == 0)
  }

  @Test(arguments: [
    #"w.phone.notes.add("John 3:17", "y").text.a.b"#, #"n:update{text = "y"}.text.a.b"#,
  ])
  func `what a device of a world wrote before is done again`(input: String) throws {
    _ = try record(
      "w = world{}", #"n = w.phone.notes.add("John 3:16", "x")"#, input, "w.phone.notes.find{}")
    let replay = try shell.run("lectern replay flow.lua")
    #expect(replay.output == "" && replay.status == 0)
  }

  @Test(arguments: [
    #"notes.add("Jonn 3:16", "x")"#, #"notes.ad("John 3:16", "x")"#, "error('no')", "nope.a.b",
    "a = = 1", #"notes.add("John 3:16", "x", {tag = "a"})"#,
  ])
  func `a slip that changed nothing is left out`(input: String) throws {
    #expect(try record(input, "1") == RecordingTerms.usual.header + "\nshow(1)\n--> 1\n")
  }

  @Test func `an error that no longer comes is a difference`() throws {
    let recorded = try record(#"notes.add("John 3:16", "x") error("boom")"#, "#queue")
    try FileBytes.replace(
      home.path + "/flow.lua",
      with: Array(recorded.utf8).replacing(#"error("boom")"#.utf8, with: []))
    let replay = try shell.run("lectern replay flow.lua")
    #expect(replay.output == "flow.lua:2\n-error: boom\n+no error\n")
    #expect(replay.status == 2)
  }

  @Test func `a result that cannot be shown was made all the same`() throws {
    let recorded = try record(
      ".mode json", "print, notes.add('John 3:16', 'x')", ".mode table", "#queue")
    #expect(recorded.contains("_ = print, notes.add") || recorded.contains("notes.add"))
    #expect(try shell.run("lectern replay flow.lua").status == 0)
  }
}
