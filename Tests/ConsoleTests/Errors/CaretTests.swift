import LuaRuntime
import Testing

@testable import Console

/// What an error marks in the source; the guillemets of each script stand around it.
@Suite struct CaretTests {
  private func check(_ annotated: String) throws {
    let source = annotated.filter { $0 != "«" && $0 != "»" }
    let before = annotated.prefix { $0 != "«" }
    let word = annotated.dropFirst(before.count + 1).prefix { $0 != "»" }
    let failure = try ScriptDesk().failure(source)
    let line = try #require(failure.position?.line)
    let mark = ErrorMark(in: SourceLines(source), line: line).range(of: failure)
    let start = before.utf8.count
    let right = annotated.contains("«") ? start..<(start + word.utf8.count) : nil
    #expect(mark == right, "\(failure.summary): \(mark.map { "\($0)" } ?? "nothing") is marked")
  }

  @Test(arguments: [
    #"notes.add("John 3:16", «5»)"#, #"notes.add("John 3:16"«)»"#, #"notes.add(«true», "x")"#,
    #"notes.add(«"Jonn 3:16"», "x")"#, #"local r = "Jonn 1" notes.add(«r», "x")"#,
    #"notes.add("John 3:16", "x", {tags = «5»})"#, #"notes.add("John 3:16", "x", {«tag» = {}})"#,
    #"notes.add("John 3:16", "x", {["tags"] = «5»})"#, #"notes.add("John 3:16", "x", «7»)"#,
    #"local o = {tags = 5} notes.add("John 3:16", "x", «o»)"#,
    #"notes.find{limit = «-1»}"#, #"notes.find{order = «"newst"»}"#, #"notes.get(«99»)"#,
    #"notes.get«"99"»"#, #"sync.now«{only = true}»"#,
    #"notes.add("John 3:16", "x", {tags = «{"a", "b\0"}»})"#,
    #"plans.define{id = "x", name = "x", days = «5»}"#,
    #"world{devices = {"a"}}:fail{status = 500, device = «"b"»}"#, #"flags.add(«1», "typ", "r")"#,
  ])
  func `a wrong argument is marked`(annotated: String) throws { try check(annotated) }

  @Test(arguments: [
    #"highlights.set("John 3:16", «"gren"»)"#, #"highlights.collections.add("A", «"rde"»)"#,
    #"plans.start(«"gospls"»)"#, #"plans.complete(«"gospls"», 1)"#, #"prefs.get(«"font_siz"»)"#,
    #"prefs.set("theme", «"drak"»)"#, #"prefs.theme = «"drak"»"#, #"prefs.«tehme» = 1"#,
    #"topics.bookmark("x", {type = «"topc"»})"#, #"queue.show(«44»)"#, #"on(«"synced"», print)"#,
    #"bookmarks.add(«"3:16"»)"#, #"collections.add(«""»)"#, #"help(«"notes.ad"»)"#,
    #"local n = notes.add("John 3:16", "x") n:link(«77»)"#,
    #"refs.format("John 3:16", {style = «"shrt"»})"#,
  ])
  func `a value that the library names is marked`(annotated: String) throws {
    try check(annotated)
  }

  @Test(arguments: [
    #"sql("SELECT * FROM «user_note»")"#, #"sql[[SELECT «txt» FROM user_notes]]"#,
    #"sql("«SELEC» 1")"#, "sql[[\n  SELECT id,\n    «nope»\n  FROM user_notes]]",
  ])
  func `of a statement the word is marked`(annotated: String) throws { try check(annotated) }

  @Test(arguments: [
    #"local ad = {} ad.x = ad.«ad».x"#, #"«ad».x = 1"#, #"local ad = {} ad:«ad»()"#,
    #"string.rep("x", «{}»)"#, #"("x"):rep(«{}»)"#, #"string.rep(«)»"#,
    #"local add = notes.add add("John 3:16", «5»)"#, #"local m = notes m.add("John 3:16", «5»)"#,
    #"print(1 + nil)"#, #"error("own")"#,
  ])
  func `what Lua finds is marked where it stands`(annotated: String) throws {
    try check(annotated)
  }

  @Test(arguments: [
    #"notes.add("John 3:16", notes.add(«"Jonn 1"», "a"))"#,
    #"notes.add("John 3:16", «function(a, b) return a, b end», {})"#,
    #"notes.add("John 3:16", "a") notes.add(«"Jonn 3:16"», "b")"#,
    #"notes.add("John 3:16", 5) notes.add("John 3:16", 6)"#,
    "notes.add(\n  \"John 3:16\",\n  \"x\",\n  {\n    tags = {\"a\"},\n    «tgs» = 5,\n  }\n)",
    "notes.add(\n  \"John 3:16\",\n  «5»\n)",
  ])
  func `of nested, repeated and long calls it is the right one`(annotated: String) throws {
    try check(annotated)
  }

  @Test func `the mark stands under wide signs, behind tabs, on the line of the argument`() throws {
    let source = "if true then\n\tlocal wide = \"λό😀\" notes.add(\n\t\t\"Jonn 😀\",\n\t\t\"x\")\nend"
    let text = ErrorText(source: NamedSource(name: "test", text: source), hint: nil)
    let lines = text.text(of: try ScriptDesk().failure(source)).split(separator: "\n")
    #expect(lines[1...2] == ["  3 | \t\t\"Jonn 😀\",", "    | \t\t^^^^^^^^^"])
  }
}
