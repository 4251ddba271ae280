import LuaAPI
import LuaRuntime
import Testing
import Vocabulary

/// Files that cannot be imported as a whole: one clear error each, and nothing changed.
@Suite struct ImportFaultTests {
  @Test(arguments: [
    ("put('')", "import.empty"), ("put('  \\n\\r\\n ')", "import.empty"),
    ("put('\\xef\\xbb\\xbf')", "import.empty"), ("'/nowhere/at/all'", "import.unreadable"),
    ("'/dev/null'", "import.unreadable"), ("put('PK\\3\\4 and so on')", "import.packed"),
    ("put('\\x1f\\x8b and so on')", "import.packed"),
    ("put('no form at all')", "import.unknown_form"),
    ("put('a,b\\n1,2')", "import.unknown_form"), ("put('{\"x\": 1}')", "import.unknown_form"),
    ("put('\\0\\1\\2 bytes \\0')", "import.unknown_form"),
  ])
  func `what is no import is refused by name`(_ path: String, code: String) throws {
    let failure = try ImportDesk.failure("import(\(path))")
    #expect(failure.kind == .badValue)
    #expect(failure.code == code)
  }

  @Test func `a form that a file does not have is refused, and the forms are listed`() throws {
    let failure = try ImportDesk.failure(
      "import(put('reference,text\\nJohn 3:16,x'), {format = 'json'})")
    #expect(failure.code == "import.misfit")
    #expect(failure.hint?.contains("andbible") == true)
    let unknown = try ImportDesk.failure("import(put('x y z'))")
    #expect(unknown.hint?.contains("osis") == true)
    #expect(try ImportDesk.failure("import('x', {format = 'pdf'})").code == "api.unknown_choice")
  }

  @Test func `a zip by name that is none is what it holds`() throws {
    #expect(
      try ImportDesk.text(
        """
        local path = put("reference,text\\nJohn 3:16,x")
        os.rename(path, path .. ".zip")
        local report = import(path .. ".zip")
        os.remove(path .. ".zip")
        return counts(report)
        """) == "1 0 0 0")
  }

  @Test func `a folder without Markdown, and a library, are told apart`() throws {
    #expect(
      try ImportDesk.failure("local p = fresh() os.execute('mkdir ' .. p) import(p)").code
        == "import.empty_folder")
    #expect(
      try ImportDesk.text(
        """
        local ok, e = pcall(import, put("SQLite format 3\\0" .. ("\\0"):rep(500)))
        return tostring(ok) .. e.kind
        """) == "falsebad_value")
  }

  @Test func `a sandbox imports nothing`() throws {
    var options = LuaState.Options()
    options.isSandboxed = true
    #expect(try ScriptDesk(options: options).failure("import('x')").code == "api.in_sandbox")
  }

  @Test func `the report goes into a file with every line, however many there are`() throws {
    #expect(
      try ImportDesk.text(
        """
        local lines = {"reference,text"}
        for i = 1, 250 do lines[#lines + 1] = 'Nobook ' .. i .. ':1,"a, b"' end
        local path = fresh()
        local report = import(put(table.concat(lines, "\\n")), {report = path})
        local _, count = slurp(path):gsub("\\n", "")
        return counts(report) .. " " .. #report.lines .. " " .. report.more .. " " .. count .. " "
          .. slurp(path):match("\\n(line 2,user_notes,no,[^\\n]-),")
        """) == "0 0 0 250 100 150 251 line 2,user_notes,no,\"Nobook 1:1: a")
  }
}
