import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  private var topics: Topics { Topics(device.database) }
  private static let typeOption = OptionKey(
    "type", .choice(TopicType.allCases.map(\.rawValue)), "whose topic it is")

  func registerTopics() {
    register(
      FunctionEntry(
        "topics.bookmark", [.required("id", .text)],
        options: [
          Self.typeOption,
          OptionKey(
            "title", .text, allowsNull: true, "its title; what was known stays if left out"),
          OptionKey("summary", .text, allowsNull: true, "what it is about; the same"),
        ],
        result: "topic", errors: [.badValue, .limit],
        doc: "Bookmarks a topic of the app; official unless another type is given.",
        example: #"return topics.bookmark("original-sin", {title = "Original sin"}).type"#)
    ) { api, call in
      let topic = try api.writing(call) {
        try api.topics.bookmark(
          try call.text(1), type: try Self.type(call) ?? .official,
          title: try call.textOption("title"), summary: try call.textOption("summary"))
      }
      return api.result(topic, call)
    }
    register(
      FunctionEntry(
        "topics.unbookmark", [.required("id", .text)], options: [Self.typeOption],
        result: "how many bookmarks there were", errors: [.badValue],
        doc: "Takes the bookmark of a topic away; all its types unless one is given.",
        example: #"topics.bookmark("anxiety")  return topics.unbookmark("anxiety")"#)
    ) { api, call in
      let count = try api.writing(call) {
        try api.topics.unbookmark(try call.text(1), type: try Self.type(call))
      }
      return call.lua.result(count)
    }
    register(
      FunctionEntry(
        "topics.has", [.required("id", .text)], options: [Self.typeOption],
        result: "true or false", errors: [.badValue],
        doc: "Says whether a topic is bookmarked, under any type unless one is given.",
        example: #"topics.bookmark("anxiety")  return topics.has("anxiety")"#)
    ) { api, call in
      call.lua.result(try api.topics.has(try call.text(1), type: try Self.type(call)))
    }
    registerTopicList()
  }

  private func registerTopicList() {
    register(
      FunctionEntry(
        "topics.find",
        options: [
          Self.typeOption,
          .deleted,
          .limit,
        ],
        result: "list of topics", errors: [.badValue],
        doc: "Lists bookmarked topics, the latest bookmarked first.",
        example: #"topics.bookmark("anxiety")  return topics.find{}[1].topic"#)
    ) { api, call in
      let found = try api.topics.find(
        type: try Self.type(call), isDeleted: call.booleanOption("deleted") ?? false,
        limit: call.integerOption("limit"))
      return api.results(found, call)
    }
    registerTrash(
      deleting: Explanation(
        "Takes this bookmark away.",
        example: #"topics.bookmark("anxiety"):delete()  return topics.has("anxiety")"#),
      restoring: Explanation(
        "Brings a bookmark back that was taken away.",
        example: """
          topics.bookmark("anxiety"):delete()
          return topics.find{deleted = true}[1]:restore().topic
          """),
      delete: { try $0.topics.delete($1) }, restore: { try $0.topics.restore($1) })
  }

  private static func type(_ call: APICall) throws -> TopicType? {
    try call.textOption("type").flatMap(TopicType.init(rawValue:))
  }
}
