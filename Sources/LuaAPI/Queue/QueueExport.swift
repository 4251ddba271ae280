import ChangeQueue
import LuaRuntime
import Schema
import Store
import Vocabulary
import World

extension ScriptAPI {
  func registerQueueExport() {
    register(
      FunctionEntry(
        "queue.export", [.required("path", .text)],
        options: [
          OptionKey(
            "state", .choice(QueueEntry.State.allCases.map(\.rawValue)), "left out: what waits")
        ],
        result: "{entries=, foreign=}: how many were written", errors: [.badValue, .refused],
        doc: """
          Writes what waits into a new file, as JSON with every value and stamp, and what an app's \
          file brought along. The queue stays as it is.
          """,
        example: """
          notes.add("John 3:16", "x")
          local path = os.tmpname()
          os.remove(path)
          local written = queue.export(path).entries
          os.remove(path)
          return written
          """)
    ) { api, call in
      if call.lua.state.isSandboxed { throw APIError.inSandbox(function: call.entry.name) }
      try api.stampForeign()
      let state = try call.textOption("state").flatMap(QueueEntry.State.init(rawValue:))
      let database = api.device.database
      let (entries, foreign) = try database.read {
        (
          try database.entries(state: state).map { try Self.exported($0, database) },
          state == nil ? try Self.exportedForeign(database) : []
        )
      }
      let file: JSONValue = [
        "lectern_queue": 1, "at": .string(database.surroundings.now().text),
        "entries": .array(entries), "foreign": .array(foreign),
      ]
      try NewFile.write(file.bytes, to: try call.text(1))
      return call.lua.table(fields: 2) { table in
        table.set("entries", entries.count)
        table.set("foreign", foreign.count)
      }
    }
  }

  /// References stand as cloud ids, as they travel, and as local ids too.
  private static func exported(
    _ entry: QueueEntry, _ database: UserDatabase
  ) throws -> JSONValue {
    guard let table = database.catalog[entry.table] else { return .null }
    let changes = try entry.edits.keys.sorted().compactMap { key -> JSONValue? in
      guard let edit = entry.edits[key] else { return nil }
      var change = JSONObject([
        ("column", .string(key.name)),
        ("value", try database.wireValue(key.column, edit.value, in: table)),
        ("stamp", .string(edit.stamp.text)),
      ])
      if let old = edit.old {
        change["old"] = try database.wireValue(key.column, old, in: table)
      }
      if !edit.base.isZero { change["base"] = .string(edit.base.text) }
      return .object(change)
    }
    let row = RowHandle(table: entry.table, localID: entry.localID)
    var object = JSONObject([
      ("id", .integer(entry.id)), ("operation", .string(entry.operation.rawValue)),
      ("table", .string(entry.table)), ("row", .integer(entry.localID)),
      ("cloud_id", .string(entry.cloudID.text)), ("state", .string(entry.state.rawValue)),
      ("attempts", .integer(Int64(entry.attempts))), ("at", .string(entry.wall.text)),
      ("changes", .array(changes)),
      (
        "dependants",
        .array(try database.dependants(of: row).map { .integer($0.id) })
      ),
    ])
    if let code = entry.errorCode { object["error_code"] = .string(code) }
    if let error = entry.lastError { object["error"] = .string(error) }
    return .object(object)
  }

  private static func exportedForeign(_ database: UserDatabase) throws -> [JSONValue] {
    try database.connection.all(
      """
      SELECT operation, table_name, payload_json, created_at, attempts, last_error
      FROM foreign_changes ORDER BY id
      """
    ) { row in
      [
        "operation": row.value(0).json, "table": row.value(1).json, "payload": row.value(2).json,
        "at": row.value(3).json, "attempts": row.value(4).json, "error": row.value(5).json,
      ]
    }
  }
}
