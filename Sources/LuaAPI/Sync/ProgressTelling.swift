import ChangeQueue
import LuaRuntime
import Sync
import Vocabulary
import World

extension ScriptAPI {
  /// Runs a part of a cycle, and tells after each answer how far it has come. A listener may write;
  /// what it may not is begin another sync inside of this one.
  func tellingProgress(_ body: () -> SyncReport) throws -> SyncReport {
    guard events.hasListeners(.progress) else { return body() }
    var problem: (any Error)?
    isTellingProgress = true
    device.engine.onProgress = { [self] progress in
      guard problem == nil else { return }
      do { try tell(progress) } catch { problem = error }
    }
    defer {
      device.engine.onProgress = nil
      isTellingProgress = false
    }
    let report = body()
    if let problem { throw problem }
    return report
  }

  private func tell(_ progress: SyncProgress) throws {
    try events.fire(.progress, in: state) { table in
      table.set("phase", progress.phase.rawValue)
      if let name = progress.table { table.set("table", name) }
      table.set("done", progress.done)
      table.set("total", progress.total)
    }
  }
}
