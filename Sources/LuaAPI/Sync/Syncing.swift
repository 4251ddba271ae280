import ChangeQueue
import Cloud
import LuaRuntime
import Store
import Schema
package import Sync
import Vocabulary
import World

/// Whoever shows a person how far a sync has come.
package protocol SyncAudience: AnyObject {
  /// A sync has come so far.
  func see(_ progress: SyncProgress)
  /// Somebody else is about to write to the person's screen.
  func stepAside()
  /// The sync is over, however it ended. Also called where nothing was seen.
  func end()
}

extension ScriptAPI {
  /// Runs a part of a cycle outside of any transaction, and tells who listens.
  func syncing(
    _ call: APICall, _ body: (SyncEngine) -> SyncReport
  ) throws -> SyncReport {
    try requireNoTransaction(call)
    if device.database.isReadOnly {
      throw StoreError.readOnly(path: device.database.connection.path)
    }
    var changed: [RowName] = []
    if events.hasListeners(.change) { device.engine.onChange = { changed.append($0) } }
    defer { device.engine.onChange = nil }
    let report = try tellingProgress { body(device.engine) }
    let before = lastTrouble
    lastTrouble = report.reason
    if before == nil, lastTrouble == "offline" { try events.fire(.offline, in: state) { _ in } }
    if before == "offline", lastTrouble == nil { try events.fire(.online, in: state) { _ in } }
    try tell(report, changed)
    return report
  }

  /// Runs a part of a cycle while the person and the scripts that listen are told how far it has
  /// come. What stops a listener, such as Ctrl-C or `os.exit`, stops the cycle between two
  /// requests, and then the script.
  private func tellingProgress(_ body: () -> SyncReport) throws -> SyncReport {
    var stop: (any Error)?
    if audience != nil || events.hasListeners(.progress) {
      device.engine.onProgress = { [self] progress in
        do { try tell(progress) } catch {
          stop = error
          throw CloudError.interrupted
        }
      }
    }
    defer {
      device.engine.onProgress = nil
      audience?.end()
    }
    let report = body()
    if let stop { throw stop }
    return report
  }

  /// Scripts are told nothing of a request that may turn out to bring nothing.
  private func tell(_ progress: SyncProgress) throws {
    audience?.see(progress)
    guard progress.total > 0, events.hasListeners(.progress) else { return }
    audience?.stepAside()
    try events.fire(.progress, in: state) { table in
      table.set("phase", progress.phase.rawValue)
      if let name = progress.table { table.set("table", name) }
      table.set("done", progress.done)
      table.set("total", progress.total)
    }
  }

  private func tell(_ report: SyncReport, _ changed: [RowName]) throws {
    for row in changed {
      try events.fire(.change, in: state) { table in
        table.set("source", "cloud")
        table.set("table", row.table)
        table.set("cloud_id", row.id.text)
      }
    }
    if report.pushed + report.merged > 0 {
      try events.fire(.pushed, in: state) { Self.fillPush($0, report) }
    }
    if report.pulled > 0 { try events.fire(.pulled, in: state) { Self.fillPull($0, report) } }
    if report.conflicts > 0 {
      try events.fire(.conflict, in: state) { $0.set("conflicts", report.conflicts) }
    }
    if report.failed > 0, report.parked > 0 {
      try events.fire(.parked, in: state) { $0.set("parked", report.parked) }
    }
  }

  /// A cycle commits page by page, so it can't be part of a transaction of the script's, nor of
  /// another cycle that tells how far it has come.
  func requireNoTransaction(_ call: APICall) throws {
    guard !device.engine.isRunning else { throw APIError.insideSync(function: call.entry.name) }
    try device.database.releaseRead()
    guard !device.database.connection.isInTransaction else {
      throw APIError.insideTransaction(function: call.entry.name)
    }
  }
}
