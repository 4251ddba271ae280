import Store

/// A bookmarked topic as it was when it was read.
package struct Topic: Sendable, Hashable, Identifiable {
  /// The id of the bookmark on this device.
  package let id: Int64
  /// What the app calls the topic: `original-sin`, `work_life_balance`.
  package let topic: String
  /// A name of `TopicType`, unless another program wrote it.
  package let type: String
  /// The topic's title when it was bookmarked; nil for not known.
  package let title: String?
  /// What it is about; nil for not known.
  package let summary: String?
  /// UTC, to the millisecond.
  package let bookmarkedAt: String
  /// UTC, to the millisecond.
  package let updatedAt: String
  /// Nil for a living bookmark.
  package let deletedAt: String?
  /// The name it has in the cloud and on other devices.
  package let cloudID: String
}

/// Who wrote a topic. The app has only official ones so far.
package enum TopicType: String, Sendable, CaseIterable {
  case official
  case community
}

extension Topic: LibraryRow {
  static let noun = LibraryNoun.topic
  static let columns = """
    row.id, row.topic_id, row.topic_type, row.cached_title, row.cached_summary, \
    row.bookmarked_at, row.updated_at, row.deleted_at, row.cloud_id
    """

  init(_ row: Statement) {
    id = row.integer(0)
    topic = row.text(1)
    type = row.text(2)
    title = row.optionalText(3)
    summary = row.optionalText(4)
    bookmarkedAt = row.text(5)
    updatedAt = row.text(6)
    deletedAt = row.optionalText(7)
    cloudID = row.text(8)
  }
}
