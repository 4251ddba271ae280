import LuaAPI
import LuaRuntime
import Testing
import Vocabulary

/// Bookmarks, topics and what follows a reader, as a script sees them.
@Suite struct StudyModulesTests {
  let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  @Test func `bookmarks have fields and methods`() throws {
    #expect(
      try desk.text(
        """
        local b = bookmarks.add("jn 3.16", {label = "Loved"})
        bookmarks.add("John 3")
        local out = {b.id, b.ref, b.label, tostring(bookmarks.has("John 3:16"))}
        out[#out + 1] = b:update{label = "Given"}.label
        out[#out + 1] = b:update{}.label
        out[#out + 1] = tostring(b:update{label = null}.label)
        for _, x in ipairs(bookmarks.find{chapter = "John 3"}) do out[#out + 1] = x.ref end
        b:delete()
        out[#out + 1] = bookmarks.find{deleted = true}[1].ref
        out[#out + 1] = tostring(bookmarks.has("John 3:16"))
        return table.concat(out, "|")
        """)
        == "1|john 3:16|Loved|true|Given|Given|nil|john 3|john 3:16|john 3:16|false")
  }

  @Test func `topics keep what is known, and an unknown type is refused`() throws {
    #expect(
      try desk.text(
        """
        topics.bookmark("trinity", {title = "Trinity"})
        local t = topics.bookmark("trinity", {title = null, type = "official"})
        topics.bookmark("trinity", {type = "community"})
        local out = {t.topic, t.type, t.title, #topics.find{}, topics.unbookmark("trinity")}
        out[#out + 1] = tostring(topics.has("trinity"))
        out[#out + 1] = topics.find{deleted = true, type = "official"}[1]:restore().title
        return table.concat(out, "|")
        """) == "trinity|official|Trinity|2|2|false|Trinity")
    let failure = try desk.failure("topics.bookmark('x', {type = 'offical'})")
    #expect(failure.summary == "type cannot be 'offical'")
    #expect(failure.hint == "did you mean 'official'?")
  }

  @Test func `preferences are fields with types`() throws {
    #expect(
      try desk.text(
        """
        local out = {prefs.theme, tostring(prefs.vhlEnabled), prefs.fontSize}
        prefs.theme = "light"
        prefs.vhlEnabled = true
        prefs.seen_milestones = {"ch_50", "ch_10"}
        out[#out + 1] = prefs.get("theme") .. tostring(prefs.vhlEnabled)
        out[#out + 1] = table.concat(prefs.seen_milestones, "+")
        out[#out + 1] = tostring(prefs.notification_prefs.enabled)
        out[#out + 1] = tostring(prefs.comparisonTranslation)
        prefs.theme = nil
        out[#out + 1] = prefs.theme
        out[#out + 1] = prefs.set("readingScale", 1.5)
        for _, p in ipairs(prefs.find{set = true}) do out[#out + 1] = p.key end
        return table.concat(out, "|")
        """)
        == "dark|false|16|lighttrue|ch_10+ch_50|true|nil|dark|1.5|readingScale|seen_milestones"
        + "|vhlEnabled")
    #expect(try desk.failure("return prefs.tehme").hint == "did you mean 'theme'?")
    #expect(try desk.failure("prefs.tehme = 1").summary == "no preference is called 'tehme'")
    #expect(
      try desk.failure("prefs.theme = 'pink'").summary
        == "theme must be one of dark, sepia, light, system, not 'pink'")
    #expect(try desk.failure("prefs.reset{}").summary == "confirm is not true")
  }

  @Test func `a preference that is set as a field tells who listens`() throws {
    #expect(
      try desk.text(
        """
        local by = {}
        on("change", function(e) by[#by + 1] = e.by end)
        prefs.theme = "light"
        bookmarks.add("John 3:16")
        return table.concat(by, " ")
        """) == "prefs.set bookmarks.add")
  }

  @Test func `progress is visited, counted, drawn and begun anew`() throws {
    #expect(
      try desk.text(
        """
        progress.visit("John 3:16")
        progress.visit("Psalm 1")
        local s, t = progress.stats(), progress.testaments()
        local out = {s.chapters, s.current_streak, s.longest_streak, s.favourite_book}
        out[#out + 1] = t[1].name .. t[1].chapters .. "/" .. t[1].of
        out[#out + 1] = progress.recent(1)[1].ref .. #progress.recent() .. #progress.book("jn")
        out[#out + 1] = progress.milestones()[1].id .. tostring(progress.milestones()[1].reached)
        out[#out + 1] = progress.calendar():match("^[^\\n]*")
        out[#out + 1] = progress.calendar{year = 2025}:match("^[^\\n]*")
        depth.open("john_3_s1", "heb")
        out[#out + 1] = depth.chapter("John 3")[1].explored .. "/" .. depth.chapter("jn 3")[1].of
        progress.clear{confirm = true}
        out[#out + 1] = progress.stats().chapters .. #depth.chapter("John 3")
        return table.concat(out, "|")
        """)
        == "2|1|1|psalms|Old Testament1/929|psalms 121|ch_10false|2026: 2 chapters on 1 day"
        + "|2025: 0 chapters on 0 days|1/3|00")
    #expect(try desk.failure("progress.clear()").summary == "confirm is not true")
    #expect(try desk.failure("progress.calendar{year = 0}").summary == "year is 0")
    #expect(try desk.failure("depth.open('john_3', 'heb')").hint == "write it like john_3_s1")
  }

  @Test func `sessions and flags stay on the device`() throws {
    #expect(
      try desk.text(
        """
        local s = sessions.start("John 3")
        sessions.event(s, {type = "panel_open", panel = "heb"})
        local out = {s.chapter_id, sessions.events(s.id)[1].panel, sessions.stop(s).duration_ms}
        out[#out + 1] = #sessions.find{chapter = "John 3"}
        flags.add("s-1", "submission", "Spam", {details = "no source"})
        out[#out + 1] = flags.find{}[1].details .. tostring(flags.has("s-1"))
        out[#out + 1] = #queue
        return table.concat(out, "|")
        """) == "john_3|heb|0|1|no sourcetrue|0")
    #expect(try desk.failure("flags.add('s', 'debate', 'Spma')").hint == "did you mean 'Spam'?")
    #expect(
      try desk.failure("sessions.event(1, {})").summary.hasPrefix("sessions.event needs type"))
  }

  @Test func `who signed in is kept until they sign out`() throws {
    #expect(
      try desk.text(
        """
        local out = {tostring(auth.profile())}
        auth.sign_up("a@b.example", "password-1", {name = "A"})
        out[#out + 1] = auth.profile().email .. auth.profile().name
        auth.sign_out{}
        out[#out + 1] = tostring(auth.profile())
        return table.concat(out, "|")
        """) == "nil|a@b.exampleA|nil")
  }
}
