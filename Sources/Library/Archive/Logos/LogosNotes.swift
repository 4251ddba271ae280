import Store
import Vocabulary

/// The notes in Logos' own database of notes, `notestool.db`, which is only read.
final class LogosNotes: ImportSource {
  private let connection: Connection
  private let statement: Statement
  private(set) var done = 0
  let total: Int

  /// Nil where the database holds no such notes.
  init?(path: String) throws {
    connection = try Connection(path: path, mode: .readOnly)
    let columns = Set(
      try connection.all("SELECT name FROM pragma_table_info('Notes')") { $0.text(0) })
    guard columns.isSuperset(of: ["NoteId", "ExternalId", "ContentRichText", "AnchorsJson"]) else {
      return nil
    }
    total = Int(try connection.first("SELECT count(*) FROM Notes") { $0.integer(0) } ?? 0)
    let hasNotebooks =
      try connection.first(
        "SELECT 1 FROM sqlite_schema WHERE name = 'Notebooks'"
      ) { _ in true } ?? false
    func column(_ name: String, or other: String) -> String {
      columns.contains(name) ? "n.\(name)" : other
    }
    let book =
      hasNotebooks && columns.contains("NotebookExternalId")
      ? "(SELECT Title FROM Notebooks AS b WHERE b.ExternalId = n.NotebookExternalId)" : "NULL"
    statement = try connection.prepare(
      """
      SELECT n.NoteId, n.ExternalId, n.ContentRichText, n.AnchorsJson,
        \(column("TagsJson", or: "NULL")), \(book), \(column("CreatedDate", or: "NULL")),
        \(column("ModifiedDate", or: "NULL")),
        \(column("IsDeleted", or: "0")) OR \(column("IsTrashed", or: "0"))
      FROM Notes AS n ORDER BY n.NoteId
      """)
  }

  func next() throws -> ImportItem? {
    guard try statement.step() else { return nil }
    done += 1
    let place = ImportPlace.record(statement.integer(0))
    let text = LogosText.plain(statement.text(2))
    let words = ImportReport.shortened(text)
    if statement.integer(8) != 0 {
      return .damaged(place, reason: "it was deleted in Logos", words: words)
    }
    var record = ForeignRecord(place)
    let passages = LogosText.passages(statement.text(3))
    guard let first = passages.first else {
      return .damaged(place, reason: "it stands at no passage of the Bible", words: words)
    }
    guard !text.isEmpty else {
      return .damaged(place, reason: "it is a highlight without text", words: first)
    }
    record.kind = .note
    record.reference = first
    record.problem = LogosText.problem(first)
    if passages.count > 1 {
      record.remarks.append("it also stands at \(passages.dropFirst().joined(separator: ", "))")
    }
    record.key = "logos \(statement.text(1))"
    record.text = text
    record.tags = LogosText.tags(statement.text(4))
    record.collection = statement.optionalText(5)
    record.created = OldRow.time(statement.text(6))
    record.updated = OldRow.time(statement.text(7))
    return .record(record)
  }
}
