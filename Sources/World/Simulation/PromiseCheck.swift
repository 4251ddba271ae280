/// The promise that a world broke, as the end of its script.
enum PromiseCheck {
  static func lua(_ broken: BrokenPromise) -> String {
    let words = broken.found.split(separator: " ").map(String.init)
    return switch broken.promise {
    case "nothing is lost": held(words.first ?? "")
    case "nothing is there twice": twice
    case "who has seen a text wins over it": lost(words.first ?? "", to: words.last ?? "")
    case "a pull adds nothing to the queue":
      #"assert(not pulls_added, "a pull adds nothing to the queue")"#
    case "nobody is in conflict with himself": own
    case "what loses to a deletion is kept": held(words.first ?? "", areAlive: true)
    case "the last word stands":
      stands(
        words.first ?? "", words.count > 3 ? words[3] : "", tag: words.count > 4 ? words[4] : "")
    case "what was read stays read":
      read(words.dropLast(3).joined(separator: " "), run: words.last ?? "")
    case "only a person begins anew": run(words.first ?? "", isBelow: words.last ?? "")
    case "clocks are right at rest": clocks
    case "search finds every note": searches
    case "a link shows living notes": links
    case "what is newer is kept aside": kept(words.first ?? "")
    case "what lies aside is taken": taken
    default: alike
    }
  }

  private static let alike = """
    assert(#w:diff() == 0, "devices and cloud are alike")
    for _, d in ipairs(devices) do
      assert(#d.queue == 0, "queues are empty at rest")
      assert(#d.sql("SELECT 1 FROM sync_shelf") == 0, "no row waits at rest")
      assert(d.sync.status().pending == 0 and not d.sync.status().error, "status is true")
    end
    """

  private static func held(_ text: String, areAlive: Bool = false) -> String {
    let condition = areAlive ? " AND deleted_at IS NULL" : ""
    return """
      local places = {
        user_notes = "note_text", study_collections = "name", verse_highlights = "note",
        bookmarks = "label", bookmarked_topics = "cached_title", sync_conflicts = "mine",
      }
      local found = false
      for _, d in ipairs(devices) do
        for place, column in pairs(places) do
          local query = "SELECT 1 FROM " .. place .. " WHERE " .. column .. " = ?\(condition)"
          found = found or #d.sql(query, "\(text)") > 0
        end
        for _, query in ipairs{
          "SELECT 1 FROM user_notes WHERE mood = ?", "SELECT 1 FROM prayers WHERE body = ?",
          "SELECT 1 FROM sync_unknown WHERE instr(row_json, ?) > 0",
        } do
          local ok, rows = pcall(d.sql, query, "\(text)")
          found = found or ok and #rows > 0
        end
      end
      assert(found, "\(text) is nowhere: nothing is lost")
      """
  }

  private static let twice = """
    for _, column in ipairs{"user_notes.note_text", "study_collections.name", "bookmarks.label"} do
      local place, name = column:match("(.*)%.(.*)")
      local query = "SELECT 1 FROM %s GROUP BY %s HAVING count(*) > 1"
      assert(#devices[1].sql(query:format(place, name)) == 0, "nothing is there twice")
    end
    """

  private static let own = """
    local query = "SELECT 1 FROM sync_conflicts WHERE mine IS NOT NULL AND theirs IS NOT NULL "
      .. "AND substr(mine_stamp, -12) = substr(theirs_stamp, -12)"
    assert(#devices[1].sql(query) == 0, "nobody is in conflict with himself")
    """

  /// - Parameter state: `alive`, `dead`, or of a tag `on` or `off`.
  private static func stands(_ text: String, _ state: String, tag: String) -> String {
    let isIn = "EXISTS (SELECT 1 FROM json_each(tags_json) WHERE value = '\(tag)')"
    let condition =
      switch state {
      case "on": " AND \(isIn)"
      case "off": " AND NOT \(isIn)"
      default: ""
      }
    return """
      local query = "SELECT 1 FROM user_notes WHERE note_text = ? "
        .. "AND deleted_at IS NULL\(condition)"
      local there = devices[1].sql(query, "\(text)")
      assert(#there == \(state == "dead" ? 0 : 1), "the last word stands: \(text) \(state) \(tag)")
      """
  }

  private static func read(_ what: String, run: String) -> String {
    """
    local query = "SELECT run FROM reading_progress WHERE book_id || '_' || chapter_num = ?1 "
      .. "UNION ALL SELECT run FROM plan_progress WHERE plan_id || ' ' || day_num = ?1"
    local found = false
    for _, row in ipairs(devices[1].sql(query, "\(what)")) do
      found = found or row.run >= \(run)
    end
    assert(found, "what was read stays read: \(what)")
    """
  }

  private static func run(_ name: String, isBelow number: String) -> String {
    """
    local runs = devices[1].sql("SELECT run FROM runs WHERE name = ?", "\(name)")
    assert(#runs == 0 or runs[1].run < \(number), "only a person begins anew: \(name)")
    """
  }

  private static let clocks = """
    local query = "SELECT value FROM sync_state WHERE key = 'high_water' AND value > ?"
    local now = ("%012x"):format((os.time() + 300) * 1000)
    for _, d in ipairs(devices) do
      assert(#d.sql(query, now) == 0, "clocks are right at rest")
    end
    """

  private static let searches = """
    for _, d in ipairs(devices) do
      for _, note in ipairs(d.notes.find{}) do
        local found = false
        for _, hit in ipairs(d.notes.search(note.text)) do
          found = found or hit.id == note.id
        end
        assert(found, "search finds every note: " .. note.text)
      end
    end
    """

  private static let links = """
    local query = "SELECT 1 FROM user_notes WHERE id = ? AND deleted_at IS NOT NULL"
    for _, d in ipairs(devices) do
      for _, note in ipairs(d.notes.find{}) do
        for _, other in ipairs(note:links()) do
          assert(#d.sql(query, other.id) == 0, "a link shows living notes")
        end
      end
    end
    """

  private static let isUpgraded = """
    local function is_upgraded(d) return pcall(d.sql, "SELECT 1 FROM prayers LIMIT 1") end
    """

  private static func kept(_ text: String) -> String {
    """
    \(isUpgraded)
    local query = "SELECT 1 FROM sync_unknown WHERE instr(row_json, ?) > 0"
    for _, d in ipairs(devices) do
      assert(is_upgraded(d) or #d.sql(query, "\(text)") > 0, "what is newer is kept aside: \(text)")
    end
    """
  }

  private static let taken = """
    \(isUpgraded)
    for _, d in ipairs(devices) do
      assert(not is_upgraded(d) or #d.sql("SELECT 1 FROM sync_unknown") == 0,
        "what lies aside is taken")
    end
    """

  private static func lost(_ text: String, to other: String) -> String {
    """
    local query = "SELECT 1 FROM sync_conflicts WHERE mine = ? AND theirs = ?"
    local wrong = devices[1].sql(query, "\(text)", "\(other)")
    assert(#wrong == 0, "who has seen a text wins over it: \(text) lost to \(other)")
    """
  }
}
