import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  func registerHighlightCollections() {
    register(
      FunctionEntry(
        "highlights.collections.add", [.required("name", .text), .required("color", .text)],
        options: [OptionKey("sort_order", .integer, "where it stands in the list")],
        result: "highlight_collection", errors: [.badValue, .limit],
        doc: "Makes a collection of highlights; its colour is #rrggbb or a highlight's.",
        example: #"return highlights.collections.add("Promises", "gold").name"#)
    ) { api, call in
      let collection = try api.writing(call) {
        try api.device.highlightCollections.add(
          try call.text(1), try call.text(2), sortOrder: call.integerOption("sort_order") ?? 0)
      }
      return api.result(collection, call)
    }
    register(
      FunctionEntry(
        "highlights.collections.find",
        options: [
          OptionKey("deleted", .boolean, "true: what was deleted, and only that"),
          OptionKey("limit", .integer, "at most so many"),
        ],
        result: "list of highlight collections, each with .highlights, the number in it",
        errors: [.badValue], doc: "Lists collections of highlights by their order and name.",
        example: """
          highlights.collections.add("Promises", "gold")
          return highlights.collections.find{}[1].highlights
          """)
    ) { api, call in
      let found = try api.device.highlightCollections.find(
        isDeleted: call.booleanOption("deleted") ?? false, limit: call.integerOption("limit"))
      return api.results(found, call)
    }
    registerHighlightCollectionMethods()
  }

  private func registerHighlightCollectionMethods() {
    let group = classes.highlightCollection
    register(
      FunctionEntry(
        "highlight_collection:delete", errors: [.notFound, .deleted],
        doc: "Deletes the collection; its highlights stay, and are in none.",
        example: #"highlights.collections.add("Promises", "gold"):delete()"#), in: group
    ) { api, call in
      try api.writing(call) { try api.device.highlightCollections.delete(try call.ownID()) }
      return call.lua.result()
    }
    register(
      FunctionEntry(
        "highlight_collection:restore", result: "highlight_collection", errors: [.notFound],
        doc: "Brings a deleted collection back; its highlights are in it again.",
        example: """
          local g = highlights.collections.add("Promises", "gold")
          g:delete()
          return g:restore().name
          """), in: group
    ) { api, call in
      api.result(
        try api.writing(call) { try api.device.highlightCollections.restore(try call.ownID()) },
        call)
    }
  }
}
