package import Schema
package import Store
package import Vocabulary

/// A device's user.db: its rows, its clock, and the one kind of transaction in which it is written.
///
/// One thread owns it. Every write of ours first stamps what other tools left, and stamps its own
/// edits before it commits, so that row and queue entry are one transaction.
package final class UserDatabase {
  /// The file; one thread owns it.
  package let connection: Connection
  /// The tables that travel.
  package let catalog: Catalog
  /// The clock and the dice.
  package let surroundings: any Surroundings
  /// Gives stamps; what it showed last is kept in the file.
  package private(set) var clock: HybridClock
  /// The connection's view of other processes' commits when `clock` was last read.
  private var seenVersion: Int64 = -1
  private(set) var isHoldingRead = false
  /// The newest entry that a compaction has looked at; 0 looks at all.
  private(set) var compactedUpTo: Int64 = 0
  /// Entries stamped here since then.
  var entriesAdded = 0

  init(
    connection: Connection, catalog: Catalog, surroundings: any Surroundings, device: String
  ) {
    self.connection = connection
    self.catalog = catalog
    self.surroundings = surroundings
    clock = HybridClock(device: device)
  }

  /// Whether it was opened without the right to write.
  package var isReadOnly: Bool { connection.isReadOnly }

  /// Runs `body` as one write; whatever it throws, nothing of it stays. Nested calls join.
  ///
  /// A held read ends first: a read that writes after another's commit fails at once.
  package func write<T>(_ body: () throws -> T) throws -> T {
    if connection.isInTransaction, !isHoldingRead {
      return try connection.transaction(.immediate, body)
    }
    try releaseRead()
    let before = clock
    do {
      return try connection.transaction {
        try refreshClock()
        let known = try stampForeignEntries()
        let result = try body()
        try stampOwnEntries(after: known)
        try compactIfCrowded()
        try foldFullText(from: Limits.unindexedNotes)
        try saveClock()
        return result
      }
    } catch {
      clock = before
      throw error
    }
  }

  /// Runs `body` in a transaction that applies what came from elsewhere: nothing of it is noted as
  /// an edit. Inside, `sync_applying` holds its row.
  package func apply<T>(_ body: () throws -> T) throws -> T {
    try write {
      try connection.run("INSERT OR IGNORE INTO sync_applying(id) VALUES(1)")
      let result = try body()
      try connection.run("DELETE FROM sync_applying")
      return result
    }
  }

  /// Runs a read. A burst of reads shares one read transaction, until `releaseRead` or a write.
  package func read<T>(_ body: () throws -> T) throws -> T {
    if !connection.isInTransaction {
      try connection.cached("BEGIN").run()
      isHoldingRead = true
    }
    return try body()
  }

  /// Ends a held read: others' commits become visible, the log can be folded back.
  package func releaseRead() throws(StoreError) {
    guard isHoldingRead else { return }
    isHoldingRead = false
    if connection.isInTransaction { try connection.cached("COMMIT").run() }
  }

  /// Ends a held read, as the last thing. What SQLite says then changes nothing any more.
  package func closeQuietly() {
    do { try releaseRead() } catch { isHoldingRead = false }
  }

  /// Gives the next stamp, for an edit made at `wall`.
  package func tick(_ wall: Instant) -> Stamp { clock.tick(wall) }

  /// Lets the clock see a stamp that came from elsewhere.
  package func see(_ stamp: Stamp) { clock.see(stamp) }

  /// Sets what a reply of the cloud told of its time.
  package func learn(skew: Duration) { clock.skew = skew }

  /// After stamps were moved back.
  package func lowerClock(to stamp: Stamp) { clock.lower(to: stamp) }

  func replaceClock(_ clock: HybridClock) { self.clock = clock }

  // MARK: - The clock's persistence

  private func refreshClock() throws(StoreError) {
    let version = try connection.first("PRAGMA data_version") { $0.integer(0) } ?? 0
    guard version != seenVersion else { return }
    seenVersion = version
    compactedUpTo = 0
    try loadClock()
  }

  func loadClock() throws(StoreError) {
    let device = try state(.deviceID) ?? clock.device
    let highWater = try state(.highWater).map(Stamp.init(unchecked:)) ?? .zero
    let skew = try state(.skewMilliseconds).flatMap { Int64($0) } ?? 0
    clock = HybridClock(device: device, highWater: highWater, skew: .milliseconds(skew))
  }

  private func saveClock() throws(StoreError) {
    guard clock != savedClock else { return }
    try setState(.highWater, clock.highWater.text)
    try setState(.skewMilliseconds, String(clock.skew.wholeMilliseconds))
    savedClock = clock
  }

  private var savedClock: HybridClock?

  /// A queue that was emptied gives its ids anew: what was looked at says nothing of them.
  package func noteEmptied() throws {
    if try queueLength() == 0 { compactedUpTo = 0 }
  }

  func noteCompacted() throws {
    compactedUpTo = try connection.first("SELECT max(id) FROM sync_queue") { $0.integer(0) } ?? 0
    entriesAdded = 0
  }

  // MARK: - Full text

  /// Folds marked rows into the index where at least `count` of them wait. A search passes 1.
  package func foldFullText(from count: Int) throws(StoreError) {
    for table in catalog.tables {
      guard let fullText = table.fullText else { continue }
      let waiting = try connection.first(
        "SELECT count(*) FROM (SELECT 1 FROM \(fullText.marks) LIMIT \(count))"
      ) { $0.integer(0) }
      guard let waiting, waiting >= count else { continue }
      for statement in fullText.fold { try connection.run(statement) }
    }
  }
}
