import LuaAPI
import LuaRuntime

/// A desk whose scripts write files: `put(text)` and `out(from, options)` answer a path,
/// `slurp(path)` its text, `sorted(path)` the rows of an export in one order.
enum ImportDesk {
  static let setUp = #"""
    local made = {}
    function fresh()
      local path = os.tmpname()
      os.remove(path)
      made[#made + 1] = path
      return path
    end
    function put(text)
      local path = fresh()
      local file = io.open(path, "wb")
      file:write(text)
      file:close()
      return path
    end
    function out(from, options)
      local path = fresh();
      (from or export)(path, options)
      return path
    end
    function slurp(path)
      local file = io.open(path, "rb")
      local text = file:read("a")
      file:close()
      return text
    end
    function sorted(path)
      local lines = {}
      for line in slurp(path):gmatch("[^\n]+") do
        if line:find('^{"table"') then lines[#lines + 1] = (line:gsub(",$", "")) end
      end
      table.sort(lines)
      return table.concat(lines, "\n")
    end
    function counts(report)
      return report.taken .. " " .. report.changed .. " " .. report.here .. " " .. report.skipped
    end
    function reasons(report)
      local lines = {}
      for _, line in ipairs(report.lines) do
        local place = line.line or line.file or line.record
        lines[#lines + 1] = place .. (line.taken and "+ " or ": ") .. line.reason
      end
      return table.concat(lines, "\n")
    end
    function texts(list)
      local texts = {}
      for i, note in ipairs(list) do texts[i] = note.ref .. "=" .. note.text end
      table.sort(texts)
      return table.concat(texts, "|")
    end
    function tidy() for _, path in ipairs(made) do os.remove(path) end end
    """#

  /// What a script returns; its files are gone then.
  static func text(_ script: String) throws -> String? {
    let desk = try ScriptDesk()
    try desk.run(setUp)
    defer { do { try desk.run("tidy()") } catch {} }
    return try desk.text(script)
  }

  /// What a script that must fail raises.
  static func failure(_ script: String) throws -> LuaFailure {
    let desk = try ScriptDesk()
    try desk.run(setUp)
    defer { do { try desk.run("tidy()") } catch {} }
    return try desk.failure(script)
  }

  /// A phone with one of everything, synced: `w`, `p`, and `all`, its export.
  static let full = #"""
    local w = world{
      seed = 5, devices = {"phone", "laptop"}, accounts = {phone = "a", laptop = "b"}}
    local p = w.phone
    local grace = p.collections.add("Grace")
    p.highlights.collections.add("Promises", "#5b8fb9")
    local a = p.notes.add(
      "John 3:16", 'two\nlines "q"', {tags = {"x", 'a;b,"c"\nd'}, collection = grace})
    a:link(p.notes.add("John 3:17", "b"))
    a:untag("x")
    p.highlights.set("John 3:16", "gold", {note = "n"})
    p.bookmarks.add("John 3", {label = "l"})
    p.topics.bookmark("grace")
    p.progress.visit("John 3")
    p.depth.open("john_3_s1", "heb")
    w:settle()
    p.progress.clear{confirm = true}
    p.progress.visit("John 4")
    p.depth.open("john_4_s1", "heb")
    p.prefs.set("theme", "dark")
    p.plans.define{id = "ruth", name = "Ruth", days = {"ruth 1-2", "ruth 3-4"}}
    p.plans.start("ruth")
    p.plans.complete("ruth", 1)
    p.notes.add("John 1:1", "dead"):delete()
    w:settle()
    local all = out(p.export)
    """#
}
