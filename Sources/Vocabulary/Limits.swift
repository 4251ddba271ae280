/// The bounds of everything that comes from outside, in one place.
package enum Limits {
  /// A note. Unit: UTF-8 bytes. Why: more is refused at the write, not by the cloud.
  package static let textBytes = 1 << 20
  /// The name of a collection. Unit: characters. Why: it must fit a line of a list.
  package static let nameCharacters = 200
  /// What a person adds to a flag. Unit: characters. Why: the app asks for no more.
  package static let flagDetails = 500
  /// Changes in one push. Unit: changes. Why: fewer, larger requests; the body is cut too.
  package static let pushChanges = 1_000
  /// The body of one push, unless one change alone is larger. Unit: bytes.
  package static let pushBytes = 1 << 20
  /// What the cloud takes in one request. Unit: bytes.
  package static let requestBytes = 4 << 20
  /// Rows that a cloud gives in one page. Unit: rows. Why: pages of 5,000 beat 1,000 by a tenth.
  package static let pageRows = 5_000
  /// Rows that a device asks for in one page. Unit: rows. Why: the answer lies in memory twice.
  package static let askedRows = 2_500
  /// A pulled page ends early at this size. Unit: bytes of JSON.
  package static let pageBytes = 4 << 20
  /// Rows that the cloud lists at once by id. Unit: rows. Why: a megabyte of names.
  package static let listedRows = 20_000
  /// Ids that the cloud is asked for at once. Unit: ids.
  package static let askedIDs = 1_000
  /// Rows that are queued at once to be sealed under a new key.
  package static let sealedRows = 500
  /// Rows that are read at once by id. Unit: rows. Why: the ids stand in the address, and a row may
  /// be a megabyte.
  package static let readRows = 25
  /// A reply that a client reads. Unit: bytes. Why: a page may end with one row of the largest
  /// size.
  package static let replyBytes = 32 << 20
  /// JSON that a script reads. Unit: bytes. Why: the values take some ten times as much memory.
  package static let jsonBytes = 64 << 20
  /// Nesting of JSON. Unit: levels.
  package static let jsonDepth = 128
  /// Refusals of one entry before it is parked. Unit: attempts.
  package static let attempts = 5
  /// Answers `orphan` to one change in one call. Unit: answers.
  package static let orphanAnswers = 3
  /// Answers `reset` or `stale` in one pull. Unit: answers.
  package static let doubts = 3
  /// Entries in the queue above which it is compacted by itself. Unit: entries.
  package static let queueLength = 200
  /// Confirmed entries kept in the log. Unit: entries.
  package static let sentEntries = 1_000
  /// Statements that a connection keeps prepared. Unit: statements. Why: those that fire triggers
  /// take 20 KB.
  package static let keptStatements = 1_000
  /// Pages of a library that are kept in memory. Unit: KiB.
  package static let cacheKilobytes = 2_000
  /// The same during a transaction of a script. Unit: KiB.
  package static let longWriteKilobytes = 16_000
  /// Texts from here on are written with as much memory: their pages alone fill the usual one.
  /// Unit: bytes.
  package static let longTextBytes = 250_000
  /// Notes waiting to be indexed before they are folded into full text. Unit: notes.
  package static let unindexedNotes = 500
  /// 2026-01-01: a clock that shows less is wrong.
  package static let firstTime = Instant(milliseconds: 1_767_225_600_000)
  /// How far ahead of the cloud a stamp may lie.
  package static let ahead: Duration = .seconds(300)
  /// How long the cloud keeps a deleted row after it arrived there.
  package static let tombstoneLife: Duration = .seconds(30 * 86_400)
  /// A device that was not seen for longer holds no purge back.
  package static let deviceMemory: Duration = .seconds(90 * 86_400)
  /// The time between two purges of one person's rows.
  package static let purgePause: Duration = .seconds(86_400)
  /// Deleted rows that one purge takes at most. Unit: rows. Why: it happens during a pull.
  package static let purgedRows = 1_000
  /// Longest pause before a sync that nobody asks for, whatever the cloud asks.
  package static let longestPause: Duration = .seconds(3_600)
  /// How long a write waits for another process to finish its own.
  package static let busyWait: Duration = .seconds(5)
  /// A reading plan. Unit: days. Why: ten years.
  package static let planDays = 3_660
  /// Requests in one sync cycle. Why: a cloud that never says "no more" must not hold us for ever.
  package static let cycleRequests = 10_000
  /// Rows of an import in one transaction. Why: a bar moves, and others get a turn.
  package static let importPiece = 5_000
  /// Pieces of an import that a report names. Unit: pieces. The others it counts.
  package static let reportedRows = 100
  /// What is read of a file at once. Unit: bytes.
  package static let readBytes = 1 << 18
  /// One row, record or line of a file that is imported. Unit: bytes. Why: a note of the largest
  /// size, escaped, and what belongs to it.
  package static let recordBytes = 8 << 20
  /// Folders within each other that are looked through. Unit: folders.
  package static let folderDepth = 32
  /// Rows of an export that are in memory at once. Why: some hundred kilobytes of usual notes.
  package static let exportPiece = 500

  /// Steps of SQLite between two questions whether a statement should end. Unit: instructions of
  /// its machine. Why: under a millisecond, and too rare to cost anything.
  package static let stepsBetweenStopQuestions: Int32 = 10_000
}
