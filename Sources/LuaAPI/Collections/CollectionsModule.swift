import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  func registerCollections() {
    register(
      FunctionEntry(
        "collections.add", [.required("name", .text)],
        options: [
          OptionKey("description", .text, "what it is for"),
          OptionKey("color", .text, "#rrggbb"),
        ],
        result: "collection", errors: [.badValue, .limit], doc: "Makes a collection of notes.",
        example: ##"return collections.add("Grace", {color = "#aa3355"}).name"##)
    ) { api, call in
      let collection = try api.writing(call) {
        try api.device.collections.add(
          try call.text(1), description: try call.textOption("description") ?? "",
          color: try call.textOption("color") ?? CollectionColor.standard)
      }
      return api.result(collection, call)
    }
    register(
      FunctionEntry(
        "collections.get", [.required("id_or_name", .any)], result: "collection",
        errors: [.badValue, .notFound, .deleted],
        doc: "Reads a collection by its id, or by a name that only one has.",
        example: #"collections.add("Grace")  return collections.get("Grace").notes"#)
    ) { api, call in
      if let id = call.value(1).integer {
        return api.result(try api.device.collections.get(id), call)
      }
      guard call.value(1).kind == .string else {
        throw APIError.wrongType(
          function: call.entry.name, argument: "id_or_name", expected: "integer or text",
          found: call.value(1).kind.name)
      }
      return api.result(try api.device.collections.named(try call.text(1)), call)
    }
    registerCollectionLists()
  }

  private func registerCollectionLists() {
    register(
      FunctionEntry(
        "collections.find",
        options: [.deleted, .limit],
        result: "list of collections, each with .notes, the number of its notes",
        errors: [.badValue], doc: "Lists collections, the latest edited first.",
        example: #"collections.add("Grace")  return #collections.find{}"#)
    ) { api, call in
      let found = try api.device.collections.find(
        isDeleted: call.booleanOption("deleted") ?? false, limit: call.integerOption("limit"))
      return api.results(found, call)
    }
    registerCollectionMethods()
  }

  private func registerCollectionMethods() {
    let collection = classes.collection
    register(
      FunctionEntry(
        "collection:update",
        options: [
          OptionKey("name", .text, "its new name"),
          OptionKey("description", .text, "what it is for"),
          OptionKey("color", .text, "#rrggbb"),
        ],
        result: "collection", errors: [.badValue, .notFound, .deleted, .limit],
        doc: "Changes what is named and nothing else.",
        example: #"return collections.add("Grace"):update{name = "Mercy"}.name"#), in: collection
    ) { api, call in
      let updated = try api.writing(call) {
        try api.device.collections.update(
          try call.ownID(), name: try call.textOption("name"),
          description: try call.textOption("description"), color: try call.textOption("color"))
      }
      return api.result(updated, call)
    }
    registerTrash(
      deleting: Explanation(
        "Deletes the collection; its notes stay, and are in none.",
        example: #"collections.add("Grace"):delete()  return #collections.find{deleted = true}"#),
      restoring: Explanation(
        "Brings a deleted collection back; its notes are in it again.",
        example: """
          local c = collections.add("Grace")
          c:delete()
          return c:restore().name
          """),
      delete: { try $0.device.collections.delete($1) },
      restore: { try $0.device.collections.restore($1) })
  }
}
