import ChangeQueue
import Store
import Vocabulary

/// One cycle, as a table of contents.
struct SyncCycle {
  let engine: SyncEngine
  let isForced: Bool

  func run(_ report: inout SyncReport) throws {
    // A clock that was wrong may be right by now, and the other way round: edits that were dated by
    // what was believed are put right before they go.
    if engine.isClockDoubtful { try engine.pullAll(&report) }
    // A file that was never here, or was reset, first learns what the cloud has.
    try engine.pushAll(&report, limit: .max, isForced: isForced)
    try engine.pullAll(&report)
    try engine.pushAll(&report, limit: .max, isForced: isForced)
    try engine.finishFullPull()
    try engine.sealAll(&report, isForced: isForced)
    try engine.markComplete()
    if try engine.database.state(.verifyDue) != nil { try engine.verifyOnce(&report) }
  }
}

extension SyncEngine {
  /// Says, for who reads it, that the first upload is through: nothing waits any more. Nothing here
  /// asks for it.
  fileprivate func markComplete() throws {
    guard try database.state(.initialMigrationComplete) == nil,
      try fullPull() == nil, try database.queueLength() == 0
    else { return }
    try database.write { try database.setState(.initialMigrationComplete, "1") }
  }

  /// The clock was wrong at the last reply, or shows a time before there was any Lectern.
  fileprivate var isClockDoubtful: Bool {
    database.usedSkew != .zero || surroundings.now() < Limits.firstTime
  }
}
