import ChangeQueue
import Library
import LuaRuntime
import Store
import Sync
import Vocabulary
import World

extension ScriptAPI {
  func registerImport() {
    register(
      FunctionEntry(
        "import", [.required("path", .text)],
        options: [
          OptionKey(
            "format", .choice(ImportForm.allCases.map(\.rawValue)),
            "left out: told by what is in the file"),
          OptionKey("dry_run", .boolean, "true: change nothing, and report the same"),
          OptionKey("report", .text, "a new file for every line of the report, as CSV"),
        ],
        result: """
          {format=, dry_run=, taken=, changed=, here=, skipped=, tables=, lines=, more=}: how many \
          rows are new, were changed, were here already and were not taken, of each table too; \
          why, for the first hundred; and how many more lines there are
          """,
        errors: [.badValue, .refused, .readOnly, .busy],
        doc: """
          Takes what is in a file or a folder: an export of Lectern or the app, AndBible's \
          bookmarks, Logos' notes, [book:chapter:verse] text, OSIS ids, CSV or Markdown. Nothing \
          that is here and newer is changed, and nothing is there twice.
          """,
        example: """
          local path = os.tmpname()
          local file = io.open(path, "w")
          file:write("reference,text,tags\\nJohn 3:16,So loved,love; grace\\n"):close()
          local report = import(path)
          os.remove(path)
          return report.taken .. " " .. notes.find{tag = "grace"}[1].text
          """)
    ) { api, call in
      if call.lua.state.isSandboxed { throw APIError.inSandbox(function: call.entry.name) }
      let report = try api.importing(call)
      return call.lua.table(fields: 9) { api.fill($0, report, call) }
    }
  }

  private func importing(_ call: APICall) throws -> ImportReport {
    guard let path = try call.textOption("report") else { return try importing(call) { _ in } }
    var report: ImportReport?
    try NewFile.write(to: path, argument: "report") { file in
      try file.put(Array((Self.reportHeader + "\n").utf8))
      report = try importing(call) { line in
        try file.put(Array((Self.csv(line) + "\n").utf8))
      }
    }
    return report ?? ImportReport(form: .json)
  }

  private func importing(
    _ call: APICall, note: (ImportReport.Line) throws -> Void
  ) throws -> ImportReport {
    try stampForeign()
    defer { audience?.end() }
    if call.booleanOption("dry_run") == true { return try read(call, note) }
    return try writing(call) { try read(call, note) }
  }

  private func read(
    _ call: APICall, _ note: (ImportReport.Line) throws -> Void
  ) throws -> ImportReport {
    let form = try call.textOption("format").flatMap(ImportForm.init(rawValue:))
    return try LibraryImport(device.database).run(
      try call.text(1), as: form, isDryRun: call.booleanOption("dry_run") ?? false, note: note
    ) { try tell($0) }
  }

  /// Scripts are told only where what they write is no part of the import.
  private func tell(_ step: LibraryImport.Step) throws {
    let progress = SyncProgress(phase: .reading, done: step.done, total: step.total)
    audience?.see(progress)
    try device.database.releaseRead()
    guard step.isCommitted, step.total > 0, events.hasListeners(.progress),
      !device.database.connection.isInTransaction
    else { return }
    audience?.stepAside()
    try events.fire(.progress, in: state) { table in
      table.set("phase", progress.phase.rawValue)
      table.set("done", progress.done)
      table.set("total", progress.total)
    }
  }

  private func fill(_ table: LuaTableBuilder, _ report: ImportReport, _ call: APICall) {
    let sum = report.sum
    table.set("format", report.form.rawValue)
    table.set("dry_run", call.booleanOption("dry_run") ?? false)
    Self.fill(table, sum)
    table.set("tables", fields: report.counts.count) { tables in
      for (name, count) in report.counts where !name.isEmpty {
        tables.set(key: name) { Self.fill($0, count) }
      }
    }
    table.set("lines") { list in
      for line in report.lines { list.append(fields: 5) { Self.fill($0, line) } }
    }
    table.set("more", report.more)
  }

  private static func fill(_ table: LuaTableBuilder, _ line: ImportReport.Line) {
    switch line.place {
    case .line(let number): table.set("line", number)
    case .record(let id): table.set("record", id)
    case .file(let name): table.set("file", name)
    }
    if let name = line.table { table.set("table", name) }
    table.set("taken", line.isTaken)
    table.set("text", line.words)
    table.set("reason", line.reason)
  }

  private static func fill(_ table: LuaTableBuilder, _ count: ImportReport.Count) {
    table.set("taken", count.taken)
    table.set("changed", count.changed)
    table.set("here", count.here)
    table.set("skipped", count.skipped)
  }

  private static let reportHeader = "place,table,taken,text,reason"

  private static func csv(_ line: ImportReport.Line) -> String {
    let place =
      switch line.place {
      case .line(let number): "line \(number)"
      case .record(let id): "record \(id)"
      case .file(let name): name
      }
    return CSVText.line([
      place, line.table ?? "", line.isTaken ? "yes" : "no", line.words, line.reason,
    ])
  }
}
