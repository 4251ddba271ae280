import Store

/// A highlighted verse as it was when it was read.
package struct Highlight: Sendable, Hashable, Identifiable {
  /// Its id on this device.
  package let id: Int64
  /// The stored form of the verse: `john 3:16`.
  package let ref: String
  /// A name of `HighlightColor`, unless another program wrote it.
  package let color: String
  /// The highlight collection it is in; nil for none, and for one that is deleted.
  package let collection: Int64?
  /// A few words of its own; nil for none.
  package let note: String?
  /// UTC, to the millisecond.
  package let createdAt: String
  /// UTC, to the millisecond.
  package let updatedAt: String
  /// Nil for a living highlight.
  package let deletedAt: String?
  /// The name it has in the cloud and on other devices.
  package let cloudID: String
}

extension Highlight: LibraryRow {
  static let noun = LibraryNoun.highlight
  static let columns = """
    row.id, row.verse_ref, row.color, (SELECT c.id FROM highlight_collections AS c \
    WHERE c.id = row.collection_id AND c.deleted_at IS NULL), row.note, \
    row.created_at, row.updated_at, row.deleted_at, row.cloud_id
    """

  init(_ row: Statement) {
    id = row.integer(0)
    ref = row.text(1)
    color = row.text(2)
    collection = row.optionalInteger(3)
    note = row.optionalText(4)
    createdAt = row.text(5)
    updatedAt = row.text(6)
    deletedAt = row.optionalText(7)
    cloudID = row.text(8)
  }
}

/// Which highlights to list. Each field that is given must hold.
package struct HighlightFilter: Sendable {
  /// The part of the canon they lie in.
  package var passage = PassageFilter()
  /// A name of `HighlightColor`.
  package var color: String?
  /// The id of the highlight collection they are in.
  package var collection: Int64?
  /// True lists deleted highlights, and only them.
  package var isDeleted = false
  /// At most so many.
  package var limit: Int64?
  /// How they are sorted.
  package var order = HighlightOrder.verse

  package init() {}
}

/// In which order highlights are listed.
package enum HighlightOrder: String, Sendable, CaseIterable {
  /// As the Bible runs.
  case verse
  /// The latest made first.
  case created
  /// The latest edited first.
  case updated

  var clause: String {
    switch self {
    case .verse: "ORDER BY \(PlaceStatements.place), row.id DESC"
    case .created: "ORDER BY row.created_at DESC, row.id DESC"
    case .updated: "ORDER BY row.updated_at DESC, row.id DESC"
    }
  }
}
