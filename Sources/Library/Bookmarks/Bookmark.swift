import Store

/// A bookmark as it was when it was read.
package struct Bookmark: Sendable, Hashable, Identifiable {
  /// Its id on this device.
  package let id: Int64
  /// The stored form of the passage: `john 3:16`.
  package let ref: String
  /// A few words of its own; nil for none.
  package let label: String?
  /// UTC, to the millisecond.
  package let createdAt: String
  /// UTC, to the millisecond.
  package let updatedAt: String
  /// Nil for a living bookmark.
  package let deletedAt: String?
  /// The name it has in the cloud and on other devices.
  package let cloudID: String
}

extension Bookmark: LibraryRow {
  static let noun = LibraryNoun.bookmark
  static let columns = """
    row.id, row.verse_ref, row.label, row.created_at, row.updated_at, row.deleted_at, row.cloud_id
    """

  init(_ row: Statement) {
    id = row.integer(0)
    ref = row.text(1)
    label = row.optionalText(2)
    createdAt = row.text(3)
    updatedAt = row.text(4)
    deletedAt = row.optionalText(5)
    cloudID = row.text(6)
  }
}

/// Which bookmarks to list. Each field that is given must hold.
package struct BookmarkFilter: Sendable {
  /// The part of the canon they lie in.
  package var passage = PassageFilter()
  /// True lists deleted bookmarks, and only them.
  package var isDeleted = false
  /// At most so many.
  package var limit: Int64?
  /// How they are sorted.
  package var order = BookmarkOrder.verse

  package init() {}
}

/// In which order bookmarks are listed.
package enum BookmarkOrder: String, Sendable, CaseIterable {
  /// As the Bible runs; of one passage the latest made first.
  case verse
  /// The latest made first.
  case created

  var clause: String {
    switch self {
    case .verse: "ORDER BY \(PlaceStatements.place), row.created_at DESC, row.id DESC"
    case .created: "ORDER BY row.created_at DESC, row.id DESC"
    }
  }
}
