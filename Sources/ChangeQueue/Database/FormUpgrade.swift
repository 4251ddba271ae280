import Schema
import Store

/// Brings a file that an earlier Lectern made into the form of a new one, in one transaction.
///
/// What is missing is made, and what is made otherwise is made anew with its rows. Indexes of full
/// text begin empty: they hold nothing that the rows do not.
struct FormUpgrade {
  private static let former = "lectern_former"

  private let connection: Connection
  private let catalog: Catalog

  init(_ connection: Connection, _ catalog: Catalog) {
    self.connection = connection
    self.catalog = catalog
  }

  /// `added` is told, in the same transaction, which columns each table that travels has got.
  func run(_ added: (SyncedTable, Set<String>) throws -> Void) throws {
    let form = try LocalForm(catalog)
    // Tables are moved and made anew under one name: references go on meaning that name.
    try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON")
    try connection.transaction {
      // Another process may have been faster.
      let version = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
      guard version < catalog.fileVersion else { return }
      try removeWhatFollows()
      let before = try columnsThatTravel()
      try remake(form)
      for (table, columns) in try columnsThatTravel() {
        let new = columns.subtracting(before[table] ?? columns)
        if !new.isEmpty { try added(table, new) }
      }
      try connection.execute("PRAGMA user_version = \(catalog.fileVersion)")
    }
    try connection.execute("PRAGMA foreign_keys = ON; PRAGMA legacy_alter_table = OFF")
  }

  /// Of the tables that are there.
  private func columnsThatTravel() throws(StoreError) -> [SyncedTable: Set<String>] {
    var found: [SyncedTable: Set<String>] = [:]
    for table in catalog.tables {
      let known = Set(table.columns.map(\.name)).intersection(try columns(of: table.name))
      if !known.isEmpty { found[table] = known }
    }
    return found
  }

  private func parts() throws(StoreError) -> [LocalForm.Part] {
    try LocalForm.parts(of: connection, catalog)
  }

  /// Triggers and full text follow from the tables. A trigger that a person made is left alone.
  private func removeWhatFollows() throws(StoreError) {
    let indexes = catalog.tables.compactMap(\.fullText?.index)
    let names = catalog.tables.map(\.name) + indexes
    for part in try parts().reversed() {
      switch part.kind {
      case "trigger" where names.contains { part.name.hasPrefix("\($0)_") }:
        try connection.execute("DROP TRIGGER \(part.name)")
      case "table" where indexes.contains { part.name == $0 || part.name.hasPrefix("\($0)_") }:
        try connection.execute("DROP TABLE \(part.name)")
      case "view" where indexes.contains { part.name.hasPrefix("\($0)_") }:
        try connection.execute("DROP VIEW \(part.name)")
      default: break
      }
    }
  }

  private func remake(_ form: LocalForm) throws(StoreError) {
    let indexes = catalog.tables.compactMap(\.fullText?.index)
    for part in form.parts where part.kind == "table" {
      guard !indexes.contains(where: { part.name == $0 || part.name.hasPrefix("\($0)_") }) else {
        continue
      }
      let known = try parts().first { $0.kind == "table" && $0.name == part.name }
      if known == nil {
        try connection.execute(part.sql)
      } else if known != part {
        try remakeTable(part)
      }
    }
    for move in catalog.tables.compactMap(\.stayingMove) { try connection.execute(move) }
    try connection.execute(catalog.fullTextSchema)
    for part in form.parts where part.kind == "index" || part.kind == "trigger" {
      let known = try parts().first { $0.kind == part.kind && $0.name == part.name }
      guard known != part else { continue }
      if known != nil { try connection.execute("DROP \(part.kind) \(part.name)") }
      try connection.execute(part.sql)
    }
  }

  private func remakeTable(_ part: LocalForm.Part) throws(StoreError) {
    let former = Self.former
    try connection.execute("ALTER TABLE \(part.name) RENAME TO \(former)")
    try connection.execute(part.sql)
    let new = try columns(of: part.name)
    let both = try columns(of: former).filter(new.contains).joined(separator: ", ")
    try connection.execute("INSERT INTO \(part.name)(\(both)) SELECT \(both) FROM \(former)")
    let last = try connection.first("SELECT seq FROM sqlite_sequence WHERE name = '\(former)'") {
      $0.integer(0)
    }
    try connection.execute("DROP TABLE \(former)")
    if let last { try keepIDs(of: part.name, upTo: last) }
  }

  /// Ids that were given once are not given again, although their rows went.
  private func keepIDs(of table: String, upTo last: Int64) throws(StoreError) {
    try connection.run("DELETE FROM sqlite_sequence WHERE name = ?1", .text(table))
    try connection.run(
      "INSERT INTO sqlite_sequence(name, seq) VALUES(?1, ?2)", .text(table), .integer(last))
  }

  /// Those that hold something: a generated one follows from them.
  private func columns(of table: String) throws(StoreError) -> [String] {
    try connection.all("SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0", .text(table)) {
      $0.text(0)
    }
  }
}
