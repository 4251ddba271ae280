import Testing

@testable import Console

/// Sixty recordings that try to get out of a replay: none writes, reads or starts anything.
@Suite struct EscapeCorpusTests {
  /// Each runs by itself; one that got out leaves a file called escaped, or prints the canary.
  private static let corpus = [
    #"io.open("escaped", "w"):write("x")"#,
    #"os.execute("touch escaped")"#,
    #"io.popen("touch escaped"):read()"#,
    #"os.rename("canary", "escaped")"#,
    #"os.remove("canary")"#,
    #"print(os.getenv("CANARY"))"#,
    #"print(os.tmpname())  io.open(os.tmpname(), "w")"#,
    #"dofile("canary.lua")"#,
    #"loadfile("canary.lua")()"#,
    #"require("canary")"#,
    #"package.loadlib("libc.so.6", "system")"#,
    #"package.path = "./?.lua"  require "canary""#,
    #"package.searchers[2]("canary")"#,
    #"debug.getregistry()"#,
    #"debug.sethook(function() end, "l")"#,
    #"debug.getupvalue(notes.add, 1)"#,
    #"debug.setmetatable("", {__index = os})"#,
    #"load(string.dump(function() end), "x", "b")"#,
    #"load("\27Lua", "x", "b")"#,
    #"load("return io")().open("escaped", "w")"#,
    #"load("return _ENV")().io.open("escaped", "w")"#,
    #"load("os.execute('touch escaped')", "x", "t", _G)()"#,
    #"local e = setmetatable({}, {__index = _G})  load("io.open('escaped', 'w')", "x", "t", e)()"#,
    #"string.dump(print)"#,
    #"getmetatable("").__index = function() return os end  print(("x").execute)"#,
    #"getmetatable("").__name = nil  io = string.io  io.open("escaped")"#,
    #"setmetatable({}, {__gc = function() os.execute("touch escaped") end})  collectgarbage()"#,
    #"local t = setmetatable({}, {__close = function() io.open("escaped", "w") end})  do local x <close> = t end"#,
    #"coroutine.wrap(function() io.open("escaped", "w") end)()"#,
    #"pcall(function() os.execute("touch escaped") end)  print(io)"#,
    #"xpcall(error, function() os.execute("touch escaped") end)"#,
    #"table.sort({1, 2, 3}, function() os.execute("touch escaped") end)"#,
    #"("x"):gsub("x", function() return io.open("escaped", "w") end)"#,
    #"for k, v in pairs(_G) do if type(v) == "table" and v.execute then v.execute("touch escaped") end end"#,
    #"print(rawget(_G, "io"), rawget(_G, "debug"), rawget(_G, "package"), rawget(_G, "require"))"#,
    #"_G.os = nil  os = require "os""#,
    #"sql("ATTACH 'escaped' AS other")"#,
    #"sql("VACUUM INTO 'escaped'")"#,
    #"sql("PRAGMA journal_mode = DELETE")"#,
    #"sql("PRAGMA writable_schema = ON")"#,
    #"sql("SELECT load_extension('libc')")"#,
    #"sql("SELECT writefile('escaped', 'x')")"#,
    #"sql("SELECT readfile('canary')")"#,
    #"sql("CREATE VIRTUAL TABLE t USING csv(filename='canary')")"#,
    #"sql("SELECT * FROM pragma_database_list")  sql("PRAGMA temp_store_directory = '.'")"#,
    #"sql("COMMIT")  sql("ATTACH 'escaped' AS o")"#,
    #"transaction(function() sql("ATTACH 'escaped' AS other") end)"#,
    #"queue.export("escaped")"#,
    #"world{}:report("escaped")"#,
    #"plans.import("canary")"#,
    #"local w = world{}  w.phone.queue.export("escaped")"#,
    #"local w = world{}  w.phone.sql("ATTACH 'escaped' AS other")"#,
    #"local w = world{}  w:report("escaped")"#,
    #"on("change", function() os.execute("touch escaped") end)  notes.add("John 3:16", "x")"#,
    #"prefs.theme = setmetatable({}, {__tostring = function() os.execute("touch escaped") end})"#,
    #"notes.add("John 3:16", setmetatable({}, {__tostring = function() io.open("escaped", "w") end}))"#,
    #"json.encode(setmetatable({}, {__index = function() os.execute("touch escaped") end}))"#,
    #"_PROMPT = function() os.execute("touch escaped") end"#,
    #"fails(function() io.open("escaped", "w") end)"#,
    #"auth.sign_in_with("google")  cloud.rows("user_notes")"#,
    #"os.exit(os.execute("touch escaped"))"#,
    #"collectgarbage("setpause", 1)  os.setlocale("tr_TR.UTF-8")  print(os.setlocale)"#,
    #"print(string.format("%p", notes), tostring(io))  show(_G.package)"#,
    #"local f = assert  f = f(load)  f("return require")()("io").open("escaped", "w")"#,
  ]

  @Test func `there are sixty and more`() { #expect(Self.corpus.count >= 60) }

  @Test func `none gets out`() throws {
    let home = try ScratchFolder()
    let folder = home.path + "/corpus"
    try FileBytes.makeFolder(folder)
    try FileBytes.replace(home.path + "/canary", with: Array("the-canary-sings".utf8))
    try FileBytes.replace(
      home.path + "/canary.lua", with: Array("print('the-canary-sings')".utf8))
    let header = RecordingTerms.usual.header
    for (number, script) in Self.corpus.enumerated() {
      try FileBytes.replace(
        "\(folder)/\(number).lua", with: Array("\(header)\n\(script)\n--> never\n".utf8))
    }
    let result = try Shell(home: home.path).run(
      """
      find . -not -name errors | sort > before
      export CANARY=the-canary-sings
      timeout 60 '\(try PseudoTerminal.program())' replay --timeout 5 corpus/*.lua
      echo "status $?"
      find . -not -name errors | sort | diff before - && echo nothing is new
      cat canary
      """)
    #expect(result.output.contains("nothing is new"), "\(result.output)")
    #expect(result.output.split(separator: "the-canary-sings").count <= 2, "\(result.output)")
    #expect(result.output.contains("status 2") || result.output.contains("status 1"))
    #expect(!result.output.contains("something unexpected"))
  }
}
