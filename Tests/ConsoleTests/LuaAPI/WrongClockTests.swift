import LuaRuntime
import Testing

/// A device whose clock ran two days ahead: when the cloud says so, times and days move as its
/// stamps do, and what it writes later is right at once.
@Suite struct WrongClockTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  /// What both devices show of `shown` after a phone that is two days ahead did `acts`, and how
  /// many rows differ.
  private func outcome(_ acts: String, shows shown: String, guest: Bool) throws -> [String?] {
    try desk.run(
      """
      local w = world{seed = 8, start = "2026-03-10T10:00:00Z"}
      local p, t = w.phone, w.tablet
      \(guest ? "" : "w:settle()")
      p:skew("48h")
      t.progress.visit("mark 1")
      \(acts)
      w:settle()
      local function show(d) \(shown) end
      return show(p), show(t), tostring(#w:diff())
      """
    ).map(\.text)
  }

  /// Of a clock that was slow, stamps stay as they are: so does what follows them.
  private var dates: String { times.replacing(", updated_at", with: "") }

  private let times = """
    local out = {}
    for _, sql in ipairs{
      "SELECT completed_at, last_visited_at, updated_at FROM reading_progress WHERE book_id = 'john'",
      "SELECT completed_at, updated_at FROM plan_progress",
      "SELECT created_at, updated_at FROM user_notes",
      "SELECT value, updated_at FROM user_preferences WHERE key LIKE 'plan_start%'",
      "SELECT date, chapter_ids, updated_at FROM reading_streaks"} do
      for _, row in ipairs(d.sql(sql)) do
        for _, v in pairs(row) do out[#out + 1] = v end
      end
    end
    table.sort(out)
    local seen = {}
    for _, v in ipairs(out) do if seen[#seen] ~= v then seen[#seen + 1] = v end end
    return table.concat(seen, " ")
    """

  /// A first sync sets what has runs aside; a later one does not.
  @Test(arguments: [true, false])
  func `times, days of reading and plan dates move with the stamps`(guest: Bool) throws {
    let both = try outcome(
      """
      p.progress.visit("john 4")
      p.plans.start("gospels_in_30_days")
      p.plans.complete("gospels_in_30_days", 1)
      p.notes.add("John 3:16", "x")
      """, shows: times, guest: guest)
    let right = #"2026-03-10 2026-03-10T10:00:00.000Z ["john_4","mark_1"]"#
    #expect(both == [right, right, "0"])
  }

  @Test func `a clock that is known to be wrong dates nothing more`() throws {
    let both = try outcome(
      """
      w:settle()
      p.progress.visit("john 4")
      p.notes.add("John 3:16", "x")
      """, shows: times, guest: false)
    let right = #"2026-03-10 2026-03-10T10:00:00.000Z ["john_4","mark_1"]"#
    #expect(both == [right, right, "0"])
  }

  @Test(arguments: ["400d", "-400d"])
  func `a clock that was set right dates what is written from then on`(skew: String) throws {
    let both = try outcome(
      """
      p:skew("\(skew)")
      p.notes.add("John 3:15", "x")
      w:settle()
      p.notes.add("John 3:16", "before")
      p:skew("0s")
      p.progress.visit("john 4")
      p.plans.start("gospels_in_30_days")
      p.plans.complete("gospels_in_30_days", 1)
      """, shows: dates, guest: false)
    let right = #"2026-03-10 2026-03-10T10:00:00.000Z ["john_4","mark_1"]"#
    #expect(both == [right, right, "0"])
  }

  @Test func `a first sync with a clock that shows 1970 dates nothing so`() throws {
    let both = try outcome(
      """
      p:skew("-20500d")
      p.progress.visit("john 4")
      p.notes.add("John 3:16", "x")
      """, shows: dates, guest: true)
    let right = #"2026-03-10 2026-03-10T10:00:00.000Z ["john_4","mark_1"]"#
    #expect(both == [right, right, "0"])
  }

  @Test func `a date that a person chose stays`() throws {
    let both = try outcome(
      #"p.plans.start("gospels_in_30_days", {date = "2026-03-15"})"#,
      shows: #"return d.plans.progress("gospels_in_30_days").started_on"#, guest: false)
    #expect(both == ["2026-03-15", "2026-03-15", "0"])
  }

  @Test func `a time in SQLite's form is kept in the one form`() throws {
    let both = try outcome(
      """
      p:skew("0s")
      p.sql("INSERT INTO user_notes(verse_ref, note_text, created_at) "
        .. "VALUES('john 3:16', 'x', datetime('now', '-1 day'))")
      p.sql("INSERT INTO reading_progress(book_id, chapter_num, completed_at) "
        .. "VALUES('john', 3, datetime('now'))")
      p.sql("UPDATE reading_progress SET completed_at = datetime('now', '-1 hour')")
      p.sql("UPDATE user_notes SET deleted_at = datetime('now')")
      """,
      shows: """
        local n = d.sql("SELECT created_at, deleted_at FROM user_notes")[1]
        local r = d.sql("SELECT completed_at FROM reading_progress WHERE book_id = 'john'")[1]
        return (n and n.created_at .. " " .. n.deleted_at .. " " or "") .. r.completed_at
        """, guest: false)
    #expect(
      both == [
        "2026-03-09T10:00:00.000Z 2026-03-10T10:00:00.000Z 2026-03-10T09:00:00.000Z",
        "2026-03-10T09:00:00.000Z", "0",
      ])
  }
}
