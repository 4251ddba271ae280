import ChangeQueue
import Store

/// One cycle, as a table of contents.
struct SyncCycle {
  let engine: SyncEngine
  let isForced: Bool

  func run(_ report: inout SyncReport) throws {
    // A file that was never here, or was reset, first learns what the cloud has.
    try engine.pushAll(&report, limit: .max, isForced: isForced)
    try engine.pullAll(&report)
    try engine.pushAll(&report, limit: .max, isForced: isForced)
    try engine.finishFullPull()
  }
}
