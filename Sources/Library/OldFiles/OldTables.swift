import Store
import Vocabulary

/// The tables of an old file whose names our form needs, moved out of its way.
struct OldTables {
  private static let prefix = "lectern_old_"

  private let connection: Connection
  /// By the names that the app gave them.
  let tables: [String: OldTable]
  /// The tables that are the app's alone, which stay as they are.
  let untouched: [String]

  init(on connection: Connection, replacing names: Set<String>) throws(StoreError) {
    self.connection = connection
    var tables: [String: OldTable] = [:]
    // Its index of full text may be behind the rows, or broken: ours is made of the rows.
    try connection.execute("DROP TABLE IF EXISTS notes_fts")
    let found = try connection.all(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY name
      """
    ) { $0.text(0) }
    for name in found where names.contains(name) {
      try connection.execute("ALTER TABLE \(name) RENAME TO \(Self.prefix)\(name)")
      tables[name] = try OldTable(name, storedAs: Self.prefix + name, on: connection)
    }
    self.tables = tables
    untouched = found.filter { !names.contains($0) }
  }

  /// Ids that were given once are not given again, although their rows went.
  func keepIDs(of table: String) throws(StoreError) {
    guard tables[table]?.places["id"] != nil else { return }
    let old = SQLValue.text(Self.prefix + table)
    let greatest = "SELECT max(id) FROM \(Self.prefix)\(table) WHERE typeof(id) = 'integer'"
    try connection.run(
      """
      INSERT INTO sqlite_sequence(name, seq) SELECT ?1, 0
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)
      """, .text(table))
    try connection.run(
      """
      UPDATE sqlite_sequence SET seq =
        max(seq, coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?2), 0),
          coalesce((\(greatest)), 0)) WHERE name = ?1
      """, .text(table), old)
  }

  /// A table that is the app's alone, if it is there.
  func untouched(_ name: String) throws(StoreError) -> OldTable? {
    untouched.contains(name) ? try OldTable(name, storedAs: name, on: connection) : nil
  }

  func drop() throws(StoreError) {
    for name in tables.keys.sorted() { try connection.execute("DROP TABLE \(Self.prefix)\(name)") }
  }
}

/// One of the app's tables.
struct OldTable {
  /// As the app calls it.
  let name: String
  /// Of each column, its place in a row.
  let places: [String: Int]
  /// The columns in the order they are read.
  let columns: [String]
  private let storedName: String

  /// A list of the app's own export, whose rows have these columns.
  init(_ name: String, columns: [String]) {
    self.name = name
    self.columns = columns
    storedName = name
    places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
  }

  init(_ name: String, storedAs storedName: String, on connection: Connection) throws(StoreError) {
    self.name = name
    self.storedName = storedName
    columns = try connection.all("SELECT name FROM pragma_table_info(?1)", .text(storedName)) {
      $0.text(0)
    }
    places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
  }

  /// Shows the rows, living ones first, each in the order it was written.
  func forEach(on connection: Connection, _ body: (inout OldRow) throws -> Void) throws {
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let order = places["deleted_at"] == nil ? "" : "deleted_at IS NOT NULL, "
    let statement = try connection.prepare(
      "SELECT \(names) FROM \(storedName) ORDER BY \(order)rowid")
    while try statement.step() {
      var row = OldRow(table: self, values: columns.indices.map { Self.value(statement, $0) })
      try body(&row)
    }
  }

  /// Text that is no UTF-8 is taken as its bytes.
  private static func value(_ row: Statement, _ column: Int) -> SQLValue {
    let value = row.value(column)
    guard value.text != nil, String(validating: row.utf8(column), as: UTF8.self) == nil
    else { return value }
    return .blob(Array(row.utf8(column)))
  }
}
