import ChangeQueue
import LuaRuntime
import Schema
import Store
import Sync
import Vocabulary
import World

extension ScriptAPI {
  func registerSync() {
    register(
      FunctionEntry(
        "sync.push", options: [OptionKey("limit", .integer, "at most so many changes")],
        result: "{pushed=, merged=, failed=, parked=, pending=, reason=}",
        doc: "Sends what waits; reason says why it ended early, if it did.",
        example: #"notes.add("John 3:16", "x")  return sync.push{}.pending"#)
    ) { api, call in
      let limit = Int(clamping: call.integerOption("limit") ?? .max)
      guard limit >= 0 else {
        throw APIError.badValue(
          argument: "limit", problem: "is \(limit)", hint: "give 0 or more, or leave it out")
      }
      let report = try api.syncing(call) { $0.push(limit: limit, isForced: true) }
      return call.lua.table(fields: 6) { Self.fillPush($0, report) }
    }
    register(
      FunctionEntry(
        "sync.pull", result: "{pulled=, conflicts=, shelved=, reason=}",
        doc: "Takes what is new in the cloud; reason says why it ended early, if it did.",
        example: "return sync.pull().pulled")
    ) { api, call in
      let report = try api.syncing(call) { $0.pull() }
      return call.lua.table(fields: 4) { Self.fillPull($0, report) }
    }
    register(
      FunctionEntry(
        "sync.now", result: "the fields of sync.push and sync.pull",
        doc: "Sends and takes: a whole cycle.",
        example: #"notes.add("John 3:16", "x")  return sync.now().pulled"#)
    ) { api, call in
      let report = try api.syncing(call) { $0.sync() }
      return call.lua.table(fields: 9) { table in
        Self.fillPush(table, report)
        Self.fillPull(table, report)
      }
    }
    registerSyncStatus()
  }

  private func registerSyncStatus() {
    register(
      FunctionEntry(
        "sync.status",
        result: """
          {signed_in=, cloud=, online=, syncing=, auto=, last_sync_at=, pending=, parked=, error=, \
          next_try_at=, skew_ms=, sealing=, hint=}
          """,
        doc: """
          Says how this device and its cloud stand, and what to do next. skew_ms tells by how much \
          the cloud's clock is ahead of this one, where that is more than 5 minutes. sealing is \
          off, on, sealing (the rest goes up at the next syncs), or locked: see sync.seal.
          """,
        example: "return sync.status().pending")
    ) { api, call in try api.status(call) }
    register(
      FunctionEntry(
        "sync.auto", [.optional("on", .boolean)], result: "whether it is on", errors: [.readOnly],
        doc: """
          Turns syncing unasked on or off for this run: at once, 3 seconds after a write, every 5 \
          minutes, and when the network or the machine is back. At a prompt it is on, in a script \
          off. Without a word it only tells.
          """,
        example: "return sync.auto(true)")
    ) { api, call in
      if !call.isMissing(1), case .boolean(let isOn) = call.value(1) {
        let database = api.device.database
        guard !isOn || !database.isReadOnly else {
          throw StoreError.readOnly(path: database.connection.path)
        }
        api.device.auto.turn(on: isOn)
      }
      return call.lua.result(api.device.auto.isOn)
    }
  }

  private func status(_ call: APICall) throws -> LuaResults {
    let status = try device.engine.status()
    return call.lua.table(fields: 13) { table in
      table.set("signed_in", status.isSignedIn)
      table.set("cloud", cloudName)
      table.set("online", device.link.place != .none && status.isOnline)
      table.set("syncing", SyncLock.isTaken(of: device.database.connection))
      table.set("auto", device.auto.isOn)
      if let time = status.lastSyncAt { table.set("last_sync_at", time) }
      table.set("pending", status.pending)
      table.set("parked", status.parked)
      if let error = status.error { table.set("error", error) }
      if let time = status.nextTryAt { table.set("next_try_at", time) }
      if device.database.usedSkew != .zero { table.set("skew_ms", status.skewMilliseconds) }
      table.set("sealing", status.sealing.rawValue)
      if let hint = status.hint { table.set("hint", hint) }
    }
  }

  private var cloudName: String {
    switch device.link.place {
    case .embedded: "this computer only"
    case .remote(let address): address
    case .none: "none"
    }
  }

  static func fillPush(_ table: LuaTableBuilder, _ report: SyncReport) {
    table.set("pushed", report.pushed)
    table.set("merged", report.merged)
    table.set("failed", report.failed)
    table.set("parked", report.parked)
    table.set("pending", report.pending)
    if let reason = report.reason { table.set("reason", reason) }
  }

  static func fillPull(_ table: LuaTableBuilder, _ report: SyncReport) {
    table.set("pulled", report.pulled)
    table.set("conflicts", report.conflicts)
    table.set("shelved", report.shelved)
    if let reason = report.reason { table.set("reason", reason) }
  }
}
