import LuaAPI
import LuaRuntime
import Testing
import Vocabulary

/// Modules as scripts see them: tables that are read, and not written.
@Suite struct ModuleTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  @Test func `no function of any module can be replaced, taken away or joined by others`() throws {
    let modules = desk.api.registry.owners.filter { owner in
      !owner.isEmpty && desk.api.registry.functions(of: owner).contains { !$0.isMethod }
    }
    #expect(modules.count > 15)
    for module in modules {
      let function = desk.api.registry.functions(of: module)[0].lastName
      for script in ["\(module).\(function) = 1", "\(module).\(function) = nil"] {
        let failure = try desk.failure(script)
        let words = "\(module).\(function) cannot be assigned: \(module) is a module of lectern"
        #expect(failure.summary.contains(words), "\(script): \(failure.summary)")
        #expect(
          failure.hint == "keep functions and values of your own in variables or tables of your own"
        )
      }
      #expect(try desk.boolean("return type(\(module).\(function)) == 'function'") == true)
      guard module != "prefs" else { continue }
      #expect(try desk.failure("\(module).mine = print").summary.contains("cannot be assigned"))
      #expect(try desk.failure("\(module)[1] = 1").summary.contains("cannot be assigned"))
    }
  }

  @Test func `a module lists its functions, and has nothing else`() throws {
    #expect(
      try desk.text(
        """
        local names = {}
        for name in pairs(depth) do names[#names + 1] = name end
        table.sort(names)
        return table.concat(names, " ")
        """) == "chapter open")
    #expect(try desk.boolean("return notes.nothing == nil and next(notes) ~= nil") == true)
    #expect(try desk.boolean("return rawget(notes, 'add') == notes.add") == true)
    #expect(try desk.boolean("return getmetatable(notes) == false") == true)
    #expect(try desk.integer("return #queue") == 0)
  }

  @Test func `a device of a world guards its modules too`() throws {
    let failure = try desk.failure("local w = world{}  w.phone.notes.add = print")
    #expect(failure.summary.contains("notes.add cannot be assigned"))
  }

  @Test(arguments: ["return prefs[1]", "prefs[1] = 2", "return prefs[{}]", "prefs[true] = 1"])
  func `a preference is named by text`(script: String) throws {
    let failure = try desk.failure(script)
    #expect(failure.summary.contains("for a key"))
    #expect(failure.hint?.hasPrefix("preferences are named: prefs.theme") == true)
  }

  @Test func `nil brings the default of a preference back, however it is set`() throws {
    for script in ["prefs.set('theme', nil)", "prefs.theme = nil", "prefs.unset('theme')"] {
      #expect(try desk.text("prefs.theme = 'light'  \(script)  return prefs.theme") == "dark")
    }
    #expect(try desk.failure("prefs.set('theme')").summary.contains("prefs.set needs value"))
  }

  @Test func `a plan that nobody knows cannot be the active one`() throws {
    for script in ["prefs.active_plan = 'advnt'", "prefs.set('active_plan', 'advnt')"] {
      #expect(try desk.failure(script).hint == "did you mean 'advent'?")
    }
    #expect(try desk.text("prefs.active_plan = 'advent'  return prefs.active_plan") == "advent")
    #expect(try desk.boolean("prefs.active_plan = ''  return prefs.active_plan == nil") == true)
  }

  @Test func `what several chapters are said to be names one of them`() throws {
    for ref in ["John 3-5", "John 3; 4-5", "John 3:16-5:2"] {
      let failure = try desk.failure("progress.visit('\(ref)')")
      #expect(failure.summary.contains("these are 3 chapters; one is needed"), "\(ref)")
      #expect(failure.hint == "give each chapter its own call, such as John 3")
    }
    #expect(try desk.text("return progress.visit('John 3:1-5').ref") == "john 3")
  }
}
