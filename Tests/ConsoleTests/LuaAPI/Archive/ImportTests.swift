import LuaAPI
import LuaRuntime
import Testing

/// An export of Lectern that comes back, or goes to another library.
@Suite struct ImportTests {
  @Test func `all that is exported is the same elsewhere, and after a sync into another account`()
    throws
  {
    #expect(
      try ImportDesk.text(
        ImportDesk.full + """
          local report = w.laptop.import(all)
          assert(report.skipped == 0 and #report.lines == 0, reasons(report))
          local before = sorted(all) == sorted(out(w.laptop.export))
          w:settle()
          local verified = w.laptop.sync.verify()
          local after = sorted(all) == sorted(out(w.laptop.export))
          return tostring(before) .. tostring(after) .. #w:diff() .. verified.repaired_here
            .. verified.repaired_there .. w.laptop.sync.status().parked
          """) == "truetrue0000")
  }

  @Test func `importing twice, or on two devices, makes nothing twice`() throws {
    #expect(
      try ImportDesk.text(
        ImportDesk.full + """
          local q = world{seed = 6, devices = {"one", "two"}}
          q:settle()
          local first = q.one.import(all)
          local again = q.one.import(all)
          local other = q.two.import(all)
          q:settle()
          return counts(again) == "0 0 " .. first.taken .. " 0" and other.taken == first.taken
            and #q:diff() == 0 and sorted(out(q.one.export)) == sorted(out(q.two.export))
            and sorted(out(q.one.export)) == sorted(all) and #q.one.sync.conflicts() == 0
            and "alike" or counts(again) .. "/" .. counts(other) .. "/" .. #q:diff()
          """) == "alike")
  }

  @Test func `a dry run says what would be, and changes nothing`() throws {
    #expect(
      try ImportDesk.text(
        ImportDesk.full + """
          local before = sorted(out())
          local dry = import(all, {dry_run = true})
          local same = sorted(out()) == before and #queue == 0
          local real = import(all)
          return tostring(same) .. tostring(counts(dry) == counts(real)) .. tostring(dry.dry_run)
            .. tostring(real.dry_run) .. tostring(real.taken > 10)
          """) == "truetruetruefalsetrue")
  }

  @Test func `a damaged line costs its row only`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        for i = 1, 6 do notes.add("John 3:" .. i, "n" .. i) end
        local text = slurp(out())
        local lines = {}
        for line in text:gmatch("[^\n]*") do lines[#lines + 1] = line end
        lines[2] = lines[2]:sub(1, 60)
        lines[3] = lines[3]:gsub('"values"', '"values')
        lines[4] = lines[4]:sub(1, 30) .. "\0\xff" .. lines[4]:sub(31)
        lines[5] = lines[5]:gsub("user_notes", "nothing")
        lines[6] = lines[6]:gsub('"n5"', 'n5')
        local w = world{seed = 1, devices = {"d"}}
        local report = w.d.import(put(table.concat(lines, "\n")))
        return counts(report) .. " " .. texts(w.d.notes.find{}) .. "\n" .. reasons(report)
        """#)?.hasPrefix(
          """
          1 0 0 5 john 3:6=n6
          2: it is no JSON from byte 29 on: a string without end
          """) == true)
  }

  @Test func `a file that breaks off, or begins in the middle, gives its whole rows`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        for i = 1, 6 do notes.add("John 3:" .. i, "n" .. i) end
        local text = slurp(out())
        local a = world{seed = 1, devices = {"d"}}
        local cut = a.d.import(put(text:sub(1, text:find("n5") + 1)))
        local b = world{seed = 1, devices = {"d"}}
        local headless = b.d.import(put(text:sub(text:find('"n1"'), -1)), {format = "json"})
        return counts(cut) .. " " .. a.d.notes.count() .. " " .. b.d.notes.count() .. " "
          .. counts(headless)
        """#) == "4 0 0 1 4 5 5 0 0 0")
  }

  @Test func `a file that another program has laid out anew is read too`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        for i = 1, 3 do notes.add("John 3:" .. i, "n {[" .. i, {tags = {"t"}}) end
        local read = json.decode(slurp(out()))
        local a = world{seed = 1, devices = {"d"}}
        local b = world{seed = 1, devices = {"d"}}
        local compact = a.d.import(put(json.encode(read)))
        local laid = slurp(out()):gsub("\n{", "\n    {\n      "):gsub('"values":{', '"values":\n {')
        local pretty = b.d.import(put(laid))
        return counts(compact) .. " " .. counts(pretty) .. " " .. texts(b.d.notes.find{})
        """#) == "3 0 0 0 3 0 0 0 john 3:1=n {[1|john 3:2=n {[2|john 3:3=n {[3")
  }

  @Test func `what is newer here stays, and what is newer in the file is taken`() throws {
    #expect(
      try ImportDesk.text(
        """
        local w = world{seed = 2, devices = {"phone", "tablet"}}
        local n = w.phone.notes.add("John 3:16", "old", {tags = "kept"})
        w:settle()
        local before = out(w.phone.export)
        w:advance("1m")
        n:update{text = "new"}
        local after = out(w.phone.export)
        local stale = w.phone.import(before)
        local fresh = w.tablet.import(after)
        w:settle()
        local both = w.phone.notes.find{}[1].text .. w.tablet.notes.find{}[1].text
        return counts(stale) .. " " .. stale.lines[1].reason .. " " .. counts(fresh) .. " " .. both
          .. " " .. #w:diff() .. #w.phone.sync.conflicts()
        """)
        == "0 0 0 1 what is here is newer: note_text 0 1 0 0 newnew 00")
  }

  @Test func `what is taken into a row that the cloud has goes to all devices`() throws {
    #expect(
      try ImportDesk.text(
        """
        local w = world{seed = 2, devices = {"phone", "tablet", "old"}, accounts = {old = false}}
        local n = w.phone.notes.add("John 3:16", "first")
        w:settle()
        local start = out(w.phone.export)
        w.old.import(start)
        w:advance("1m")
        w.old.notes.find{}[1]:update{text = "from the guest", tags = {"g"}}
        w.tablet.import(out(w.old.export))
        local waits = w.tablet.sync.status().pending
        w:settle()
        local note = w.phone.notes.find{}[1]
        return waits .. note.text .. note.tags[1] .. #w.phone.notes.find{} .. #w.phone.sync.conflicts()
        """) == "1from the guestg10")
  }

  @Test func `an edit of this device that gives way to a later one in the file is kept`() throws {
    #expect(
      try ImportDesk.text(
        """
        local w = world{seed = 2, devices = {"phone", "guest"}, accounts = {guest = false}}
        w.phone.notes.add("John 3:16", "first")
        w:settle()
        w.guest.import(out(w.phone.export))
        w:advance("1m")
        w.phone.notes.find{}[1]:update{text = "of the phone"}
        w:advance("1m")
        w.guest.notes.find{}[1]:update{text = "of the guest"}
        w.phone.import(out(w.guest.export))
        local kept = w.phone.sync.conflicts()
        return w.phone.notes.find{}[1].text .. " " .. #kept .. " " .. kept[1].mine
        """) == "of the guest 1 of the phone")
  }

  @Test func `what was deleted here does not come back, and that is said`() throws {
    #expect(
      try ImportDesk.text(
        """
        local w = world{seed = 2, devices = {"phone", "tablet"}}
        local n = w.phone.notes.add("John 3:16", "x")
        w.phone.highlights.set("John 3:16", "gold")
        w:settle()
        local all = out(w.phone.export)
        w:advance("1m")
        n:delete()
        w.phone.highlights.remove("John 3:16")
        local report = w.phone.import(all)
        w:settle()
        local far = w.tablet.import(all)
        w:settle()
        return counts(report) .. " " .. report.lines[1].reason .. " " .. counts(far) .. " "
          .. w.phone.notes.count() .. w.tablet.notes.count() .. #w.tablet.highlights.find{}
        """) == "0 0 0 2 it was deleted here 0 0 0 2 000")
  }

  @Test func `what was begun anew here is not read again for a file of before`() throws {
    #expect(
      try ImportDesk.text(
        """
        local w = world{seed = 2, devices = {"phone"}}
        w.phone.progress.visit("John 3")
        w:settle()
        local all = out(w.phone.export)
        w.phone.progress.clear{confirm = true}
        w.phone.progress.visit("John 4")
        local report = w.phone.import(all)
        local read = w.phone.progress.recent(9)
        return #read .. read[1].ref .. " " .. report.skipped .. " " .. report.lines[1].reason
        """) == "1john 4 2 it was begun anew here")
  }

  @Test func `what was read here is not forgotten for a file that began anew more often`() throws {
    #expect(
      try ImportDesk.text(
        """
        local w = world{
          seed = 2, devices = {"phone", "other"}, accounts = {phone = "a", other = "b"}}
        w.phone.progress.visit("John 3")
        w:settle()
        w.phone.progress.clear{confirm = true}
        w.phone.progress.visit("John 4")
        w:settle()
        w.other.progress.visit("Mark 1")
        local all = out(w.phone.export)
        w.other.import(all)
        w.other.import(all)
        w:settle()
        local refs = {}
        for i, c in ipairs(w.other.progress.recent(9)) do refs[i] = c.ref end
        table.sort(refs)
        return table.concat(refs, " ") .. " " .. #w:diff()
        """) == "john 4 mark 1 0")
  }

  @Test func `a stamp that is still to come is refused, since it would win for years`() throws {
    #expect(
      try ImportDesk.text(
        """
        notes.add("John 3:16", "x")
        local text = slurp(out()):gsub('"stamp":"019', '"stamp":"029')
        local w = world{seed = 1, devices = {"d"}}
        local report = w.d.import(put(text))
        return counts(report) .. " " .. report.lines[1].reason:match("still to come")
        """) == "0 0 0 1 still to come")
  }

  @Test func `values that no table holds cost their rows only`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        notes.add("John 3:16", "x")
        highlights.set("John 3:17", "gold")
        prefs.set("theme", "dark")
        local text = slurp(out())
        local function with(from, to) return (text:gsub(from, to)) end
        local answers = {}
        for _, bad in ipairs{
          with('"note_text":"x"', '"note_text":""'), with('"note_text":"x"', '"note_text":7'),
          with('"note_text":"x"', '"note_text":"\\u0000"'), with('"note_text":"x"', '"more":1'),
          with('"tags_json":{}', '"tags_json":{"a":1}'), with("john 3:17", "john 3:18"),
          with('"created_at":"2026', '"created_at":"20X6'), with('"key":"theme"', '"key":"ttsVoice"'),
        } do
          local w = world{seed = 1, devices = {"d"}}
          local report = w.d.import(put(bad))
          answers[#answers + 1] = counts(report) .. (#w:diff() > 0 and "" or "!")
        end
        return table.concat(answers, ",")
        """#)
        == "2 0 0 1,2 0 0 1,2 0 0 1,2 0 0 1,2 0 0 1,2 0 0 1,1 0 0 2,2 0 0 1")
  }

  @Test func `a thousand rows make the round`() throws {
    #expect(
      try ImportDesk.text(
        """
        local w = world{
          seed = 5, devices = {"phone", "laptop"}, accounts = {phone = "a", laptop = "b"}}
        local p = w.phone
        p.transaction(function()
          for i = 1, 300 do
            local n = p.notes.add("John 3:" .. i % 36 + 1, "n" .. i, {tags = "t" .. i % 7})
            if i % 3 == 0 then n:link(i - 1) end
            p.bookmarks.add("Mark 1:" .. i % 45 + 1)
            p.topics.bookmark("t" .. i)
          end
        end)
        local all = out(p.export)
        local report = w.laptop.import(all)
        w:settle()
        return counts(report) .. " " .. tostring(sorted(all) == sorted(out(w.laptop.export)))
          .. " " .. #w:diff()
        """) == "1000 0 0 0 true 0")
  }
}
