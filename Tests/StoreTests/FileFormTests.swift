import ChangeQueue
import Glibc
import Schema
import Store
import Support
import Testing
import Vocabulary

/// What happens to files that are not as we want them: one clear error, and nothing changed.
@Suite struct FileFormTests {
  private func openDatabase(_ path: String, isReadOnly: Bool = false) throws -> UserDatabase {
    try UserDatabase.open(
      path: path, catalog: try .lectern(), surroundings: SeededSurroundings(seed: 1),
      isReadOnly: isReadOnly)
  }

  private func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      all += buffer[..<count]
    }
    return all
  }

  private func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  private func addNote(_ database: UserDatabase) throws {
    try database.write {
      try database.connection.execute(
        "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'x')")
    }
  }

  /// The code of what opening throws.
  private func refusal(_ path: String, isReadOnly: Bool = false) -> String? {
    do {
      _ = try openDatabase(path, isReadOnly: isReadOnly)
      return nil
    } catch let error as StoreError { return error.code } catch { return "\(error)" }
  }

  @Test func `a new file is ours, and only its owner's`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.db")
    _ = try openDatabase(path)
    var status = stat()
    stat(path, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    let connection = try Connection(path: path, mode: .readOnly)
    #expect(
      try connection.first("PRAGMA application_id") { $0.integer(0) } == Catalog.applicationID)
    #expect(try connection.first("PRAGMA user_version") { $0.integer(0) } == Catalog.localVersion)
  }

  @Test func `a newer file is refused with both versions and left as it was`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.db")
    do {
      let database = try openDatabase(path)
      try database.connection.execute("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let before = bytes(path)
    #expect(refusal(path) == "store.newer")
    #expect(bytes(path) == before)
  }

  @Test func `where reading is put off, the first use reads`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.db")
    let device: String
    do {
      let database = try openDatabase(path)
      device = database.clock.device
      try addNote(database)
    }
    func deferred(_ binding: String) throws -> UserDatabase {
      try UserDatabase.open(
        path: path, catalog: try .lectern(), surroundings: SeededSurroundings(seed: 2),
        binding: binding, isDeferred: true)
    }
    let same = try deferred("")
    #expect(same.clock.device == "")
    #expect(try same.queueLength() == 1)
    #expect(same.clock.device == device)
    let moved = try deferred("elsewhere")
    try addNote(moved)
    #expect(moved.clock.device != device && moved.clock.device != "")
    try same.connection.execute("PRAGMA user_version = 99")
    let late = try deferred("elsewhere")
    for _ in 1...2 {
      #expect(throws: StoreError.newer(path: path, found: 99, known: Catalog.localVersion)) {
        try late.queueLength()
      }
    }
  }

  @Test func `text and another program's database are refused and left as they were`() throws {
    let folder = try TemporaryFolder()
    let text = folder.path("text.db")
    write(
      "these are words, and more of them than a header of a database has bytes in it …", to: text)
    let before = bytes(text)
    #expect(refusal(text) == "store.not_a_database")
    #expect(bytes(text) == before)
    let other = folder.path("other.db")
    do {
      let connection = try Connection(path: other)
      try connection.execute("CREATE TABLE t(a); PRAGMA application_id = 77")
    }
    let otherBefore = bytes(other)
    #expect(refusal(other) == "store.foreign")
    #expect(bytes(other) == otherBefore)
  }

  @Test func `a missing folder names the path`() throws {
    let folder = try TemporaryFolder()
    #expect(refusal(folder.path("none/user.db")) == "store.cannot_open")
  }

  @Test func `a read-only library reads, and refuses to be written`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.db")
    try addNote(try openDatabase(path))
    let database = try openDatabase(path, isReadOnly: true)
    #expect(try database.connection.first("SELECT count(*) FROM user_notes") { $0.integer(0) } == 1)
    #expect(throws: StoreError.self) { try addNote(database) }
  }

  @Test func `a full disk undoes row and queue entry, and later writes go on`() throws {
    let folder = try TemporaryFolder()
    let database = try openDatabase(folder.path("user.db"))
    let pages = try database.connection.first("PRAGMA page_count") { $0.integer(0) } ?? 0
    try database.connection.execute("PRAGMA max_page_count = \(pages + 8)")
    var written: Int64 = 0
    var code: String?
    while code == nil, written < 10_000 {
      do {
        try addNote(database)
        written += 1
      } catch let error as StoreError { code = error.code }
    }
    #expect(code == "store.full")
    #expect(try count(database, "user_notes") == written)
    #expect(try count(database, "sync_queue") == written)
    try database.connection.execute("PRAGMA max_page_count = 1000000")
    try addNote(database)
    #expect(try count(database, "sync_queue") == written + 1)
  }

  private func count(_ database: UserDatabase, _ table: String) throws -> Int64? {
    try database.connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) }
  }

  @Test func `a library in use is busy, and nothing of the write stays`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.db")
    let database = try openDatabase(path)
    let other = try Connection(path: path, mode: .existing)
    try other.execute("BEGIN IMMEDIATE")
    try database.connection.execute("PRAGMA busy_timeout = 10")
    #expect(throws: StoreError.busy(path: path)) { try addNote(database) }
    try other.execute("ROLLBACK")
    #expect(try count(database, "user_notes") == 0)
    try addNote(database)
    #expect(try count(database, "sync_queue") == 1)
  }

  @Test func `two processes write one library in turn`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.db")
    let one = try openDatabase(path)
    let other = try openDatabase(path)
    for _ in 0..<20 {
      try addNote(one)
      try addNote(other)
      _ = try one.read { try count(one, "user_notes") }
    }
    try one.releaseRead()
    #expect(try count(one, "user_notes") == 40)
    let stamps = try one.connection.all("SELECT stamp FROM sync_queue ORDER BY id") { $0.text(0) }
    #expect(Set(stamps).count == 40)
    #expect(stamps == stamps.sorted())
  }

  @Test func `a write after a held read and another's commit goes through`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.db")
    let one = try openDatabase(path)
    let other = try openDatabase(path)
    for round: Int64 in 1...5 {
      _ = try one.read { try count(one, "user_notes") }
      try addNote(other)
      try addNote(one)
      #expect(try count(one, "user_notes") == 2 * round)
    }
    #expect(try count(one, "sync_queue") == 10)
  }

  @Test func `a copied library draws a new device id and gives it to its queued stamps`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.db")
    do { try addNote(try openDatabase(path)) }
    let copy = try UserDatabase.open(
      path: path, catalog: try .lectern(), surroundings: SeededSurroundings(seed: 2),
      binding: "elsewhere")
    let stamp = try copy.connection.first("SELECT stamp FROM sync_queue") { $0.text(0) } ?? ""
    #expect(stamp.hasSuffix(copy.clock.device))
    #expect(try copy.connection.first("SELECT stamp FROM user_notes") { $0.text(0) } == stamp)
  }
}
