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
  let statements = CaptureStatements()
  /// Each index of full text, and how many rows wait for it.
  let fullTexts: [(FullText, KeptStatement)]
  /// The newest entry that a compaction has looked at; 0 looks at all.
  private(set) var compactedUpTo: Int64 = 0
  /// Entries stamped here since then.
  var entriesAdded = 0
  /// Is told of each write, before it is committed, the id of the newest entry from before it.
  package var onWrite: ((_ known: Int64) -> Void)?

  init(
    connection: Connection, catalog: Catalog, surroundings: any Surroundings, device: String
  ) {
    self.connection = connection
    self.catalog = catalog
    self.surroundings = surroundings
    clock = HybridClock(device: device)
    fullTexts = catalog.tables.compactMap { table in
      table.fullText.map { ($0, KeptStatement($0.waiting)) }
    }
  }

  /// Whether it was opened without the right to write.
  package var isReadOnly: Bool { connection.isReadOnly }

  /// Runs `body` as one write; whatever it throws, nothing of it stays. Nested calls join.
  ///
  /// A held read ends first: a read that writes after another's commit fails at once.
  package func write<T>(_ body: () throws -> T) throws -> T {
    try connection.makeReady()
    if connection.isInTransaction, !isHoldingRead {
      return try connection.transaction(.immediate, body)
    }
    try releaseRead()
    try connection.requireFile()
    let before = (clock: clock, upTo: compactedUpTo, added: entriesAdded)
    queuedStamp = nil
    hasEnqueued = false
    defer {
      stampsBegin = nil
      areStampsAnnounced = false
    }
    do {
      return try connection.transaction {
        try refreshClock()
        let known = try stampForeignEntries()
        stampsBegin = clock.highWater
        let result = try body()
        if areStampsAnnounced { try statements.conclude.on(connection).run() }
        try stampOwnEntries(after: known, since: before.clock.highWater)
        onWrite?(known)
        try compactIfCrowded()
        try foldFullText(from: Limits.unindexedNotes)
        try saveClock()
        return result
      }
    } catch {
      (clock, compactedUpTo, entriesAdded) = before
      savedClock = nil
      throw error
    }
  }

  /// A write that may be long, such as a script's. Pages that it changes stay in memory meanwhile;
  /// beyond SQLite's usual 2 MB each new one would write another out, again and again.
  package func writeMuch<T>(_ body: () throws -> T) throws -> T {
    if connection.isInTransaction, !isHoldingRead { return try write(body) }
    try releaseRead()
    try connection.keepInMemory(kilobytes: Limits.longWriteKilobytes)
    let result = Result { try write(body) }
    // What was written stays written, whatever this says.
    do { try connection.keepInMemory(kilobytes: Limits.cacheKilobytes) } catch {}
    return try result.get()
  }

  /// A write whose `body` reads, then runs one statement. Inside another write it needs no
  /// savepoint of its own: SQLite undoes a failed statement by itself.
  package func writeOnce<T>(_ body: () throws -> T) throws -> T {
    if connection.isInTransaction, !isHoldingRead { return try body() }
    return try write(body)
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
      try connection.requireFile()
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

  /// The time that rows and days are written with: what our clock shows or, where that is plainly
  /// wrong, the cloud's time as far as it is known.
  package func now() throws -> Instant {
    try connection.makeReady()
    return surroundings.now() + usedSkew
  }

  /// What `now` adds to the clock's reading.
  package var usedSkew: Duration {
    let isWrong = clock.skew > Limits.ahead || clock.skew < .zero - Limits.ahead
    return isWrong ? clock.skew : .zero
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
    let version = try statements.version.on(connection).first { $0.integer(0) } ?? 0
    guard version != seenVersion else { return }
    seenVersion = version
    compactedUpTo = 0
    try loadClock()
  }

  func loadClock() throws(StoreError) {
    let device = try state(.deviceID) ?? clock.device
    let saved = try state(.highWater).map(Stamp.init(unchecked:)) ?? .zero
    let queued = try connection.first(
      "SELECT stamp FROM sync_queue WHERE stamp IS NOT NULL ORDER BY id DESC LIMIT 1"
    ) { Stamp(unchecked: $0.text(0)) }
    let skew = Duration.milliseconds(try state(.skewMilliseconds).flatMap { Int64($0) } ?? 0)
    clock = HybridClock(device: device, highWater: max(saved, queued ?? .zero), skew: skew)
    savedClock = HybridClock(device: device, highWater: saved, skew: skew)
  }

  /// A stamp that the newest queue entry carries is saved with it: most writes save nothing here.
  private func saveClock() throws(StoreError) {
    guard clock != savedClock else { return }
    let isQueued = clock.highWater == queuedStamp && !hasEnqueued
    if isQueued, clock.skew == savedClock?.skew { return }
    try setState(.highWater, clock.highWater.text)
    try setState(.skewMilliseconds, String(clock.skew.wholeMilliseconds))
    savedClock = clock
  }

  private var savedClock: HybridClock?
  /// The newest stamp when this write began; nil outside of one.
  var stampsBegin: Stamp?
  /// Whether the triggers know that.
  var areStampsAnnounced = false
  /// The stamp of the newest entry that this transaction completed.
  var queuedStamp: Stamp?
  /// Whether it added entries of another kind.
  var hasEnqueued = false

  /// A queue that was emptied gives its ids anew: what was looked at says nothing of them.
  package func noteEmptied() throws {
    if try queueLength() == 0 { compactedUpTo = 0 }
  }

  func noteCompacted(isDone: Bool) throws {
    queuedStamp = nil
    let newest = try connection.first("SELECT max(id) FROM sync_queue") { $0.integer(0) }
    compactedUpTo = isDone ? newest ?? 0 : 0
    entriesAdded = 0
  }
}
