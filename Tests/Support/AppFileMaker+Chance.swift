import Store
import Vocabulary

extension AppFileMaker {
  private static let values = [
    "NULL", "-1", "0", "7", "1.5", "9e300", "9223372036854775807", "1775030400", "'x'", "''",
    "' '", "x''", "x'00ff'", "x'31'", "char(0)", "'a' || char(0)", "'genesis_1:3'",
    "'Genesis 1:3'", "'genesis 1:3'", "'joel 4:1'", "'[\"a\",\"b\"]'", "'[1,\"\\u0000\"]'",
    "'{}'", "'[{\"day\":1}]'", "'2026-02-30'", "'2026-02-03 04:05:06'", "'2026-02-03'", "'1'",
    "'-0'", "'1e3'", "'promises'", "'11111111-2222-4333-8444-555555555555'", "'user_notes'",
    "printf('%.9000c', 'w')", "'é😀'", "'|'",
  ]

  /// Writes chance into every column, wherever the app's own rules let it.
  package static func scramble(_ path: String, seed: UInt64) throws {
    let dice = SeededSurroundings(seed: seed)
    func pick<T>(_ items: [T]) -> T { items[Int(dice.random() % UInt64(items.count))] }
    let connection = try Connection(path: path)
    try connection.execute("PRAGMA foreign_keys = OFF")
    let tables = try counts(path).keys.sorted().filter { $0 != "_migrations" }
    try connection.transaction {
      for table in tables {
        let columns = try connection.all("SELECT name FROM pragma_table_info(?1)", .text(table)) {
          $0.text(0)
        }
        for _ in 0..<12 {
          let row = "rowid = (SELECT rowid FROM \(table) LIMIT 1 OFFSET \(dice.random() % 20))"
          // A rule of the app's that the value breaks keeps it out.
          do {
            try connection.execute(
              "UPDATE \(table) SET \(pick(columns)) = \(pick(Self.values)) WHERE \(row)")
          } catch StoreError.constraint { continue } catch StoreError.sql { continue }
        }
      }
    }
  }
}
