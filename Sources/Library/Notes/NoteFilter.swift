import ChangeQueue
import Store

/// Which notes to list. Each field that is given must hold.
package struct NoteFilter: Sendable {
  /// The part of the canon they lie in.
  package var passage = PassageFilter()
  /// Exactly this tag.
  package var tag: String?
  /// The id of the collection they are in.
  package var collection: Int64?
  /// A part of the text or of the stored reference; ASCII letters match in either case.
  package var text: String?
  /// True lists deleted notes, and only them.
  package var isDeleted = false
  /// At most so many.
  package var limit: Int64?
  /// How they are sorted.
  package var order = NoteOrder.verse

  package init() {}

  /// The conditions, for `user_notes`.
  func query(in database: UserDatabase, kept: PlaceStatements? = nil) throws -> RowQuery {
    var query = RowQuery(kept: kept)
    try passage.restrict(&query, table: "user_notes", in: database)
    query.add(isDeleted: isDeleted)
    if let tag {
      // The first condition is fast, the second exact.
      query.add("instr(row.tags_json, ?) > 0", [.text(TagList.json([tag]).dropBrackets)])
      query.add(
        "EXISTS (SELECT 1 FROM json_each(row.tags_json) WHERE value = ?)", [.text(tag)])
    }
    if let collection {
      try database.requireLiving(.collection, collection)
      query.add("row.collection_id = ?", [.integer(collection)])
    }
    if let text {
      let pattern = SQLValue.text(text.asLikePattern)
      query.add(
        #"(row.note_text LIKE ? ESCAPE '\' OR row.verse_ref LIKE ? ESCAPE '\')"#,
        [pattern, pattern])
    }
    return query
  }
}

/// In which order notes are listed.
package enum NoteOrder: String, Sendable, CaseIterable {
  /// As the Bible runs; of one verse the latest edited first.
  case verse
  /// The latest edited first.
  case updated
  /// The latest written first.
  case created

  var clause: String {
    switch self {
    case .verse: "ORDER BY \(PlaceStatements.place), row.updated_at DESC, row.id DESC"
    case .updated: "ORDER BY row.updated_at DESC, row.id DESC"
    case .created: "ORDER BY row.created_at DESC, row.id DESC"
    }
  }
}

extension String {
  fileprivate var dropBrackets: String { String(dropFirst().dropLast()) }

  /// A LIKE pattern for texts that hold this one, whatever signs are in it.
  var asLikePattern: String {
    var pattern = "%"
    for character in unicodeScalars {
      if character == "%" || character == "_" || character == "\\" { pattern += "\\" }
      pattern.unicodeScalars.append(character)
    }
    return pattern + "%"
  }
}
