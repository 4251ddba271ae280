import LuaAPI
import LuaRuntime
import Sync
import Testing
import Vocabulary

/// Somebody who looks on.
private final class Onlooker: SyncAudience {
  var seen: [SyncProgress] = []
  var ends = 0
  func see(_ progress: SyncProgress) { seen.append(progress) }
  func stepAside() {}
  func end() { ends += 1 }
}

/// Everything a person has, in a file.
@Suite struct ExportTests {
  /// `exported(path)`: what was written, what is in the file, and its text.
  private static let setUp = """
    path = os.tmpname()
    os.remove(path)
    function exported(from)
      local written = (from or export)(path)
      local file = io.open(path)
      local text = file:read("a")
      file:close()
      os.remove(path)
      return written, json.decode(text), text
    end
    """

  private func desk() throws -> ScriptDesk {
    let desk = try ScriptDesk()
    try desk.run(Self.setUp)
    return desk
  }

  @Test(arguments: ["json", "csv", "markdown"])
  func `who looks on sees how far it is`(format: String) throws {
    let desk = try desk()
    let onlooker = Onlooker()
    desk.api.audience = onlooker
    try desk.run(
      """
      transaction(function() for i = 1, 1200 do notes.add("John 3:16", "note " .. i) end end)
      export(path, {format = "\(format)"})
      os.execute("rm -r " .. path)
      """)
    #expect(onlooker.seen.count >= 2 && onlooker.ends == 1)
    #expect(onlooker.seen.allSatisfy { $0.phase == .writing && $0.total == 1200 })
    #expect(onlooker.seen.last?.done == 1200)
  }

  @Test func `everything is written, parents first, references by name`() throws {
    #expect(
      try desk().text(
        """
        local grace = collections.add("Grace")
        local a = notes.add("John 3:16", "a", {tags = {"x", "y"}, collection = grace})
        a:untag("y")
        a:link(notes.add("John 3:17", "b"))
        highlights.set("John 3:16", "gold")
        bookmarks.add("John 3")
        topics.bookmark("grace")
        progress.visit("John 3")
        prefs.set("theme", "dark")
        local written, read = exported()
        local tables, names, seen = {}, {}, {}
        for _, row in ipairs(read.rows) do
          names[row.id] = true
          if not seen[row.table] then tables[#tables + 1] = row.table end
          seen[row.table] = true
          for _, key in ipairs{"collection_id", "from_note_id", "to_note_id"} do
            local name = row.values[key]
            if name ~= nil and name ~= null then assert(names[name], key) end
          end
        end
        assert(written.rows == #read.rows)
        for _, row in ipairs(read.rows) do
          if row.id == a.cloud_id then
            tables[#tables + 1] = tostring(row.values.tags_json.x) .. tostring(row.values.tags_json.y)
          end
        end
        return read.lectern_library .. " " .. table.concat(tables, " ")
        """)
          == """
          1 study_collections user_notes note_links verse_highlights bookmarks bookmarked_topics \
          user_preferences reading_progress reading_streaks truefalse
          """)
  }

  @Test func `each row has a line of its own, whatever is in it`() throws {
    #expect(
      try desk().text(
        #"""
        notes.add("John 3:16", "two\nlines, \"quoted\" and \\ \u{2028} \u{1F600}")
        notes.add("John 3:17", "b")
        local _, read, text = exported()
        local whole = 0
        for line in text:gmatch("[^\n]+") do
          if line:match("^{\"table\"") then
            json.decode((line:gsub(",$", "")))
            whole = whole + 1
          end
        end
        return whole .. " " .. read.rows[1].values.note_text
        """#) == "2 two\nlines, \"quoted\" and \\ \u{2028} \u{1F600}")
  }

  @Test func `the trash comes along, and what stays on a device does not`() throws {
    #expect(
      try desk().text(
        """
        notes.add("John 3:16", "a"):delete()
        prefs.set("ttsVoice", "of this machine")
        local written, read, text = exported()
        return written.rows .. " " .. tostring(read.rows[1].values.deleted_at ~= null) .. " "
          .. tostring(text:find("of this machine"))
        """) == "1 true nil")
  }

  @Test func `an empty library is a file without rows`() throws {
    #expect(
      try desk().text(
        "local written, read = exported() return written.rows .. ' ' .. #read.rows")
        == "0 0")
  }

  @Test func `more rows than a piece holds are all written once`() throws {
    let count = Limits.exportPiece * 2 + 1
    #expect(
      try desk().text(
        """
        transaction(function()
          for i = 1, \(count) do notes.add("John 3:16", "n" .. i) end
        end)
        local written, read = exported()
        local seen, distinct = {}, 0
        for _, row in ipairs(read.rows) do
          if not seen[row.values.note_text] then distinct = distinct + 1 end
          seen[row.values.note_text] = true
        end
        return written.tables.user_notes .. " " .. #read.rows .. " " .. distinct
        """) == "\(count) \(count) \(count)")
  }

  @Test func `two devices that are alike write the same rows`() throws {
    #expect(
      try desk().text(
        """
        local w = world{seed = 4}
        local c = w.phone.collections.add("Grace")
        local a = w.phone.notes.add("John 3:16", "a", {tags = "x", collection = c})
        a:link(w.phone.notes.add("John 3:17", "b"))
        w:settle()
        w.tablet.notes.find{}[1]:untag("x")
        w.tablet.highlights.set("John 3:16", "gold")
        w:settle()
        local function rows(device)
          local _, read = exported(device.export)
          local lines = {}
          for _, row in ipairs(read.rows) do
            row.stamp, row.stamps = nil, nil
            lines[#lines + 1] = json.encode(row)
          end
          table.sort(lines)
          return table.concat(lines, "\\n")
        end
        return tostring(rows(w.phone) == rows(w.tablet)) .. #w:diff()
        """) == "true0")
  }

  @Test func `nothing is written over, and what is refused leaves no file`() throws {
    let desk = try desk()
    #expect(
      try desk.text(
        """
        local file = io.open(path, "w")
        file:write("mine")
        file:close()
        local ok, e = pcall(export, path)
        local kept = io.open(path):read("a")
        os.remove(path)
        return tostring(ok) .. e.kind .. kept
        """) == "falsebad_valuemine")
    #expect(try desk.failure("export('/nowhere/at/all')").kind == .badValue)
    #expect(try desk.failure("export('/tmp')").kind == .badValue)
    var options = LuaState.Options()
    options.isSandboxed = true
    #expect(try ScriptDesk(options: options).failure("export('x')").code == "api.in_sandbox")
  }
}
