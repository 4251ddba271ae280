import ChangeQueue
import LuaRuntime
import Schema
import Store
import Sync
import Vocabulary
import World

extension ScriptAPI {
  func registerQueueSurgery() {
    register(
      FunctionEntry(
        "queue.retry", [.required("id", .record("queue_entry"))],
        result: """
          queue entry as it is afterwards; state "sent" where the cloud took it, else .reason or \
          .error says why not
          """,
        errors: [.notFound, .refused],
        doc: """
          Tries an entry again now: a parked one is ready again, and nothing waits for its time. \
          What is ready beside it goes too.
          """,
        example: #"notes.add("John 3:16", "x")  return queue.retry(queue.find{}[1]).state"#)
    ) { api, call in try api.retry(call) }
    registerEdit()
    registerDiscard()
  }

  private func registerEdit() {
    register(
      FunctionEntry(
        "queue.edit", [.required("id", .record("queue_entry"))], takesAnyOption: true,
        result: "queue entry as queue.show gives it", errors: [.notFound, .badValue],
        doc: """
          Edits the row itself, by the names of its columns, and the entry with it: it is ready \
          again. null empties a column; a list is a set; a record or its id stands for a row.
          """,
        example: """
          notes.add("John 3:16", "x")
          queue.edit(queue.find{}[1], {note_text = "y"})
          return notes.find{}[1].text
          """)
    ) { api, call in
      try api.stampForeign()
      let entry = try api.requireEntry(try call.id(1))
      let row = RowHandle(table: entry.table, localID: entry.localID)
      let kept = try api.writing(call) {
        let values = try EditedValues(call, entry, api.device.database)
        try api.device.database.write { try values.write() }
        return try api.device.database.compactEntries(of: row)
      }
      return try api.shown(kept.last ?? entry, call)
    }
  }

  private func registerDiscard() {
    register(
      FunctionEntry(
        "queue.discard", [.required("id", .record("queue_entry"))],
        options: [OptionKey("dry_run", .boolean, "true: only say what would become of it")],
        result: """
          {table=, row=, fate=, conflicts=, dependants=}; a fate is as_in_cloud, in_trash, \
          in_leftovers, freed or ready
          """,
        errors: [.notFound, .offline, .notSignedIn, .refused, .conflict],
        doc: """
          Gives a change up: the row becomes as the cloud has it, and values that differ are kept \
          as conflicts. A row that the cloud lacks goes into the trash, with the links to it; what \
          else names it is freed of it. Restoring it from there sends it anew.
          """,
        example: """
          notes.add("John 3:16", "x")
          return queue.discard(queue.find{}[1], {dry_run = true}).fate
          """)
    ) { api, call in
      let id = try call.id(1)
      try api.requireNoTransaction(call)
      try api.stampForeign()
      let discarded = try api.writing(call) {
        try api.device.engine.discard(
          id, isDryRun: call.booleanOption("dry_run") ?? false,
          fetch: { try api.device.link.row(of: $0) })
      }
      guard let discarded else { throw APIError.noEntry(id: id) }
      return call.lua.table(fields: 5) { table in
        Self.fill(table, discarded.row, discarded.fate)
        table.set("conflicts", discarded.conflicts)
        let dependants = discarded.dependants.map { dependant in
          api.state.makeTable { Self.fill($0, dependant.row, dependant.fate) }
        }
        table.set("dependants", dependants)
      }
    }
  }

  private static func fill(_ table: LuaTableBuilder, _ row: RowHandle, _ fate: Discarded.Fate) {
    table.set("table", row.table)
    table.set("row", row.localID)
    table.set("fate", fate.rawValue)
  }

  private func retry(_ call: APICall) throws -> LuaResults {
    let id = try call.id(1)
    try requireNoTransaction(call)
    try stampForeign()
    var entry = try requireEntry(id)
    if entry.state == .parked || entry.notBefore != nil {
      if entry.state == .parked { entry.attempts = 0 }
      entry.state = .ready
      entry.notBefore = nil
      try device.database.write { try device.database.update(entry) }
    }
    let report = try syncing(call) { $0.push(isForced: true) }
    if let left = try device.database.entry(id: id) {
      return try shown(left, call) { if let reason = report.reason { $0.set("reason", reason) } }
    }
    return call.lua.table(classes.entry, fields: 12) { table in
      Self.fill(table, entry)
      table.set("state", "sent")
    }
  }
}
