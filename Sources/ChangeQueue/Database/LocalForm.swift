package import Schema
package import Store

/// What a file of ours consists of, as SQLite itself lists it: made in memory and read back.
package struct LocalForm {
  /// A table, index, view or trigger.
  package struct Part: Sendable, Hashable {
    /// What it is, in SQLite's word.
    package let kind: String
    /// Its name.
    package let name: String
    /// The statement that makes it.
    package let sql: String
  }

  /// In the order in which they are made. Tables that full text makes by itself are left out.
  package let parts: [Part]

  /// The names of all tables, views too.
  package var tableNames: Set<String> {
    Set(parts.lazy.filter { $0.kind == "table" || $0.kind == "view" }.map(\.name))
  }

  package init(_ catalog: Catalog) throws(StoreError) {
    let connection = try Connection(path: ":memory:")
    try connection.execute(catalog.localSchema)
    parts = try Self.parts(of: connection, catalog)
  }

  /// What a file consists of now.
  package static func parts(of connection: Connection, _ catalog: Catalog) throws(StoreError)
    -> [Part]
  {
    let indexes = catalog.tables.compactMap(\.fullText?.index)
    let hidden = Set(
      indexes.flatMap { index in
        ["data", "idx", "docsize", "config", "content"].map { "\(index)_\($0)" }
      })
    return try connection.all(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
    ) { Part(kind: $0.text(0), name: $0.text(1), sql: $0.text(2)) }
    .filter { part in
      !part.name.hasPrefix("sqlite_") && !(part.kind == "table" && hidden.contains(part.name))
    }
  }
}
