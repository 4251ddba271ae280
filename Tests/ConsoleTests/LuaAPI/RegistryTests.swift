import LuaAPI
import LuaRuntime
import Testing
import Vocabulary

@testable import Console

@Suite struct RegistryTests {
  @Test func `every function has a doc, and an example that runs in a fresh library`() throws {
    let functions = try ScriptDesk().api.registry.functions
    #expect(functions.count > 40)
    for entry in functions {
      #expect(entry.doc.count > 10 && entry.doc.hasSuffix("."), "\(entry.name)")
      #expect(!entry.example.isEmpty, "\(entry.name)")
      #expect(entry.example.contains(entry.lastName), "\(entry.name)")
      #expect(throws: Never.self, "\(entry.name)") { try ScriptDesk().run(entry.example) }
    }
  }

  @Test func `every function has completion, an editor type and an entry in the manual`() throws {
    let desk = try ScriptDesk()
    let registry = desk.api.registry
    let types = EditorTypes(registry).files.map(\.text).joined()
    let manual = try #require(Manuals(registry).pages.first { $0.name == "lectern-lua.3" }?.text)
    let names = HelpText(registry).names
    for entry in registry.functions {
      #expect(names.contains(entry.name), "\(entry.name)")
      #expect(types.contains("function \(entry.name)("), "\(entry.name)")
      #expect(manual.contains(".It Ic \"\(entry.name)"), "\(entry.name)")
    }
  }

  @Test func `what is registered is there, and nothing else is`() throws {
    let desk = try ScriptDesk()
    let owners =
      ["notes", "collections", "highlights", "highlights.collections", "bookmarks", "topics"]
      + ["prefs", "progress", "depth", "sessions", "flags", "refs", "plans"]
      + ["queue"]
      + ["sync", "auth", "auth.validate", "cloud", "json"]
    for owner in owners {
      let table = desk.lua.module(owner)
      try table.forEach { key, value in
        guard let name = key.text, value.kind == .function else { return }
        #expect(desk.api.registry["\(owner).\(name)"] != nil, "\(owner).\(name)")
      }
      #expect(!desk.api.registry.functions(of: owner).isEmpty)
    }
  }

  @Test func `no error keeps a result and every option has words`() throws {
    for entry in try ScriptDesk().api.registry.functions {
      for option in entry.options { #expect(!option.doc.isEmpty, "\(entry.name) \(option.name)") }
      #expect(entry.since == "0.1")
    }
  }

  @Test func `the names that hold secrets are known`() throws {
    let names = try ScriptDesk().api.registry.secretNames
    #expect(
      Set(names) == [
        "auth.sign_up", "auth.verify", "auth.sign_in", "auth.sign_in_with_code",
        "auth.sign_in_with", "auth.exchange", "auth.complete_reset", "auth.change_password",
        "auth.confirm_email", "auth.validate.password", "auth.validate.code", "sync.seal",
      ])
  }

  @Test(
    arguments: [
      ("notes.add()", "notes.add needs ref (reference)"),
      ("notes.add('John 3:16')", "notes.add needs text (text)"),
      ("notes.add('John 3:16', 5)", "text of notes.add must be text, not 5"),
      ("notes.add('John 3:16', 'x', {tag = 'a'})", "notes.add has no option 'tag'"),
      ("notes.add('John 3:16', 'x', 'a')", "the options of notes.add must be a table, not text"),
      ("notes.add('John 3:16', 'x', {}, 1)", "notes.add takes fewer arguments"),
      (
        "notes.add('John 3:16', 'x', {tags = {1}})",
        "an item of tags of notes.add must be text, not number"
      ),
      (
        "notes.add('John 3:16', 'x', {collection = 'Grace'})",
        "collection of notes.add must be collection or its id, not text"
      ),
      ("notes.get('5')", "id of notes.get must be integer, not text"),
      ("notes.get(5.5)", "id of notes.get must be integer, not 5.5"),
      ("notes.get({})", "id of notes.get must be integer, not table"),
      ("notes.find{order = 'verses'}", "order cannot be 'verses'"),
      ("notes.find{[1] = 'x'}", "notes.find has no option '1'"),
      ("notes.find{limit = 1.5}", "limit of notes.find must be integer, not 1.5"),
      ("notes.find{deleted = 1}", "deleted of notes.find must be boolean, not 1"),
      (
        "local n = notes.add('John 3:16', 'x') n.update{}",
        "note:update was called without its record"
      ),
      ("on('chnage', print)", "event cannot be 'chnage'"),
      ("sync.push{limit = -1}", "limit is -1"),
    ])
  func `a call that does not fit is refused in words`(script: String, summary: String) throws {
    let desk = try ScriptDesk()
    let failure = try desk.failure(script)
    #expect(failure.summary == summary)
    #expect(failure.kind == .badValue)
    #expect(try desk.integer("return #queue + notes.count{}") ?? 9 <= 2)
  }

  @Test(
    arguments: [
      ("notes.add('John 3:16', 'x', {tag = 'a'})", "did you mean 'tags'?"),
      ("notes.find{order = 'verses'}", "did you mean 'verse'?"),
      ("on('chnage', print)", "did you mean 'change'?"),
      ("highlights.set('John 3:16', 'glod')", "did you mean gold?"),
      ("notes.add('Jonn 3:16', 'x')", "did you mean John?"),
      (
        "local n = notes.add('John 3:16', 'x') n.update{}",
        "write a colon: :update behind the record"
      ),
      ("notes.get(1, 2)", "call it as notes.get(id)"),
    ])
  func `the cure is said too`(script: String, hint: String) throws {
    #expect(try ScriptDesk().failure(script).hint == hint)
  }

  @Test func `a caught error is a table with kind, code, message and hint`() throws {
    let desk = try ScriptDesk()
    let values = try desk.run(
      """
      local ok, e = pcall(notes.add, "Exodus 5:26", "x")
      return ok, e.kind, e.code, e.message, e.hint, tostring(e)
      """)
    #expect(values[0].boolean == false)
    #expect(values[1].text == "bad_value")
    #expect(values[2].text == "library.beyond_canon")
    #expect(values[3].text == "ref 'Exodus 5:26': Exodus 5 ends with verse 23")
    #expect(values[4].text == "verses are counted as in the King James Version")
    #expect(values[5].text?.contains("Exodus 5 ends with verse 23") == true)
  }

  @Test func `help explains functions, modules, records and wrong names`() throws {
    let desk = try ScriptDesk()
    let script = """
      local printed
      print = function(text) printed = text end
      %
      return printed
      """
    func help(_ call: String) throws -> String {
      try desk.text(script.replacing("%", with: call)) ?? ""
    }
    #expect(try help("help(notes.add)").hasPrefix("notes.add(ref, text, {tags=, collection=})"))
    #expect(try help("help('note:update')").contains("collection or its id or null"))
    #expect(try help("help(highlights.collections)").contains("highlights.collections.find"))
    #expect(try help("help(notes.add('John 3:16', 'x'))").contains("note:link"))
    #expect(try help("help()").contains("notes"))
    #expect(try desk.failure("help('notes.ad')").hint == "did you mean 'notes.add'?")
    #expect(try desk.run("return rawget(_G, 'note')")[0].isNil)
  }
}
