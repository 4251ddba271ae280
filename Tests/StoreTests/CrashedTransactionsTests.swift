import Store
import Testing
import Vocabulary

/// What is left of transactions after crashes at every sort of moment.
@Suite struct CrashedTransactionsTests {
  /// How a file is written, and whether a commit that has returned was synced.
  enum Form: String, CaseIterable {
    case log = "WAL; PRAGMA synchronous = NORMAL"
    case syncedLog = "WAL; PRAGMA synchronous = FULL"
    case journal = "DELETE; PRAGMA synchronous = EXTRA"
    case truncated = "TRUNCATE; PRAGMA synchronous = FULL"

    var isSynced: Bool { self != .log }
  }

  /// One file that is written until its disk fails.
  private struct Run {
    let disk = MemoryDisk()
    let dice: SeededSurroundings
    let form: Form
    /// What the table held after each commit, and after the one that failed.
    var states = [""]
    /// How many commits have returned, and how many of them nothing can lose.
    var committed = 0
    var safe = 0

    init(_ form: Form, seed: UInt64) {
      self.form = form
      dice = SeededSurroundings(seed: seed)
    }

    func draw(_ count: Int) -> Int { Int(dice.random() % UInt64(count)) }

    func open() throws -> Connection {
      let connection = try Connection(path: "a.db", on: disk)
      try connection.execute("PRAGMA journal_mode = \(form.rawValue)")
      return connection
    }

    func state(_ connection: Connection) throws -> String {
      try connection.first("SELECT coalesce(group_concat(id || ':' || substr(a, 1, 9)), '') FROM t")
      {
        $0.text(0)
      } ?? ""
    }

    mutating func write() throws {
      let connection = try open()
      try connection.execute(
        """
        PRAGMA page_size = \(512 << draw(4)); PRAGMA cache_size = \(3 + draw(30));
        PRAGMA wal_autocheckpoint = \(5 + draw(50));
        CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT); CREATE INDEX i ON t(a);
        """)
      disk.writeBack()
      disk.fail(at: 1 + draw(600))
      while committed < 500 {
        try connection.transaction {
          for _ in 0...draw(4) { try change(connection) }
          states.append(try state(connection))
        }
        committed += 1
        if form.isSynced { safe = committed }
        if draw(12) == 0 {
          try connection.execute("PRAGMA wal_checkpoint(\(draw(2) == 0 ? "PASSIVE" : "TRUNCATE"))")
          safe = committed
        }
      }
    }

    private func change(_ connection: Connection) throws {
      let text = "\(draw(1_000_000))-" + String(repeating: "x", count: draw(3_000))
      switch draw(5) {
      case 0: try connection.run("DELETE FROM t WHERE id % 7 = ?1", .integer(Int64(draw(7))))
      case 1:
        try connection.run(
          "UPDATE t SET a = ?1 WHERE id % 5 = ?2", .text(text), .integer(Int64(draw(5))))
      default: try connection.run("INSERT INTO t(a) VALUES(?1)", .text(text))
      }
    }

    /// Writes until the disk fails, begins anew, and answers which state is left.
    mutating func crash(_ end: (MemoryDisk, SeededSurroundings) -> Void) throws -> Int {
      do {
        try write()
        disk.fail(at: nil)
      } catch StoreError.down {}
      end(disk, dice)
      let connection = try open()
      #expect(try connection.all("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
      let left = try state(connection)
      let found = try #require(states.lastIndex(of: left), "seed=\(dice.seed) \(form): \(left)")
      // It can be written again.
      try connection.execute("INSERT INTO t(a) VALUES('after')")
      return found
    }
  }

  @Test(arguments: Form.allCases)
  func `without power a prefix of the commits is left, and every synced one`(form: Form) throws {
    var lost = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      var run = Run(form, seed: seed)
      let percent = [0, 30, 70, 100][Int(seed % 4)]
      let left = try run.crash { disk, dice in
        disk.crash(keeping: percent) { dice.random() }
      }
      #expect(left >= run.safe, "seed=\(seed) \(form) left \(left) of \(run.committed)")
      if left < run.committed { lost += 1 }
    }
    #expect(form.isSynced ? lost == 0 : lost > 10)
  }

  @Test(arguments: Form.allCases)
  func `every commit that returned outlives its program`(form: Form) throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      var run = Run(form, seed: seed)
      let left = try run.crash { disk, _ in disk.kill() }
      #expect(left >= run.committed, "seed=\(seed) \(form) left \(left) of \(run.committed)")
    }
  }
}
