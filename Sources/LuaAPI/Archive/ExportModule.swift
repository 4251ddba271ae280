import Library
import LuaRuntime
import Sync
import Vocabulary
import World

extension ScriptAPI {
  func registerExport() {
    register(
      FunctionEntry(
        "export", [.required("path", .text)],
        options: [
          OptionKey(
            "format", .choice(["json", "csv", "markdown"]),
            "json, if left out, is everything; csv and markdown are notes, highlights and bookmarks"
          )
        ],
        result: "{rows=, tables=}: how many rows were written, and how many of each table",
        errors: [.badValue, .refused],
        doc: """
          Writes everything you have into a new file, as JSON with a row on each line: notes, \
          collections, links, highlights, bookmarks, topics, progress, plans, preferences, and \
          the trash. As csv it is a file, as markdown a folder with a file for each, of what you \
          wrote about passages. The library stays as it is, and no file is written over.
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
      let counts = try api.export(
        to: try call.text(1), as: try call.textOption("format") ?? "json")
      return call.lua.table(fields: 2) { table in
        table.set("rows", counts.reduce(0) { $0 + $1.rows })
        table.set("tables", fields: counts.count) { tables in
          for count in counts { tables.set(key: count.table, count.rows) }
        }
      }
    }
  }

  private func export(to path: String, as format: String) throws -> [LibraryExport.Count] {
    let database = device.database
    let total = audience == nil ? 0 : try rows(of: format)
    defer { audience?.end() }
    func tell(_ done: Int) {
      audience?.see(SyncProgress(phase: .writing, done: done, total: total))
    }
    var counts: [LibraryExport.Count] = []
    switch format {
    case "csv":
      try NewFile.write(to: path) { file in
        counts = try PassageExport(database).writeCSV(to: { try file.put($0) }, telling: tell)
      }
    case "markdown":
      try NewFolder.write(to: path) { folder in
        counts = try PassageExport(database).writeMarkdown(
          to: { try folder.put($0, $1) }, telling: tell)
      }
    default:
      try NewFile.write(to: path) { file in
        counts = try LibraryExport(database).write(to: { try file.put($0) }, telling: tell)
      }
    }
    return counts
  }

  /// About as many as will be written: the bar says how far it is.
  private func rows(of format: String) throws -> Int {
    try format == "json"
      ? LibraryExport(device.database).rowCount() : PassageExport(device.database).rowCount()
  }
}
