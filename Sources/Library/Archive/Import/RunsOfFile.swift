import ChangeQueue
import Schema
import Store
import Vocabulary

/// Which run here the rows of a file belong to.
///
/// | the file's run | rows here in ours | then |
/// |---|---|---|
/// | earlier | any | its rows are over: it was begun anew here |
/// | the same | any | its rows join ours |
/// | later | none | it goes on here too |
/// | later | some | its rows join ours: nothing that was read here is forgotten for a file |
struct RunsOfFile {
  private struct Known {
    var here: Int64
    /// The file's, where that is a later one.
    var file: Int64
  }

  private let database: UserDatabase
  private var known: [String: Known] = [:]

  init(_ database: UserDatabase) { self.database = database }

  /// Puts the row into the run that goes on here. Nil where its own is over; else what is to be
  /// stored first, if anything.
  mutating func fit(_ row: inout ArchiveRow) throws -> ArchiveRow?? {
    if row.table.name == Catalog.runsTable {
      try fitRun(&row)
      return .some(nil)
    }
    guard let run = row.table.run else { return .some(nil) }
    let suffix = run.nameColumn.flatMap { row.stamped.values[$0]?.string } ?? ""
    let name = run.namePrefix + suffix
    let number = row.stamped.values[run.column]?.integer ?? 0
    let before = try known[name]?.here ?? currentRun(name).here
    let here = try place(name, number, of: [(row.table, suffix)])
    guard number >= here || known[name]?.file == number else { return nil }
    if here != number {
      row.stamped.values[run.column] = .integer(here)
      if let id = RowCheck.naturalID(row) { row.id = id }
    }
    return .some(here > before ? beginning(name, here) : nil)
  }

  /// A row that says itself which run goes on.
  private mutating func fitRun(_ row: inout ArchiveRow) throws {
    guard let name = row.stamped.values["name"]?.string,
      let number = row.stamped.values["run"]?.integer
    else { return }
    let tables = database.catalog.tables.compactMap { table -> (SyncedTable, String)? in
      guard let run = table.run, name.hasPrefix(run.namePrefix) else { return nil }
      let suffix = String(name.dropFirst(run.namePrefix.count))
      return run.nameColumn != nil || suffix.isEmpty ? (table, suffix) : nil
    }
    row.stamped.values["run"] = .integer(min(number, try place(name, number, of: tables)))
  }

  /// The run that goes on here, once a row of the file's run was seen.
  private mutating func place(
    _ name: String, _ number: Int64, of tables: [(SyncedTable, String)]
  ) throws -> Int64 {
    var run = try known[name] ?? currentRun(name)
    if number > run.here, number != run.file {
      run.file = number
      if try !tables.contains(where: { try hasRows($0.0, $0.1, in: run.here) }) {
        run.here = number
      }
    }
    known[name] = run
    return run.here
  }

  private func currentRun(_ name: String) throws -> Known {
    let here = try database.currentRun(name)
    return Known(here: here, file: here)
  }

  private func hasRows(_ table: SyncedTable, _ suffix: String, in number: Int64) throws -> Bool {
    guard let run = table.run else { return false }
    let condition = run.nameColumn.map { "\($0) = ?2" } ?? "?2 = ''"
    return try database.connection.first(
      """
      SELECT 1 FROM \(table.name)
      WHERE \(run.column) = ?1 AND \(condition) AND seq IS NOT -1 LIMIT 1
      """, .integer(number), .text(suffix)
    ) { _ in true } ?? false
  }

  private func beginning(_ name: String, _ number: Int64) -> ArchiveRow? {
    database.catalog[Catalog.runsTable].map { table in
      ArchiveRow(
        place: .line(0), table: table, id: RecordID(table: table.name, key: name),
        stamped: StampedValues(
          values: JSONObject([("name", .string(name)), ("run", .integer(number))]), stamp: .zero))
    }
  }
}
