import ChangeQueue
import Library
import Schema
import Store
import Support
import Testing
import Vocabulary

/// Files that cannot be upgraded: one clear error, and not a byte is changed.
@Suite struct AppRefusalTests {
  private func refusal(_ file: UpgradedFile, isReadOnly: Bool = false) -> StoreError? {
    do {
      try file.upgrade(isReadOnly: isReadOnly)
      return nil
    } catch { return error as? StoreError }
  }

  /// Whatever is refused stays, and nothing comes to lie beside it.
  private func expectUntouched(
    _ file: UpgradedFile, _ before: [UInt8], _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(file.bytes("user.db") == before, sourceLocation: location)
    #expect(
      Set(file.files).isSubset(of: ["user.db", "user.db-wal"]), sourceLocation: location)
  }

  @Test(arguments: [1, 2, 3, 5, 9])
  func `a file that was cut is damaged`(parts: Int) throws {
    let file = try UpgradedFile(version: 26)
    let bytes = file.bytes("user.db")
    let cut = Array(bytes.prefix(bytes.count * parts / 10))
    UpgradedFile.write(cut, to: file.path)
    let error = try #require(refusal(file))
    #expect(error.code == "store.corrupt")
    #expect(error.summary.hasPrefix("\(file.path) is damaged: "))
    #expect(error.hint != nil)
    expectUntouched(file, cut)
  }

  @Test func `a page that was written over is damage`() throws {
    let file = try UpgradedFile(version: 26)
    var bytes = file.bytes("user.db")
    let page = try file.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'user_notes'")[0]
    let start = try #require(Int(page)) * 4096 - 4096
    for place in start..<start + 100 { bytes[place] = 0x5a }
    UpgradedFile.write(bytes, to: file.path)
    #expect(refusal(file)?.code == "store.corrupt")
    expectUntouched(file, bytes)
  }

  @Test(arguments: [false, true])
  func `a version to come is named with the one that is known`(isMarked: Bool) throws {
    let file = try UpgradedFile(version: 26, marksVersion: isMarked)
    try Connection(path: file.path).execute(
      isMarked ? "PRAGMA user_version = 27" : "INSERT INTO _migrations(version) VALUES(27)")
    let before = file.bytes("user.db")
    #expect(refusal(file) == .newer(path: file.path, found: 27, known: 26))
    expectUntouched(file, before)
  }

  @Test(arguments: ["IMMEDIATE", "EXCLUSIVE"])
  func `a file that another program writes is busy`(kind: String) throws {
    let file = try UpgradedFile(version: 26)
    let other = try Connection(path: file.path, mode: .existing)
    try other.execute("BEGIN \(kind); DELETE FROM user_notes WHERE id = 1")
    let before = file.bytes("user.db")
    do {
      let connection = try Connection(path: file.path, mode: .existing)
      try connection.execute("PRAGMA busy_timeout = 10")
      let upgrade = AppUpgrade(
        connection, catalog: try .lectern(), surroundings: UpgradedFile.surroundings)
      #expect(throws: StoreError.busy(path: file.path)) { try upgrade.run() }
    }
    expectUntouched(file, before)
    try other.execute("COMMIT")
    let report = try #require(try file.upgrade())
    #expect(report.counts["user_notes"]?.found == 16)
  }

  @Test func `read-only it says what to do`() throws {
    let file = try UpgradedFile(version: 20)
    let before = file.bytes("user.db")
    let error = try #require(refusal(file, isReadOnly: true))
    #expect(error == .needsUpgrade(path: file.path, found: "the app's file, version 20"))
    #expect(error.hint?.contains("without --read-only") == true)
    expectUntouched(file, before)
  }

  @Test func `a file too short for any page is no new library`() throws {
    let folder = try TemporaryFolder()
    UpgradedFile.write([0x61], to: folder.path("note"))
    #expect(throws: StoreError.notADatabase(path: folder.path("note"))) {
      try UserDatabase.open(
        path: folder.path("note"), catalog: try .lectern(),
        surroundings: UpgradedFile.surroundings)
    }
    #expect(UpgradedFile.names(in: folder.path) == ["note"])
  }

  @Test func `other files are none of the app's`() throws {
    let folder = try TemporaryFolder()
    #expect(try AppFile.at(folder.path("none")) == nil)
    UpgradedFile.write([], to: folder.path("empty"))
    #expect(try AppFile.at(folder.path("empty")) == nil)
    UpgradedFile.write(Array(repeating: 0x61, count: 200), to: folder.path("text"))
    #expect(throws: StoreError.notADatabase(path: folder.path("text"))) {
      try AppFile.at(folder.path("text"))
    }
    try Connection(path: folder.path("other")).execute("CREATE TABLE user_notes(a)")
    #expect(try AppFile.at(folder.path("other")) == nil)
    let ours = try UserDatabase.open(
      path: folder.path("ours"), catalog: try .lectern(),
      surroundings: UpgradedFile.surroundings)
    #expect(try AppFile.at(ours.connection.path) == nil)
    #expect(try AppFile.at(":memory:") == nil)
  }

  @Test func `a version that only user_version tells is known too`() throws {
    let file = try UpgradedFile(version: 19, marksVersion: true)
    #expect(try AppFile.at(file.path)?.version == 19)
    #expect(try file.upgrade()?.version == 19)
    #expect(try file.rows("SELECT count(*) FROM user_notes") == ["16"])
  }

  @Test func `a log of the app's that was never folded in is taken too`() throws {
    let file = try UpgradedFile(version: 14)
    let folder = try TemporaryFolder()
    let app = try Connection(path: file.path, mode: .existing)
    try app.execute(
      "INSERT INTO user_notes(verse_ref, note_text) VALUES('ruth 1:16', 'in the log')")
    #expect(!file.bytes("user.db-wal").isEmpty)
    file.copy(to: folder.path("copy"))
    let copy = try UpgradedFile(folder: folder, path: folder.path("copy/user.db"))
    let report = try #require(try copy.upgrade())
    #expect(report.counts["user_notes"]?.found == 18)
    #expect(try AppFileMaker.counts(report.backup)["user_notes"] == 18)
  }
}
