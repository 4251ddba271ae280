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
        options: [.deleted, .limit],
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
    registerTrash(
      deleting: Explanation(
        "Deletes the collection; its highlights stay, and are in none.",
        example: #"highlights.collections.add("Promises", "gold"):delete()"#),
      restoring: Explanation(
        "Brings a deleted collection back; its highlights are in it again.",
        example: """
          local g = highlights.collections.add("Promises", "gold")
          g:delete()
          return g:restore().name
          """),
      delete: { try $0.device.highlightCollections.delete($1) },
      restore: { try $0.device.highlightCollections.restore($1) })
  }
}
