import LuaAPI
import LuaRuntime
import Testing

/// CSV and Markdown, both ways.
@Suite struct TextFormTests {
  private static let rows = #"""
    local w = world{seed = 4, devices = {"from", "to"}, accounts = {from = false, to = false}}
    local f = w.from
    local grace = f.collections.add('A "b", c')
    f.notes.add("John 3:16", "two\nlines, \"q\"\n", {tags = {"A", "B"}, collection = grace})
    f.notes.add("John 3:16-18", "---\r\nx: 1\r\n---", {tags = {'; , " and\na break', "[", "-"}})
    f.notes.add("1 John 4", " blanks around \u{05D0}\u{1F600} ")
    local g = f.highlights.collections.add("Promises", "#5b8fb9")
    f.highlights.set("Song 2:4", "gold", {note = "love, \"twice\"", collection = g})
    f.bookmarks.add("Psalm 23", {label = "the\nshepherd: #1"})
    f.bookmarks.add("Psalm 24")
    f.notes.add("John 1:1", "dead"):delete()
    local function all(d)
      local lines = {}
      for _, n in ipairs(d.notes.find{}) do
        local c = n.collection and d.collections.get(n.collection).name or ""
        lines[#lines + 1] = json.encode{n.ref, n.text, n.tags, c, n.created_at, n.cloud_id}
      end
      for _, h in ipairs(d.highlights.find{}) do
        lines[#lines + 1] = json.encode{h.ref, h.color, h.note or '', d.highlights.collections.find{}[1].name}
      end
      for _, b in ipairs(d.bookmarks.find{}) do
        lines[#lines + 1] = json.encode{b.ref, b.label or '', b.cloud_id}
      end
      table.sort(lines)
      return table.concat(lines, "\n")
    end
    """#

  @Test(arguments: ["csv", "markdown"])
  func `what is written comes back byte for byte, and again makes nothing new`(_ form: String)
    throws
  {
    #expect(
      try ImportDesk.text(
        Self.rows + """

          local path = fresh()
          local written = f.export(path, {format = "\(form)"})
          local report = w.to.import(path)
          local again = w.to.import(path)
          local back = f.import(path)
          os.execute("rm -r " .. path)
          assert(all(f) == all(w.to), all(f) .. "\\n/\\n" .. all(w.to))
          return written.rows .. " " .. report.format .. " " .. counts(report) .. " "
            .. counts(again) .. " " .. counts(back) .. reasons(report)
          """) == "6 \(form) 8 0 0 0 0 0 6 0 0 0 6 0")
  }

  @Test func `Markdown of anybody's, in folders within each other`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        local path = fresh()
        os.execute("mkdir -p " .. path .. "/a/b " .. path .. "/.obsidian")
        local function write(name, text)
          local file = io.open(path .. "/" .. name, "wb")
          file:write(text)
          file:close()
        end
        write("a/b/one.md", "---\r\nverse: John 3:16\r\ntags:\r\n  - love\r\n  - 'it''s'\r\n"
          .. "date: 2024-05-01\r\n---\r\n\r\n# Head\r\n\r\ntext\r\n")
        write("two.md", '---\nreference: "Mark 1:1"\ntags: [x, "y z"]\ncreated: soon\n---\ntext\n')
        write("three.md", "no front matter")
        write("four.md", "---\ntitle: x\n---\ntext")
        write("five.txt", "no Markdown")
        write(".obsidian/six.md", "---\nreference: Mark 1:2\n---\nx")
        local report = import(path)
        os.execute("rm -r " .. path)
        local lines = {}
        for _, n in ipairs(notes.find{order = "verse"}) do
          lines[#lines + 1] = n.ref .. "=" .. n.text .. "=" .. table.concat(n.tags, "+")
        end
        return counts(report) .. " " .. table.concat(lines, "|") .. "\n" .. reasons(report)
        """#)
          == """
          2 0 0 2 mark 1:1=text=x+y z|john 3:16=# Head

          text=it's+love
          four.md: there is no reference (write it like John 3:16)
          three.md: it does not begin with front matter: ---, reference: …, ---
          two.md+ created is no time: soon
          """)
  }

  @Test func `no file or folder is written over, and what fails leaves nothing`() throws {
    #expect(
      try ImportDesk.text(
        """
        notes.add("John 3:16", "x")
        local path = put("mine")
        local answers = {}
        for _, form in ipairs{"csv", "markdown"} do
          local ok, e = pcall(export, path, {format = form})
          answers[#answers + 1] = tostring(ok) .. e.kind .. slurp(path)
        end
        return table.concat(answers)
        """) == "falsebad_valueminefalsebad_valuemine")
  }
}
