import LuaAPI
import LuaRuntime
import Testing
import Vocabulary

/// Every sort of bad input, at every place of every function that writes.
@Suite struct BadInputTests {
  /// A call with `%` where an argument stands.
  struct Place: Sendable, CustomTestStringConvertible {
    let function: String
    let argument: String
    let script: String
    /// Whether no text at all is a text.
    var mayBeEmpty = false

    var testDescription: String { "\(argument) of \(function)" }
  }

  private static func places(
    _ function: String, _ start: String, _ arguments: [String], mayBeEmpty: Set<String> = []
  ) -> [Place] {
    arguments.enumerated().map { place, argument in
      let isOption = argument.hasPrefix("=")
      let name = String(argument.drop { $0 == "=" }.prefix { $0 != "|" })
      let before = arguments.prefix(place).filter { !$0.hasPrefix("=") }
      let after = arguments.dropFirst(place + 1).filter { !$0.hasPrefix("=") }
      let given = { (arguments: [String]) in arguments.compactMap { $0.split(separator: "|").last }
      }
      var values = given(before).map(String.init) + [isOption ? "{\(name) = %}" : "%"]
      if !isOption { values += given(Array(after)).map(String.init) }
      return Place(
        function: function, argument: name,
        script: "\(start)(\(values.joined(separator: ", ")))",
        mayBeEmpty: mayBeEmpty.contains(name))
    }
  }

  private static let ref = "ref|'jn 3:16'"

  static let all: [Place] = [
    places("notes.add", "notes.add", [ref, "text|'x'", "=tags", "=collection"]),
    places("note:update", "n:update", ["=text", "=tags", "=collection"]),
    places("note:tag", "n:tag", ["tags"]), places("note:link", "n:link", ["other"]),
    places("note:unlink", "n:unlink", ["other"]),
    places(
      "collections.add", "collections.add", ["name|'c'", "=description", "=color"],
      mayBeEmpty: ["description"]),
    places(
      "collection:update", "c:update", ["=name", "=description", "=color"],
      mayBeEmpty: ["description"]),
    places("highlights.set", "highlights.set", [ref, "color|'gold'", "=collection", "=note"]),
    places("highlights.remove", "highlights.remove", [ref]),
    places(
      "highlights.collections.add", "highlights.collections.add",
      ["name|'g'", "color|'gold'", "=sort_order"]),
    places("bookmarks.add", "bookmarks.add", [ref, "=label"]),
    places("bookmark:update", "b:update", ["=label"]),
    places("topics.bookmark", "topics.bookmark", ["id|'hope'", "=type", "=title", "=summary"]),
    places("topics.unbookmark", "topics.unbookmark", ["id|'hope'", "=type"]),
    [Place(function: "prefs.set", argument: "key", script: "prefs.set(%, 'light')")],
    places("prefs.unset", "prefs.unset", ["key|'theme'"]),
    places("progress.visit", "progress.visit", [ref]),
    places("depth.open", "depth.open", ["section|'john_3_s1'", "panel|'lexicon'"]),
    places("sessions.start", "sessions.start", [ref]),
    places("sessions.stop", "sessions.stop", ["id"]),
    [
      Place(
        function: "sessions.event", argument: "id",
        script: "sessions.event(%, {type = 'verse_tap'})")
    ],
    places("flags.add", "flags.add", ["id|'x'", "type|'panel'", "reason|'Spam'", "=details"]),
    places("plans.start", "plans.start", ["id|'mcheyne'", "=date"]),
    places("plans.complete", "plans.complete", ["id|'mcheyne'", "day"]),
    places("plans.abandon", "plans.abandon", ["id"]), places("plans.pause", "plans.pause", ["id"]),
    places("plans.delete", "plans.delete", ["id"]),
    places("auth.sign_up", "auth.sign_up", ["email|'c@d.example'", "password|'long-pw-1'"]),
    places("auth.sign_in", "auth.sign_in", ["email|'c@d.example'", "password|'long-pw-1'"]),
    places("sql", "sql", ["text"]), places("transaction", "transaction", ["fn"]),
    places("json.decode", "json.decode", ["text"]), places("on", "on", ["event|'change'", "fn"]),
  ].flatMap { $0 }

  private static let wrongTypes = ["true", "print", "null"]
  private static let wrongTexts = ["5", "{}", #"'a\0b'"#, #"'a\xff'"#]
  private static let long = "('x'):rep(2^21)"

  /// What may not stand at a place of that sort.
  static func inputs(for type: ValueType, mayBeEmpty: Bool) -> [String] {
    switch type {
    case .reference:
      wrongTypes + wrongTexts
        + ["'Jonn 3:16'", "'John 99'", "'John 3:99'", "''", "' '", "'Joel 4:1'", long]
    case .text: wrongTypes + wrongTexts + [long] + (mayBeEmpty ? [] : ["''", "' '"])
    case .choice: wrongTypes + wrongTexts + ["'puce'", "''", long]
    case .texts:
      wrongTypes + ["5", #"'a\0b'"#, #"{'a\xff'}"#, "{1}", "{'a', b = 'c'}", "{[2] = 'a'}", "{''}"]
        + ["{\(long)}"]
    case .record: wrongTypes + ["'x'", "1.5", "{}", "99", "0/0", "gone"]
    case .integer: wrongTypes + ["'x'", "1.5", "{}", "0/0"]
    default: ["5", "'x'", "{}", "null"]
    }
  }

  private static let setUp = """
    n = notes.add("jn 3:16", "x")
    c = collections.add("Grace")
    g = highlights.collections.add("Light", "gold")
    b = bookmarks.add("jn 3:16")
    topics.bookmark("hope")
    plans.start("mcheyne")
    gone = notes.add("jn 3:17", "x")
    gone:delete()
    gone = gone.id
    """

  @Test(arguments: all)
  func `what does not fit is refused by name and changes nothing`(place: Place) throws {
    let desk = try ScriptDesk(isSignedIn: true)
    try desk.run(Self.setUp)
    let entry = try #require(desk.api.registry[place.function])
    let type = try #require(
      entry.parameters.first { $0.name == place.argument }?.type
        ?? entry.options.first { $0.name == place.argument }?.type)
    let allowsNull = entry.options.first { $0.name == place.argument }?.allowsNull == true
    for input in Self.inputs(for: type, mayBeEmpty: place.mayBeEmpty) {
      // Any text may be tried as a password.
      if input == "' '" && place.argument == "password" { continue }
      if input == "null" && allowsNull || input == "print" && type == .function { continue }
      let call = place.script.replacing("%", with: input)
      let before = try state(of: desk)
      let result = try desk.run("local ok, e = pcall(function() return \(call) end) return ok, e")
      #expect(result[0].boolean == false, "\(call) is no error")
      guard result[0].boolean == false else { continue }
      let error = try #require(result[1].table, "\(call): no table")
      let message = error["message"].text ?? ""
      #expect(error["kind"].text.flatMap(ErrorKind.init) != nil, "\(call): \(message)")
      #expect(error["code"].text?.contains(".") == true, "\(call): \(message)")
      #expect(message.contains(place.argument), "\(call): \(message)")
      #expect(error["hint"].text?.isEmpty == false, "\(call) has no hint: \(message)")
      #expect(message.utf8.count < 400, "\(call): too long")
      #expect(try state(of: desk) == before, "\(call) changed something")
    }
  }

  @Test(arguments: [
    "n:update{text = 'y'}", "n:tag('a')", "n:untag('a')", "n:link(2)", "n:unlink(2)", "n:delete()",
    "n:links()", "c:update{name = 'y'}", "c:delete()", "b:update{label = 'y'}",
    "b:delete()", "g:delete()", "h:delete()",
  ])
  func `a record that is gone or was never there says so`(call: String) throws {
    let desk = try ScriptDesk(isSignedIn: true)
    try desk.run(Self.setUp + "\nh = highlights.set('jn 3:16', 'gold')")
    let name = String(call.prefix(1))
    let tables = [
      "n": "user_notes", "c": "study_collections", "b": "bookmarks", "g": "highlight_collections",
      "h": "verse_highlights",
    ]
    let table = try #require(tables[name])
    for change in ["\(name):delete()", "sql('DELETE FROM \(table) WHERE id = ?', \(name).id)"] {
      try desk.run(change)
      let before = try state(of: desk)
      let failure = try desk.failure(call)
      #expect([.deleted, .notFound].contains(failure.kind), "\(call): \(failure.summary)")
      #expect(failure.hint != nil, "\(call): \(failure.summary)")
      #expect(try state(of: desk) == before)
    }
  }

  @Test(arguments: [
    ("notes.add('John 3:18-16', 'x')", "bad_reference", "name the earlier end first"),
    ("notes.add('John 4:1-3:16', 'x')", "bad_reference", "name the earlier end first"),
    ("notes.add('John 3:16-Mark 1:2', 'x')", "bad_reference", "name the earlier end first"),
    ("notes.add('John 3:37', 'x')", "beyond_canon", "King James"),
    ("bookmarks.add('Jude 2:1')", "beyond_canon", "King James"),
    ("highlights.set('Gen 51:1', 'gold')", "beyond_canon", "King James"),
    ("notes.add('Joel 4:1', 'x')", "other_numbering", "Joel 3:1"),
    ("notes.add('Mal 3:23', 'x')", "other_numbering", "Malachi 4:5"),
    ("bookmarks.add('3 John 15')", "other_numbering", "3 John 1:14"),
    ("highlights.set('Rev 12:18', 'gold')", "other_numbering", "Revelation 13:1"),
    ("plans.complete('mcheyne', 366)", "no_plan_day", "days are 1 to 365"),
    ("plans.complete('mcheyne', 0)", "no_plan_day", "days are 1 to 365"),
    ("plans.start('mcheine')", "unknown_plan", "did you mean 'mcheyne'?"),
    ("plans.start('advent', {date = '2027-02-29'})", "bad_date", "2026-01-31"),
    ("plans.define{id = 'x', name = 'X', days = {'Gen 51'}}", "bad_plan_day", "King James"),
    ("topics.bookmark('peace', {type = 'offcial'})", "unknown_choice", "'official'"),
    ("topics.bookmark('peace', {type = 'mine'})", "unknown_choice", "official, community"),
    ("prefs.set('tehme', 'dark')", "unknown_preference", "did you mean 'theme'?"),
    ("prefs.fontsize = 14", "unknown_preference", "did you mean 'fontSize'?"),
    ("prefs.set('plan_strat:advent', '2026-12-01')", "unknown_preference", "'plan_start:advent'"),
    ("prefs.theme = 'drak'", "bad_preference", "default"),
    ("prefs.fontSize = '16'", "bad_preference", "default"),
    ("prefs.vhlEnabled = 1", "bad_preference", "default"),
    ("prefs.seen_milestones = {'ch_11'}", "bad_preference", "default"),
    ("highlights.set('John 3:17', 'golden')", "unknown_c", "did you mean"),
  ])
  func `what cannot be says why, and what was probably meant`(
    call: String, code: String, hint: String
  ) throws {
    let desk = try ScriptDesk(isSignedIn: true)
    try desk.run(Self.setUp)
    let before = try state(of: desk)
    let failure = try desk.failure(call)
    #expect(failure.code.contains(".\(code)"), "\(failure.code)")
    #expect(failure.hint?.contains(hint) == true, "\(failure.summary) \(failure.hint ?? "")")
    #expect(try state(of: desk) == before)
  }

  /// All that a script could see of library, queue and session.
  private func state(of desk: ScriptDesk) throws -> [String] {
    let tables =
      ["user_notes", "study_collections", "verse_highlights", "highlight_collections"]
      + ["bookmarks", "bookmarked_topics", "user_preferences", "reading_progress", "note_links"]
    let script = """
      local out = {auth.user().email, #queue, sync.status().signed_in}
      for _, t in ipairs{\(tables.map { "'\($0)'" }.joined(separator: ", "))} do
        out[#out + 1] = json.encode(sql("SELECT * FROM " .. t .. " ORDER BY 1"))
      end
      for i = 1, #out do out[i] = tostring(out[i]) end
      return out
      """
    return try desk.run(script)[0].table?.items.compactMap(\.text) ?? []
  }
}
