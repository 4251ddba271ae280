import LuaRuntime
import Testing
import Vocabulary

@Suite struct LuaCallTests {
  let state: LuaState

  init() throws { state = try LuaState() }

  @Test func `a registered function takes and returns values`() throws {
    state.register("add") { call in
      call.result(try call.integer(at: 1) + call.integer(at: 2))
    }
    state.register("texts.twice") { call in
      let text = try call.string(at: 1)
      return call.result(text + text)
    }
    state.register("texts.inner.none") { $0.result() }
    state.register("several") { call in call.results(call.values().reversed()) }
    #expect(
      try state.run("return add(2, 3), texts.twice('ab'), texts.inner.none()") == ["5", "abab"])
    #expect(
      try state.run("return several(1, 2.5, 'x', true, nil, null)") == [
        "null", "nil", "true", "x", "2.5", "1",
      ])
    #expect(try state.run("return add(2.0, 3)") == ["5"])
  }

  @Test(arguments: [
    ("integer('1')", "bad argument #1 to 'integer' (integer expected, got string)"),
    ("integer(1.5)", "bad argument #1 to 'integer' (integer expected, got number)"),
    ("integer()", "bad argument #1 to 'integer' (integer expected, got no value)"),
    ("text(1)", "bad argument #1 to 'text' (string expected, got number)"),
    ("text(null)", "bad argument #1 to 'text' (string expected, got null)"),
    ("text('\\xff')", "bad argument #1 to 'text' (the text is not UTF-8)"),
    ("m.list(print)", "bad argument #1 to 'm.list' (table expected, got function)"),
  ]) func `a wrong argument is named`(call: String, message: String) throws {
    state.register("integer") { $0.result(try $0.integer(at: 1)) }
    state.register("text") { $0.result(try $0.string(at: 1)) }
    state.register("m.list") { $0.result(try $0.table(at: 1).count) }
    let failure = try state.failure(of: "return " + call)
    #expect(failure.summary == message)
    #expect(failure.kind == .badValue)
  }

  @Test func `bytes go both ways unchanged`() throws {
    state.register("same") { call in
      try call.withBytes(at: 1) { bytes in call.result(bytes: bytes) }
    }
    #expect(
      try state.run("local s = 'a\\0b\\xff' return same(s) == s, same('') == ''") == [
        "true", "true",
      ])
    #expect(try state.run("return 'a\\xff'") == ["[97, 255]"])
  }

  @Test func `tables are built and read`() throws {
    state.register("build") { call in
      call.table(fields: 4) { table in
        table.set("id", 7)
        table.set("text", "x")
        table.set("missing", nil as String?)
        table.set("tags", ["a", "b"])
        table.set("inner") { $0.set("deep", true) }
        table.set(key: "dyn" + "amic", 1.5)
        for i in 1...3 { table.append(i * i) }
      }
    }
    #expect(
      try state.run(
        """
        local t = build()
        return t.id, t.text, t.missing, table.concat(t.tags, ','), t.inner.deep, t.dynamic, #t, t[3]
        """) == ["7", "x", "nil", "a,b", "true", "1.5", "3", "9"])
    var seen: [String] = []
    state.register("read") { call in
      try call.forEachField(at: 1) { key, value in seen.append("\(show(key))=\(show(value))") }
      return call.result()
    }
    try state.run("read() read(nil) read{b = 2, 1, [true] = 'c'}")
    #expect(seen.sorted() == ["1=1", "b=2", "true=c"])
  }

  @Test func `records have fields, methods and a text`() throws {
    let notes = LuaClass("note", in: state)
    notes.register("double") { call in
      let note = try call.record(at: 1, of: notes)
      return call.result((note["id"].integer ?? 0) * 2 + (call.integerField("id", at: 1) ?? 0))
    }
    notes.registerMetamethod("__tostring") { call in
      call.result("note \(call.integerField("id", at: 1) ?? 0)")
    }
    state.register("notes.get") { call in
      let id = try call.integer(at: 1)
      return call.table(notes, fields: 1) { $0.set("id", id) }
    }
    state.register("notes.find") { call in
      call.list(1...3, of: notes) { id, note in note.set("id", id) }
    }
    #expect(
      try state.run(
        "local n = notes.get(4) return n.id, n:double(), tostring(n), #notes.find(), notes.find()[3]:double()"
      ) == ["4", "12", "note 4", "3", "9"])
    #expect(
      try state.failure(of: "notes.get(1).double{}").summary
        == "bad argument #1 to 'note:double' (note expected, got table)")
  }

  @Test func `a script holds a Swift object and the object lives as long`() throws {
    let census = Census()
    let members = LuaClass("member", in: state)
    let others = LuaClass("other", in: state)
    members.register("check") { call in
      _ = try call.object(at: 1, as: Census.Member.self, expected: "member")
      return call.result(true)
    }
    state.register("member") { call in call.result(members.makeObject(census.member())) }
    state.register("other") { call in call.result(others.makeObject(Census())) }
    #expect(try state.run("m = member() return m:check(), getmetatable(m)") == ["true", "false"])
    #expect(census.living == 1)
    #expect(
      try state.failure(of: "m.check(other())").summary
        == "bad argument #1 to 'member:check' (member expected, got object)")
    _ = try state.failure(of: "m.check(io.stdout)")
    _ = try state.failure(of: "m.check(null)")
    try state.run("m = nil collectgarbage()")
    #expect(census.living == 0)
  }

  @Test func `functions of a script are called from Swift`() throws {
    state.register("twice") { call in
      let function = try call.function(at: 1)
      try function.call([.integer(1)])
      return call.results(try function.call([.integer(2)]))
    }
    #expect(
      try state.run("local s = 0 return twice(function(n) s = s + n return s, 'x' end)") == [
        "3", "x",
      ])
    #expect(
      try state.run(
        "return coroutine.wrap(function() return twice(function() return coroutine.running() ~= nil end) end)()"
      ) == ["true"])
    let failure = try state.failure(of: "coroutine.wrap(function() twice(coroutine.yield) end)()")
    #expect(failure.summary.contains("attempt to yield across a C-call boundary"))
  }

  @Test func `table subscripts pass metamethods by and value and set do not`() throws {
    try state.run(
      "t = setmetatable({}, {__index = function(t, k) return k .. '!' end, __newindex = error})")
    let table = try #require(state.globals["t"].table)
    #expect(table["a"].isNil)
    #expect(try table.value(of: .string("a")).text == "a!")
    #expect(throws: LuaFailure.self) { try table.set(.string("a"), to: .integer(1)) }
    table["a"] = .integer(1)
    table[1] = .bytes([0xFF])
    #expect(table["a"].integer == 1)
    #expect(table.count == 1)
    #expect(state.stackDepth == 0)
  }

  @Test func `a module table may have metamethods`() throws {
    let module = state.module("queue")
    module.setMetatable(state.makeTable { $0.register("__len") { $0.result(3) } })
    #expect(try state.run("return #queue") == ["3"])
  }

  @Test func `references outlive the state without harm`() throws {
    var opened: LuaState? = try LuaState()
    let table = opened?.makeTable()
    let interrupter = opened.map(LuaInterrupter.init)
    weak let gone = opened
    opened = nil
    #expect(gone == nil)
    interrupter?.interrupt()
    withExtendedLifetime(table) {}
  }

  @Test func `closing a state releases what its functions hold`() throws {
    let census = Census()
    let other = try LuaState()
    let held = census.member()
    other.register("hold") { call in
      withExtendedLifetime(held) {}
      return call.result()
    }
    other.register("drop") { [member = census.member()] call in
      withExtendedLifetime(member) {}
      return call.result()
    }
    #expect(census.living == 2)
    try other.run("drop = nil collectgarbage()")
    #expect(census.living == 1)
    other.close()
    other.close()
    #expect(try state.run("return 1") == ["1"])
    withExtendedLifetime(held) {}
  }

  @Test func `null is one value and no nil`() throws {
    #expect(
      try state.run("return tostring(null), null == null, null and 1, type(null)") == [
        "null", "true", "1", "userdata",
      ])
    #expect(try state.run("return #tostring(null), getmetatable(null)") == ["4", "false"])
  }
}
