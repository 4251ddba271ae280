import Testing

/// The functions that the plan names: each write queues its change, each query hides the deleted.
@Suite struct PlanFunctionTests {
  /// A function of the plan as it is called here, and what it must do.
  struct Function: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String
    let result: String

    init(_ name: String, _ script: String, _ result: String) {
      self.name = name
      self.script = script
      self.result = result
    }

    var testDescription: String { name }
  }

  private static let start = """
    n = notes.add("John 3:16", "For God so loved", {tags = "love"})
    m = notes.add("Romans 5:8", "While we were yet")
    k = notes.add("John 3", "The chapter")
    n:link(m)
    c = collections.add("Grace")
    n:update{collection = c}
    g = highlights.collections.add("Light", "gold")
    highlights.set("John 3:16", "gold", {collection = g})
    b = bookmarks.add("John 3:16")
    topics.bookmark("hope")
    progress.visit("John 3")
    prefs.theme = "light"
    plans.start("advent")
    plans.complete("advent", 1)
    sync.now()
    assert(#queue == 0)
    """

  static let writes = [
    Function("saveNote", "notes.add('John 3:17', 'x')", "INSERT user_notes"),
    Function("updateNote", "n:update{text = 'y'}", "UPDATE user_notes"),
    Function("deleteNote", "n:delete()", "DELETE user_notes"),
    Function("updateNoteTags", "n:update{tags = {'a'}}", "UPDATE user_notes"),
    Function("setNoteCollection", "m:update{collection = c}", "UPDATE user_notes"),
    Function("addBookmark", "bookmarks.add('John 3:17')", "INSERT bookmarks"),
    Function("removeBookmark", "b:delete()", "DELETE bookmarks"),
    Function("setHighlight", "highlights.set('Jn 3:17', 'blue')", "INSERT verse_highlights"),
    Function("removeHighlight", "highlights.remove('Jn 3:16')", "DELETE verse_highlights"),
    Function("createCollection", "collections.add('Hope')", "INSERT study_collections"),
    Function("updateCollection", "c:update{name = 'Love'}", "UPDATE study_collections"),
    Function("deleteCollection", "c:delete()", "DELETE study_collections"),
    Function(
      "createHighlightCollection", "highlights.collections.add('x', 'blue')",
      "INSERT highlight_collections"),
    Function("deleteHighlightCollection", "g:delete()", "DELETE highlight_collections"),
    Function("linkNotes", "m:link(n)", "INSERT note_links"),
    Function("unlinkNotes", "n:unlink(m)", "DELETE note_links"),
    Function("bookmarkTopic", "topics.bookmark('peace')", "INSERT bookmarked_topics"),
    Function("unbookmarkTopic", "topics.unbookmark('hope')", "DELETE bookmarked_topics"),
    Function(
      "recordVisit", "progress.visit('John 4')", "INSERT reading_progress UPDATE reading_streaks"),
    Function("completePlanDay", "plans.complete('advent', 2)", "INSERT plan_progress"),
    Function("setPreference", "prefs.theme = 'dark'", "UPDATE user_preferences"),
    Function(
      "startPlan", "plans.start('holy_week')", "UPDATE user_preferences INSERT user_preferences"),
    Function("startPlan, once more", "plans.start('advent', {anew = true})", "INSERT runs"),
    Function("abandonPlan", "plans.abandon('advent')", "INSERT runs"),
    Function("insert into study_depth", "depth.open('john_3_s1', 'heb')", "INSERT study_depth"),
  ]

  @Test(arguments: writes)
  func `each write function of the plan queues its change`(function: Function) throws {
    let desk = try ScriptDesk(isSignedIn: true)
    let queued = try desk.text(
      """
      \(Self.start)
      \(function.script)
      local list = {}
      for _, e in ipairs(queue.find{}) do list[#list + 1] = e.operation .. " " .. e.table end
      return table.concat(list, "|")
      """)
    let words = function.result.split(separator: " ").map(String.init)
    for place in stride(from: 0, to: words.count, by: 2) {
      let entry = "\(words[place]) \(words[place + 1])"
      let entries = queued?.split(separator: "|").map(String.init) ?? []
      #expect(entries.contains(entry), "\(function.name) queued \(entries)")
    }
  }

  /// The result is what the query gives before and after everything is deleted.
  static let queries = [
    Function("getNotesForChapter", "#notes.find{chapter = 'John 3'}", "2 0"),
    Function("getNoteCount", "notes.count{chapter = 'John 3'}", "2 0"),
    Function("getAllNotes", "#notes.find{}", "3 0"),
    Function("searchNotes", "#notes.find{text = 'od'}", "1 0"),
    Function("searchNotesFTS", "#notes.search('loved')", "1 0"),
    Function("getBookmarks", "#bookmarks.find{}", "1 0"),
    Function("isBookmarked", "bookmarks.has('John 3:16')", "true false"),
    Function("getHighlightsForChapter", "#highlights.find{chapter = 'John 3'}", "1 0"),
    Function("getAllHighlights", "#highlights.find{}", "1 0"),
    Function("getCollections", "#collections.find{}", "1 0"),
    Function("getCollection", "(pcall(collections.get, c.id))", "true false"),
    Function("getNotesInCollection", "#notes.find{collection = c}", "1 deleted"),
    Function("getCollectionNoteCounts", "(collections.find{}[1] or {notes = 0}).notes", "1 0"),
    Function("getAllTags", "#notes.tags()", "1 0"),
    Function("getNotesByTag", "#notes.find{tag = 'love'}", "1 0"),
    Function("getLinkedNotes", "#n:links()", "1 deleted"),
    Function("getReferencingNotes", "#m:backlinks()", "1 deleted"),
    Function("getBookmarkedTopics", "#topics.find{}", "1 0"),
    Function("isTopicBookmarked", "topics.has('hope')", "true false"),
  ]

  @Test(arguments: queries)
  func `each query of the plan hides what is deleted`(function: Function) throws {
    let desk = try ScriptDesk(isSignedIn: true)
    let result = try desk.text(
      """
      \(Self.start)
      local function ask()
        local ok, answer = pcall(function() return \(function.script) end)
        if ok then return tostring(answer) end
        return answer.kind
      end
      local before = ask()
      for note in notes.each{} do note:delete() end
      c:delete() b:delete() topics.unbookmark("hope") highlights.remove("John 3:16")
      return before .. " " .. ask()
      """)
    #expect(result == function.result)
  }

  @Test func `eighteen writes and three, four more, and nineteen queries are tried`() {
    #expect(Self.writes.count == 18 + 3 + 4)
    #expect(Self.queries.count == 19)
  }

  @Test(arguments: [
    "sessions.stop(sessions.start('John 3').id)", "flags.add('x', 'panel', 'Spam')",
    "prefs.push_token = 'x'", "prefs.reset{confirm = true}",
  ])
  func `what is local only queues nothing`(script: String) throws {
    let desk = try ScriptDesk(isSignedIn: true)
    #expect(try desk.integer("\(Self.start)\n\(script)\nreturn #queue") == 0)
  }
}
