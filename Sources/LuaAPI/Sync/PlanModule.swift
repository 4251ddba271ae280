import ChangeQueue
import LuaRuntime
import Sync
import Vocabulary
import World

extension ScriptAPI {
  func registerSyncPlan() {
    register(
      FunctionEntry(
        "sync.plan",
        result: """
          {push=, pull=, more=, full=, reason=}; push lists queue entries, each with .action: \
          "send", "wait" or "parked"; pull lists {table=, cloud_id=, row=, action=, queued=} with \
          "add", "change", "delete" or "unknown"
          """,
        errors: [.refused],
        doc: """
          Says what sync.now would send and take, and changes nothing. more is true where the \
          cloud has further pages, full where everything is taken anew; reason says why the cloud \
          could not be asked.
          """,
        example: #"notes.add("John 3:16", "x")  return sync.plan().push[1].action"#)
    ) { api, call in
      try api.requireNoTransaction(call)
      let plan = try api.device.engine.plan()
      let push = plan.push.map { api.planned($0.entry, $0.action) }
      let pull = plan.pull.map { api.planned($0) }
      return call.lua.table(fields: 5) { table in
        table.set("push", push)
        table.set("pull", pull)
        table.set("more", plan.hasMore)
        table.set("full", plan.isFull)
        if let error = plan.error { table.set("reason", error.kind.rawValue) }
      }
    }
  }

  private func planned(_ entry: QueueEntry, _ action: SyncPlan.Action) -> LuaTable {
    let table = state.makeTable { table in
      Self.fill(table, entry)
      table.set("action", action.rawValue)
    }
    classes.entry.adopt(table)
    return table
  }

  private func planned(_ row: SyncPlan.Incoming) -> LuaTable {
    state.makeTable { table in
      table.set("table", row.table)
      table.set("cloud_id", row.id)
      if let id = row.localID { table.set("row", id) }
      table.set("action", row.arrival.rawValue)
      table.set("queued", row.isQueued)
    }
  }
}
