import LuaRuntime
import Testing

/// Records whose fields are kept as bytes until a script asks for more of them.
@Suite struct LuaRecordBuilderTests {
  let state: LuaState
  private let notes: LuaClass

  init() throws {
    state = try LuaState()
    notes = LuaClass(
      records: "note", fields: ["id", "text", "tags", "collection"], in: state
    ) { LuaError.badArgument(position: 1, function: $0, expected: $1, found: "x") }
    state.register("make") { [notes] call in
      let text = try call.string(at: 1)
      let tags = call.values(from: 2).compactMap(\.text)
      return call.record(notes) { record in
        record.add(7)
        record.add(text)
        record.add(tags)
        record.add(nil as Int64?)
      }
    }
    state.register("id") { call in
      call.result(call.integerField("id", at: 1).map(LuaValue.integer) ?? .nil)
    }
    notes.register("name") { call in call.result("note \(call.integerField("id", at: 1) ?? 0)") }
  }

  @Test func `fields are read one by one, and methods beside them`() throws {
    #expect(
      try state.run(
        """
        local n = make("light", "a", "", "b")
        return n.id, n.text, n.collection, n.unknown, n[1], n[true], n:name(), id(n), #n
        """) == ["7", "light", "nil", "nil", "nil", "nil", "note 7", "7", "0"])
  }

  @Test func `a list is the same table each time, and its own record's`() throws {
    #expect(
      try state.run(
        """
        local n, other = make("light", "a", "", "b"), make("salt")
        n.tags[4] = "mine"
        return table.concat(n.tags, ","), rawequal(n.tags, n.tags), #other.tags, n.text, n.id, id(n)
        """) == ["a,,b,mine", "true", "0", "light", "7", "7"])
  }

  @Test(arguments: ["", "local _ = n.tags", "for _ = 1, 20 do _ = n.text end"])
  func `pairs, next and rawget see what reading sees`(_ before: String) throws {
    #expect(
      try state.run(
        """
        local n = make("light", "a")
        \(before)
        local names = {}
        for name, value in pairs(n) do
          assert(rawequal(n[name], value) and rawequal(rawget(n, name), value))
          names[#names + 1] = name
        end
        table.sort(names)
        return table.concat(names, ","), n.collection, pcall(function() n.text = "y" end)
        """)[0...2] == ["id,tags,text", "nil", "false"])
  }

  @Test func `texts of any length and any bytes stay as they are`() throws {
    #expect(
      try state.run(
        """
        local wrong = 0
        for size = 0, 20000, 97 do
          local text = ("é"):rep(size)
          local n = make(text, text, "b")
          if n.text ~= text or n.tags[1] ~= text or n.tags[2] ~= "b" then wrong = wrong + 1 end
        end
        return wrong, make("").text
        """) == ["0", ""])
  }

  @Test func `a record outlives its class`() throws {
    var rows: LuaClass? = LuaClass(records: "row", fields: ["id"], in: state) { _, _ in
      LuaError.noState
    }
    state.register("row") { call in
      guard let rows else { return call.result() }
      return call.record(rows) { $0.add(3) }
    }
    try state.run("kept = row()")
    rows = nil
    #expect(
      try state.run("collectgarbage() for key, value in pairs(kept) do return key, value end")
        == ["id", "3"])
    #expect(try state.run("return row(), kept.id") == ["nil", "3"])
  }
}
