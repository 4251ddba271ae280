package import ChangeQueue
import Schema
import Store
import Vocabulary

/// Takes what a file holds into the library: an export of Lectern or the app, or what another
/// program wrote.
///
/// Rows are no edits of anybody: they have the stamps that they were written with, or that their
/// times give, so that what is newer here stays. Their names are those that they have on all
/// devices, or follow from what they are, so that nothing is there twice.
/// Why in pieces: 100,000 rows in one transaction would keep others waiting. What an interrupted
/// import took stays, and the next one finds it.
package struct LibraryImport {
  private let database: UserDatabase

  /// Into that library.
  package init(_ database: UserDatabase) { self.database = database }

  /// How far an import has come.
  package struct Step: Sendable, Hashable {
    /// What was read. Unit: bytes, files or records.
    package let done: Int
    /// What there is to read.
    package let total: Int
    /// Whether all before it is committed.
    package let isCommitted: Bool
  }

  /// Reads what is at a path, a file or a folder, and takes what it holds.
  ///
  /// - Parameters:
  ///   - form: what it must be; nil where that is to be seen from its content.
  ///   - isDryRun: changes nothing, and reports the same.
  ///   - note: is told of each piece that was not taken, or not as it stood.
  ///   - tell: is told how far it is.
  ///
  /// Errors: `ImportError` where the file as a whole is none; what is wrong with a row is in the
  /// report.
  package func run(
    _ path: String, as form: ImportForm? = nil, isDryRun: Bool = false,
    note: (ImportReport.Line) throws -> Void = { _ in },
    tell: (Step) throws -> Void = { _ in }
  ) throws -> ImportReport {
    let now = try database.now()
    let found = try ImportRecognition(path, database.catalog, now: now).source(form)
    var take = try ImportPass(
      found.source, form: found.form, database: database, now: now)
    if isDryRun {
      try undone {
        while try take.piece(note) { try tell(take.step(isCommitted: false)) }
      }
    } else {
      while try database.writeMuch({ try database.apply { try take.piece(note) } }) {
        try tell(take.step(isCommitted: true))
      }
    }
    return take.report
  }

  private struct Undone: Error {}

  /// Runs a write of which nothing stays.
  private func undone(_ body: () throws -> Void) throws {
    do {
      try database.writeMuch {
        try database.apply(body)
        throw Undone()
      }
    } catch is Undone {}
  }
}

/// One way through a file.
private struct ImportPass {
  private(set) var report: ImportReport
  private let source: any ImportSource
  private let rows: ImportedRows
  private let foreign: ForeignRows

  init(
    _ source: any ImportSource, form: ImportForm, database: UserDatabase, now: Instant
  ) throws {
    self.source = source
    report = ImportReport(form: form)
    rows = try ImportedRows(database, now: now)
    foreign = ForeignRows(database, now: now)
  }

  func step(isCommitted: Bool) -> LibraryImport.Step {
    LibraryImport.Step(done: source.done, total: source.total, isCommitted: isCommitted)
  }

  /// Takes the next rows. False at the end.
  mutating func piece(_ note: (ImportReport.Line) throws -> Void) throws -> Bool {
    for _ in 0..<Limits.importPiece {
      guard let item = try source.next() else {
        try rows.endPiece()
        return false
      }
      try take(item, note)
    }
    try rows.endPiece()
    return true
  }

  private mutating func take(
    _ item: ImportItem, _ note: (ImportReport.Line) throws -> Void
  ) throws {
    switch item {
    case .row(let row): try take(row, note)
    case .record(let record):
      do {
        for row in try foreign.rows(of: record) { try take(row, note) }
      } catch let refusal as ForeignRows.Refusal {
        try skip(
          record.place, Self.table(of: record), record.words, refusal.reason, note)
      }
    case .damaged(let place, let reason, let words):
      try skip(place, nil, words, reason, note)
    }
  }

  private static func table(of record: ForeignRecord) -> String {
    switch record.fittingKind {
    case .note: "user_notes"
    case .highlight: "verse_highlights"
    case .bookmark: "bookmarks"
    }
  }

  private mutating func take(
    _ row: ArchiveRow, _ note: (ImportReport.Line) throws -> Void
  ) throws {
    var row = row
    let outcome = try rows.take(&row)
    switch outcome {
    case .taken: report.count(row.table.name, \.taken)
    case .changed: report.count(row.table.name, \.changed)
    case .here: report.count(row.table.name, \.here)
    case .skipped(let reason): return try skip(row.place, row.table.name, row.words, reason, note)
    }
    if outcome == .here || row.remarks.isEmpty { return }
    try add(
      ImportReport.Line(
        place: row.place, table: row.table.name, words: row.words,
        reason: row.remarks.joined(separator: "; "), isTaken: true), note)
  }

  private mutating func skip(
    _ place: ImportPlace, _ table: String?, _ words: String, _ reason: String,
    _ note: (ImportReport.Line) throws -> Void
  ) throws {
    report.count(table ?? "", \.skipped)
    try add(
      ImportReport.Line(place: place, table: table, words: words, reason: reason, isTaken: false),
      note)
  }

  private mutating func add(
    _ line: ImportReport.Line, _ note: (ImportReport.Line) throws -> Void
  ) throws {
    report.add(line, most: Limits.reportedRows)
    try note(line)
  }
}
