import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  func registerHighlights() {
    register(
      FunctionEntry(
        "highlights.set", [.required("ref", .reference), .required("color", .text)],
        options: [
          OptionKey(
            "collection", .record("highlight_collection"), allowsNull: true,
            "the collection it goes into"),
          OptionKey("note", .text, allowsNull: true, "a few words about it"),
        ],
        result: "highlight", errors: [.badValue, .notFound, .deleted, .limit],
        doc: """
          Highlights a verse in gold, blue, green, purple, coral or teal, whatever was there; \
          what is left out becomes none.
          """,
        example: #"return highlights.set("John 3:16", "gold").color"#)
    ) { api, call in
      let highlight = try api.writing(call) {
        try api.device.highlights.set(
          try call.text(1), try call.text(2), collection: call.idOption("collection") ?? nil,
          note: try call.textOption("note"))
      }
      return api.result(highlight, call)
    }
    register(
      FunctionEntry(
        "highlights.get", [.required("ref", .reference)], result: "highlight, or nil",
        errors: [.badValue], doc: "Reads the highlight of a verse.",
        example: #"highlights.set("John 3:16", "gold")  return highlights.get("jn 3.16").ref"#)
    ) { api, call in
      guard let highlight = try api.device.highlights.get(try call.text(1)) else {
        return call.lua.result(LuaValue.nil)
      }
      return api.result(highlight, call)
    }
    registerHighlightLists()
    registerHighlightMethods()
  }

  private func registerHighlightLists() {
    register(
      FunctionEntry(
        "highlights.find",
        options: [
          OptionKey("ref", .reference, "in this passage"),
          OptionKey("chapter", .reference, "in this chapter"),
          OptionKey("book", .text, "in this book"),
          OptionKey("color", .text, "of this colour"),
          OptionKey("collection", .record("highlight_collection"), "in this collection"),
          .deleted,
          .limit,
          OptionKey(
            "order", .choice(HighlightOrder.allCases.map(\.rawValue)),
            "as the Bible runs (verse), or the latest first"),
        ],
        result: "list of highlights", errors: [.badValue, .notFound, .deleted],
        doc: "Lists highlights, in verse order unless another is asked for.",
        example: #"highlights.set("John 3:16", "gold")  return #highlights.find{color = "gold"}"#)
    ) { api, call in
      var filter = HighlightFilter()
      filter.passage = try api.passage(call)
      filter.color = try call.textOption("color")
      filter.collection = call.idOption("collection") ?? nil
      filter.isDeleted = call.booleanOption("deleted") ?? false
      filter.limit = call.integerOption("limit")
      filter.order = try call.textOption("order").flatMap(HighlightOrder.init(rawValue:)) ?? .verse
      return api.results(try api.device.highlights.find(filter), call)
    }
    register(
      FunctionEntry(
        "highlights.remove", [.required("ref", .reference)],
        result: "true; false if there was none", errors: [.badValue],
        doc: "Takes the highlight of a verse away.",
        example: #"highlights.set("John 3:16", "gold")  return highlights.remove("John 3:16")"#)
    ) { api, call in
      call.lua.result(try api.writing(call) { try api.device.highlights.remove(try call.text(1)) })
    }
  }

  private func registerHighlightMethods() {
    registerTrash(
      deleting: Explanation(
        "Takes the highlight away.",
        example: #"highlights.set("John 3:16", "gold"):delete()  return #highlights.find{}"#),
      restoring: Explanation(
        "Brings a deleted highlight back.",
        example: """
          local h = highlights.set("John 3:16", "gold")
          h:delete()
          return h:restore().color
          """),
      delete: { try $0.device.highlights.delete($1) },
      restore: { try $0.device.highlights.restore($1) })
  }
}
