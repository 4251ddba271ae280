import ChangeQueue
import LuaRuntime
import Schema
import Store
import Vocabulary
import World

extension ScriptAPI {
  static let queueModule = "queue"

  /// `#queue`.
  func registerLength(_ table: LuaTableBuilder) {
    table.register("__len") { [self] call in call.result(try device.database.queueLength()) }
  }

  func registerQueue() {
    registerQueueLists()
    register(
      FunctionEntry(
        "queue.compact",
        options: [OptionKey("dry_run", .boolean, "true: only say what would happen")],
        result: "{before=, after=, merged=, vanished=}", errors: [.busy, .readOnly],
        doc: """
          Folds the edits of each row into one; what was made and deleted unsent vanishes. The \
          queue does so by itself after \(Limits.queueLength) new entries.
          """,
        example: """
          local n = notes.add("John 3:16", "x")
          n:update{text = "y"}
          return queue.compact{}.after
          """)
    ) { api, call in
      let report = try api.device.database.compactQueue(
        isDryRun: call.booleanOption("dry_run") ?? false)
      return call.lua.table(fields: 4) { table in
        table.set("before", report.before)
        table.set("after", report.after)
        table.set("merged", report.merged)
        table.set("vanished", report.vanished)
      }
    }
    registerQueueSurgery()
    registerQueueExport()
  }

  private func registerQueueLists() {
    register(
      FunctionEntry(
        "queue.find",
        options: [
          OptionKey(
            "state", .choice(["ready", "sending", "parked", "sent", "foreign"]),
            "left out: what waits"),
          OptionKey("table", .text, "edits of this table"),
          .limit,
        ],
        result: "list of queue entries, the oldest first", errors: [.badValue],
        doc: "Lists edits that the cloud has not confirmed; state=\"sent\": those it has; "
          + "state=\"foreign\": what an app's file brought along, never sent.",
        example: #"notes.add("John 3:16", "x")  return queue.find{}[1].operation"#)
    ) { api, call in
      let table = try call.textOption("table")
      if let table { try api.requireTable(table) }
      let state = try call.textOption("state")
      let limit = Int(clamping: call.integerOption("limit") ?? .max)
      guard limit >= 0 else {
        throw APIError.badValue(
          argument: "limit", problem: "is \(limit)", hint: "give 0 or more, or leave it out")
      }
      if state == "sent" { return try api.sentEntries(table, limit, call) }
      if state == "foreign" { return try api.foreignEntries(table, limit, call) }
      try api.stampForeign()
      let entries = try api.device.database.entries(
        state: state.flatMap(QueueEntry.State.init(rawValue:)), table: table)
      return call.lua.list(entries.prefix(limit), of: api.classes.entry, fields: 12) {
        Self.fill($1, $0)
      }
    }
    registerQueueEntry()
  }

  private func registerQueueEntry() {
    register(
      FunctionEntry(
        "queue.show", [.required("id", .record("queue_entry"))],
        result: """
          queue entry with .changes: each column's value, old value and stamps; .dependants: what \
          goes when it does; .waits_for: what it waits for
          """,
        errors: [.notFound], doc: "Shows an entry with all that it changes, and what hangs on it.",
        example:
          #"notes.add("John 3:16", "x")  return queue.show(queue.find{}[1]).changes[1].column"#
      )
    ) { api, call in
      let id = try call.id(1)
      try api.stampForeign()
      return try api.shown(try api.requireEntry(id), call)
    }
  }

  /// The entry, or the error that there is none.
  func requireEntry(_ id: Int64) throws -> QueueEntry {
    guard let entry = try device.database.entry(id: id) else { throw APIError.noEntry(id: id) }
    return entry
  }

  /// An entry with all that there is to say of it.
  func shown(
    _ entry: QueueEntry, _ call: APICall, _ more: (LuaTableBuilder) -> Void = { _ in }
  ) throws -> LuaResults {
    let row = RowHandle(table: entry.table, localID: entry.localID)
    let dependants = try device.database.dependants(of: row).map { self.row(of: $0) }
    let blockers = try device.database.blockers(of: entry).map { self.row(of: $0) }
    return call.lua.table(classes.entry, fields: 16) { table in
      Self.fill(table, entry)
      table.set("changes", changes(entry))
      table.set("dependants", dependants)
      if !blockers.isEmpty { table.set("waits_for", blockers) }
      more(table)
    }
  }

  private func changes(_ entry: QueueEntry) -> [LuaTable] {
    entry.edits.keys.sorted().compactMap { key in entry.edits[key].map { change(key, $0) } }
  }

  private func row(of entry: QueueEntry) -> LuaTable {
    let table = state.makeTable { Self.fill($0, entry) }
    classes.entry.adopt(table)
    return table
  }

  /// What other programs wrote gets its stamps, so that it can be listed.
  func stampForeign() throws { try device.database.adoptForeignEntries() }

  private func requireTable(_ name: String) throws(APIError) {
    let names = device.database.catalog.tables.map(\.name)
    guard !names.contains(name) else { return }
    throw .unknownChoice(
      argument: "table", word: name, nearest: nearest(name, names), known: names)
  }

  static func fill(_ table: LuaTableBuilder, _ entry: QueueEntry) {
    table.set("id", entry.id)
    table.set("operation", entry.operation.rawValue)
    table.set("table", entry.table)
    table.set("row", entry.localID)
    table.set("cloud_id", entry.cloudID.text)
    table.set("columns", entry.edits.keys.sorted().map(\.name))
    table.set("state", entry.state.rawValue)
    table.set("attempts", entry.attempts)
    table.set("at", entry.wall.text)
    if let time = entry.notBefore { table.set("next_try_at", time.text) }
    if let error = entry.lastError { table.set("error", error) }
    if let code = entry.errorCode { table.set("error_code", code) }
  }

  private func change(_ key: CellKey, _ edit: CellEdit) -> LuaTable {
    state.makeTable { table in
      table.set("column", key.name)
      table.set("value", LuaJSON.luaValue(edit.value, in: state))
      if let old = edit.old { table.set("old", LuaJSON.luaValue(old, in: state)) }
      table.set("stamp", edit.stamp.text)
      if !edit.base.isZero { table.set("base", edit.base.text) }
    }
  }

  /// What the app had queued for others. Nobody sends it: it is here to be looked at and taken out.
  private func foreignEntries(
    _ table: String?, _ limit: Int, _ call: APICall
  ) throws -> LuaResults {
    let rows = try device.database.connection.all(
      """
      SELECT id, operation, table_name, payload_json, created_at, attempts, last_error
      FROM foreign_changes WHERE ?1 IS NULL OR table_name = ?1 ORDER BY id LIMIT ?2
      """, table.map { .text($0) } ?? .null, .integer(Int64(limit))
    ) { row in (0..<7).map { row.value($0) } }
    return call.lua.list(rows, of: classes.entry, fields: 8) { row, entry in
      entry.set("id", row[0].integer)
      entry.set("operation", row[1].text)
      if let table = row[2].text, !table.isEmpty { entry.set("table", table) }
      entry.set("payload", row[3].text)
      entry.set("at", row[4].text)
      entry.set("attempts", row[5].integer)
      entry.set("state", "foreign")
      if let error = row[6].text { entry.set("error", error) }
    }
  }

  private func sentEntries(_ table: String?, _ limit: Int, _ call: APICall) throws -> LuaResults {
    let rows = try device.database.connection.all(
      """
      SELECT id, operation, table_name, local_id, cloud_id, sent_at_ms, seq, result FROM sync_log
      WHERE ?1 IS NULL OR table_name = ?1 ORDER BY id LIMIT ?2
      """, table.map { .text($0) } ?? .null, .integer(Int64(limit))
    ) { row in (0..<8).map { row.value($0) } }
    return call.lua.list(rows, of: classes.entry, fields: 9) { row, table in
      table.set("id", row[0].integer)
      table.set("operation", row[1].text)
      table.set("table", row[2].text)
      table.set("row", row[3].integer)
      table.set("cloud_id", row[4].text)
      table.set("state", "sent")
      table.set("at", Instant(milliseconds: row[5].integer ?? 0).text)
      if let seq = row[6].integer { table.set("seq", seq) }
      table.set("result", row[7].text)
    }
  }
}
