import Schema
import Store
import Vocabulary

/// Takes the rows of an old file into our tables, one table after the other, and counts them.
///
/// Ids and stamps follow from the file alone, so two devices that take copies of one file hold the
/// same rows.
final class AppTaker {
  /// What becomes of an old row.
  enum Outcome {
    case taken
    case joined
    /// It says nothing.
    case idle
    /// No table of ours can hold it; the reason follows.
    case kept(String)
  }

  let connection: Connection
  let catalog: Catalog
  let now: Instant
  let writer: UpgradedRows
  let old: OldTables
  private(set) var report: AppUpgradeReport
  /// Names of rows, by the app's id of them; see `AppTaker+Notes`.
  var notes: [String: RecordID] = [:]
  var collections: [String: RecordID] = [:]
  var highlightCollections: [String: RecordID] = [:]
  /// Our ids of them, by the app's.
  var sessions: [String: Int64] = [:]
  /// What is read on the days of plans, by their ids.
  var plans: [String: [[Reference]]] = [:]

  init(
    _ connection: Connection, _ catalog: Catalog, _ old: OldTables, now: Instant,
    report: AppUpgradeReport
  ) {
    self.connection = connection
    self.catalog = catalog
    self.old = old
    self.now = now
    self.report = report
    writer = UpgradedRows(connection, catalog)
  }

  func takeAll() throws {
    try takeNotes()
    try takeMarks()
    try takeReading()
    try takePlans()
    try takePreferences()
    try takeLocalRows()
    try takeQueue()
    for name in old.tables.keys.sorted() where report.counts[name] == nil {
      try take(name) { _ in .kept("no table of Lectern's holds such rows") }
    }
    try writer.noteHighWater()
    report.untouched = old.untouched
  }

  func table(_ name: String) -> SyncedTable {
    guard let table = catalog[name] else { preconditionFailure("the catalog has no \(name)") }
    return table
  }

  /// Takes each row of a table; of a table that this version does not have, none.
  func take(_ name: String, _ body: (inout OldRow) throws -> Outcome) throws {
    guard let table = old.tables[name] else { return }
    // A row whose id is no number takes one that no row ever had.
    if AppTables.withOwnIDs.contains(name) { try old.keepIDs(of: name) }
    var count = AppUpgradeReport.Count()
    let unknown = AppTables.unknownColumns(of: table)
    try table.forEach(on: connection) { row in
      count.found += 1
      let outcome: Outcome
      do { outcome = try body(&row) } catch StoreError.constraint(let reason, _) {
        outcome = .kept(reason)
      } catch StoreError.idsExhausted(let table) {
        outcome = .kept("\(table) has no id left for it")
      }
      for column in unknown where row.value(column) != .null {
        row.note("\(column) is no column of Lectern's")
      }
      switch outcome {
      case .taken: count.taken += 1
      case .joined: count.joined += 1
      case .idle: count.idle += 1
      case .kept(let reason):
        count.kept += 1
        row.note(reason)
      }
      if !row.problems.isEmpty { try keep(row) }
    }
    report.counts[name] = count
  }

  /// Keeps the row as it was, with the reasons.
  private func keep(_ row: OldRow) throws {
    report.leftovers += 1
    try connection.run(
      "INSERT INTO leftovers(table_name, reason, row_json) VALUES(?1, ?2, ?3)",
      .text(row.table.name), .text(row.problems.joined(separator: "; ")), .text(row.json))
  }

  /// The reference of a row, in our spelling; nil for an empty one.
  func reference(_ row: inout OldRow, _ column: String = "verse_ref") -> String? {
    guard let written = row.text(column), !written.isEmpty else { return nil }
    let reference = OldReference(written)
    if !reference.isKnown { noteUnknownReference() }
    return reference.text
  }

  /// Counts a reference that is no passage of the canon.
  func noteUnknownReference() { report.unknownReferences += 1 }

  /// Counts a row that came from a table which stays as it is.
  func noteAlsoTaken(_ outcome: Outcome, in table: String) {
    if case .taken = outcome { report.alsoTaken[table, default: 0] += 1 }
  }

  /// The id that a row keeps; nil, and noted, where it has none that can be kept.
  func ownID(_ row: inout OldRow, in known: [String: RecordID]) -> Int64? {
    guard let key = row.key("id") else {
      row.note("it has no id")
      return nil
    }
    guard known[key] == nil else {
      row.note("its id is another's")
      return nil
    }
    return row.integer("id")
  }

  /// When a row was deleted, for its stamp.
  func stamp(_ time: Instant) -> Stamp { ArchiveRow.stamp(time, now: now) }
}
