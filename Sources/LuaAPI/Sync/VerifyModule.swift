import LuaRuntime
import Sync
import Vocabulary
import World

extension ScriptAPI {
  func registerSyncVerify() {
    register(
      FunctionEntry(
        "sync.verify",
        result: """
          {rows=, read=, repaired_here=, repaired_there=, conflicts=, pending=, parked=, reason=}
          """,
        errors: [.refused],
        doc: """
          Syncs, then compares what all rows come to here and in the cloud, and mends what \
          differs, here or there: only those rows are read. reason says why it ended early.
          """,
        example: #"notes.add("John 3:16", "x")  return sync.verify().repaired_here"#)
    ) { api, call in
      var found = VerifyReport()
      let report = try api.syncing(call) { engine in
        found = engine.verify()
        return found.report
      }
      return call.lua.table(fields: 8) { table in
        table.set("rows", found.rows)
        table.set("read", found.read)
        table.set("repaired_here", found.repairedHere)
        table.set("repaired_there", found.repairedThere)
        table.set("conflicts", report.conflicts)
        table.set("pending", report.pending)
        table.set("parked", report.parked)
        if let reason = report.reason { table.set("reason", reason) }
      }
    }
    registerSyncSeal()
  }
}
