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
          OptionKey("deleted", .boolean, "true: what was deleted, and only that"),
          OptionKey("limit", .integer, "at most so many"),
        ],
        result: "list of topics", errors: [.badValue],
        doc: "Lists bookmarked topics, the latest bookmarked first.",
        example: #"topics.bookmark("anxiety")  return topics.find{}[1].topic"#)
    ) { api, call in
      let found = try api.topics.find(
        type: try Self.type(call), isDeleted: call.booleanOption("deleted") ?? false,
        limit: call.integerOption("limit"))
      return call.lua.list(found, of: api.classes.topic, fields: 9) { Self.fill($1, $0) }
    }
    register(
      FunctionEntry(
        "topic:delete", errors: [.notFound, .deleted], doc: "Takes this bookmark away.",
        example: #"topics.bookmark("anxiety"):delete()  return topics.has("anxiety")"#),
      in: classes.topic
    ) { api, call in
      try api.writing(call) { try api.topics.delete(try call.ownID()) }
      return call.lua.result()
    }
    register(
      FunctionEntry(
        "topic:restore", result: "topic", errors: [.notFound],
        doc: "Brings a bookmark back that was taken away.",
        example: """
          topics.bookmark("anxiety"):delete()
          return topics.find{deleted = true}[1]:restore().topic
          """), in: classes.topic
    ) { api, call in
      api.result(try api.writing(call) { try api.topics.restore(try call.ownID()) }, call)
    }
  }

  private static func type(_ call: APICall) throws -> TopicType? {
    try call.textOption("type").flatMap(TopicType.init(rawValue:))
  }

  private func result(_ topic: Topic, _ call: APICall) -> LuaResults {
    call.lua.table(classes.topic, fields: 9) { Self.fill($0, topic) }
  }

  private static func fill(_ table: LuaTableBuilder, _ topic: Topic) {
    table.set("id", topic.id)
    table.set("topic", topic.topic)
    table.set("type", topic.type)
    if let title = topic.title { table.set("title", title) }
    if let summary = topic.summary { table.set("summary", summary) }
    table.set("bookmarked_at", topic.bookmarkedAt)
    table.set("updated_at", topic.updatedAt)
    if let deletedAt = topic.deletedAt { table.set("deleted_at", deletedAt) }
    table.set("cloud_id", topic.cloudID)
  }
}
