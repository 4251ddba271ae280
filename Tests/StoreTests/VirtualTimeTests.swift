import Store
import Testing
import Vocabulary

/// Time and chance of SQL where the surroundings are made up.
@Suite struct VirtualTimeTests {
  private let surroundings = SeededSurroundings(
    seed: 7, start: Instant(milliseconds: 1_767_225_600_123))

  private func connection() throws -> Connection {
    try Connection(path: ":memory:", surroundings: surroundings)
  }

  private func text(_ sql: String, _ connection: Connection) throws -> String? {
    try connection.first(sql) { $0.text(0) }
  }

  @Test func `now is the virtual clock's, in defaults and triggers too`() throws {
    let connection = try connection()
    try connection.execute(
      """
      CREATE TABLE t(a, at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')));
      CREATE TABLE log(at);
      CREATE TRIGGER noted AFTER INSERT ON t BEGIN INSERT INTO log VALUES(CURRENT_TIMESTAMP); END;
      """)
    surroundings.advance(.seconds(3600))
    try connection.execute("INSERT INTO t(a) VALUES(1)")
    #expect(try text("SELECT at FROM t", connection) == "2026-01-01T01:00:00.123Z")
    #expect(try text("SELECT at FROM log", connection) == "2026-01-01 01:00:00")
  }

  @Test func `random numbers and blobs follow the seed`() throws {
    let draw = "SELECT random() || hex(randomblob(9)) || hex(randomblob(-1))"
    let one = try text(
      draw, Connection(path: ":memory:", surroundings: SeededSurroundings(seed: 1)))
    let same = try text(
      draw, Connection(path: ":memory:", surroundings: SeededSurroundings(seed: 1)))
    let other = try text(
      draw, Connection(path: ":memory:", surroundings: SeededSurroundings(seed: 2)))
    #expect(one == same)
    #expect(one != other)
    #expect(throws: StoreError.self) { try text("SELECT randomblob(1 << 40)", connection()) }
  }

  @Test func `two connections have a clock each, and the machine's stays`() throws {
    let one = try connection()
    let early = SeededSurroundings(seed: 1, start: Instant(milliseconds: 0))
    let other = try Connection(path: ":memory:", surroundings: early)
    let usual = try Connection(path: ":memory:", surroundings: MachineSurroundings())
    #expect(try text("SELECT date('now')", one) == "2026-01-01")
    #expect(try text("SELECT date('now')", other) == "1970-01-01")
    let unknown = try text("SELECT date('now')", usual)
    #expect(unknown != "2026-01-01" && unknown != "1970-01-01")
  }

  @Test func `a big sort, which needs a temporary file, works`() throws {
    let connection = try connection()
    try connection.execute("PRAGMA temp_store = 1; PRAGMA cache_size = 10;")
    let last = try connection.first(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT max(i) FROM (SELECT i, hex(zeroblob(200)) || i AS w FROM n ORDER BY w LIMIT 19999)
      """
    ) { $0.integer(0) }
    #expect(last == 20000)
  }
}
