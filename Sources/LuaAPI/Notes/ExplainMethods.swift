import ChangeQueue
import LuaRuntime
import Schema
import Vocabulary
import World

extension ScriptAPI {
  /// `:explain()` for every noun whose rows travel.
  func registerExplain() {
    let nouns: [(owner: LuaClass, table: String, example: String)] = [
      (
        classes.note, "user_notes",
        #"return notes.add("John 3:16", "x"):explain()[1].device"#
      ),
      (
        classes.collection, "study_collections",
        #"return #collections.add("Grace"):explain()"#
      ),
      (
        classes.highlight, "verse_highlights",
        #"return highlights.set("John 3:16", "gold"):explain()[1].pending"#
      ),
      (
        classes.bookmark, "bookmarks",
        #"return bookmarks.add("John 3:16"):explain()[1].pending"#
      ),
      (
        classes.topic, "bookmarked_topics",
        #"return #topics.bookmark("anxiety"):explain()"#
      ),
    ]
    for noun in nouns {
      let entry = FunctionEntry(
        "\(noun.owner.name):explain",
        result: "list of {column=, value=, at=, device=, stamp=, pending=}",
        errors: [.notFound],
        doc: """
          Says of each value when and on which device it was written, and whether the cloud still \
          lacks it.
          """,
        example: noun.example)
      register(entry, in: noun.owner) { api, call in
        try api.explain(noun.table, try call.ownID(), call)
      }
    }
  }

  private func explain(_ name: String, _ id: Int64, _ call: APICall) throws -> LuaResults {
    let database = device.database
    guard let table = database.catalog[name], let row = try database.storedRow(table, localID: id)
    else { throw APIError.noRow(table: name, id: id) }
    var pending: Set<CellKey> = []
    for entry in try database.entries(of: name, localID: id) { pending.formUnion(entry.edits.keys) }
    let cells = row.version.cells.sorted { $0.key < $1.key }
    return call.lua.list(cells, fields: 6) { cell, table in
      table.set("column", cell.key.name)
      table.set("value", LuaJSON.luaValue(cell.value.value, in: state))
      if !cell.value.stamp.isZero {
        table.set("at", cell.value.stamp.instant.text)
        table.set("device", cell.value.stamp.device)
        table.set("stamp", cell.value.stamp.text)
      }
      table.set("pending", pending.contains(cell.key))
    }
  }
}
