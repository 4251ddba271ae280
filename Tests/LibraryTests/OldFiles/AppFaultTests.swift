import ChangeQueue
import Glibc
import Library
import Schema
import Store
import Support
import Testing
import Vocabulary

/// An upgrade that ends early leaves the file as it was, and the next one does it all.
@Suite struct AppFaultTests {
  /// The question costs more than a step does. Unit: steps; a prime, to fall anywhere.
  private static let stride: Int32 = 13

  private func connection(_ path: String) throws -> Connection {
    try Connection(path: path, mode: .existing, surroundings: UpgradedFile.surroundings)
  }

  private func upgrade(_ connection: Connection) throws -> AppUpgradeReport? {
    try AppUpgrade(
      connection, catalog: try .lectern(), surroundings: UpgradedFile.surroundings
    ).run()
  }

  /// How often an upgrade is asked whether to stop.
  private func steps() throws -> Int {
    let file = try UpgradedFile(version: 26, hasSyncPlan: true)
    let connection = try connection(file.path)
    var steps = 0
    connection.stop(every: Self.stride) {
      steps += 1
      return false
    }
    _ = try upgrade(connection)
    return steps
  }

  private func whole() throws -> [String] {
    let file = try UpgradedFile(version: 26, hasSyncPlan: true)
    try file.upgrade()
    return try file.dump()
  }

  @Test func `interrupted at any step it leaves nothing behind, and then is complete`() throws {
    let count = try steps()
    let whole = try whole()
    let file = try UpgradedFile(version: 26, hasSyncPlan: true)
    let before = file.bytes("user.db")
    var random = SplitSteps(seed: 3, below: count)
    for place in (0..<30).map({ $0 * count / 30 + 1 }) + (0..<20).map({ _ in random.next() }) {
      var step = 0
      do {
        let connection = try connection(file.path)
        connection.stop(every: Self.stride) {
          step += 1
          return step == place
        }
        #expect(throws: StoreError.interrupted, "at step \(place) of \(count)") {
          try upgrade(connection)
        }
      }
      #expect(file.bytes("user.db") == before, "at step \(place) of \(count)")
      #expect(Set(file.files).isSubset(of: ["user.db", "user.db-wal"]))
    }
    #expect(try file.upgrade() != nil)
    #expect(try file.dump() == whole)
  }

  @Test(arguments: ["wal", "delete"])
  func `what a crash leaves at any step is upgraded whole`(journal: String) throws {
    let count = try steps()
    let whole = try whole()
    let file = try UpgradedFile(version: 26, hasSyncPlan: true)
    try Connection(path: file.path).execute("PRAGMA journal_mode = \(journal)")
    let places = Set((0..<12).map { $0 * count / 12 + 1 })
    let images = try TemporaryFolder()
    let connection = try connection(file.path)
    // So little memory that pages are written before the commit.
    try connection.execute("PRAGMA cache_size = 10; PRAGMA cache_spill = 10")
    var step = 0
    connection.stop(every: Self.stride) {
      step += 1
      if places.contains(step) { file.copy(to: images.path("\(step)")) }
      return false
    }
    _ = try upgrade(connection)
    for place in places.sorted() {
      let image = try UpgradedFile(folder: images, path: images.path("\(place)/user.db"))
      #expect(try image.upgrade() != nil, "at step \(place) of \(count)")
      #expect(try image.dump() == whole, "at step \(place) of \(count)")
    }
  }

  @Test func `a backup that was cut short is none, and the next one takes its place`() throws {
    let file = try UpgradedFile(version: 14)
    for name in ["part", "part-journal"] {
      UpgradedFile.write([1, 2, 3], to: "\(file.path)-app-v14-backup.\(name)")
    }
    let report = try file.upgrade()
    #expect(report?.backup == "\(file.path)-app-v14-backup")
    #expect(Set(file.files).isSubset(of: ["user.db", "user.db-wal", "user.db-app-v14-backup"]))
    #expect(file.bytes("user.db-app-v14-backup").count > 10_000)
  }

  @Test func `the app's log stays beside a file that was not upgraded`() throws {
    let file = try UpgradedFile(version: 14)
    let app = try Connection(path: file.path, mode: .existing)
    try app.execute("INSERT INTO user_notes(verse_ref, note_text) VALUES('ruth 1:16', 'new')")
    let folder = try TemporaryFolder()
    file.copy(to: folder.path("copy"))
    let copy = try UpgradedFile(folder: folder, path: folder.path("copy/user.db"))
    let before = (copy.bytes("user.db"), copy.bytes("user.db-wal"))
    do {
      let connection = try connection(copy.path)
      var step = 0
      connection.stop(every: Self.stride) {
        step += 1
        return step == 1_000
      }
      #expect(throws: StoreError.interrupted) { try upgrade(connection) }
    }
    #expect(!before.1.isEmpty)
    #expect(copy.bytes("user.db") == before.0)
    #expect(copy.bytes("user.db-wal").starts(with: before.1))
    #expect(try copy.upgrade()?.counts["user_notes"]?.found == 18)
  }

  @Test func `a commit that was cut short is none, and the next one is whole`() throws {
    let whole = try whole()
    let file = try UpgradedFile(version: 26, hasSyncPlan: true)
    let connection = try connection(file.path)
    _ = try upgrade(connection)
    let log = file.bytes("user.db-wal")
    #expect(log.count > 100_000)
    let images = try TemporaryFolder()
    var upgrades = 0
    for part in 0...12 {
      let folder = images.path("\(part)")
      file.copy(to: folder)
      UpgradedFile.write(Array(log.prefix(log.count * part / 12)), to: "\(folder)/user.db-wal")
      let image = try UpgradedFile(folder: images, path: "\(folder)/user.db")
      if try image.upgrade() != nil { upgrades += 1 }
      #expect(try image.dump() == whole, "\(part) of 12 parts")
    }
    #expect(upgrades == 12)
  }

  @Test func `upgraded twice is upgraded once`() throws {
    let file = try UpgradedFile(version: 14, hasSyncPlan: true)
    let report = try #require(try file.upgrade())
    let once = try file.dump()
    #expect(try file.upgrade() == nil)
    #expect(try file.dump() == once)
    // And so is a copy, whenever it is.
    let copy = try UpgradedFile(folder: file.folder, path: report.backup)
    _ = try AppUpgrade.run(
      path: copy.path, catalog: try .lectern(),
      surroundings: SeededSurroundings(seed: 9, start: UpgradedFile.surroundings.now() + .days(90)))
    #expect(try copy.dump() == once)
  }

  @Test func `a backup is the file as it was, and takes no other file's name`() throws {
    let file = try UpgradedFile(version: 14)
    let first = file.folder.path("user.db-app-v14-backup")
    UpgradedFile.write([1, 2, 3], to: first)
    let report = try #require(try file.upgrade())
    #expect(report.backup == first + "-2")
    #expect(file.bytes("user.db-app-v14-backup") == [1, 2, 3])
    #expect(try AppFile.at(report.backup)?.version == 14)
    var status = stat()
    stat(report.backup, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    stat(file.path, &status)
    #expect(status.st_mode & 0o777 == 0o600)
  }
}

extension Duration {
  fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}

/// Steps by chance, of a seed.
private struct SplitSteps {
  private let chance: SeededSurroundings
  private let below: Int

  init(seed: UInt64, below: Int) {
    print("seed=\(seed)")
    chance = SeededSurroundings(seed: seed)
    self.below = below
  }

  mutating func next() -> Int { Int(chance.random() % UInt64(below)) + 1 }
}
