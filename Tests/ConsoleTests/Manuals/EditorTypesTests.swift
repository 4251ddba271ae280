import LuaRuntime
import Testing

@testable import Console
@testable import LuaAPI

/// Definition files for editors: all that there is, in Lua that loads.
@Suite struct EditorTypesTests {
  private let desk: ScriptDesk
  private let files: [(name: String, text: String)]
  private var whole: String { files.map(\.text).joined() }

  init() throws {
    desk = try ScriptDesk(isSignedIn: true)
    files = EditorTypes(desk.api.registry).files
  }

  @Test func `every function, parameter and option is in them`() {
    for entry in desk.api.registry.functions {
      #expect(whole.contains("function \(entry.name)("), "\(entry.name)")
      guard !entry.options.isEmpty else { continue }
      let name = entry.name.replacing(":", with: ".")
      guard let start = whole.firstRange(of: "---@class \(name).options\n") else {
        Issue.record("\(name) has no class of options")
        continue
      }
      let rest = whole[start.upperBound...].split(separator: "\n\n")[0]
      for option in entry.options {
        #expect(rest.contains("---@field \(option.name)? "), "\(name) \(option.name)")
      }
    }
  }

  @Test func `each file is Lua that loads`() {
    for file in files {
      #expect(file.text.hasPrefix("---@meta\n"), "\(file.name)")
      guard case .complete = desk.lua.load(file.text, name: file.name) else {
        Issue.record("\(file.name) does not load")
        continue
      }
    }
  }

  @Test func `what a function gives has a type`() {
    let untyped = desk.api.registry.functions
      .filter { ResultType.type(of: $0.result)?.hasPrefix("any") ?? false }.map(\.name)
    #expect(
      Set(untyped) == [
        "expectation:errors", "json.decode", "prefs.get", "prefs.set", "transaction",
      ])
    for (words, type) in [
      ("note", "note"), ("list of notes, the best first, each with .snippet", "note[]"),
      ("list of {tag=, notes=}", "{tag: string, notes: integer}[]"),
      ("highlight, or nil", "highlight?"),
      ("true; false if it was off", "boolean"),
      ("queue entry as queue.show gives it", "queue_entry"),
      ("raw, hashed", "string, string"), ("how many were set", "integer"),
      ("{id=, doubled={ref=, days=}}", "{id: integer, doubled: any}"),
    ] { #expect(ResultType.type(of: words) == type) }
  }

  @Test(arguments: [
    ("note", #"notes.search("x")[1]"#), ("collection", #"collections.find{}[1]"#),
    ("highlight", #"highlights.find{}[1]"#), ("bookmark", #"bookmarks.find{}[1]"#),
    ("highlight_collection", #"highlights.collections.find{}[1]"#),
    ("topic", #"topics.find{}[1]"#), ("session", #"sessions.find{}[1]"#),
    ("reference", #"refs.find("John 3:16-18")[1]"#), ("queue_entry", #"queue.find{}[1]"#),
    ("queue_entry", #"queue.show(queue.find{}[1].id)"#), ("handle", #"on("change", print)"#),
    ("queue_entry", #"(sync.now() and queue.find{state = "sent"}[1])"#),
    ("user", "auth.user()"), ("plan", "plans.get(plans.list()[1].id)"),
    ("progress", "plans.progress(plans.list()[1].id)"),
    ("lectern_error", "select(2, pcall(notes.get, 99))"),
  ])
  func `the fields of a class are those that its records have`(name: String, source: String) throws
  {
    try desk.run(
      """
      notes.add("John 3:16", "x", {tags = {"a"}, collection = collections.add("C")})
      highlights.set("John 3:16", "gold", {note = "n"})
      highlights.collections.add("H", "#112233")
      bookmarks.add("John 1:1", {label = "l"})
      topics.bookmark("grace", {title = "t", summary = "s"})
      sessions.start("John 3")
      plans.start(plans.list()[1].id)
      """)
    let value = try #require(try desk.run("return \(source)").first)
    let table = try #require(value.table)
    let known = try #require(ClassEntry.all.first { $0.name == name })
    var found: Set<String> = []
    try table.forEach { key, value in
      guard let field = key.text else { return }
      found.insert(field)
      guard let declared = known.fields.first(where: { $0.name == field }) else {
        Issue.record("\(name).\(field) is in no editor")
        return
      }
      #expect(Self.fits(value, declared.type), "\(name).\(field) is \(value.kind.name)")
    }
    for field in known.fields where !field.isOptional {
      let isNil = try desk.run("return (\(source)).\(field.name)").first?.isNil ?? true
      #expect(found.contains(field.name) || !isNil, "\(name).\(field.name)")
    }
  }

  private static func fits(_ value: LuaValue, _ type: String) -> Bool {
    switch type {
    case "integer": value.integer != nil
    case "number": value.kind == .number
    case "boolean": value.kind == .boolean
    case "string", "error_kind": value.kind == .string
    case _ where type.hasSuffix("[]") || type == "table": value.table != nil
    default: true
    }
  }

  @Test func `the meta command writes them, and no file that is another's`() throws {
    let home = try ScratchFolder()
    let shell = Shell(home: home.path)
    #expect(try shell.run("lectern meta types && lectern meta types").status == 0)
    #expect(try shell.run("ls types | wc -l").output == "\(files.count)\n")
    let other = try shell.run(
      "mkdir mine; echo x > mine/notes.lua; lectern meta mine; cat mine/notes.lua")
    #expect(other.output.contains("x\n"))
    #expect(other.output.contains("something else has written it"))
  }
}
