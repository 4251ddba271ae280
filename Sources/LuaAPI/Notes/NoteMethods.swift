import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  func registerNoteMethods() {
    registerNoteEdits()
    registerNoteLinks()
    let note = classes.note
    registerTrash(
      deleting: Explanation(
        "Deletes the note; it can be restored for a month, on every device.",
        example: #"notes.add("John 3:16", "x"):delete()  return notes.count{deleted = true}"#),
      restoring: Explanation(
        "Brings a deleted note back, its links with it.",
        example: """
          local n = notes.add("John 3:16", "x")
          n:delete()
          return n:restore().text
          """),
      delete: { try $0.device.notes.delete($1) }, restore: { try $0.device.notes.restore($1) })
    note.registerMetamethod("__tostring") { call in
      let table = try call.table(at: 1)
      let ref = table["ref"].text ?? "?"
      return call.result("note \(table["id"].integer ?? 0): \(ref)")
    }
  }

  private func registerNoteEdits() {
    let note = classes.note
    register(
      FunctionEntry(
        "note:update",
        options: [
          OptionKey("text", .text, "its new text"),
          OptionKey("tags", .texts, "all its tags from now on"),
          OptionKey(
            "collection", .record("collection"), allowsNull: true,
            "the collection it goes into; null takes it out"),
        ],
        result: "note", errors: [.badValue, .notFound, .deleted, .limit],
        doc: "Changes what is named and nothing else.",
        example: #"return notes.add("John 3:16", "x"):update{text = "y"}.text"#), in: note
    ) { api, call in
      let edit = Notes.Edit(
        text: try call.textOption("text"), tags: try call.textsOption("tags"),
        collection: call.idOption("collection"))
      return api.result(
        try api.writing(call) { try api.device.notes.update(try call.ownID(), edit) }, call)
    }
    register(
      FunctionEntry(
        "note:tag", [.required("tags", .texts)], result: "note",
        errors: [.badValue, .notFound, .deleted], doc: "Adds one tag or several.",
        example: #"return #notes.add("John 3:16", "x"):tag{"a", "b"}.tags"#), in: note
    ) { api, call in
      api.result(
        try api.writing(call) { try api.device.notes.tag(try call.ownID(), try call.texts(1)) },
        call)
    }
    register(
      FunctionEntry(
        "note:untag", [.required("tags", .texts)], result: "note",
        errors: [.badValue, .notFound, .deleted],
        doc: "Takes tags away; those it does not have are passed over.",
        example: #"return #notes.add("John 3:16", "x", {tags = "a"}):untag("a").tags"#), in: note
    ) { api, call in
      api.result(
        try api.writing(call) { try api.device.notes.untag(try call.ownID(), try call.texts(1)) },
        call)
    }
  }

  private func registerNoteLinks() {
    let note = classes.note
    register(
      FunctionEntry(
        "note:link", [.required("other", .record("note"))], result: "true; false if it was there",
        errors: [.badValue, .notFound, .deleted], doc: "Links the note to another one.",
        example: """
          local a, b = notes.add("John 3:16", "a"), notes.add("Rom 5:8", "b")
          a:link(b)
          return b:backlinks()[1].text
          """), in: note
    ) { api, call in
      call.lua.result(
        try api.writing(call) { try api.device.notes.link(try call.ownID(), to: try call.id(1)) })
    }
    register(
      FunctionEntry(
        "note:unlink", [.required("other", .record("note"))],
        result: "true; false if there was none", errors: [.notFound, .deleted],
        doc: "Takes the link to another note away.",
        example: """
          local a, b = notes.add("John 3:16", "a"), notes.add("Rom 5:8", "b")
          a:link(b)
          return a:unlink(b)
          """), in: note
    ) { api, call in
      call.lua.result(
        try api.writing(call) { try api.device.notes.unlink(try call.ownID(), to: try call.id(1)) })
    }
    register(
      FunctionEntry(
        "note:links", result: "list of notes", errors: [.notFound, .deleted],
        doc: "Lists the living notes that this one is linked to.",
        example: #"return #notes.add("John 3:16", "x"):links()"#), in: note
    ) { api, call in
      api.results(try api.device.notes.links(of: try call.ownID()), call)
    }
    register(
      FunctionEntry(
        "note:backlinks", result: "list of notes", errors: [.notFound, .deleted],
        doc: "Lists the living notes that are linked to this one.",
        example: #"return #notes.add("John 3:16", "x"):backlinks()"#), in: note
    ) { api, call in
      api.results(try api.device.notes.backlinks(of: try call.ownID()), call)
    }
  }
}
