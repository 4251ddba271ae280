import Store
import Testing
import Vocabulary

/// A disk in memory, its files and its crashes.
@Suite struct MemoryDiskTests {
  private let disk = MemoryDisk()
  private let dice = SeededSurroundings(seed: 5)

  private func open() throws -> Connection {
    let connection = try Connection(path: "a.db", on: disk)
    try connection.useWriteAheadLog()
    return connection
  }

  private func count(_ connection: Connection) throws -> Int64? {
    try connection.first("SELECT count(*) FROM t") { $0.integer(0) }
  }

  @Test func `two connections see each other's commits and wait for each other's writes`() throws {
    let one = try open()
    let other = try open()
    try one.execute("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
    #expect(try count(other) == 1)
    try one.transaction {
      try one.execute("INSERT INTO t VALUES(2)")
      #expect(try count(other) == 1)
      #expect(throws: StoreError.busy(path: "a.db")) {
        try other.withoutWaiting { try other.execute("INSERT INTO t VALUES(3)") }
      }
    }
    #expect(try count(other) == 2)
    try other.execute("INSERT INTO t VALUES(3)")
    #expect(try count(one) == 3)
  }

  @Test func `one writer at a time and no reader beside it, without a log too`() throws {
    let one = try Connection(path: "a.db", on: disk)
    let other = try Connection(path: "a.db", on: disk)
    try one.execute("CREATE TABLE t(a)")
    try one.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES(1)")
    #expect(throws: StoreError.busy(path: "a.db")) {
      try other.withoutWaiting { try other.execute("INSERT INTO t VALUES(2)") }
    }
    try other.execute("BEGIN; SELECT * FROM t")
    #expect(throws: StoreError.busy(path: "a.db")) {
      try one.withoutWaiting { try one.execute("COMMIT") }
    }
    try one.execute("ROLLBACK")
    try other.execute("COMMIT")
    #expect(try count(one) == 0)
    try one.execute("INSERT INTO t VALUES(1)")
    #expect(try count(other) == 1)
  }

  @Test func `what was open before a crash fails for ever, in one word`() throws {
    let old = try open()
    try old.execute("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
    let kept = try old.prepare("SELECT count(*) FROM t")
    disk.writeBack()
    disk.crash(keeping: 0) { dice.random() }
    let new = try open()
    #expect(throws: StoreError.down(path: "a.db")) { try kept.first { $0.integer(0) } }
    #expect(throws: StoreError.down(path: "a.db")) { try count(old) }
    #expect(throws: StoreError.down(path: "a.db")) { try old.requireFile() }
    #expect(throws: StoreError.down(path: "a.db")) { try old.execute("INSERT INTO t VALUES(2)") }
    #expect(try count(new) == 1)
  }

  @Test func `a crash loses what was not synced, and the end of a program does not`() throws {
    let first = try open()
    try first.execute("CREATE TABLE t(a)")
    disk.writeBack()
    try first.execute("INSERT INTO t VALUES(1)")
    let other = disk.copy()
    disk.crash(keeping: 0) { dice.random() }
    #expect(try count(open()) == 0)
    other.kill()
    #expect(try count(Connection(path: "a.db", on: other)) == 1)
    other.crash(keeping: 100) { dice.random() }
    #expect(try count(Connection(path: "a.db", on: other)) == 1)
  }

  @Test func `a change that is to fail fails, and so does all that follows`() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t(a)")
    disk.fail(at: 2)
    #expect(throws: StoreError.down(path: "a.db")) {
      try connection.execute("INSERT INTO t VALUES(1)")
    }
    #expect(disk.isDown)
    #expect(throws: StoreError.down(path: "a.db")) { try count(connection) }
    #expect(throws: StoreError.down(path: "a.db")) { try open() }
    disk.kill()
    #expect(!disk.isDown)
    #expect(try count(open()) == 0)
  }

  @Test func `a write may be torn between two sectors, never within one`() throws {
    var kinds: Set<Int> = []
    for seed in 1...200 as ClosedRange<UInt64> {
      let dice = SeededSurroundings(seed: seed)
      let disk = MemoryDisk()
      let connection = try Connection(path: "a.db", on: disk)
      try connection.execute("PRAGMA page_size = 2048; PRAGMA journal_mode = MEMORY")
      try connection.execute("PRAGMA synchronous = OFF; CREATE TABLE t(a)")
      disk.writeBack()
      try connection.execute("INSERT INTO t VALUES(hex(zeroblob(900)))")
      let before = disk.bytes(at: "a.db") ?? []
      try connection.execute("UPDATE t SET a = replace(a, '0', '1')")
      let after = disk.bytes(at: "a.db") ?? []
      disk.writeBack()
      disk.plant(PagedBytes(before), at: "a.db")
      let next = try Connection(path: "a.db", on: disk)
      try next.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
      try next.execute("UPDATE t SET a = replace(a, '0', '1')")
      disk.crash(keeping: 50) { dice.random() }
      let found = disk.bytes(at: "a.db") ?? []
      var kept = 0
      for sector in 4..<8 {
        let range = sector * 512..<(sector + 1) * 512
        #expect(found[range] == before[range] || found[range] == after[range])
        if found[range] != before[range] { kept += 1 }
      }
      kinds.insert(kept)
    }
    #expect(kinds.contains(0) && kinds.contains(4) && kinds.contains(1) && kinds.contains(2))
  }

  @Test func `a planted file is there, and stays`() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let image = try #require(disk.bytes(at: "a.db"))
    let other = MemoryDisk()
    other.plant(PagedBytes(image), at: "b.db")
    other.crash(keeping: 0) { dice.random() }
    #expect(try count(Connection(path: "b.db", mode: .existing, on: other)) == 1)
    #expect(throws: StoreError.self) { try Connection(path: "c.db", mode: .existing, on: other) }
    #expect(throws: StoreError.self) { try Connection(path: "c.db", mode: .readOnly, on: other) }
    let reader = try Connection(path: "b.db", mode: .readOnly, on: other)
    #expect(throws: StoreError.readOnly(path: "b.db")) { try reader.execute("DELETE FROM t") }
  }
}
