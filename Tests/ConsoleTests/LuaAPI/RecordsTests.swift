import LuaRuntime
import Testing

/// Records are snapshots: they belong to one library, and only functions change what is saved.
struct RecordsTests {
  private static let twoDevices = """
    local w = world{devices = {"phone", "tablet"}, accounts = {tablet = false}}
    local p, t = w.phone, w.tablet
    local mine, theirs = p.notes.add("John 3:16", "mine"), t.notes.add("John 3:17", "theirs")
    local c = t.collections.add("Theirs")

    """

  @Test(arguments: [
    "mine:link(theirs)", "mine:unlink(theirs)", "mine:update{collection = c}",
    #"p.notes.add("John 3:18", "x", {collection = c})"#, "p.notes.find{collection = c}",
    "t.queue.show(p.queue.find{}[1])", "t.queue.retry(p.queue.find{}[1])",
    #"mine.update(theirs, {text = "y"})"#,
  ])
  func `a record of another device is refused`(_ call: String) throws {
    let failure = try ScriptDesk().failure(Self.twoDevices + call)
    #expect(failure.summary.contains("belongs to another device"))
  }

  @Test func `a method takes no record of another class, and no table that looks like one`() throws
  {
    let desk = try ScriptDesk()
    let note = "local n = notes.add(\"John 3:16\", \"x\")  "
    for call in [
      "n.update(collections.add(\"A\"), {text = \"y\"})", "n.update({id = 1}, {text = \"y\"})",
    ] {
      #expect(try desk.failure(note + call).summary.contains("without its record"))
    }
  }

  @Test(arguments: [
    ("n.text = \"y\"", "note:update{text = …}"), ("n.id = 2", "note:update takes text"),
    ("n.mine = 1", "note:update takes text"),
    ("queue.find{}[1].state = \"ready\"", "the row that it is about"),
    ("highlights.set(\"John 3:16\", \"gold\").color = \"blue\"", "highlights.set"),
  ])
  func `an assignment to a field says how it is changed`(_ call: String, _ hint: String) throws {
    let desk = try ScriptDesk()
    let failure = try desk.failure("n = notes.add(\"John 3:16\", \"x\")  " + call)
    #expect(failure.summary.contains("cannot be assigned"))
    #expect(failure.hint?.contains(hint) == true)
    #expect(try desk.text("return n.text") == "x")
  }

  @Test(arguments: ["", "world{}  "])
  func `a record is read like any table`(_ before: String) throws {
    let desk = try ScriptDesk()
    let script =
      before + """
        local n = notes.add("John 3:16", "x", {tags = "a"})
        local seen, walked = {}, 0
        for key, value in pairs(n) do seen[key] = value end
        for key, value in next, n do walked = walked + (rawequal(n[key], value) and 1 or 100) end
        local count = 0
        for _ in pairs(seen) do count = count + 1 end
        assert(count == walked and count >= 6, count .. " " .. walked)
        assert(rawget(n, "text") == "x" and next(n) ~= nil and #n == 0 and type(n) == "table")
        assert(getmetatable(n) == false and n.nothing == nil and n.update)
        return json.encode{n.id, seen.text, json.decode(json.encode(n)).ref, tostring(n)}
        """
    #expect(try desk.text(script) == #"[1,"x","john 3:16","note 1: john 3:16"]"#)
  }
}
