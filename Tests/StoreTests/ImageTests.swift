import Store
import Testing

/// A database in memory as bytes, and back.
@Suite struct ImageTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES('[1,2]')")
  }

  private func items() throws -> [Int64] {
    try connection.all("SELECT e.value FROM t, json_each(t.a) AS e") { $0.integer(0) }
  }

  @Test func `an image takes the place of a database that has read lists`() throws {
    #expect(try items() == [1, 2])
    let image = try connection.image()
    try connection.execute("UPDATE t SET a = '[3]'; CREATE TABLE u(a)")
    #expect(try items() == [3])
    for _ in 0..<2 {
      try connection.replace(with: image)
      #expect(try items() == [1, 2])
      #expect(throws: StoreError.self) { try connection.execute("SELECT a FROM u") }
      try connection.execute("UPDATE t SET a = '[4]'")
      #expect(try items() == [4])
    }
  }
}
