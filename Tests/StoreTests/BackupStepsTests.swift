import Glibc
import Store
import Testing

/// A copy of many pages, made step by step.
@Suite final class BackupStepsTests {
  private let folder: String

  init() throws {
    var template = Array("/tmp/lectern-backup-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in ["a.db", "a.db-wal", "a.db-shm", "b.db", "b.db-wal", "b.db-shm"] {
      unlink("\(folder)/\(name)")
    }
    rmdir(folder)
  }

  @Test func `it tells how far it is, and what others write meanwhile is not in it`() throws {
    let writer = try Connection(path: "\(folder)/a.db")
    try writer.useWriteAheadLog()
    try writer.execute(
      """
      CREATE TABLE t(a);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO t SELECT randomblob(3000) FROM n
      """)
    let file = open("\(folder)/b.db", O_CREAT | O_WRONLY, 0o600)
    close(file)
    var told: [(done: Int, total: Int)] = []
    var problem: (any Error)?
    try Connection(path: "\(folder)/a.db", mode: .readOnly).backUp(to: "\(folder)/b.db") {
      told.append(($0, $1))
      // A copy that begins anew with each of them would have no end.
      guard told.count < 20 else { return }
      do { try writer.execute("INSERT INTO t VALUES('later')") } catch { problem = error }
    }
    #expect(problem == nil)
    #expect(told.count >= 3 && told.count < 20)
    #expect(
      told.map(\.done) == told.map(\.done).sorted() && told.allSatisfy { $0.done <= $0.total })
    let copy = try Connection(path: "\(folder)/b.db")
    #expect(try copy.first("SELECT count(*) FROM t") { $0.integer(0) } == 5000)
    #expect(
      try writer.first("SELECT count(*) FROM t") { $0.integer(0) } == 5000 + Int64(told.count))
  }
}
