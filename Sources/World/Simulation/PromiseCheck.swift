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
    case "what was read stays read":
      "-- \(broken.found)\nassert(false, \"look for it in reading_progress and plan_progress\")"
    default: alike
    }
  }

  private static let alike = """
    assert(#w:diff() == 0, "devices and cloud are alike")
    for _, d in ipairs(devices) do
      assert(#d.queue == 0, "queues are empty at rest")
      assert(d.sync.status().pending == 0 and not d.sync.status().error, "status is true")
    end
    """

  private static func held(_ text: String) -> String {
    """
    local places = {
      user_notes = "note_text", study_collections = "name", verse_highlights = "note",
      bookmarks = "label", bookmarked_topics = "cached_title", sync_conflicts = "mine",
    }
    local found = false
    for _, d in ipairs(devices) do
      for place, column in pairs(places) do
        local query = "SELECT 1 FROM " .. place .. " WHERE " .. column .. " = ?"
        found = found or #d.sql(query, "\(text)") > 0
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

  private static func lost(_ text: String, to other: String) -> String {
    """
    local query = "SELECT 1 FROM sync_conflicts WHERE mine = ? AND theirs = ?"
    local wrong = devices[1].sql(query, "\(text)", "\(other)")
    assert(#wrong == 0, "who has seen a text wins over it: \(text) lost to \(other)")
    """
  }
}
