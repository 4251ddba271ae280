import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  private var sessions: StudySessions { StudySessions(device.database) }
  private static let sessionFields = "{id=, chapter_id=, started_at=, ended_at=, duration_ms=}"

  func registerSessions() {
    register(
      FunctionEntry(
        "sessions.start", [.required("ref", .reference)], result: Self.sessionFields,
        errors: [.badValue], doc: "Begins a time of study on a chapter. It stays on this device.",
        example: #"return sessions.start("John 3").chapter_id"#)
    ) { api, call in
      let session = try api.writing(call) { try api.sessions.start(try call.text(1)) }
      return api.result(session, call)
    }
    register(
      FunctionEntry(
        "sessions.stop", [.required("id", .record("session"))], result: Self.sessionFields,
        errors: [.notFound], doc: "Ends a time of study; one that has ended stays as it was.",
        example: #"return sessions.stop(sessions.start("John 3")).duration_ms"#)
    ) { api, call in
      let session = try api.writing(call) { try api.sessions.stop(try call.id(1)) }
      return api.result(session, call)
    }
    register(
      FunctionEntry(
        "sessions.find",
        options: [
          OptionKey("chapter", .reference, "on this chapter"),
          .limit,
        ],
        result: "list of \(Self.sessionFields)", errors: [.badValue],
        doc: "Lists times of study, the latest begun first.",
        example: #"sessions.start("John 3")  return #sessions.find{chapter = "John 3"}"#)
    ) { api, call in
      let found = try api.sessions.find(
        chapter: try call.textOption("chapter"), limit: call.integerOption("limit"))
      return api.results(found, call)
    }
    registerSessionEvents()
  }

  private func registerSessionEvents() {
    register(
      FunctionEntry(
        "sessions.event", [.required("id", .record("session"))],
        options: [
          OptionKey(
            "type", .choice(SessionEvent.Sort.allCases.map(\.rawValue)), "what is done"),
          OptionKey("panel", .text, "the panel it is in"),
          OptionKey("scholar", .text, "the scholar who is read"),
          OptionKey("section", .text, "the section it is in"),
        ],
        result: "{type=, panel=, scholar=, section=, timestamp_ms=}",
        errors: [.badValue, .notFound, .refused],
        doc: "Notes what is done now in a time of study that goes on.",
        example: #"return sessions.event(sessions.start("John 3"), {type = "verse_tap"}).type"#)
    ) { api, call in
      guard let sort = try call.textOption("type").flatMap(SessionEvent.Sort.init(rawValue:))
      else {
        throw APIError.missing(
          function: call.entry.name, argument: "type", expected: call.entry.options[0].type.name)
      }
      let event = SessionEvent(
        sort, panel: try call.textOption("panel"), scholar: try call.textOption("scholar"),
        section: try call.textOption("section"))
      let noted = try api.writing(call) { try api.sessions.event(try call.id(1), event) }
      return call.lua.table(fields: 5) { Self.fill($0, noted) }
    }
    register(
      FunctionEntry(
        "sessions.events", [.required("id", .record("session"))],
        result: "list of {type=, panel=, scholar=, section=, timestamp_ms=}", errors: [.notFound],
        doc: "Lists what was done in a time of study; timestamp_ms counts from its beginning.",
        example: """
          local s = sessions.start("John 3")
          sessions.event(s, {type = "panel_open", panel = "heb"})
          return sessions.events(s)[1].panel
          """)
    ) { api, call in
      call.lua.list(try api.sessions.events(try call.id(1)), fields: 5) { Self.fill($1, $0) }
    }
  }

  private static func fill(_ table: LuaTableBuilder, _ event: SessionEvent) {
    table.set("type", event.sort.rawValue)
    table.set("panel", event.panel)
    table.set("scholar", event.scholar)
    table.set("section", event.section)
    table.set("timestamp_ms", event.afterMilliseconds)
  }
}
