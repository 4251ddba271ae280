import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Sync
import Testing
import Vocabulary

/// What whoever listens is told of a cycle under way.
@Suite struct ProgressTests {
  /// A guest's first library: what waits for the cloud's rows, and what does not.
  private func library(_ device: FleetDevice, notes: Int = 3) throws {
    try device.run(
      """
      INSERT INTO study_collections(name) VALUES('a'), ('b');
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(notes))
      INSERT INTO user_notes(verse_ref, note_text, collection_id)
        SELECT 'john 3:16', 'note' || i, 1 FROM n;
      INSERT INTO reading_progress(book_id, chapter_num) VALUES('john', 3), ('john', 4);
      """)
  }

  private func text(_ steps: [SyncProgress]) -> [String] {
    steps.map { "\($0.phase) \($0.table ?? "-") \($0.done)/\($0.total)" }
  }

  /// All that is told of a cycle.
  private func steps(
    _ device: FleetDevice, _ body: (SyncEngine) -> SyncReport = { $0.sync() }
  ) throws -> [String] {
    var told: [SyncProgress] = []
    device.engine.onProgress = { told.append($0) }
    defer { device.engine.onProgress = nil }
    try body(device.engine).error.map { throw $0 }
    return text(told)
  }

  @Test func `each table is told of from what waited, through both pushes of a first sync`()
    throws
  {
    let fleet = try Fleet(seed: 1, count: 1)
    try library(fleet.devices[0], notes: 1_500)
    let told = try steps(fleet.devices[0])
    #expect(
      told == [
        "push study_collections 0/2", "push user_notes 0/1500", "push reading_progress 0/2",
        "push study_collections 2/2", "push user_notes 998/1500", "push user_notes 1500/1500",
        "pull - 0/0", "pull - 1502/1502", "push reading_progress 2/2",
      ])
    #expect(try steps(fleet.devices[0]) == ["pull - 0/0", "pull - 0/0"])
  }

  @Test func `a pull goes from where the device stood to the head`() throws {
    let fleet = try Fleet(seed: 2, count: 2)
    try library(fleet.devices[0], notes: 2_996)
    try fleet.devices[0].engine.sync().error.map { throw $0 }
    let first = try steps(fleet.devices[1]) { $0.pull() }
    #expect(first == ["pull - 0/0", "pull - 2500/3000", "pull - 3000/3000"])
    try fleet.devices[0].run("UPDATE user_notes SET note_text = 'x' WHERE id <= 7")
    try fleet.devices[0].engine.sync().error.map { throw $0 }
    let second = try steps(fleet.devices[1]) { $0.pull() }
    #expect(second == ["pull - 0/0", "pull - 7/7"])
  }

  @Test func `what is refused or waits for its time is not through, and parked is not counted`()
    throws
  {
    let fleet = try Fleet(seed: 3, count: 1)
    let device = fleet.devices[0]
    try library(device)
    try fleet.settle()
    try device.run("UPDATE user_notes SET note_text = 'x'")
    device.link.answer = { (function, _, _) throws(CloudError) in
      guard function == "sync_push" else { return nil }
      throw .refused(status: 400, code: "23514", message: "no")
    }
    let refused = try steps(device) { $0.push(isForced: true) }
    #expect(refused == ["push user_notes 0/3"])
    device.link.answer = nil
    // Nobody asked: all three wait for their time.
    let unasked = try steps(device) { $0.sync(isForced: false) }
    #expect(unasked == ["pull - 0/0", "pull - 3/3"])
    try device.database.connection.run("UPDATE sync_queue SET state = 'parked' WHERE local_id = 1")
    let rest = try steps(device)
    #expect(rest.prefix(2) == ["push user_notes 0/2", "push user_notes 2/2"])
  }

  @Test func `whoever is told may write, and it goes up`() throws {
    let fleet = try Fleet(seed: 4, count: 1)
    let device = fleet.devices[0]
    try library(device)
    var isWritten = false
    var failure: (any Error)?
    device.engine.onProgress = { _ in
      guard !isWritten else { return }
      isWritten = true
      do {
        try device.run(
          "UPDATE user_notes SET note_text = 'later'; INSERT INTO bookmarks(verse_ref) VALUES('x')")
      } catch { failure = error }
    }
    try device.engine.sync().error.map { throw $0 }
    #expect(failure == nil && isWritten)
    device.engine.onProgress = nil
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    let texts = try fleet.cloud.connection.all("SELECT DISTINCT note_text FROM user_notes") {
      $0.text(0)
    }
    #expect(texts == ["later"])
  }

  @Test func `a sync that is begun while one is under way does nothing, and harms nothing`() throws
  {
    let fleet = try Fleet(seed: 5, count: 1)
    let device = fleet.devices[0]
    try library(device)
    var codes: Set<String> = []
    device.engine.onProgress = { [engine = device.engine] _ in
      #expect(engine.isRunning)
      codes.insert(engine.sync().error?.code ?? "none")
      codes.insert(engine.pull().error?.code ?? "none")
      do { _ = try engine.plan() } catch let error as any Explained { codes.insert(error.code) }
    }
    try device.engine.sync().error.map { throw $0 }
    #expect(codes == ["sync.under_way"])
    #expect(!device.engine.isRunning)
    device.engine.onProgress = nil
    try fleet.settle()
    #expect(try fleet.difference() == nil)
  }

  /// What stops a listener.
  private struct Stop: Explained {
    let kind = ErrorKind.busy
    let code = "test.stop"
    let summary = "stop"
    let hint: String? = nil
  }

  @Test func `a listener that fails ends the cycle there, and the next one does the rest once`()
    throws
  {
    let fleet = try Fleet(seed: 6, count: 2)
    let device = fleet.devices[0]
    try library(fleet.devices[1])
    try fleet.devices[1].engine.sync().error.map { throw $0 }
    try library(device, notes: 1_200)
    var place = 0
    var isStopped = true
    while isStopped {
      isStopped = false
      var seen = 0
      device.engine.onProgress = { _ in
        if seen == place {
          isStopped = true
          throw Stop()
        }
        seen += 1
      }
      let report = device.engine.sync()
      #expect((report.error?.code == "test.stop") == isStopped)
      let sending = try device.database.connection.first(
        "SELECT count(*) FROM sync_queue WHERE state = 'sending'"
      ) { $0.integer(0) }
      #expect(sending == 0)
      place += 1
      try #require(place < 50)
    }
    #expect(place > 3)
    device.engine.onProgress = nil
    try fleet.settle()
    #expect(try fleet.difference() == nil)
    let counts = try fleet.cloud.connection.first(
      """
      SELECT (SELECT count(*) FROM user_notes) || ' ' || (SELECT count(*) FROM study_collections)
        || ' ' || (SELECT count(*) FROM reading_progress)
      """
    ) { $0.text(0) }
    #expect(counts == "1203 4 2")
  }

  @Test func `who signs in as somebody else while told ends the cycle`() throws {
    let fleet = try Fleet(seed: 7, count: 1)
    let device = fleet.devices[0]
    try library(device)
    device.engine.onProgress = { [link = device.link] _ in
      link.signedIn = RecordID(high: 2, low: 2).text
    }
    #expect(device.engine.sync().error?.code == "sync.other_owner")
    #expect(!device.link.calls.contains("sync_push"))
  }
}

/// The words for what goes up.
@Suite struct SyncedNounTests {
  @Test func `every table that travels has words of its own, and no other has`() throws {
    let tables = try Catalog.lectern().tables.map(\.name)
    #expect(SyncedNoun.all.map(\.table).sorted() == tables.sorted())
    let nouns = SyncedNoun.all + [.other]
    #expect(Set(nouns.map(\.one)).count == nouns.count)
    #expect(Set(nouns.map(\.many)).count == nouns.count)
    #expect(nouns.allSatisfy { $0.one != $0.many && !$0.one.isEmpty })
  }

  @Test func `one is one, and none are many`() throws {
    let noun = try #require(SyncedNoun.all.first)
    #expect([0, 1, 2].map(noun.word(for:)) == ["notes", "note", "notes"])
  }
}
