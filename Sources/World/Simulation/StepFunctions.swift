/// The functions of a world's script, one for each kind of step. Each takes a second, as it does,
/// and starts a device again that crashed in it.
enum StepFunctions {
  struct Function {
    let name: String
    let text: String

    /// - Parameter body: statements of one line.
    init(_ name: String, _ arguments: String, _ body: String) {
      self.name = name
      let device = arguments.hasPrefix("d") ? "d" : "nil"
      text = "local function \(name)(\(arguments)) step(\(device), function() \(body) end) end"
    }
  }

  private static let account = "\"\(SmallWorld.reader)\", \"\(SmallWorld.password)\""

  /// What all of them have in common.
  static let step = """
    local function step(d, body)
      w:advance("1s")
      local done, why = pcall(body)
      if d and not pcall(d.prefs.get, "theme") then d:restart() done = true end
      if not done then error(why, 0) end
    end
    """

  static let all = notes + others + reading + syncing + surroundings + apps + nextVersion

  static let aNote = "local n = pick(d.notes.find{}, i) if not n then return end"

  private static let notes = [
    Function("note", "d, verse, text", #"d.notes.add("John 3:" .. verse, text)"#),
    Function("edit", "d, i, text", "\(aNote) n:update{text = text}"),
    Function("tag", "d, i, t, on", "\(aNote) if on then n:tag(t) else n:untag(t) end"),
    Function(
      "file", "d, i, j",
      "\(aNote) local c = pick(d.collections.find{}, j) "
        + "if c then n:update{collection = c} end"),
    Function("delete", "d, i", "\(aNote) n:delete()"),
    Function(
      "restore", "d, i",
      "local n = pick(d.notes.find{deleted = true}, i) if n then n:restore() end"),
    Function(
      "link", "d, i, j",
      "\(aNote) local m = pick(d.notes.find{}, j) if n.id ~= m.id then n:link(m) end"),
    Function(
      "unlink", "d, i, j",
      "\(aNote) local m = pick(d.notes.find{}, j) if n.id ~= m.id then n:unlink(m) end"),
    Function(
      "write_sql", "d, i, text",
      "\(aNote) d.sql(\"UPDATE user_notes SET note_text = ? WHERE id = ?\", text, n.id)"),
  ]

  private static let others = [
    Function("collect", "d, name", "d.collections.add(name)"),
    Function(
      "rename", "d, i, name",
      "local c = pick(d.collections.find{}, i) if c then c:update{name = name} end"),
    Function("scatter", "d, i", "local c = pick(d.collections.find{}, i) if c then c:delete() end"),
    Function(
      "highlight", "d, verse, color, note",
      #"d.highlights.set("Mark 1:" .. verse, color, {note = note})"#),
    Function("unhighlight", "d, verse", #"d.highlights.remove("Mark 1:" .. verse)"#),
    Function(
      "bookmark", "d, verse, label", #"d.bookmarks.add("Luke 2:" .. verse, {label = label})"#),
    Function(
      "label", "d, i, label",
      "local b = pick(d.bookmarks.find{}, i) if b then b:update{label = label} end"),
    Function(
      "unbookmark", "d, i", "local b = pick(d.bookmarks.find{}, i) if b then b:delete() end"),
    Function("topic", "d, id, title", "d.topics.bookmark(id, {title = title})"),
    Function("untopic", "d, id", "d.topics.unbookmark(id)"),
  ]

  private static let isOpen = """
    if d.plans.progress("\(Simulation.plan)").state == "not started" then return end
    """

  private static let reading = [
    Function("prefer", "d, theme", #"d.prefs.set("theme", theme)"#),
    Function(
      "reach", "d, id",
      #"local list = {} for _, m in ipairs(d.prefs.get("seen_milestones")) do "#
        + #"if m ~= id then list[#list + 1] = m end end list[#list + 1] = id "#
        + #"d.prefs.set("seen_milestones", list)"#),
    Function("visit", "d, chapter", #"d.progress.visit("Psalm " .. chapter)"#),
    Function("clear", "d", "d.progress.clear{confirm = true}"),
    Function("start", "d, anew", "d.plans.start(\"\(Simulation.plan)\", {anew = anew})"),
    Function("complete", "d, day", "\(isOpen) d.plans.complete(\"\(Simulation.plan)\", day)"),
    Function("abandon", "d", "\(isOpen) d.plans.abandon(\"\(Simulation.plan)\")"),
  ]

  private static let syncing = [
    Function("sync", "d", "d.sync.now()"),
    Function("push", "d", "d.sync.push()"),
    Function(
      "pull", "d",
      "local before = #d.queue d.sync.pull() local own = 0 "
        + #"for _, e in ipairs(d.queue.find{}) do "#
        + #"own = own + (e.table == "sync_conflicts" and 0 or 1) "#
        + #"end pulls_added = pulls_added or own > before"#),
    Function("compact", "d", "d.queue.compact()"),
    Function(
      "discard", "d, i",
      "local e = pick(d.queue.find{}, i) "
        + "if e then pcall(d.queue.discard, e) end"),
    Function("sign_out", "d", "pcall(d.auth.sign_out, {})"),
    Function("sign_in", "d", "pcall(d.auth.sign_in, \(account))"),
  ]

  private static let surroundings = [
    Function("offline", "d", "d:offline()"),
    Function("online", "d", "d:online()"),
    Function("skew", "d, minutes", #"d:skew(minutes .. "m")"#),
    Function(
      "fail", "d, fault",
      "for i, name in ipairs{\"a\", \"b\", \"c\", \"d\", \"e\", \"f\"} do "
        + "if w[name] == d then fault.device = name end end w:fail(fault)"),
    Function("lose_power", "d", "d:crash() d:restart()"),
    Function("end_program", "d", "d:restart()"),
    Function("crash", "d, change", "d:crash{at = change}"),
    Function("advance", "minutes", #"w:advance(minutes .. "m")"#),
    Function("backup", "", "w.cloud:backup() has_backup = true"),
    Function("put_back", "", "if has_backup then w.cloud:restore() end"),
  ]

  static let cloudNote =
    #"local ok, rows = pcall(w.cloud.rows, "user_notes", {deleted_at = null, order = "id"}) "#
    + "local n = ok and pick(rows, i) if not n then return end"

  private static let apps = [
    Function(
      "app_add", "verse, text",
      #"pcall(w.cloud.write, w.cloud, "user_notes", "#
        + #"{verse_ref = "john 3:" .. verse, note_text = text})"#),
    Function(
      "app_edit", "i, text",
      #"\#(cloudNote) pcall(w.cloud.write, w.cloud, "user_notes", {id = n.id, note_text = text})"#),
    Function(
      "app_delete", "i", #"\#(cloudNote) pcall(w.cloud.delete, w.cloud, "user_notes", n.id)"#),
    Function(
      "app_highlight", "verse, color, note",
      #"pcall(w.cloud.write, w.cloud, "verse_highlights", "#
        + #"{verse_ref = "mark 1:" .. verse, color = color, note = note})"#),
  ]

  /// The end of all faults, and rest.
  static let rest = """
    for _, d in ipairs(devices) do
      d:restart()
      d:online()
      d:skew("0s")
      pcall(d.auth.sign_in, \(account))
    end
    for _ = 1, 60 do
      if pcall(w.settle, w) then break end
    end
    for _ = 1, 3 do
      w:advance("20m")
      w:settle()
    end
    """
}
