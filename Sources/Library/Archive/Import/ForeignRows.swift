import ChangeQueue
import Schema
import Store
import Vocabulary

/// Makes rows of what other programs wrote. Their names follow from what they are, so that the same
/// file makes the same rows on every device, however often.
final class ForeignRows {
  /// Why a record makes no row.
  struct Refusal: Error { let reason: String }

  private let database: UserDatabase
  private let now: Instant
  private var names = RowNames()
  private var references: [String: Result<Reference, LibraryError>] = [:]
  /// By table and name.
  private var collections: [String: RecordID] = [:]

  init(_ database: UserDatabase, now: Instant) {
    self.database = database
    self.now = now
  }

  /// What a record becomes: perhaps a collection that is not here, then the row itself.
  ///
  /// Errors: `Refusal`.
  func rows(of record: ForeignRecord) throws -> [ArchiveRow] {
    if let problem = record.problem { throw Refusal(reason: problem) }
    return switch record.fittingKind {
    case .note: try note(record)
    case .highlight: try highlight(record)
    case .bookmark: [try bookmark(record)]
    }
  }

  private func note(_ record: ForeignRecord) throws -> [ArchiveRow] {
    let reference = try reference(record).text
    let tags = try refusing { () throws(LibraryError) in
      try TextRule.check(record.text, "text")
      return try TagList.checked(record.tags)
    }
    let table = try table("user_notes")
    let created = created(record)
    let key = record.key.isEmpty ? record.text : record.key
    var values = JSONObject([
      ("verse_ref", .string(reference)), ("note_text", .string(record.text)),
      ("tags_json", .array(sortedSet(tags).map(JSONValue.string))),
      ("created_at", .string((record.created ?? record.updated ?? now).text)),
    ])
    let rows = try collect(record, "study_collections", &values)
    let id = record.id ?? names.name(table.name, reference, created, key)
    return rows + [row(record, table, id, values)]
  }

  private func highlight(_ record: ForeignRecord) throws -> [ArchiveRow] {
    let reference = try reference(record)
    guard !reference.isChapter, !reference.isRange else {
      throw refusal(LibraryError.notAVerse(reference))
    }
    let table = try table("verse_highlights")
    let color = try refusing { () throws(LibraryError) in
      try HighlightColor.named(ImportedText.trimmed(record.color ?? ""))
    }
    var values = JSONObject([
      ("verse_ref", .string(reference.text)), ("color", .string(color.rawValue)),
      ("created_at", .string((record.created ?? record.updated ?? now).text)),
    ])
    if !record.text.isEmpty { values["note"] = .string(record.text) }
    let rows = try collect(record, "highlight_collections", &values)
    return rows + [row(record, table, RecordID(table: table.name, key: reference.text), values)]
  }

  private func bookmark(_ record: ForeignRecord) throws -> ArchiveRow {
    let reference = try reference(record).text
    let table = try table("bookmarks")
    let key = record.key.isEmpty ? record.label ?? "" : record.key
    var values = JSONObject([
      ("verse_ref", .string(reference)),
      ("created_at", .string((record.created ?? record.updated ?? now).text)),
    ])
    if let label = record.label, !label.isEmpty { values["label"] = .string(label) }
    let id = record.id ?? names.name(table.name, reference, created(record), key)
    return row(record, table, id, values)
  }

  private func row(
    _ record: ForeignRecord, _ table: SyncedTable, _ id: RecordID, _ values: JSONObject
  ) -> ArchiveRow {
    ArchiveRow(
      place: record.place, table: table, id: id,
      stamped: StampedValues(
        values: values, stamp: ArchiveRow.stamp(record.updated, record.created, now: now)),
      remarks: record.remarks)
  }

  /// What stands for its time in its name.
  private func created(_ record: ForeignRecord) -> String {
    (record.created ?? record.updated ?? Instant(milliseconds: 0)).text
  }

  /// Names the collection of a record in its values. Answers what is to be stored before.
  private func collect(
    _ record: ForeignRecord, _ table: String, _ values: inout JSONObject
  ) throws -> [ArchiveRow] {
    let name = ImportedText.trimmed(record.collection ?? "")
    guard !name.isEmpty else { return [] }
    let (id, row) = try collection(name, in: try self.table(table), record)
    values["collection_id"] = .string(id.text)
    return row.map { [$0] } ?? []
  }

  /// The collection of that name that lives here, else one that every device would make.
  private func collection(
    _ name: String, in table: SyncedTable, _ record: ForeignRecord
  ) throws -> (RecordID, ArchiveRow?) {
    let key = "\(table.name)|\(name)"
    if let known = collections[key] { return (known, nil) }
    try refusing { () throws(LibraryError) in try TextRule.checkName(name, "collection") }
    let living = try database.connection.first(
      """
      SELECT cloud_id FROM \(table.name) WHERE name = ?1 AND deleted_at IS NULL
      ORDER BY id LIMIT 1
      """, .text(name)
    ) { $0.text(0) }
    if let id = living.flatMap({ RecordID($0) }) {
      collections[key] = id
      return (id, nil)
    }
    var fresh = RowNames()
    let id = fresh.name(table.name, "", Instant(milliseconds: 0).text, name)
    collections[key] = id
    return (
      id,
      ArchiveRow(
        place: record.place, table: table, id: id,
        stamped: StampedValues(values: JSONObject([("name", .string(name))]), stamp: .zero))
    )
  }

  private func table(_ name: String) throws -> SyncedTable {
    guard let table = database.catalog[name] else {
      throw Refusal(reason: "this library has no \(name)")
    }
    return table
  }

  /// Files name the same passage again and again.
  private func reference(_ record: ForeignRecord) throws -> Reference {
    let written = ImportedText.trimmed(record.reference)
    if let known = references[written] {
      return try refusing { () throws(LibraryError) in try known.get() }
    }
    if references.count > 20_000 { references = [:] }
    let read = Result { () throws(LibraryError) in try OSISText.reference(written) }
    references[written] = read
    return try refusing { () throws(LibraryError) in try read.get() }
  }

  private func refusing<T>(_ body: () throws(LibraryError) -> T) throws -> T {
    do throws(LibraryError) { return try body() } catch { throw refusal(error) }
  }

  private func refusal(_ error: LibraryError) -> Refusal { Refusal(reason: error.description) }
}
