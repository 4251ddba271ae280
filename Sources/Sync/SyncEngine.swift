package import ChangeQueue
package import Cloud
package import Schema
import Store
import Vocabulary

/// Keeps one device and one account's cloud alike.
///
/// The whole of it is `SyncCycle`: push what is ready, pull to the head, push what that made ready.
/// Between any two calls the process may die; all that counts is what the file holds.
package final class SyncEngine {
  /// The library that is synced.
  package let database: UserDatabase
  /// The way to the far end.
  package let cloud: any SyncCaller
  /// Called as a cycle goes on, while nothing is on its way and outside of any write. What it
  /// throws ends the cycle, as a lost connection does.
  package var onProgress: ((SyncProgress) throws -> Void)?
  /// Called for each row that a pull changed.
  package var onChange: ((RowName) -> Void)?
  /// Whether a cycle is under way: whoever is told of it may not begin another one.
  package private(set) var isRunning = false
  /// What of each table waited, and what of it is through, in this call.
  var pushed = PushCount()
  /// Entries that the cloud refused in this call: they are not tried again in it.
  var refusedNow: Set<Int64> = []
  /// How often each entry was answered `orphan` in this call.
  var answeredOrphan: [Int64: Int] = [:]
  /// The rows whose change may not be sent, and those that wait for them; nil where an answer may
  /// have changed that. To find them the whole queue is read.
  var blocked: Set<RowHandle>?

  package init(database: UserDatabase, cloud: any SyncCaller) {
    self.database = database
    self.cloud = cloud
  }

  /// What a guess of the passphrase costs; in worlds, whose passphrases protect nothing, little.
  package lazy var sealingCost: PasswordCost = surroundings.isVirtual ? .trivial : .strong
  /// Which keys there are, and which are here.
  var sealing = Sealing.off
  /// Those as they are kept.
  var heldKeys: String?
  /// Whether the answer that is being taken holds what cannot be opened here.
  var isAnyClosed = false
  /// Whether changes of sealed tables waited when `blocked` was made.
  var isHeld = false

  private lazy var tableForm = database.catalog.form

  /// What stands for the tables that this program knows, and for the keys that it has.
  var form: String { ([tableForm] + sealing.keys.map(\.id)).joined(separator: ".") }

  var surroundings: any Surroundings { database.surroundings }

  /// Sends what is ready. Nothing is thrown for being offline or signed out: `reason` names it.
  package func push(limit: Int = .max, isForced: Bool = false) -> SyncReport {
    run { (report) throws in try self.pushAll(&report, limit: limit, isForced: isForced) }
  }

  /// Takes what is new, to the head that the first page saw.
  package func pull() -> SyncReport {
    run { (report) throws in try self.pullAll(&report) }
  }

  /// A whole cycle. Where nobody asked for it, refused changes wait for their time.
  package func sync(isForced: Bool = true) -> SyncReport {
    run(isAsked: isForced) { (report) throws in
      try SyncCycle(engine: self, isForced: isForced).run(&report)
    }
  }

  /// One that is asked for waits for another process that is at it, such as a prompt's own.
  func run(isAsked: Bool = true, _ body: (inout SyncReport) throws -> Void) -> SyncReport {
    var report = SyncReport()
    guard !isRunning else {
      report.stop(SyncError.underWay)
      return report
    }
    isRunning = true
    defer { isRunning = false }
    refusedNow = []
    answeredOrphan = [:]
    pushed = PushCount()
    do {
      let account = try cloud.account()
      try database.releaseRead()
      guard !connection.isInTransaction else { throw SyncError.inTransaction }
      guard let lock = try lock(isPatient: isAsked) else { throw SyncError.busyElsewhere }
      defer { withExtendedLifetime(lock) {} }
      try settleOwner(account)
      try wakeInterrupted()
      try mendQueue()
      try loadSealing()
      try checkSealingCloud()
      try takeAside()
      try body(&report)
      try noteSuccess()
      if let trouble = try sealingTrouble() { report.stop(trouble) }
    } catch let error as any Explained {
      report.stop(error)
    } catch {
      report.stop(SyncError.unexpected(String(describing: error)))
    }
    do { try finish(&report) } catch let error as any Explained {
      report.stop(error)
    } catch { report.stop(SyncError.unexpected(String(describing: error))) }
    return report
  }

  func lock(isPatient: Bool) throws(CloudError) -> SyncLock? {
    for _ in 0..<(isPatient ? Self.patience : 0) {
      if let lock = SyncLock(of: connection) { return lock }
      guard surroundings.wait(.milliseconds(50)) else { throw .interrupted }
    }
    return SyncLock(of: connection)
  }

  /// Twentieths of a second.
  private static let patience = 200

  /// What a crash left as being sent is ready again.
  private func wakeInterrupted() throws {
    let isAny = try connection.first("SELECT 1 FROM sync_queue WHERE state = 'sending' LIMIT 1") {
      _ in true
    }
    guard isAny != nil else { return }
    try database.write {
      try database.connection.run("UPDATE sync_queue SET state = 'ready' WHERE state = 'sending'")
    }
  }

  private func noteSuccess() throws {
    try database.write {
      try database.setState(.lastError, nil)
      try database.setState(.lastErrorKind, nil)
      try database.setState(.failures, nil)
      try database.setState(.retryAt, nil)
      try database.setState(.lastSyncAt, try database.now().text)
    }
  }

  private func note(_ error: any Explained) throws {
    try database.write {
      try database.setState(.lastError, error.summary)
      try database.setState(.lastErrorKind, error.kind.rawValue)
      try noteRetry(error)
    }
  }

  private func finish(_ report: inout SyncReport) throws {
    let counts = try database.connection.first(
      """
      SELECT (SELECT count(*) FROM sync_queue),
        (SELECT count(*) FROM sync_queue WHERE state = 'parked')
      """
    ) { (pending: Int($0.integer(0) - $0.integer(1)), parked: Int($0.integer(1))) }
    report.pending = counts?.pending ?? 0
    report.parked = counts?.parked ?? 0
    if let error = report.error, !database.isReadOnly, !connection.isInTransaction {
      try note(error)
    }
  }
}
