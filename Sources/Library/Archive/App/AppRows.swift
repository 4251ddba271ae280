import Schema
import Store
import Vocabulary

/// The rows of the app's own export: notes, bookmarks, highlights and collections. They get the
/// names that an upgrade of the app's file gives them, so that the one and the other make one row.
///
/// The lists come in any order, and notes name collections by the app's numbers, so the collections
/// are read first.
final class AppRows: ImportSource {
  private let catalog: Catalog
  private let now: Instant
  private let path: String
  private var pieces: JSONPieces
  private var isReadingCollections = true
  private var collections: [String: RecordID] = [:]
  private var names = RowNames()

  var done: Int { isReadingCollections ? 0 : pieces.file.done }
  var total: Int { pieces.file.total }

  init(_ file: ImportedFile, _ catalog: Catalog, now: Instant) {
    self.catalog = catalog
    self.now = now
    path = file.path
    pieces = JSONPieces(file)
  }

  func next() throws -> ImportItem? {
    while let piece = try pieces.next() {
      guard (piece.list == "collections") == isReadingCollections else { continue }
      return item(piece)
    }
    guard isReadingCollections else { return nil }
    isReadingCollections = false
    pieces = JSONPieces(try ImportedFile(path))
    return try next()
  }

  private func item(_ piece: JSONPieces.Piece) -> ImportItem {
    let place = ImportPlace.line(piece.line)
    let words = LibraryRows.words(piece.bytes)
    if piece.isCut {
      return .damaged(place, reason: "it is longer than any row is", words: words)
    }
    do {
      guard let object = try JSONValue(parsing: piece.bytes).object else {
        return .damaged(place, reason: "it is no object", words: words)
      }
      var row = OldRow(
        table: OldTable(piece.list, columns: object.members.map(\.key)),
        values: object.members.map { SQLValue($0.value) })
      switch try taken(&row, of: piece.list, place) {
      case .success(var taken):
        taken.remarks += row.problems
        return .row(taken)
      case .failure(let refusal):
        return .damaged(place, reason: refusal.reason, words: words)
      }
    } catch let error as JSONError {
      return .damaged(
        place, reason: "it is no JSON from byte \(error.offset + 1) on: \(error.reason)",
        words: words)
    } catch {
      return .damaged(place, reason: "it cannot be read", words: words)
    }
  }

  private typealias Taken = Result<ArchiveRow, ForeignRows.Refusal>

  private func taken(
    _ row: inout OldRow, of list: String, _ place: ImportPlace
  ) throws -> Taken {
    switch list {
    case "collections": collection(&row, place)
    case "notes": note(&row, place)
    case "bookmarks": bookmark(&row, place)
    case "highlights": highlight(&row, place)
    default: .failure(ForeignRows.Refusal(reason: "the app has no list of \(list)"))
    }
  }

  private func collection(_ row: inout OldRow, _ place: ImportPlace) -> Taken {
    var name = row.text("name") ?? ""
    if name.isEmpty {
      row.note("it has no name")
      name = "Untitled"
    }
    let times = row.times(now: now)
    let id = names.name("study_collections", "", times.created.text, name)
    if let key = row.key("id"), collections[key] == nil { collections[key] = id }
    return taken(
      "study_collections", id, place, times,
      [
        ("name", .string(name)), ("description", .string(row.text("description") ?? "")),
        ("color", .string(row.text("color") ?? "#bfa050")),
      ])
  }

  private func note(_ row: inout OldRow, _ place: ImportPlace) -> Taken {
    guard let text = row.text("note_text"), !text.isEmpty else {
      return Self.none("it has no text")
    }
    guard let reference = reference(&row) else { return Self.none("it has no reference") }
    let times = row.times(now: now)
    var collection: JSONValue = .null
    if let key = row.key("collection_id") {
      collection = collections[key].map { .string($0.text) } ?? .null
      if collection == .null { row.note("its collection is not there") }
    }
    return taken(
      "user_notes", names.name("user_notes", reference, times.created.text, text), place, times,
      [
        ("verse_ref", .string(reference)), ("note_text", .string(text)),
        ("tags_json", .array(row.texts("tags_json").map(JSONValue.string))),
        ("collection_id", collection),
      ])
  }

  private func bookmark(_ row: inout OldRow, _ place: ImportPlace) -> Taken {
    guard let reference = reference(&row) else { return Self.none("it has no reference") }
    let label = row.text("label")
    let times = row.times(now: now)
    return taken(
      "bookmarks", names.name("bookmarks", reference, times.created.text, label ?? ""), place,
      times, [("verse_ref", .string(reference)), ("label", label.map { .string($0) } ?? .null)])
  }

  /// The export says nothing of a highlight's collection and note, so neither is touched.
  private func highlight(_ row: inout OldRow, _ place: ImportPlace) -> Taken {
    guard let color = row.text("color"), !color.isEmpty else {
      return Self.none("it has no colour")
    }
    guard let reference = reference(&row) else { return Self.none("it has no reference") }
    return taken(
      "verse_highlights", RecordID(table: "verse_highlights", key: reference), place,
      row.times(now: now), [("verse_ref", .string(reference)), ("color", .string(color))])
  }

  private func taken(
    _ table: String, _ id: RecordID, _ place: ImportPlace, _ times: OldRow.Times,
    _ values: [(String, JSONValue)]
  ) -> Taken {
    guard let table = catalog[table] else { return Self.none("this library has no \(table)") }
    return .success(
      ArchiveRow(
        place: place, table: table, id: id,
        stamped: StampedValues(
          values: JSONObject(values + [("created_at", .string(times.created.text))]),
          stamp: times.stamp)))
  }

  private static func none(_ reason: String) -> Taken {
    .failure(ForeignRows.Refusal(reason: reason))
  }

  private func reference(_ row: inout OldRow) -> String? {
    guard let written = row.text("verse_ref"), !written.isEmpty else { return nil }
    let reference = OldReference(written)
    if !reference.isKnown { row.note("it is kept as written, being none of the canon: \(written)") }
    return reference.text
  }
}
