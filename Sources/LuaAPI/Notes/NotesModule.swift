import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  private static let filterOptions: [OptionKey] = [
    .passage,
    OptionKey("chapter", .reference, "in this chapter"),
    OptionKey("book", .text, "in this book"),
    OptionKey("tag", .text, "has exactly this tag"),
    OptionKey("collection", .record("collection"), "is in this collection"),
    OptionKey("text", .text, "has this in its text or reference"),
    .deleted,
    .limit,
    OptionKey(
      "order", .choice(NoteOrder.allCases.map(\.rawValue)),
      "as the Bible runs (verse), or the latest first"),
  ]

  func registerNotes() {
    registerAdd()
    registerNoteReading()
    register(
      FunctionEntry(
        "notes.search", [.required("words", .text)],
        options: [.limit],
        result: "list of notes, the best first, each with .snippet", errors: [.badValue],
        doc: """
          Finds notes that hold all the words; "quoted words" as they stand, gra* for a beginning. \
          tag:love wants a tag (all that are named), in:john or in:"john 3-5" a passage (one of \
          them), color:gold a highlighted verse in what the note is about. Hits stand in [ ] in \
          .snippet. Accents of Latin letters do not count; emoji and scripts without spaces are \
          found anywhere in a text. Any text is a search, but in: and color: need a passage and \
          a colour that there are; in quotes they are words.
          """,
        example: """
          notes.add("John 1:17", "grace and truth", {tags = "law"})
          return notes.search("grace tag:law in:john")[1].snippet
          """)
    ) { api, call in
      let hits = try api.device.notes.search(try call.text(1), limit: call.integerOption("limit"))
      return call.lua.table(items: hits.count) { list in
        for hit in hits {
          list.append(record: api.classes.note) { hit.note.fill($0, snippet: hit.snippet) }
        }
      }
    }
    register(
      FunctionEntry(
        "notes.tags", result: "list of {tag=, notes=}",
        doc: "Lists every tag once, with how many notes have it.",
        example: #"notes.add("John 3:16", "x", {tags = "grace"})  return notes.tags()[1].tag"#)
    ) { api, call in
      call.lua.list(try api.device.notes.tags(), fields: 2) { tag, table in
        table.set("tag", tag.tag)
        table.set("notes", tag.notes)
      }
    }
  }

  private func registerAdd() {
    register(
      FunctionEntry(
        "notes.add", [.required("ref", .reference), .required("text", .text)],
        options: [
          OptionKey("tags", .texts, "its tags"),
          OptionKey("collection", .record("collection"), "the collection it goes into"),
        ],
        result: "note", errors: [.badValue, .notFound, .deleted, .limit],
        doc: "Writes a note about a verse, a chapter or a range.",
        example: #"return notes.add("John 3:16", "So loved", {tags = {"love"}}).ref"#)
    ) { api, call in
      let note = try api.writing(call) {
        try api.device.notes.add(
          try call.text(1), try call.text(2), tags: try call.textsOption("tags") ?? [],
          collection: call.idOption("collection") ?? nil)
      }
      return api.result(note, call)
    }
  }

  private func registerNoteReading() {
    register(
      FunctionEntry(
        "notes.get", [.required("id", .integer)], result: "note", errors: [.notFound, .deleted],
        doc: "Reads a note by its id.",
        example: #"local n = notes.add("John 3:16", "x")  return notes.get(n.id).text"#)
    ) { api, call in
      try api.device.notes.livingRow(try call.integer(1)) { row in
        call.lua.record(api.classes.note) { row.fill($0) }
      }
    }
    register(
      FunctionEntry(
        "notes.find", options: Self.filterOptions, result: "list of notes",
        errors: [.badValue, .notFound, .deleted],
        doc: "Lists notes, in verse order unless another is asked for.",
        example: #"notes.add("John 3:16", "x")  return #notes.find{chapter = "John 3"}"#)
    ) { api, call in
      let filter = try api.filter(call)
      return try call.lua.table { list in
        try api.device.notes.forEach(
          filter, { row in list.append(record: api.classes.note) { row.fill($0) } },
          arrange: { list.arrange(from: $0.first, $0.order) },
          settled: { try list.offerFirstRows(ofSettled: $0) })
      }
    }
    register(
      FunctionEntry(
        "notes.each", options: Self.filterOptions, result: "iterator for a for loop",
        errors: [.badValue, .notFound, .deleted],
        doc: "Goes through notes one by one, however many; they may be changed on the way.",
        example: #"notes.add("John 3:16", "x")  for note in notes.each{} do note:tag("seen") end"#)
    ) { api, call in
      var cursor = try api.device.notes.each(try api.filter(call))
      let next = call.lua.state.makeFunction("notes.each") { lua in
        guard let note = try cursor.next() else { return lua.result(LuaValue.nil) }
        return lua.record(api.classes.note) { note.fill($0) }
      }
      return call.lua.result(next)
    }
    register(
      FunctionEntry(
        "notes.count", options: Self.filterOptions, result: "integer",
        errors: [.badValue, .notFound, .deleted],
        doc: "Counts notes; limit and order do not count.",
        example: #"notes.add("John 3:16", "x")  return notes.count{book = "John"}"#)
    ) { api, call in call.lua.result(try api.device.notes.count(try api.filter(call))) }
  }

  private func filter(_ call: APICall) throws -> NoteFilter {
    var filter = NoteFilter()
    filter.passage = try passage(call)
    filter.tag = try call.textOption("tag")
    filter.collection = call.idOption("collection") ?? nil
    filter.text = try call.textOption("text")
    filter.isDeleted = call.booleanOption("deleted") ?? false
    filter.limit = call.integerOption("limit")
    filter.order = try call.textOption("order").flatMap(NoteOrder.init(rawValue:)) ?? .verse
    return filter
  }

  /// The options that say where in the canon rows lie.
  func passage(_ call: APICall) throws -> PassageFilter {
    PassageFilter(
      ref: try call.textOption("ref"), chapter: try call.textOption("chapter"),
      book: try call.textOption("book"))
  }
}
