import LuaRuntime
import Testing

/// Two devices decide something one after the other, and the second has not seen the first: what
/// was decided later holds, also where it decides what already stood on its device.
@Suite struct LaterDecisionTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  /// Runs `before` while both devices are together; `first` on the phone, `later` an hour after it
  /// on the tablet, which is offline; answers what both devices show of `shown` once they met.
  private func outcome(
    _ before: String, phone first: String, tablet later: String, shows shown: String
  ) throws -> [String?] {
    let answers = try desk.run(
      """
      local w = world{seed = 6, devices = {"phone", "tablet"}}
      local p, t = w.phone, w.tablet
      \(before)
      w:settle()
      t:offline()
      w:advance("1h")
      \(first)
      w:advance("1h")
      \(later)
      w:advance("1h")
      t:online()
      w:settle()
      local function show(device) \(shown) end
      return tostring(show(p)), tostring(show(t)), tostring(#w:diff())
      """)
    return answers.map(\.text)
  }

  @Test func `a preference set again to what it was`() throws {
    let both = try outcome(
      #"p.prefs.set("theme", "light")"#, phone: #"p.prefs.set("theme", "sepia")"#,
      tablet: #"t.prefs.set("theme", "light")"#, shows: #"return device.prefs.get("theme")"#)
    #expect(both == ["light", "light", "0"])
  }

  @Test func `a preference that was reset on the other device shows when it is set again`() throws {
    let both = try outcome(
      #"p.prefs.set("theme", "light")"#, phone: "p.prefs.reset{confirm = true}",
      tablet: #"t.prefs.set("theme", "light")"#, shows: #"return device.prefs.get("theme")"#)
    #expect(both == ["light", "light", "0"])
  }

  @Test func `a preference stays reset while nobody sets it again`() throws {
    let both = try outcome(
      #"p.prefs.set("theme", "light") p.prefs.set("fontSize", 20)"#,
      phone: "p.prefs.reset{confirm = true}",
      tablet: #"t.prefs.set("fontSize", 22)"#,
      shows: #"return device.prefs.get("theme") .. device.prefs.get("fontSize")"#)
    #expect(both == ["dark22", "light22", "0"])
  }

  @Test func `what a second bookmark of a topic leaves out stays as the first had it`() throws {
    let both = try outcome(
      "", phone: #"p.topics.bookmark("grace", {title = "Grace"})"#,
      tablet: #"t.topics.bookmark("grace", {summary = "a gift"})"#,
      shows: """
        local topic = device.topics.find{}[1]
        return topic.title .. " " .. topic.summary .. #device.sync.conflicts()
        """)
    #expect(both == ["Grace a gift0", "Grace a gift0", "0"])
  }

  @Test func `a row of the local trash that another tool brings back, before a pull`() throws {
    let both = try outcome(
      #"t.highlights.set("jn 3.16", "gold") t.highlights.remove("jn 3.16") t.queue.compact{}"#,
      phone: #"p.highlights.set("jn 3.16", "blue")"#,
      tablet: """
        t.sql("UPDATE verse_highlights SET color = 'teal', deleted_at = NULL")
        t:online() p.sync.now() t.sync.pull()
        """,
      shows: #"return device.highlights.get("jn 3.16").color"#)
    #expect(both == ["teal", "teal", "0"])
  }

  @Test func `a highlight set again where it was taken away`() throws {
    let both = try outcome(
      #"p.highlights.set("John 3:16", "gold")"#, phone: #"p.highlights.remove("John 3:16")"#,
      tablet: #"t.highlights.set("John 3:16", "gold")"#,
      shows: #"local h = device.highlights.get("John 3:16") return h and h.color"#)
    #expect(both == ["gold", "gold", "0"])
  }

  @Test func `a highlight set again where it got another colour`() throws {
    let both = try outcome(
      #"p.highlights.set("John 3:16", "gold")"#,
      phone: #"p.highlights.set("John 3:16", "blue", {note = "why"})"#,
      tablet: #"t.highlights.set("John 3:16", "gold")"#,
      shows: """
        local h = device.highlights.get("John 3:16") return h.color .. tostring(h.note)
        """)
    #expect(both == ["goldnil", "goldnil", "0"])
  }

  @Test func `a topic bookmarked again where it was taken away`() throws {
    let both = try outcome(
      #"p.topics.bookmark("grace")"#, phone: #"p.topics.unbookmark("grace")"#,
      tablet: #"t.topics.bookmark("grace")"#, shows: #"return device.topics.has("grace")"#)
    #expect(both == ["true", "true", "0"])
  }

  @Test func `a link made again where it was taken away`() throws {
    let both = try outcome(
      """
      local a, b = p.notes.add("John 3:16", "a"), p.notes.add("John 3:17", "b")
      a:link(b)
      function ends(device)
        local notes = device.notes.find{chapter = "John 3"}
        return notes[1], notes[2]
      end
      """, phone: "a:unlink(b)", tablet: "local x, y = ends(t) x:link(y)",
      shows: "return #(ends(device)):links()")
    #expect(both == ["1", "1", "0"])
  }

  // MARK: - Plans

  private static let state = """
    local at = device.plans.progress("advent")
    local active = device.plans.active()
    return at.state .. " " .. at.done .. " " .. (active and active.id or "-")
    """

  @Test func `a plan begun anew where it was given up`() throws {
    let both = try outcome(
      #"p.plans.start("advent") p.plans.complete("advent", 1)"#,
      phone: #"p.plans.abandon("advent")"#,
      tablet: #"t.plans.start("advent", {anew = true}) t.plans.complete("advent", 2)"#,
      shows: Self.state)
    #expect(both == ["running 1 advent", "running 1 advent", "0"])
  }

  @Test func `a plan given up where it was begun anew`() throws {
    let both = try outcome(
      #"p.plans.start("advent") p.plans.complete("advent", 1)"#,
      phone: #"p.plans.start("advent", {anew = true}) p.plans.complete("advent", 2)"#,
      tablet: #"t.plans.abandon("advent")"#, shows: Self.state)
    #expect(both == ["not started 0 -", "not started 0 -", "0"])
  }

  @Test func `a plan given up by a device that saw no day of it`() throws {
    let both = try outcome(
      #"p.plans.start("advent")"#, phone: #"p.plans.complete("advent", 1)"#,
      tablet: #"t.plans.abandon("advent")"#, shows: Self.state)
    #expect(both == ["not started 0 -", "not started 0 -", "0"])
  }

  @Test func `a plan given up so and begun later begins with no day read`() throws {
    let both = try outcome(
      #"p.plans.start("advent")"#, phone: #"p.plans.complete("advent", 1)"#,
      tablet: #"t.plans.abandon("advent") t:online() w:settle() t.plans.start("advent")"#,
      shows: Self.state)
    #expect(both == ["running 0 advent", "running 0 advent", "0"])
  }

  @Test func `a plan begun where it was given up and another was active`() throws {
    let both = try outcome(
      #"p.plans.start("advent") p.plans.start("holy_week")"#,
      phone: #"p.plans.start("advent")"#, tablet: #"t.plans.abandon("advent")"#,
      shows: Self.state)
    #expect(both == ["not started 0 -", "not started 0 -", "0"])
  }

  @Test func `a plan begun anew where it was paused`() throws {
    let both = try outcome(
      #"p.plans.start("advent")"#, phone: #"p.plans.pause("advent")"#,
      tablet: #"t.plans.start("advent", {anew = true})"#, shows: Self.state)
    #expect(both == ["running 0 advent", "running 0 advent", "0"])
  }

  @Test func `a plan paused where it was begun anew`() throws {
    let both = try outcome(
      #"p.plans.start("advent")"#, phone: #"p.plans.start("advent", {anew = true})"#,
      tablet: #"t.plans.pause("advent")"#, shows: Self.state)
    #expect(both == ["paused 0 advent", "paused 0 advent", "0"])
  }

  @Test func `an own plan deleted by a device that saw no day of it`() throws {
    let plan = #"plans.define{id = "advent2", name = "Mine", days = {"John 1", "John 2"}}"#
    let both = try outcome(
      #"p.\#(plan) p.plans.start("advent2")"#, phone: #"p.plans.complete("advent2", 1)"#,
      tablet: #"t.plans.delete("advent2")"#,
      shows: """
        local known = pcall(device.plans.get, "advent2")
        return tostring(known) .. #device.plans.list{started = true}
        """)
    #expect(both == ["false0", "false0", "0"])
  }

  @Test func `clearing the history ends every plan`() throws {
    let both = try outcome(
      #"p.plans.start("holy_week") p.plans.start("advent") p.plans.complete("advent", 1)"#,
      phone: #"p.plans.complete("advent", 2)"#, tablet: "t.progress.clear{confirm = true}",
      shows: Self.state + #" .. #device.plans.list{started = true}"#)
    #expect(both == ["not started 0 -0", "not started 0 -0", "0"])
  }

  @Test func `a day of a plan that was given up unsent is sent when it is read again`() throws {
    let answers = try desk.run(
      """
      local w = world{seed = 6, devices = {"phone", "tablet"}}
      local p, t = w.phone, w.tablet
      p.plans.start("advent")
      w:settle()
      p.plans.complete("advent", 1)
      p.queue.discard(p.queue.find{}[1])
      w:settle()
      local before = t.plans.progress("advent").done
      p.plans.complete("advent", 1)
      w:settle()
      return tostring(before), tostring(t.plans.progress("advent").done), tostring(#w:diff())
      """)
    #expect(answers.map(\.text) == ["0", "1", "0"])
  }
}
