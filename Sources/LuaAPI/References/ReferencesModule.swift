import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  func registerReferences() {
    register(
      FunctionEntry(
        "refs.parse", [.required("text", .text)], result: "list of references",
        errors: [.badValue],
        doc: "Reads a text that is nothing but references, in any usual form.",
        example: #"return refs.parse("jn 3.16-18; 1 Cor 13")[2].ref"#)
    ) { api, call in
      let references = try ReferenceParser.parse(try call.text(1))
      return call.lua.list(references, of: api.classes.reference, fields: 6) { Self.fill($1, $0) }
    }
    register(
      FunctionEntry(
        "refs.find", [.required("text", .text)],
        result: "list of references, each with .start and .stop, its place in the text in bytes",
        doc: "Finds the references in running text; plain words are not taken for books.",
        example: """
          local text = "as John 3:16 says"
          local found = refs.find(text)[1]
          return text:sub(found.start, found.stop)
          """)
    ) { api, call in
      let found = ReferenceParser.find(try call.text(1))
      return call.lua.list(found, of: api.classes.reference, fields: 8) { found, table in
        Self.fill(table, found.reference)
        table.set("start", Int64(found.start + 1))
        table.set("stop", Int64(found.end))
      }
    }
    register(
      FunctionEntry(
        "refs.format", [.required("refs", .any)],
        options: [
          OptionKey(
            "style", .choice(ReferenceStyle.allCases.map(\.rawValue)), "long if left out")
        ],
        result: "text", errors: [.badValue],
        doc: """
          Writes references out: a text, a reference, or a list of them. What is no passage of the \
          canon, and stands in the library all the same, is written as it is.
          """,
        example: #"return refs.format("jn 3.16", {style = "osis"})"#)
    ) { api, call in
      let style = try call.textOption("style").flatMap(ReferenceStyle.init(rawValue:)) ?? .long
      return call.lua.result(try api.written(call.value(1), style, call))
    }
    classes.reference.registerMetamethod("__tostring") { call in
      call.result(try call.table(at: 1)["ref"].text ?? "?")
    }
  }

  private static func fill(_ table: LuaTableBuilder, _ reference: Reference) {
    table.set("ref", reference.text)
    table.set("book", reference.book.id)
    table.set("chapter", Int64(reference.start.chapter))
    if !reference.isChapter { table.set("verse", Int64(reference.start.verse)) }
    guard reference.isRange else { return }
    table.set("last_chapter", Int64(reference.end.chapter))
    if !reference.isChapter { table.set("last_verse", Int64(reference.end.verse)) }
  }

  /// References written out; those that are none, and are kept all the same, as they are.
  private func written(
    _ value: LuaValue, _ style: ReferenceStyle, _ call: APICall
  ) throws -> String {
    let texts = try texts(value, call)
    do {
      return ReferenceParser.format(try texts.flatMap { try ReferenceParser.parse($0) }, style)
    } catch LibraryError.badReference {
      return try texts.map { text in
        do { return ReferenceParser.format(try ReferenceParser.parse(text), style) } catch {
          guard try device.database.holdsReference(text) else { throw error }
          return text
        }
      }.joined(separator: "; ")
    }
  }

  /// A text, a record with `.ref`, or a list of such.
  private func texts(_ value: LuaValue, _ call: APICall) throws -> [String] {
    switch value {
    case .string(let text): return [text]
    case .table(let table):
      if let text = table["ref"].text { return [text] }
      // A table with names alone is no list of references.
      var isList = true
      try table.forEach { key, _ in isList = isList && key.integer != nil }
      guard isList else { throw wrongReferences(value, call) }
      return try table.items.map { item in
        guard let text = item.text ?? item.table?["ref"].text else {
          throw wrongReferences(item, call)
        }
        return text
      }
    default: throw wrongReferences(value, call)
    }
  }

  private func wrongReferences(_ value: LuaValue, _ call: APICall) -> APIError {
    .wrongType(
      function: call.entry.name, argument: "refs", expected: "text, reference or list of them",
      found: value.kind.name)
  }
}
