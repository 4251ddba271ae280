import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  func registerExport() {
    register(
      FunctionEntry(
        "export", [.required("path", .text)],
        result: "{rows=, tables=}: how many rows were written, and how many of each table",
        errors: [.badValue, .refused],
        doc: """
          Writes everything you have into a new file, as JSON with a row on each line: notes, \
          collections, links, highlights, bookmarks, topics, progress, plans, preferences, and \
          the trash. The library stays as it is, and no file is written over.
          """,
        example: """
          notes.add("John 3:16", "So loved")
          local path = os.tmpname()
          os.remove(path)
          local written = export(path).tables.user_notes
          os.remove(path)
          return written
          """)
    ) { api, call in
      if call.lua.state.isSandboxed { throw APIError.inSandbox(function: call.entry.name) }
      try api.stampForeign()
      var counts: [LibraryExport.Count] = []
      try NewFile.write(to: try call.text(1)) { file in
        counts = try LibraryExport(api.device.database).write { try file.put($0) }
      }
      return call.lua.table(fields: 2) { table in
        table.set("rows", counts.reduce(0) { $0 + $1.rows })
        table.set("tables", fields: counts.count) { tables in
          for count in counts { tables.set(key: count.table, count.rows) }
        }
      }
    }
  }
}
