import Schema
import Store
import Vocabulary

/// A note as it was when it was read.
package struct Note: Sendable, Hashable, Identifiable {
  package let id: Int64
  /// The stored form of its reference: `john 3:16`.
  package let ref: String
  package let text: String
  /// Sorted by their bytes, each once.
  package let tags: [String]
  /// The collection it is in; nil for none, and for one that is deleted.
  package let collection: Int64?
  /// Times are ISO 8601 in UTC with milliseconds, as they are stored.
  package let createdAt: String
  package let updatedAt: String
  /// Nil for a living note.
  package let deletedAt: String?
  /// Its name on every device and in the cloud.
  package let cloudID: String
}

extension Note {
  /// What `init(_:)` reads, in its order; the table's alias is `row`.
  static let columns = """
    row.id, row.verse_ref, row.note_text, row.tags_json, \
    (SELECT c.id FROM study_collections AS c \
    WHERE c.id = row.collection_id AND c.deleted_at IS NULL), \
    row.created_at, row.updated_at, row.deleted_at, row.cloud_id
    """

  init(_ row: Statement) {
    id = row.integer(0)
    ref = row.text(1)
    text = row.text(2)
    tags = TagList.read(row.utf8(3))
    collection = row.optionalInteger(4)
    createdAt = row.text(5)
    updatedAt = row.text(6)
    deletedAt = row.optionalText(7)
    cloudID = row.text(8)
  }
}

/// The tags of a note as they are stored: a JSON list.
enum TagList {
  /// The tags of a stored list. What is no list of texts holds no tags.
  static func read(_ json: UnsafeBufferPointer<UInt8>) -> [String] {
    if json.count <= 2 { return [] }
    do {
      return try JSONValue(parsing: json).array?.compactMap(\.string) ?? []
    } catch {
      return []
    }
  }

  /// The stored form: sorted, each once.
  static func json(_ tags: [String]) -> String {
    tags.isEmpty ? "[]" : JSONValue.array(sortedSet(tags).map(JSONValue.string)).text
  }

  static func check(_ tags: [String]) throws(LibraryError) {
    for tag in tags { try TextRule.check(tag, "tag") }
  }
}
