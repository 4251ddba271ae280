import LuaRuntime
import Testing
import Vocabulary

/// Rows that another program wrote, and counts that none of ours would: they are shown, found and
/// survived.
@Suite struct KeptRowTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  @Test func `references of other numberings are written as they are`() throws {
    let text = try desk.text(
      """
      sql("INSERT INTO user_notes(verse_ref, note_text) VALUES('joel 4:1', 'x')")
      local ref = notes.find{}[1].ref
      return refs.format(ref) .. " " .. refs.format{ref, "jn 3.16"} .. refs.format{}
      """)
    #expect(text == "joel 4:1 joel 4:1; John 3:16")
    #expect(try desk.failure("return refs.format('joel 4:2')").kind == .badValue)
    #expect(try desk.failure("return refs.format{book = 'john'}").kind == .badValue)
  }

  @Test func `a colour that another program wrote is found`() throws {
    let text = try desk.text(
      """
      sql("INSERT INTO verse_highlights(verse_ref, color) VALUES('john 3:16', 'pink')")
      notes.add("John 3:16", "x")
      return #highlights.find{color = "pink"} .. " " .. #notes.search("color:pink")
      """)
    #expect(text == "1 1")
    #expect(try desk.failure("highlights.find{color = 'puce'}").kind == .badValue)
    #expect(try desk.failure("notes.search('color:puce')").kind == .badValue)
  }

  @Test func `panels that do not count are not counted`() throws {
    let text = try desk.text(
      """
      for _, p in ipairs{"heb", "hist", "cross"} do depth.open("genesis_1_s1", p) end
      for s = 1, 2 do
        sql("INSERT INTO study_depth(chapter_id, section_id, panel_type) VALUES(?, ?, ?)",
          "genesis_1", "genesis_1_s" .. s, "mac")
      end
      local sections = depth.chapter("gen 1")
      return #sections .. " " .. sections[1].explored .. "/" .. sections[1].of
      """)
    #expect(text == "1 3/3")
  }

  @Test func `a count at its end is an error, and one below nothing is nothing`() throws {
    let text = try desk.text(
      """
      plans.start("advent") plans.complete("advent", 1)
      sql("INSERT INTO runs(name, run) VALUES('progress', -5)")
      progress.visit("gen 1")
      sql("INSERT INTO runs(name, run) VALUES('plan:advent', 9223372036854775807)")
      plans.start("advent") plans.complete("advent", 2)
      return tostring(progress.stats().chapters)
      """)
    #expect(text == "1")
    for call in ["plans.abandon('advent')", "plans.start('advent', {anew = true})"] {
      #expect(try desk.failure(call).kind == .refused)
    }
  }

  @Test func `what is given up of readings is in the leftovers, and a restart is not given up`()
    throws
  {
    let texts = try desk.run(
      """
      local w = world{seed = 4}
      local a, b = w.phone, w.tablet
      a.plans.start("advent") a.plans.complete("advent", 1)
      w:settle()
      a.plans.start("advent", {anew = true})
      local refused = not pcall(a.queue.discard, a.queue.find{table = "runs"}[1].id)
      a.plans.complete("advent", 5)
      a.progress.visit("gen 1")
      local fates = {}
      for _, t in ipairs{"plan_progress", "reading_progress", "reading_streaks"} do
        for _, e in ipairs(a.queue.find{table = t}) do
          fates[#fates + 1] = a.queue.discard(e.id).fate
        end
      end
      w:settle()
      local left = #a.sql("SELECT 1 FROM leftovers")
      a.plans.complete("advent", 5)
      w:settle()
      local function done(d) return d.plans.progress("advent").done end
      return tostring(refused), table.concat(fates, " "), left, done(a), done(b), #w:diff()
      """)
    #expect(
      texts.map { $0.text ?? $0.integer.map { "\($0)" } } == [
        "true", "in_leftovers in_leftovers in_leftovers", "3", "1", "1", "0",
      ])
  }
}
