import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  private var bookmarks: Bookmarks { Bookmarks(device.database) }

  func registerBookmarks() {
    register(
      FunctionEntry(
        "bookmarks.add", [.required("ref", .reference)],
        options: [OptionKey("label", .text, allowsNull: true, "a few words about it")],
        result: "bookmark", errors: [.badValue, .limit],
        doc: "Marks a verse, a chapter or a range; another bookmark there stays.",
        example: #"return bookmarks.add("jn 3.16", {label = "Loved"}).ref"#)
    ) { api, call in
      let bookmark = try api.writing(call) {
        try api.bookmarks.add(try call.text(1), label: try call.textOption("label"))
      }
      return api.result(bookmark, call)
    }
    register(
      FunctionEntry(
        "bookmarks.find",
        options: [
          .passage,
          OptionKey("chapter", .reference, "in this chapter"),
          OptionKey("book", .text, "in this book"),
          .deleted,
          .limit,
          OptionKey(
            "order", .choice(BookmarkOrder.allCases.map(\.rawValue)),
            "as the Bible runs (verse), or the latest first"),
        ],
        result: "list of bookmarks", errors: [.badValue],
        doc: "Lists bookmarks, in verse order unless another is asked for.",
        example: #"bookmarks.add("John 3:16")  return #bookmarks.find{book = "John"}"#)
    ) { api, call in
      var filter = BookmarkFilter()
      filter.passage = try api.passage(call)
      filter.isDeleted = call.booleanOption("deleted") ?? false
      filter.limit = call.integerOption("limit")
      filter.order = try call.textOption("order").flatMap(BookmarkOrder.init(rawValue:)) ?? .verse
      return api.results(try api.bookmarks.find(filter), call)
    }
    register(
      FunctionEntry(
        "bookmarks.has", [.required("ref", .reference)], result: "true or false",
        errors: [.badValue], doc: "Says whether exactly this passage has a bookmark.",
        example: #"bookmarks.add("John 3:16")  return bookmarks.has("jn 3.16")"#)
    ) { api, call in call.lua.result(try api.bookmarks.has(try call.text(1))) }
    registerBookmarkMethods()
  }

  private func registerBookmarkMethods() {
    let bookmark = classes.bookmark
    register(
      FunctionEntry(
        "bookmark:update",
        options: [OptionKey("label", .text, allowsNull: true, "its label; null takes it away")],
        result: "bookmark", errors: [.badValue, .notFound, .deleted, .limit],
        doc: "Changes the label.",
        example: #"return bookmarks.add("John 3:16"):update{label = "Loved"}.label"#), in: bookmark
    ) { api, call in
      let id = try call.ownID()
      guard call.options["label"] != nil else { return api.result(try api.bookmarks.get(id), call) }
      let label = try call.textOption("label")
      return api.result(
        try api.writing(call) { try api.bookmarks.update(id, label: label) }, call)
    }
    registerTrash(
      deleting: Explanation(
        "Takes the bookmark away.",
        example: #"bookmarks.add("John 3:16"):delete()  return bookmarks.has("John 3:16")"#),
      restoring: Explanation(
        "Brings a deleted bookmark back.",
        example: """
          local b = bookmarks.add("John 3:16")
          b:delete()
          return b:restore().ref
          """),
      delete: { try $0.bookmarks.delete($1) }, restore: { try $0.bookmarks.restore($1) })
  }
}
